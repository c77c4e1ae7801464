import Summaries

/// The jobs that the loop has started: how to end each and what to do when it comes back.
///
/// Jobs run on the workers and never block one of them. What they return is an event.
struct Jobs {
  typealias Continuation = (Session, Result<any Sendable, any Error>) -> Void

  private struct Row {
    let task: Task<Void, Never>
    let finish: Continuation
    let show: ((Session, Draft) -> Void)?
  }

  private var rows: [JobID: Row] = [:]
  private var lastID = 0

  /// Starts a job.
  ///
  /// - Parameters:
  ///   - body: runs off the loop; what it throws is its result. The closure that it is given shows a snapshot.
  ///   - show: called on the loop with each snapshot.
  ///   - finish: called on the loop exactly once, unless the job is dropped first.
  mutating func start<Value: Sendable>(
    posting inbox: Inbox,
    _ body: @escaping @Sendable (@escaping @Sendable (Draft) -> Void) async throws -> Value,
    show: ((Session, Draft) -> Void)? = nil,
    finish: @escaping Continuation
  ) -> JobID {
    lastID += 1
    let id = JobID(value: lastID)
    let task = Task.detached(executorPreference: Workers.shared, priority: .utility) {
      do {
        let value = try await body { inbox.post(.snapshot(id, $0)) }
        inbox.post(.finished(id, .success(value)))
      } catch {
        inbox.post(.finished(id, .failure(error)))
      }
    }
    rows[id] = Row(task: task, finish: finish, show: show)
    return id
  }

  func snapshotHandler(_ id: JobID) -> ((Session, Draft) -> Void)? { rows[id]?.show }

  /// Takes what is to be done when the job ended; nil when it was dropped.
  mutating func takeContinuation(_ id: JobID) -> Continuation? { rows.removeValue(forKey: id)?.finish }

  /// Ends a job whose result nobody wants any more.
  mutating func drop(_ id: JobID) { rows.removeValue(forKey: id)?.task.cancel() }

  mutating func dropAll() {
    for row in rows.values { row.task.cancel() }
    rows = [:]
  }
}
