import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A child process: how one is started, and what its descriptors are.
///
/// A child gets five pipes and nothing else: every descriptor of this process is close-on-exec.
struct ChildProcess {
  /// What to run.
  struct Command: Sendable {
    /// An absolute path.
    var program: String
    /// Without the program's own name.
    var arguments: [String]
    var environment: [String: String]
    /// What the child reads on descriptor 0.
    var input: [UInt8] = []
    /// What it reads on `sideInput`, for words that must not stand among its arguments.
    var sideText: [UInt8] = []
  }

  /// Descriptors of the child beyond the usual three.
  static let sideInput: Int32 = 3
  static let sideOutput: Int32 = 4

  let id: pid_t
  /// This process's ends, close-on-exec and never blocking.
  let input: Int32
  let sideInput: Int32
  let output: Int32
  let errors: Int32
  let sideOutput: Int32

  /// The system's reason for not starting a child, in its own words.
  struct Problem: Error {
    var words: String

    init(_ code: Int32) {
      words = strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }
  }

  init(starting command: Command) throws(Problem) {
    var pipes: [(read: Int32, write: Int32)] = []
    func closeAll() {
      for pipe in pipes {
        _ = close(pipe.read)
        _ = close(pipe.write)
      }
    }
    for _ in 0..<5 {
      guard let made = Self.makePipe() else {
        let problem = Problem(errno)
        closeAll()
        throw problem
      }
      pipes.append(made)
    }
    let ends = [
      (pipes[0].read, Int32(0)), (pipes[1].write, 1), (pipes[2].write, 2), (pipes[3].read, Self.sideInput),
      (pipes[4].write, Self.sideOutput),
    ]
    let started = Self.spawn(command, ends)
    guard case .success(let id) = started else {
      closeAll()
      if case .failure(let problem) = started { throw problem }
      throw Problem(EINVAL)
    }
    self.id = id
    for end in ends { _ = close(end.0) }
    input = pipes[0].write
    output = pipes[1].read
    errors = pipes[2].read
    sideInput = pipes[3].write
    sideOutput = pipes[4].read
    for descriptor in [input, sideInput, output, errors, sideOutput] {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }
  }

  private static func spawn(_ command: Command, _ ends: [(Int32, Int32)]) -> Result<pid_t, Problem> {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
      let extra = Int16(POSIX_SPAWN_CLOEXEC_DEFAULT)
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
      let extra: Int16 = 0
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for (own, childs) in ends { posix_spawn_file_actions_adddup2(&actions, own, childs) }
    #if !canImport(Darwin)
      closeStrayDescriptorsOnExec(from: Int32(ends.count))
    #endif
    // This process ignores and blocks signals that a child has to die of.
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | extra)
    let environment = command.environment.map { "\($0.key)=\($0.value)" }
    return withCStrings([command.program] + command.arguments) { arguments in
      withCStrings(environment) { environment in
        var id: pid_t = 0
        let code = spawning.withLock { _ in
          posix_spawn(&id, command.program, &actions, &attributes, arguments, environment)
        }
        return code == 0 ? .success(id) : .failure(Problem(code))
      }
    }
  }

  #if !canImport(Darwin)
    /// Sees to it that what whoever started this process has left open in it goes to no child either.
    private static func closeStrayDescriptorsOnExec(from first: Int32) {
      // Those who leave descriptors open have few of them, with small numbers.
      for descriptor in first..<1_024 {
        let flags = fcntl(descriptor, F_GETFD)
        if flags >= 0, flags & FD_CLOEXEC == 0 { _ = fcntl(descriptor, F_SETFD, flags | FD_CLOEXEC) }
      }
    }
  #endif

  /// Calls `body` with a null-terminated array of C strings.
  private static func withCStrings<Result>(
    _ strings: [String],
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    let list = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: copies.count + 1)
    defer { list.deallocate() }
    for (index, copy) in copies.enumerated() { (list + index).initialize(to: copy) }
    (list + copies.count).initialize(to: nil)
    return body(list)
  }

  /// A pipe whose ends are close-on-exec and none of the numbers that a child's own descriptors have.
  static func makePipe() -> (read: Int32, write: Int32)? {
    spawning.withLock { _ in
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { return nil }
      let moved = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 10) }
      for end in ends { _ = close(end) }
      guard moved[0] >= 0, moved[1] >= 0 else {
        for end in moved where end >= 0 { _ = close(end) }
        return nil
      }
      return (moved[0], moved[1])
    }
  }

  /// Held while a pipe is made and while a child is started: for a moment a new pipe is not close-on-exec, and no
  /// child may begin in that moment.
  private static let spawning = Mutex(())

  // MARK: A running child

  /// Asks it to end; curl does so at once.
  func terminate() { signal(SIGTERM) }

  /// Ends it whatever it says.
  func kill() { signal(SIGKILL) }

  private func signal(_ number: Int32) { _ = sendSignal(id, number) }

  /// How it ended.
  enum End: Equatable {
    case status(Int32)
    case signal(Int32)
  }

  /// How it ended, once it has; nil while it runs.
  ///
  /// To be asked until it has answered, and then no more.
  func end() -> End? {
    var status: Int32 = 0
    while true {
      let found = waitpid(id, &status, WNOHANG)
      if found == 0 { return nil }
      if found == id { break }
      if errno == EINTR { continue }
      // Somebody else has waited for it; nothing more can be learnt.
      return .status(-1)
    }
    let signal = status & 0x7F
    return signal == 0 ? .status((status >> 8) & 0xFF) : .signal(signal)
  }
}

private func sendSignal(_ id: pid_t, _ number: Int32) -> Int32 { kill(id, number) }
