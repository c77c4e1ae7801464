/// A request: what it is called, what it takes and what it answers.
package protocol RequestMethod: SendableMetatype {
  associatedtype Params: Codable & Sendable
  associatedtype Result: Codable & Sendable
  static var method: String { get }
}

/// A notification: what it is called and what it takes.
package protocol NotificationMethod: SendableMetatype {
  associatedtype Params: Codable & Sendable
  static var method: String { get }
}

/// The params of a method that has none.
///
/// Written by leaving `params` out; read from whatever stands there.
package struct NoParams: Codable, Hashable, Sendable {
  package init() {}
  package init(from decoder: any Decoder) throws {}
  package func encode(to encoder: any Encoder) throws {
    try [String: String]().encode(to: encoder)
  }
}

/// A result that is always null.
///
/// Read from whatever stands there.
package struct NullResult: Codable, Hashable, Sendable {
  package init() {}
  package init(from decoder: any Decoder) throws {}
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }
}
