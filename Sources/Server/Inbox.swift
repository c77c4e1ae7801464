import Dispatch
package import LSP
package import Summaries
import Synchronization

/// Everything that can happen to the server: a closed list.
package enum Event: Sendable {
  /// One message's body, as it came from the client.
  case message([UInt8])
  /// One message of a client in the same process.
  case values(IncomingMessage)
  /// The client closed its end, or reading failed.
  case endOfInput
  /// A frame's header was broken: where the next message begins is not known.
  case brokenFrame(String)
  /// Nobody reads what the server writes.
  case outputClosed
  /// The process was asked to end, by this signal.
  case terminated(Int32)
  /// A job has more to show.
  case snapshot(JobID, Draft)
  /// A job ended, well or not.
  case finished(JobID, Result<any Sendable, any Error>)

  /// How long what came before it may still be served; nil for what ends nothing.
  ///
  /// A client that closes its end may be waiting for its answers, but the process is to be gone within a second.
  fileprivate var grace: Duration? {
    switch self {
    case .terminated, .outputClosed: .zero
    case .endOfInput, .brokenFrame: .milliseconds(400)
    case .message, .values, .snapshot, .finished: nil
    }
  }
}

/// Names a job among those that the loop started.
package struct JobID: Hashable, Sendable {
  let value: Int
}

/// The queue in front of the loop: any thread posts, the loop alone takes.
package final class Inbox: Sendable {
  private let events = Mutex<[Event]>([])
  /// Signalled when the queue stops being empty, so there is never more than one signal to wait for.
  private let filled = DispatchSemaphore(value: 0)
  /// The event that ends the server, and when it no longer waits for what came before it.
  private let end = Mutex<(event: Event, deadline: ContinuousClock.Instant)?>(nil)

  package init() {}

  package func post(_ event: Event) {
    if let deadline = event.grace.map(ContinuousClock.now.advanced(by:)) {
      end.withLock { end in
        if end.map({ deadline < $0.deadline }) ?? true { end = (event, deadline) }
      }
    }
    let wasEmpty = events.withLock { queue in
      queue.append(event)
      return queue.count == 1
    }
    if wasEmpty { filled.signal() }
  }

  /// The event that ends the server, once it must not wait for others any more.
  var overdueEnd: Event? {
    end.withLock { end in
      guard let end, end.deadline <= .now else { return nil }
      return end.event
    }
  }

  /// Waits for events and takes all of them, in order; empty when `deadline` passed first.
  func take(before deadline: ContinuousClock.Instant?) -> [Event] {
    if let deadline {
      let wait = ContinuousClock.now.duration(to: deadline)
      guard wait > .zero else { return takeAtOnce() }
      let nanoseconds = min(wait / .nanoseconds(1), 1e18)
      guard filled.wait(timeout: .now() + .nanoseconds(Int(nanoseconds))) == .success else { return [] }
    } else {
      filled.wait()
    }
    return takeAll()
  }

  private func takeAtOnce() -> [Event] {
    filled.wait(timeout: .now()) == .success ? takeAll() : []
  }

  private func takeAll() -> [Event] {
    events.withLock { queue in
      defer { queue = [] }
      return queue
    }
  }
}
