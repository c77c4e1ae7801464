#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The bodies of the messages that we send.
package enum OutgoingMessage {
  /// An answer.
  ///
  /// A result of nil is written as null: an answer without `result` is not valid.
  package static func response(to id: RequestID, result: some Encodable) throws -> [UInt8] {
    try body(Response(id: id, result: result))
  }

  /// An answer to a request that failed; `id` is nil where it could not be read.
  package static func response(to id: RequestID?, error: ResponseError) throws -> [UInt8] {
    try body(ErrorResponse(id: id, error: error))
  }

  package static func request<Method: RequestMethod>(
    _: Method.Type,
    id: RequestID,
    params: Method.Params
  ) throws -> [UInt8] {
    try body(Call(id: id, method: Method.method, params: params))
  }

  package static func notification<Method: NotificationMethod>(
    _: Method.Type,
    params: Method.Params
  ) throws -> [UInt8] {
    try body(Call(id: nil, method: Method.method, params: params))
  }

  private static func body(_ message: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    return escapingInvisibles([UInt8](try encoder.encode(message)))
  }
}

private struct Response<Value: Encodable>: Encodable {
  var jsonrpc = "2.0"
  var id: RequestID
  var result: Value
}

private struct ErrorResponse: Encodable {
  var jsonrpc = "2.0"
  var id: RequestID?
  var error: ResponseError

  private enum CodingKeys: CodingKey {
    case jsonrpc, id, error
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(jsonrpc, forKey: .jsonrpc)
    try container.encode(id, forKey: .id)
    try container.encode(error, forKey: .error)
  }
}

/// A request, or without an id a notification.
private struct Call<Params: Encodable>: Encodable {
  var id: RequestID?
  var method: String
  var params: Params

  private enum CodingKeys: CodingKey {
    case jsonrpc, id, method, params
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode("2.0", forKey: .jsonrpc)
    try container.encodeIfPresent(id, forKey: .id)
    try container.encode(method, forKey: .method)
    if !(params is NoParams) {
      try container.encode(params, forKey: .params)
    }
  }
}
