/// A JSON value that is a whole number or a string; `1` and `"1"` are two different values.
package enum NumberOrString: Hashable, Sendable {
  case number(Int)
  case string(String)
}

/// What ties a response to its request.
///
/// It goes back as it came.
package typealias RequestID = NumberOrString

/// What ties progress or partial results to the work that they tell of.
package typealias ProgressToken = NumberOrString

extension NumberOrString: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      self = .number(number)
    } else {
      self = .string(try container.decode(String.self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let number): try container.encode(number)
    case .string(let string): try container.encode(string)
    }
  }
}

extension NumberOrString: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, CustomStringConvertible {
  package init(integerLiteral value: Int) { self = .number(value) }
  package init(stringLiteral value: String) { self = .string(value) }

  /// For logs: a string keeps its quotes, so that it cannot be taken for a number.
  package var description: String {
    switch self {
    case .number(let number): "\(number)"
    case .string(let string): "\"\(string)\""
    }
  }
}
