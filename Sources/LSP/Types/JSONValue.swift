/// Any JSON value; `LSPAny` in the specification.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A whole number that fits; every other number is a `double`.
  case int(Int)
  case double(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])
}

extension JSONValue {
  package var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
  package var intValue: Int? { if case .int(let value) = self { value } else { nil } }
  package var stringValue: String? { if case .string(let value) = self { value } else { nil } }
  package var arrayValue: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
  package var objectValue: [String: JSONValue]? { if case .object(let value) = self { value } else { nil } }

  /// A number as a double, whole or not.
  package var doubleValue: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  /// The member of that name; nil where there is none or this is no object.
  package subscript(key: String) -> JSONValue? { objectValue?[key] }

  /// The element at that index; nil where there is none or this is no array.
  package subscript(index: Int) -> JSONValue? {
    guard let array = arrayValue, array.indices.contains(index) else { return nil }
    return array[index]
  }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  package init(nilLiteral: ()) { self = .null }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral value: Int) { self = .int(value) }
  package init(floatLiteral value: Double) { self = .double(value) }
  package init(stringLiteral value: String) { self = .string(value) }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// Where a key stands twice, the first one holds, as it does when JSON is read.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { first, _ in first })
  }
}

extension JSONValue: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .int(value)
    } else if let value = try? container.decode(Double.self) {
      self = .double(value)
    } else if let value = try? container.decode([String: JSONValue].self) {
      self = .object(value)
    } else {
      self = .array(try container.decode([JSONValue].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    if case .object(let members) = self {
      var container = encoder.container(keyedBy: AnyKey.self)
      for (name, value) in members { try container.encode(value, forKey: AnyKey(stringValue: name)) }
      return
    }
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object: break
    }
  }
}
