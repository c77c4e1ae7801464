import LSP

extension ServerLoop {
  /// Serves a client on standard input and output, and returns the exit status.
  ///
  /// Three threads: a reader, a writer, and this one, which runs the loop. To be called before any other thread
  /// is started.
  ///
  /// - Parameter record: takes every byte of the input as it comes, so that a fault can be played again.
  package static func serveStandardIO(
    environment: ServerEnvironment,
    record: (@Sendable ([UInt8]) -> Void)? = nil
  ) -> Int32 {
    let (input, output) = Platform.claimStandardIO()
    Platform.ignoreWriteSignals()
    let inbox = Inbox()
    Platform.onTermination { inbox.post(.terminated($0)) }
    let writer = FrameWriter(descriptor: output) { inbox.post(.outputClosed) }
    Platform.startThread { read(input, into: inbox, record: record) }
    let outlet = Outlet(bodies: { writer.send($0) })
    let status = ServerLoop(environment: environment, inbox: inbox, outlet: outlet).run()
    // The answer to shutdown, and whatever else the client still reads; one that does not read is not waited for.
    writer.drain(milliseconds: 500)
    return status
  }

  /// Cuts the input into messages until it ends.
  private static func read(_ descriptor: Int32, into inbox: Inbox, record: (@Sendable ([UInt8]) -> Void)?) {
    var frames = FrameReader()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let result = buffer.withUnsafeMutableBytes { Platform.read(descriptor, into: $0) }
      guard case .bytes(let count) = result else {
        inbox.post(frames.isInFrame ? .brokenFrame("it ended within a message") : .endOfInput)
        return
      }
      record?(Array(buffer[..<count]))
      frames.push(buffer[..<count])
      do throws(FrameError) {
        while let body = try frames.next() { inbox.post(.message(body)) }
      } catch {
        inbox.post(.brokenFrame("\(error)"))
        return
      }
    }
  }
}
