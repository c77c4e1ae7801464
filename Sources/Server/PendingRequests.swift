import LSP

/// The requests that have not been answered.
///
/// A row is the right to answer.
///
/// Invariant: every request gets exactly one response. Answering takes the row away; cancelling takes it away and
/// answers at once; a late result finds no row and is dropped.
struct PendingRequests {
  struct Row {
    let method: String
    /// The job that works on the answer, if one does.
    var job: JobID?
    /// What else is to be done when the client cancels; returns the error's `data`.
    var onCancel: ((Session) -> JSONValue?)?
  }

  private var rows: [RequestID: Row] = [:]

  /// The requests that wait, in an order that is always the same.
  var ids: [RequestID] { rows.keys.sorted { $0.description < $1.description } }

  /// Adds a row; false when the client used an id that is still pending.
  mutating func open(_ id: RequestID, method: String) -> Bool {
    guard rows[id] == nil else { return false }
    rows[id] = Row(method: method)
    return true
  }

  mutating func setJob(_ job: JobID?, for id: RequestID) { rows[id]?.job = job }

  mutating func setCancel(_ action: @escaping (Session) -> JSONValue?, for id: RequestID) {
    rows[id]?.onCancel = action
  }

  func contains(_ id: RequestID) -> Bool { rows[id] != nil }

  /// Takes the right to answer; nil when it was used up.
  mutating func close(_ id: RequestID) -> Row? { rows.removeValue(forKey: id) }
}
