import Dispatch

#if canImport(Darwin)
  @preconcurrency import Darwin
#elseif canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#endif

/// The operating system: descriptors, threads, signals, processes.
///
/// Every platform call of the project's own process stands in this file, so that what one system does differently is
/// seen at a glance.
package enum Platform {
  // MARK: Descriptors

  package static let standardInput: Int32 = 0
  package static let standardOutput: Int32 = 1
  package static let standardError: Int32 = 2

  /// Takes the protocol's two descriptors away from everyone else and returns them, both close-on-exec.
  ///
  /// Afterwards descriptor 0 reads nothing and descriptor 1 is standard error, so that a stray `print` cannot
  /// corrupt the protocol. To be called before anything else runs. Descriptors that were closed when the process
  /// was started are opened on the null device first, lest a file opened later takes their place.
  package static func claimStandardIO() -> (input: Int32, output: Int32) {
    let closedOutput = fcntl(standardOutput, F_GETFD) < 0
    for descriptor in standardInput...standardError where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == standardInput ? O_RDONLY : O_WRONLY)
    }
    let input = fcntl(standardInput, F_DUPFD_CLOEXEC, 3)
    let output = closedOutput ? -1 : fcntl(standardOutput, F_DUPFD_CLOEXEC, 3)
    _ = dup2(standardError, standardOutput)
    let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
    if null >= 0 {
      _ = dup2(null, standardInput)
      _ = close(null)
    }
    return (input, output)
  }

  /// Whether so many more files can be open at once.
  ///
  /// The system's libraries end the process where they cannot open what they need.
  package static func hasRoom(forDescriptors count: Int) -> Bool {
    let opened = (0..<count).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
    defer { for descriptor in opened where descriptor >= 0 { _ = close(descriptor) } }
    return !opened.contains { $0 < 0 }
  }

  /// What one read brought.
  package enum ReadResult {
    case bytes(Int)
    case endOfFile
    case failed
  }

  /// Reads what is there, waiting for at least one byte.
  ///
  /// For a thread of its own: it blocks.
  package static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> ReadResult {
    while true {
      #if canImport(Darwin)
        let count = Darwin.read(descriptor, buffer.baseAddress, buffer.count)
      #elseif canImport(Glibc)
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      #else
        let count = Musl.read(descriptor, buffer.baseAddress, buffer.count)
      #endif
      if count > 0 { return .bytes(count) }
      if count == 0 { return .endOfFile }
      switch errno {
      case EINTR: continue
      case EAGAIN: waitUntilReady(descriptor, for: Int16(POLLIN))
      default: return .failed
      }
    }
  }

  /// What became of a write.
  package enum WriteResult: Equatable {
    case written
    /// Nobody reads any more.
    case readerGone
    /// In the system's own words.
    case failed(String)
  }

  /// Writes all of `bytes`.
  ///
  /// Blocks while the other end does not read.
  package static func writeAll(_ descriptor: Int32, _ bytes: [UInt8]) -> WriteResult {
    bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
        let count = write(descriptor, rest.baseAddress, rest.count)
        if count >= 0 {
          written += count
          continue
        }
        switch errno {
        case EINTR: continue
        case EAGAIN: waitUntilReady(descriptor, for: Int16(POLLOUT))
        case EPIPE: return .readerGone
        case let code: return .failed(strerror(code).map { String(cString: $0) } ?? "error \(code)")
        }
      }
      return .written
    }
  }

  /// Whether a descriptor is a pipe, which takes short writes whole or not at all.
  package static func isPipe(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// Writes a few bytes to a pipe if that can be done without waiting; false when nothing was written.
  ///
  /// A pipe that is ready takes as many bytes as the system writes in one piece (PIPE_BUF).
  package static func writeAtOnce(_ pipe: Int32, _ bytes: [UInt8]) -> Bool {
    guard bytes.count <= Int(PIPE_BUF) else { return false }
    var entry = pollfd(fd: pipe, events: Int16(POLLOUT), revents: 0)
    guard poll(&entry, 1, 0) == 1, entry.revents == Int16(POLLOUT) else { return false }
    return bytes.withUnsafeBytes { write(pipe, $0.baseAddress, $0.count) } == bytes.count
  }

  /// Writes a short line where it can be done at once; else the line is lost.
  ///
  /// A pipe that is ready takes as many bytes as the system writes in one piece (PIPE_BUF), so more is cut off.
  package static func writeWithoutWaiting(_ descriptor: Int32, _ line: [UInt8]) {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&entry, 1, 0) == 1, entry.revents & Int16(POLLOUT) != 0 else { return }
    _ = line.prefix(Int(PIPE_BUF)).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
  }

  /// Waits for a descriptor that somebody set to non-blocking.
  private static func waitUntilReady(_ descriptor: Int32, for events: Int16) {
    var entry = pollfd(fd: descriptor, events: events, revents: 0)
    _ = poll(&entry, 1, -1)
  }

  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Columns of the terminal behind `descriptor`; nil when it is none or does not say.
  package static func terminalWidth(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  // MARK: Threads

  /// Starts a thread for work that blocks.
  ///
  /// It is never joined.
  package static func startThread(_ body: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(ThreadBody(run: body))
    #if canImport(Darwin)
      var thread: pthread_t?
      let failed = pthread_create(&thread, nil, { runThreadBody($0) }, box.toOpaque()) != 0
    #else
      var thread = pthread_t()
      let failed = pthread_create(&thread, nil, { runThreadBody($0) }, box.toOpaque()) != 0
    #endif
    if failed {
      // Without its threads the server cannot serve: end at once rather than wait for what never comes.
      box.release()
      exitNow(1)
    }
    #if canImport(Darwin)
      if let thread { pthread_detach(thread) }
    #else
      pthread_detach(thread)
    #endif
  }

  // MARK: Processes and signals

  /// Ends the process without running exit handlers, which would race with threads that are still at work.
  package static func exitNow(_ status: Int32) -> Never { _exit(status) }

  /// Makes a write to a pipe that nobody reads, or beyond the limit of a file's size, an error like any other.
  package static func ignoreWriteSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Calls `handler` on a thread of its own when the process is asked to end (TERM, HUP, INT).
  ///
  /// To be called before any other thread starts: the signals are blocked in all threads that come after.
  package static func onTermination(_ handler: @escaping @Sendable (Int32) -> Void) {
    var signals = terminationSignals()
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    startThread {
      var signals = terminationSignals()
      var received: Int32 = 0
      while sigwait(&signals, &received) == 0 { handler(received) }
    }
  }

  private static func terminationSignals() -> sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    sigaddset(&signals, SIGHUP)
    sigaddset(&signals, SIGINT)
    return signals
  }

  /// Whether a process still runs.
  ///
  /// One that has ended and was not collected by its parent does not.
  package static func processRuns(_ id: Int32) -> Bool {
    if kill(id, 0) != 0 && errno == ESRCH { return false }
    #if os(Linux)
      return !isZombie(id)
    #else
      return true
    #endif
  }

  #if os(Linux)
    /// Whether `/proc` shows the process as ended: the state is the letter behind the name's closing bracket.
    private static func isZombie(_ id: Int32) -> Bool {
      let descriptor = open("/proc/\(id)/stat", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return false }
      defer { close(descriptor) }
      var buffer = [UInt8](repeating: 0, count: 512)
      let count = buffer.withUnsafeMutableBytes { bytes -> Int in
        guard case .bytes(let count) = read(descriptor, into: bytes) else { return 0 }
        return count
      }
      guard let bracket = buffer[..<count].lastIndex(of: UInt8(ascii: ")")), bracket + 2 < count else { return false }
      return buffer[bracket + 2] == UInt8(ascii: "Z") || buffer[bracket + 2] == UInt8(ascii: "X")
    }
  #endif

  package static var processID: Int32 { getpid() }

  /// How many processors the process may use; at least 1.
  package static var coreCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Gives memory that is not needed any more back to the system, which the C library does not do by itself where
  /// something that was made later still stands behind it.
  package static func giveBackMemory() {
    #if canImport(Darwin)
      _ = malloc_zone_pressure_relief(nil, 0)
    #elseif canImport(Glibc)
      _ = malloc_trim(0)
    #endif
  }

  /// The variables of the environment; what is not UTF-8 is repaired.
  ///
  /// To be called before any thread starts. Foundation's own takes a third of the time to the first answer.
  package static func environment() -> [String: String] {
    var variables: [String: String] = [:]
    var next = environ
    while let entry = next.pointee {
      let bytes = UnsafeRawBufferPointer(start: entry, count: strlen(entry))
      if let end = bytes.firstIndex(of: UInt8(ascii: "=")) {
        variables[String(decoding: bytes[..<end], as: UTF8.self)] = String(decoding: bytes[(end + 1)...], as: UTF8.self)
      }
      next += 1
    }
    return variables
  }
}

#if canImport(Glibc)
  /// Of malloc.h, which Swift's module of the C library leaves out.
  @_silgen_name("malloc_trim") private func malloc_trim(_ kept: Int) -> Int32
#endif

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}

private func runThreadBody(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument else { return nil }
  Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
  return nil
}
