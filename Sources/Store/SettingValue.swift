#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A value as a source gave it, before anything is known of what it should be.
enum SettingValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case fraction(Double)
  case string(String)
  case list([SettingValue])
  case object([String: SettingValue])
  /// From the environment or a flag, where everything is text.
  case text(String)

  /// Why a value was not taken, as the end of the sentence "KEY …".
  struct Refusal: Error, Hashable {
    let reason: String
  }

  /// For messages: what was given, short and in one line.
  var shown: String {
    switch self {
    case .null: "null"
    case .bool(let value): String(value)
    case .integer(let value): String(value)
    case .fraction(let value): String(value)
    case .string(let value), .text(let value): "\"\(Self.excerpt(value))\""
    case .list: "a list"
    case .object: "an object"
    }
  }

  /// The beginning of a text that somebody gave, safe to show.
  static func excerpt(_ text: String) -> String {
    let start = text.unicodeScalars.prefix(40)
    let safe = start.map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: "\u{FFFD}"
      default: String(scalar)
      }
    }
    return safe.joined() + (start.endIndex < text.unicodeScalars.endIndex ? "…" : "")
  }
}

extension SettingValue: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .fraction(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([String: SettingValue].self) {
      self = .object(value)
    } else {
      self = .list(try container.decode([SettingValue].self))
    }
  }

  /// Reads JSON; nil when it is broken.
  init?(json: [UInt8]) {
    guard let value = try? JSONDecoder().decode(SettingValue.self, from: Data(json)) else { return nil }
    self = value
  }
}
