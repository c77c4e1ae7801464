/// Reads the positions of many offsets of one text.
///
/// `DocumentText` walks a line from its beginning for each position, which is quick in lines as people write them.
/// In a line of megabytes the reader walks once and remembers the column at every few thousand bytes.
package final class PositionReader {
  /// Bytes between two remembered columns: what is walked for one position at most.
  private static let stride = 4_096

  private let text: DocumentText
  private let encoding: PositionEncoding
  /// Where a walk can begin, by line; the mark of index `n` is at most `n` strides into its line.
  private var marks: [Int: [Mark]] = [:]

  private struct Mark {
    var offset: Int
    var column: Int
  }

  package init(_ text: DocumentText, _ encoding: PositionEncoding) {
    self.text = text
    self.encoding = encoding
  }

  package func position(of offset: Int) -> Position {
    let number = text.line(containing: offset)
    let line = text.lineRange(number)
    guard line.count > Self.stride, line.contains(offset) else { return text.position(of: offset, encoding) }
    let mark = marks(of: number, line)[(offset - line.lowerBound) / Self.stride]
    let walked = text.walk(mark.offset..<offset, columns: .max, encoding)
    return Position(line: number, character: mark.column + walked.columns)
  }

  package func range(of range: Range<Int>) -> LSPRange {
    LSPRange(start: position(of: range.lowerBound), end: position(of: range.upperBound))
  }

  private func marks(of number: Int, _ line: Range<Int>) -> [Mark] {
    if let known = marks[number] { return known }
    var made = [Mark(offset: line.lowerBound, column: 0)]
    var last = made[0]
    for end in Swift.stride(from: line.lowerBound + Self.stride, to: line.upperBound, by: Self.stride) {
      // Stops before a character that reaches across `end`.
      let walked = text.walk(last.offset..<end, columns: .max, encoding)
      last = Mark(offset: walked.offset, column: last.column + walked.columns)
      made.append(last)
    }
    marks[number] = made
    return made
  }
}
