import Dispatch
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How long a test waits for what it needs to see before it gives up, in seconds: far more than anything needs.
///
/// Under a sanitizer hundreds of tests share two cores at a tenth of the speed, so that `Tests/run` grants more there.
package enum Patience {
  package static let seconds =
    ProcessInfo.processInfo.environment["BREVIATE_TEST_PATIENCE"].flatMap(Int.init) ?? 60
}

/// A state that many threads change and tests wait on: for what they need to see, never for a time.
package final class Watched<State: Sendable>: Sendable {
  private struct Contents {
    var state: State
    var waiters: [Int: @Sendable (inout State) -> Bool] = [:]
    var lastWaiter = 0
  }

  private let contents: Mutex<Contents>

  package init(_ state: State) {
    contents = Mutex(Contents(state: state))
  }

  package var state: State { contents.withLock { $0.state } }

  /// Changes the state, then lets everyone look at it who waits.
  @discardableResult
  package func change<Result: Sendable>(_ body: (inout State) -> sending Result) -> Result {
    contents.withLock { contents in
      let result = body(&contents.state)
      for waiter in contents.waiters.keys.sorted() {
        if contents.waiters[waiter]?(&contents.state) == true { contents.waiters[waiter] = nil }
      }
      return result
    }
  }

  /// Waits until something is found, which may be taken out of the state.
  ///
  /// - Parameters:
  ///   - what: ends the sentence "waited in vain for …".
  ///   - seconds: when to give up.
  package func wait<Found: Sendable>(
    for what: String,
    seconds: Int = Patience.seconds,
    _ find: @escaping @Sendable (inout State) -> Found?
  ) async throws -> Found {
    let outcome = Outcome<Found>()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        outcome.setContinuation(continuation)
        let waiter = contents.withLock { contents -> Int? in
          if let found = find(&contents.state) {
            outcome.settle(.success(found))
            return nil
          }
          contents.lastWaiter += 1
          contents.waiters[contents.lastWaiter] = { state in
            if outcome.isSettled { return true }
            guard let found = find(&state) else { return false }
            outcome.settle(.success(found))
            return true
          }
          return contents.lastWaiter
        }
        guard waiter != nil else { return }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds)) {
          outcome.settle(.failure(WaitedInVain(what: what)))
        }
      }
    } onCancel: {
      outcome.settle(.failure(CancellationError()))
    }
  }
}

package struct WaitedInVain: Error, CustomStringConvertible {
  package var what: String
  package var description: String { "waited in vain for \(what)" }
}

/// The end of a wait, whichever comes first: what was found, the deadline, or the end of the waiting task.
private final class Outcome<Found: Sendable>: Sendable {
  private struct Contents {
    var continuation: CheckedContinuation<Found, any Error>?
    var result: Result<Found, any Error>?
  }

  private let contents = Mutex(Contents())

  var isSettled: Bool { contents.withLock { $0.result != nil } }

  func setContinuation(_ continuation: CheckedContinuation<Found, any Error>) {
    let result = contents.withLock { contents in
      if contents.result == nil { contents.continuation = continuation }
      return contents.result
    }
    if let result { continuation.resume(with: result) }
  }

  func settle(_ result: Result<Found, any Error>) {
    let continuation = contents.withLock { contents -> CheckedContinuation<Found, any Error>? in
      guard contents.result == nil else { return nil }
      contents.result = result
      defer { contents.continuation = nil }
      return contents.continuation
    }
    continuation?.resume(with: result)
  }
}
