import LSP
import Summaries

/// What a handler returns: the answer, or how the answer will come about.
///
/// Handlers are synchronous. Slow work is a value that they return: it runs elsewhere at low priority and comes
/// back as an event.
enum Work<Value> {
  case done(Value)
  /// Runs a job off the loop, then goes on, on the loop, with its result.
  case later(Job<Value>)
  /// The request is held open; the feature that holds it answers with `Session.answer`.
  case held(HeldRequest)

  /// A job whose result the loop turns into more work.
  static func after<Result: Sendable>(
    _ work: @escaping @Sendable () async throws -> Result,
    then finish: @escaping (Session, Result) throws -> Work<Value>
  ) -> Work<Value> {
    .later(
      Job(run: work) { session, result in
        guard let result = result as? Result else {
          throw ResponseError(code: .internalError, message: "a job returned another type")
        }
        return try finish(session, result)
      }
    )
  }

  /// Goes on from the answer, on the loop, with more work.
  func then<Other>(
    _ session: Session,
    _ next: @escaping (Session, Value) throws -> Work<Other>
  ) throws -> Work<Other> {
    switch self {
    case .done(let value): try next(session, value)
    case .held(let request): .held(request)
    case .later(let job): .later(Job(run: job.run) { try job.finish($0, $1).then($0, next) })
    }
  }
}

/// Work off the loop and what the loop does with its result.
struct Job<Value> {
  let run: @Sendable () async throws -> any Sendable
  let finish: (Session, any Sendable) throws -> Work<Value>
}

/// A request that stays open until its feature answers it.
struct HeldRequest {
  /// Called when the client cancels it, after which it is answered; returns the error's `data`.
  let onCancel: (Session) -> JSONValue?
}
