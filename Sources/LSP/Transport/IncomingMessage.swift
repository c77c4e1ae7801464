#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A message from the other side: its envelope and its params, read in one parse.
package enum IncomingMessage: Sendable {
  case request(id: RequestID, method: String, params: Params)
  case notification(method: String, params: Params)
  /// The id is nil where the other side could not read the id of what it answers.
  case response(id: RequestID?, result: Result<JSONValue, ResponseError>)
  /// Valid JSON that is no message of JSON-RPC. Where a request of ours has that id, it is a response whose result
  /// was lost on the way (some clients leave out a null), and must not be answered.
  case invalid(id: RequestID?, reason: String)

  /// What became of the params.
  package enum Params: Sendable {
    /// A value of the method's `Params`.
    case read(any Sendable)
    case unreadable(ParamsError)
    /// No such method in the table, so nobody knows how to read them.
    case unknownMethod
  }

  /// Reads the body of a frame.
  ///
  /// Throws where it is no JSON; every other trouble is a value.
  package init(body: [UInt8], methods: MethodTable) throws(MalformedJSON) {
    var body = body
    try makeReadable(&body)
    // Read where it is: a copy of a long document would be one too many.
    let message = body.withUnsafeMutableBytes { bytes -> IncomingMessage? in
      guard let start = bytes.baseAddress else { return nil }
      let data = Data(bytesNoCopy: start, count: bytes.count, deallocator: .none)
      return try? JSONDecoder().decode(Envelope.self, from: data, configuration: methods).message
    }
    guard let message else { throw MalformedJSON(reason: "not valid JSON") }
    self = message
  }
}

/// A body that is no JSON; the answer is `ErrorCode.parseError` with a null id.
package struct MalformedJSON: Error, Hashable, Sendable {
  package var reason: String

  package init(reason: String) {
    self.reason = reason
  }
}

/// The methods whose params can be read.
package struct MethodTable: Sendable {
  fileprivate var requests: [String: any (Decodable & Sendable).Type] = [:]
  fileprivate var notifications: [String: any (Decodable & Sendable).Type] = [:]

  package init() {}

  package init(requests: [any RequestMethod.Type], notifications: [any NotificationMethod.Type]) {
    for request in requests { add(request) }
    for notification in notifications { add(notification) }
  }

  package mutating func add<Method: RequestMethod>(_: Method.Type) {
    requests[Method.method] = Method.Params.self
  }

  package mutating func add<Method: NotificationMethod>(_: Method.Type) {
    notifications[Method.method] = Method.Params.self
  }
}

/// What `JSONDecoder` is asked for.
///
/// Nothing in it throws: the only error of a parse is malformed JSON.
private struct Envelope: DecodableWithConfiguration {
  var message: IncomingMessage

  private enum CodingKeys: CodingKey {
    case jsonrpc, id, method, params, result, error
  }

  init(from decoder: any Decoder, configuration methods: MethodTable) throws {
    guard let container = try? decoder.container(keyedBy: CodingKeys.self) else {
      message = .invalid(id: nil, reason: "a message is an object; batches are not supported")
      return
    }
    message = Envelope.message(in: container, methods)
  }

  private static func message(
    in container: KeyedDecodingContainer<CodingKeys>,
    _ methods: MethodTable
  ) -> IncomingMessage {
    let id = try? container.decode(RequestID.self, forKey: .id)
    if container.contains(.jsonrpc), (try? container.decode(String.self, forKey: .jsonrpc)) != "2.0" {
      return .invalid(id: id, reason: "jsonrpc is not \"2.0\"")
    }
    guard container.contains(.method) else {
      return response(in: container, id)
    }
    guard let method = try? container.decode(String.self, forKey: .method) else {
      return .invalid(id: id, reason: "method is not a string")
    }
    guard container.contains(.id) else {
      return .notification(method: method, params: params(in: container, methods.notifications[method]))
    }
    guard let id else {
      return .invalid(id: nil, reason: "id is neither a whole number nor a string")
    }
    return .request(id: id, method: method, params: params(in: container, methods.requests[method]))
  }

  private static func response(
    in container: KeyedDecodingContainer<CodingKeys>,
    _ id: RequestID?
  ) -> IncomingMessage {
    if let error = try? container.decodeIfPresent(JSONValue.self, forKey: .error) {
      return .response(id: id, result: .failure(ResponseError(readingLeniently: error)))
    }
    if let result = try? container.decode(JSONValue.self, forKey: .result) {
      return .response(id: id, result: .success(result))
    }
    return .invalid(id: id, reason: "neither method nor result nor error")
  }

  private static func params(
    in container: KeyedDecodingContainer<CodingKeys>,
    _ type: (any (Decodable & Sendable).Type)?
  ) -> IncomingMessage.Params {
    guard let type else { return .unknownMethod }
    if type is NoParams.Type { return .read(NoParams()) }
    do {
      return .read(try container.decode(type, forKey: .params))
    } catch {
      return .unreadable(ParamsError(error))
    }
  }
}

extension ResponseError {
  /// An error as a client sent it, whatever it may be.
  fileprivate init(readingLeniently value: JSONValue) {
    self.init(
      code: ErrorCode(rawValue: value["code"]?.intValue ?? ErrorCode.internalError.rawValue),
      message: value["message"]?.stringValue ?? "an error without a message",
      data: value["data"]
    )
  }
}
