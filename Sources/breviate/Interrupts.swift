import Server
import Synchronization

/// What happens when the process is asked to end (Ctrl-C): the first time whoever works may finish up, the second
/// time, or when nobody works, it ends at once.
final class Interrupts: Sendable {
  private struct State {
    var signal: Int32?
    var handler: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// To be called before any thread starts, and once.
  init() {
    Platform.onTermination { [self] signal in
      let handler = state.withLock { state in
        defer { state.handler = nil }
        state.signal = signal
        return state.handler
      }
      guard let handler else { Platform.exitNow(Self.status(signal)) }
      handler()
    }
  }

  /// Runs `work`, in which `handler` is called at the first signal, on another thread.
  func catching<Result>(_ handler: @escaping @Sendable () -> Void, during work: () -> Result) -> Result {
    state.withLock { $0.handler = handler }
    defer { state.withLock { $0.handler = nil } }
    return work()
  }

  /// The exit status that stands for the signal that came, as shells have it; nil when none came.
  var status: Int32? { state.withLock { $0.signal }.map(Self.status) }

  private static func status(_ signal: Int32) -> Int32 { 128 + signal }
}
