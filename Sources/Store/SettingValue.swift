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
  case list
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
      _ = try container.decode([SettingValue].self)
      self = .list
    }
  }

  /// Reads JSON; nil when it is broken.
  init?(json: [UInt8]) {
    guard let value = try? JSONDecoder().decode(SettingValue.self, from: Data(json)) else { return nil }
    self = value
  }
}

/// What a setting may be: how a value of it is read and how people are told.
struct SettingType<Value: Sendable>: Sendable {
  /// The end of the sentence "must be …".
  let allowed: String
  let read: @Sendable (SettingValue) throws(SettingValue.Refusal) -> Value

  init(allowed: String, parse: @escaping @Sendable (SettingValue) -> Value?) {
    self.allowed = allowed
    read = { (value) throws(SettingValue.Refusal) in
      guard let parsed = parse(value) else {
        throw SettingValue.Refusal(reason: "is \(value.shown) but must be \(allowed)")
      }
      return parsed
    }
  }

  private init(allowed: String, read: @escaping @Sendable (SettingValue) throws(SettingValue.Refusal) -> Value) {
    self.allowed = allowed
    self.read = read
  }
}

extension SettingType<Int> {
  static func count(_ range: ClosedRange<Int>) -> Self {
    Self(allowed: "a whole number from \(range.lowerBound) to \(range.upperBound)") { value in
      let number: Int? =
        switch value {
        case .integer(let number): number
        case .text(let text): Int(text)
        default: nil
        }
      return number.flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension SettingType<Bool> {
  static var yesOrNo: Self {
    Self(allowed: "true or false") { value in
      switch value {
      case .bool(let value): value
      case .text("true"), .text("1"): true
      case .text("false"), .text("0"): false
      default: nil
      }
    }
  }
}

extension SettingType where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
  static func choice(_ type: Value.Type) -> Self {
    let names = type.allCases.map(\.rawValue)
    return Self(allowed: names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")) { value in
      switch value {
      case .string(let name), .text(let name): Value(rawValue: name)
      default: nil
      }
    }
  }
}

extension SettingType<ModelName> {
  static var model: Self {
    Self(allowed: ModelName.forms) { (value: SettingValue) throws(SettingValue.Refusal) -> ModelName in
      switch value {
      case .string(let name), .text(let name):
        do throws(ModelName.Problem) {
          return try ModelName(name)
        } catch {
          throw SettingValue.Refusal(reason: error.reason)
        }
      default:
        throw SettingValue.Refusal(reason: "is \(value.shown) but must be \(ModelName.forms)")
      }
    }
  }
}
