package import LSP

/// A text as the specification speaks of it: an array of UTF-16 code units, looked through from its beginning for
/// every position.
///
/// Slow and plain, to be compared with.
package struct UTF16Text: Sendable {
  package private(set) var units: [UInt16]

  private static let lineFeed = UInt16(0x0A)
  private static let carriageReturn = UInt16(0x0D)

  package init(_ string: String = "") {
    units = Array(string.utf16)
  }

  package var string: String { String(decoding: units, as: UTF16.self) }

  package var lineCount: Int { lines.count }

  package mutating func replace(_ start: Position, _ end: Position, with text: String, _ encoding: PositionEncoding) {
    units.replaceSubrange(index(of: start, encoding)..<index(of: end, encoding), with: text.utf16)
  }

  /// The start and the end of each line, terminators not included.
  private var lines: [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    var index = 0
    while index < units.count {
      if units[index] == Self.carriageReturn, index + 1 < units.count, units[index + 1] == Self.lineFeed {
        lines.append(start..<index)
        index += 2
        start = index
      } else if units[index] == Self.carriageReturn || units[index] == Self.lineFeed {
        lines.append(start..<index)
        index += 1
        start = index
      } else {
        index += 1
      }
    }
    return lines + [start..<units.count]
  }

  private func index(of position: Position, _ encoding: PositionEncoding) -> Int {
    let lines = lines
    guard position.line >= 0 else { return 0 }
    guard position.line < lines.count else { return units.count }
    let line = lines[position.line]
    var index = line.lowerBound
    var column = 0
    while index < line.upperBound {
      let length = UTF16.isLeadSurrogate(units[index]) ? 2 : 1
      let character = String(decoding: units[index..<index + length], as: UTF16.self)
      column += character.unicodeScalars.reduce(0) { $0 + Self.width($1, encoding) }
      if column > position.character { break }
      index += length
    }
    return index
  }

  private static func width(_ scalar: Unicode.Scalar, _ encoding: PositionEncoding) -> Int {
    switch encoding {
    case .utf8: scalar.utf8.count
    case .utf16: scalar.utf16.count
    case .utf32: 1
    }
  }
}
