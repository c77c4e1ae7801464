import Dispatch
import LSP
import Synchronization

/// What the command line waits for while the server works.
enum Arrival: Sendable {
  /// A message from the server.
  case message(OutgoingMessage)
  case interrupted
  /// The server is gone; whoever goes on waiting gets nothing else.
  case serverEnded
}

/// Where other threads put arrivals and one thread waits for them.
final class Mailbox: Sendable {
  private struct State {
    var arrivals: [Arrival] = []
    var hasEnded = false
  }

  private let state = Mutex(State())
  /// Signalled once for each arrival, and for good once the server has ended.
  private let filled = DispatchSemaphore(value: 0)

  func put(_ arrival: Arrival) {
    state.withLock { state in
      if case .serverEnded = arrival {
        state.hasEnded = true
      } else {
        state.arrivals.append(arrival)
      }
    }
    filled.signal()
  }

  /// The next arrival; waits for it.
  func take() -> Arrival {
    while true {
      filled.wait()
      let (next, hasEnded) = state.withLock { state in
        (state.arrivals.isEmpty ? nil : state.arrivals.removeFirst(), state.hasEnded)
      }
      if let next { return next }
      if hasEnded {
        filled.signal()
        return .serverEnded
      }
    }
  }
}
