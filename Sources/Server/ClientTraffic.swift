import LSP

/// The requests that the server has sent to the client and that wait for its answer.
struct ClientTraffic {
  typealias Continuation = (Session, Result<JSONValue, ResponseError>) -> Void

  private var waiting: [RequestID: Continuation] = [:]
  private var lastID = 0

  mutating func nextID(then continuation: @escaping Continuation) -> RequestID {
    lastID += 1
    let id = RequestID.string("breviate-\(lastID)")
    waiting[id] = continuation
    return id
  }

  /// Takes what is to be done with an answer; nil when nothing was asked under this id.
  mutating func take(_ id: RequestID) -> Continuation? { waiting.removeValue(forKey: id) }
}
