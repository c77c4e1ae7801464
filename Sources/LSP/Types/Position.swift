/// A place in a document as the protocol counts it: a line and a column, both from zero.
///
/// What a column counts depends on the negotiated `PositionEncoding`; only `DocumentText` turns one into an offset.
package struct Position: Hashable, Sendable {
  package var line: Int
  package var character: Int

  package init(line: Int, character: Int) {
    self.line = line
    self.character = character
  }
}

extension Position: Comparable {
  package static func < (left: Position, right: Position) -> Bool {
    (left.line, left.character) < (right.line, right.character)
  }
}

extension Position: Codable {
  /// The largest `uinteger` of the protocol, 2³¹ − 1.
  package static let largestNumber = Int(Int32.max)

  fileprivate enum CodingKeys: CodingKey {
    case line, character
  }

  /// Numbers outside of the protocol's range are drawn into it: clients write `-1` and 2³² − 1 for "the end".
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    line = try Position.number(in: container, .line)
    character = try Position.number(in: container, .character)
  }

  private static func number(in container: KeyedDecodingContainer<CodingKeys>, _ key: CodingKeys) throws -> Int {
    if let number = try? container.decode(Int.self, forKey: key) {
      return min(max(number, 0), largestNumber)
    }
    let number = try container.decode(Double.self, forKey: key)
    guard number == number.rounded() else {
      throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: "not a whole number")
    }
    return Int(min(max(number, 0), Double(largestNumber)))
  }
}

/// The text between two positions, the end not included; `Range` in the specification.
package struct LSPRange: Codable, Hashable, Sendable {
  package var start: Position
  package var end: Position

  package init(start: Position, end: Position) {
    self.start = start
    self.end = end
  }

  private enum CodingKeys: CodingKey {
    case start, end
  }

  /// Writes both places without a value of its own for each, which takes half the time.
  ///
  /// Every answer is full of ranges, and the encoder asks of each value whether it is of one of a dozen types that it
  /// treats apart.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    for (key, position) in [(CodingKeys.start, start), (.end, end)] {
      var place = container.nestedContainer(keyedBy: Position.CodingKeys.self, forKey: key)
      try place.encode(position.line, forKey: .line)
      try place.encode(position.character, forKey: .character)
    }
  }
}

/// A range in a document.
package struct Location: Codable, Hashable, Sendable {
  package var uri: DocumentURI
  package var range: LSPRange

  package init(uri: DocumentURI, range: LSPRange) {
    self.uri = uri
    self.range = range
  }
}
