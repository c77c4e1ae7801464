import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The one thread that reads from and writes to all child processes.
///
/// It starts with the first child and then sleeps in `poll` until a child has something, a time-out is due or
/// somebody wants a child ended; without children it sleeps until there is one.
final class Children: Sendable {
  enum Event: Sendable {
    case output([UInt8])
    /// From the child's `sideOutput`.
    case side([UInt8])
    /// Nothing follows. `errors` is what it wrote to standard error, at most 4 KiB.
    case ended(ChildProcess.End, errors: [UInt8])
    /// It was silent for longer than was agreed, and has been ended.
    case silent
  }

  /// How long a child may write nothing before it is ended.
  struct Patience: Sendable {
    var untilFirstOutput: Duration
    var between: Duration
  }

  static let all = Children()

  /// How long a child that was asked to end may take for it.
  fileprivate static let graceToEnd: Duration = .seconds(1)

  fileprivate struct Row {
    let child: ChildProcess
    let post: @Sendable (Event) -> Void
    let patience: Patience
    var pendingInput: ArraySlice<UInt8>
    var pendingSide: ArraySlice<UInt8>
    /// Descriptors of ours that are still open.
    var isOpen: [Int32: Bool]
    var errors: [UInt8] = []
    var deadline: ContinuousClock.Instant
    /// When it was asked to end.
    var endingSince: ContinuousClock.Instant?
    var wasSilent = false
  }

  private struct State {
    var arriving: [(id: Int, row: Row)] = []
    var unwanted: [Int] = []
    var lastID = 0
    var wakeUp: Int32?
  }

  private let state = Mutex(State())

  /// Starts a child; its events end with `ended` or `silent`, or when the stream is dropped, which ends the child.
  func run(_ command: ChildProcess.Command, patience: Patience) throws(ChildProcess.Problem) -> AsyncStream<Event> {
    try startThreadOnce()
    let child = try ChildProcess(starting: command)
    let (stream, continuation) = AsyncStream<Event>.makeStream()
    let row = Row(
      child: child,
      post: { continuation.yield($0) },
      patience: patience,
      pendingInput: command.input[...],
      pendingSide: command.sideText[...],
      isOpen: [
        child.input: true, child.sideInput: true, child.output: true, child.errors: true, child.sideOutput: true,
      ],
      deadline: .now + patience.untilFirstOutput
    )
    let id = state.withLock { state in
      state.lastID += 1
      state.arriving.append((state.lastID, row))
      return state.lastID
    }
    continuation.onTermination = { [weak self] reason in
      guard case .cancelled = reason, let self else { return }
      state.withLock { $0.unwanted.append(id) }
      wake()
    }
    wake()
    return stream
  }

  private func wake() {
    let descriptor = state.withLock { $0.wakeUp }
    var byte: UInt8 = 1
    if let descriptor { _ = write(descriptor, &byte, 1) }
  }

  // MARK: The thread

  private func startThreadOnce() throws(ChildProcess.Problem) {
    let code: Int32 = state.withLock { state in
      guard state.wakeUp == nil else { return 0 }
      guard let pipe = ChildProcess.makePipe() else { return errno }
      let code = startThread(wokenBy: pipe.read)
      if code == 0 {
        state.wakeUp = pipe.write
      } else {
        _ = systemClose(pipe.read)
        _ = systemClose(pipe.write)
      }
      return code
    }
    if code != 0 { throw ChildProcess.Problem(code) }
  }

  private func startThread(wokenBy descriptor: Int32) -> Int32 {
    let box = Unmanaged.passRetained(Work(children: self, wakeUp: descriptor))
    #if canImport(Darwin)
      var thread: pthread_t?
      let code = pthread_create(&thread, nil, { serveChildren($0) }, box.toOpaque())
      if code == 0, let thread { pthread_detach(thread) }
    #else
      var thread = pthread_t()
      let code = pthread_create(&thread, nil, { serveChildren($0) }, box.toOpaque())
      if code == 0 { pthread_detach(thread) }
    #endif
    if code != 0 { box.release() }
    return code
  }

  fileprivate final class Work: Sendable {
    let children: Children
    let wakeUp: Int32
    init(children: Children, wakeUp: Int32) {
      self.children = children
      self.wakeUp = wakeUp
    }
  }

  fileprivate func serve(_ wakeUp: Int32) {
    var rows: [Int: Row] = [:]
    while true {
      let (arriving, unwanted) = state.withLock { state in
        defer { (state.arriving, state.unwanted) = ([], []) }
        return (state.arriving, state.unwanted)
      }
      for (id, row) in arriving { rows[id] = row }
      for id in unwanted { rows[id]?.endChild() }

      var entries = [pollfd(fd: wakeUp, events: Int16(POLLIN), revents: 0)]
      for row in rows.values { entries += row.interests }
      _ = poll(&entries, nfds_t(entries.count), Self.timeout(rows.values))
      if entries[0].revents != 0 {
        var bytes = [UInt8](repeating: 0, count: 64)
        _ = read(wakeUp, &bytes, bytes.count)
      }
      let now = ContinuousClock.now
      for id in rows.keys {
        rows[id]?.exchange()
        if let row = rows[id], now >= row.deadline, !row.isEnding {
          rows[id]?.wasSilent = true
          rows[id]?.endChild()
        }
        if rows[id]?.finish() == true { rows[id] = nil }
      }
    }
  }

  /// Milliseconds until something is due; -1 for never.
  private static func timeout(_ rows: some Collection<Row>) -> Int32 {
    // A child whose pipes are closed is about to exit: that shows only in asking for it.
    if rows.contains(where: { $0.isEnding || $0.isClosed }) { return 2 }
    guard let next = rows.map(\.deadline).min() else { return -1 }
    return Int32(clamping: max(0, Int64((next - .now) / .milliseconds(1)) + 1))
  }
}

extension Children.Row {
  fileprivate var isClosed: Bool { !isOpen.values.contains(true) }

  fileprivate var interests: [pollfd] {
    isOpen.filter(\.value).keys.compactMap { descriptor in
      if descriptor == child.input || descriptor == child.sideInput {
        return pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      }
      return pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    }
  }

  /// Writes and reads what can be had without waiting.
  ///
  /// What a child says about its output was written before it: the side output is read later and passed on first.
  fileprivate mutating func exchange() {
    feed(child.sideInput, \.pendingSide)
    feed(child.input, \.pendingInput)
    let output = drain(child.output)
    for bytes in drain(child.sideOutput) { post(.side(bytes)) }
    for bytes in output {
      deadline = .now + patience.between
      post(.output(bytes))
    }
    for bytes in drain(child.errors) { errors += bytes.prefix(max(0, 4_096 - errors.count)) }
  }

  private mutating func feed(_ descriptor: Int32, _ pending: WritableKeyPath<Self, ArraySlice<UInt8>>) {
    guard isOpen[descriptor] == true else { return }
    while !self[keyPath: pending].isEmpty {
      let count = self[keyPath: pending].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        self[keyPath: pending] = self[keyPath: pending].dropFirst(count)
        deadline = max(deadline, .now + patience.untilFirstOutput)
      } else if count < 0, errno == EINTR {
        continue
      } else if count < 0, errno == EAGAIN {
        return
      } else {
        break  // It reads no more; how it ends says why.
      }
    }
    close(descriptor)
  }

  private mutating func drain(_ descriptor: Int32) -> [[UInt8]] {
    guard isOpen[descriptor] == true else { return [] }
    var chunks: [[UInt8]] = []
    while true {
      var buffer = [UInt8](repeating: 0, count: 16_384)
      let count = read(descriptor, &buffer, buffer.count)
      if count > 0 {
        chunks.append(Array(buffer.prefix(count)))
        if count < buffer.count { return chunks }
      } else if count < 0, errno == EINTR {
        continue
      } else if count < 0, errno == EAGAIN {
        return chunks
      } else {
        close(descriptor)
        return chunks
      }
    }
  }

  private mutating func close(_ descriptor: Int32) {
    guard isOpen[descriptor] == true else { return }
    isOpen[descriptor] = false
    _ = systemClose(descriptor)
  }

  fileprivate var isEnding: Bool { endingSince != nil }

  fileprivate mutating func endChild() {
    guard !isEnding else { return }
    endingSince = .now
    child.terminate()
    for descriptor in isOpen.keys { close(descriptor) }
  }

  /// Says how the child ended, once it has, and returns whether it has.
  fileprivate mutating func finish() -> Bool {
    if let endingSince, .now - endingSince > Children.graceToEnd { child.kill() }
    guard isEnding || outputsAreClosed, let end = child.end() else { return false }
    for descriptor in isOpen.keys { close(descriptor) }
    post(wasSilent ? .silent : .ended(end, errors: errors))
    return true
  }

  private var outputsAreClosed: Bool {
    ![child.output, child.errors, child.sideOutput].contains { isOpen[$0] == true }
  }
}

private func serveChildren(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument else { return nil }
  let work = Unmanaged<Children.Work>.fromOpaque(argument).takeRetainedValue()
  work.children.serve(work.wakeUp)
  return nil
}

private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
