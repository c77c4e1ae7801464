#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// JSON that stands in the source as it is sent.
enum RawJSON: Codable, Sendable {
  case bool(Bool)
  case string(String)
  case array([RawJSON])
  case object([String: RawJSON])

  init(_ text: String) {
    self = (try? JSONDecoder().decode(RawJSON.self, from: Data(text.utf8))) ?? .object([:])
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([RawJSON].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: RawJSON].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .bool(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

/// The JSON of a request's body, its keys in a fixed order.
func json(_ value: some Encodable) throws -> [UInt8] {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return Array(try encoder.encode(value))
}

/// A value out of a server's JSON; nil when it is something else.
func decoded<Value: Decodable>(_ type: Value.Type, _ body: [UInt8]) -> Value? {
  try? JSONDecoder().decode(type, from: Data(body))
}
