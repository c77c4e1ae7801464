#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A message that we send, as values until somebody wants its body: a client in the same process never does.
package enum OutgoingMessage: Sendable {
  /// An answer.
  ///
  /// A result of nil is written as null: an answer without `result` is not valid.
  case response(to: RequestID, result: any Encodable & Sendable)
  /// An answer to a request that failed; `to` is nil where its id could not be read.
  case failure(to: RequestID?, error: ResponseError)
  /// `params` are `NoParams` where there are none.
  case request(id: RequestID, method: String, params: any Encodable & Sendable)
  case notification(method: String, params: any Encodable & Sendable)

  package static func request<Method: RequestMethod>(
    _: Method.Type,
    id: RequestID,
    params: Method.Params
  ) -> OutgoingMessage {
    .request(id: id, method: Method.method, params: params)
  }

  package static func notification<Method: NotificationMethod>(
    _: Method.Type,
    params: Method.Params
  ) -> OutgoingMessage {
    .notification(method: Method.method, params: params)
  }

  /// The body of its frame: JSON with sorted keys.
  package func body() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    return escapingInvisibles([UInt8](try encoder.encode(Envelope(message: self))))
  }
}

private struct Envelope: Encodable {
  let message: OutgoingMessage

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    try container.encode("2.0", forKey: "jsonrpc")
    switch message {
    case .response(let id, let result):
      try write(id, in: &container)
      try container.encode(result, forKey: "result")
    case .failure(let id, let error):
      try write(id, in: &container)
      try container.encode(error, forKey: "error")
    case .request(let id, let method, let params):
      try write(id, in: &container)
      try container.encode(method, forKey: "method")
      try encode(params, in: &container)
    case .notification(let method, let params):
      try container.encode(method, forKey: "method")
      try encode(params, in: &container)
    }
  }

  private func write(_ id: RequestID?, in container: inout KeyedEncodingContainer<AnyKey>) throws {
    switch id {
    case .number(let number): try container.encode(number, forKey: "id")
    case .string(let string): try container.encode(string, forKey: "id")
    case nil: try container.encodeNil(forKey: "id")
    }
  }

  private func encode(_ params: any Encodable, in container: inout KeyedEncodingContainer<AnyKey>) throws {
    if !(params is NoParams) { try container.encode(params, forKey: "params") }
  }
}
