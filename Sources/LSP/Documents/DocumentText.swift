// Every kind of position, on one page
//
// A text is valid UTF-8. Inside the server there is one kind of position:
//
//   UTF-8 offset   how many bytes stand before it, 0 … count. All of the domain (sentences, passages, notes) uses
//                  these, and half-open ranges of them. An offset is meant to stand on the border of a character,
//                  that is of a Unicode scalar: grapheme clusters play no part anywhere.
//
// The client speaks of another kind, `Position`: a line and a column, both from zero.
//
//   line           Lines end at "\n", "\r\n" and "\r" and at nothing else: U+2028, U+0085, form feeds and the like
//                  are text. The last line has no terminator; a text that ends with one has an empty last line, and
//                  the empty text has one empty line. So `lineCount` is the number of terminators plus one.
//   column         counted from the start of the line, in the units that were negotiated when the session began:
//                  utf-8    bytes
//                  utf-16   UTF-16 code units: two for a character beyond U+FFFF, one for every other
//                  utf-32   Unicode scalars
//                  In ASCII the three agree. Nobody but this file knows that they exist.
//
// Whatever comes in is drawn to something that exists; nothing traps:
//
//   a line past the last one                the end of the text
//   a column past the end of its line       the end of the line, before its terminator
//   a column inside of a character          the character's beginning (half a surrogate pair, or in utf-8 the
//                                           middle of a sequence of bytes)
//   a negative line or column               zero
//   an offset outside of the text           its beginning or end
//   an offset inside of a character         the character's beginning
//   an offset between "\r" and "\n"         the end of the line, before both
//
// So offset → position → offset is the identity on every border of a character that is not inside of "\r\n", and
// position → offset → position on every position that exists.
//
// Edits come as a pair of positions and a text. Both positions mean the text before the edit; the edits of one
// notification follow each other, each meaning what the one before it left. A range that ends before it begins
// means nothing: it is refused and the text stays as it was.

/// The text of a document: its bytes and where its lines start.
package struct DocumentText: Sendable {
  /// Valid UTF-8.
  package private(set) var bytes: [UInt8]
  /// The UTF-8 offsets at which lines start, ascending; the first is 0.
  private var lineStarts: [Int]

  package init(_ string: String = "") {
    self.init(valid: Array(string.utf8))
  }

  /// Bytes that are not valid UTF-8 become U+FFFD.
  package init(bytes: [UInt8]) {
    let isValid = String(validating: bytes, as: UTF8.self) != nil
    self.init(valid: isValid ? bytes : Array(String(decoding: bytes, as: UTF8.self).utf8))
  }

  private init(valid bytes: [UInt8]) {
    self.bytes = bytes
    lineStarts = [0]
    appendLineStarts(in: 1...max(bytes.count, 1), to: &lineStarts)
  }

  package var count: Int { bytes.count }
  package var lineCount: Int { lineStarts.count }

  /// The text of a range of offsets, drawn into the text and to the borders of characters.
  package func string(in range: Range<Int>) -> String {
    String(decoding: bytes[border(range.lowerBound)..<border(range.upperBound)], as: UTF8.self)
  }

  /// The line that an offset stands in, from zero; an offset inside of a terminator stands in the line that it ends.
  package func line(containing offset: Int) -> Int {
    max(firstLine(startingAfter: offset) - 1, 0)
  }

  /// The offsets of a line without its terminator; the empty range at the end of the text past the last line.
  package func lineRange(_ line: Int) -> Range<Int> {
    guard line < lineStarts.count else { return bytes.count..<bytes.count }
    let line = max(line, 0)
    let start = lineStarts[line]
    guard line + 1 < lineStarts.count else { return start..<bytes.count }
    var end = lineStarts[line + 1] - 1
    if end > start, bytes[end] == UInt8(ascii: "\n"), bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return start..<end
  }

  package func offset(of position: Position, _ encoding: PositionEncoding) -> Int {
    guard position.line >= 0 else { return 0 }
    let line = lineRange(position.line)
    return walk(line, columns: max(position.character, 0), encoding).offset
  }

  package func position(of offset: Int, _ encoding: PositionEncoding) -> Position {
    let offset = border(offset)
    let number = line(containing: offset)
    let line = lineRange(number)
    let walked = walk(line.lowerBound..<min(offset, line.upperBound), columns: .max, encoding)
    return Position(line: number, character: walked.columns)
  }

  package func range(of range: Range<Int>, _ encoding: PositionEncoding) -> LSPRange {
    LSPRange(start: position(of: range.lowerBound, encoding), end: position(of: range.upperBound, encoding))
  }

  /// The offsets of a range; nil where it ends before it begins.
  package func offsets(of range: LSPRange, _ encoding: PositionEncoding) -> Range<Int>? {
    guard range.start <= range.end else { return nil }
    let start = offset(of: range.start, encoding)
    return start..<max(start, offset(of: range.end, encoding))
  }
}

// MARK: - Edits

/// What an edit did to the offsets of a text.
package struct TextEdit: Hashable, Sendable {
  /// What was replaced, in offsets of the text as it was.
  package var range: Range<Int>
  /// How many bytes stand there now.
  package var newLength: Int

  package init(range: Range<Int>, newLength: Int) {
    self.range = range
    self.newLength = newLength
  }
}

/// A change that cannot be applied, because its range ends before it begins.
package struct ImpossibleChange: Error, Hashable, Sendable, CustomStringConvertible {
  package var range: LSPRange

  package init(range: LSPRange) {
    self.range = range
  }

  package var description: String {
    let (start, end) = (range.start, range.end)
    return "its range ends at \(end.line):\(end.character), before it begins at \(start.line):\(start.character)"
  }
}

extension DocumentText {
  /// Applies one change and says what it did.
  ///
  /// A change without a range replaces all of the text, but what the old and the new text begin and end with
  /// counts as kept, so that passages outlive a client that always sends the whole text, and a reload.
  @discardableResult
  package mutating func apply(
    _ change: TextDocumentContentChangeEvent,
    _ encoding: PositionEncoding
  ) throws(ImpossibleChange) -> TextEdit {
    guard let range = change.range else {
      return replaceAll(with: Array(change.text.utf8))
    }
    guard let offsets = offsets(of: range, encoding) else {
      throw ImpossibleChange(range: range)
    }
    return replace(offsets, with: Array(change.text.utf8)[...])
  }

  private mutating func replaceAll(with new: [UInt8]) -> TextEdit {
    let shorter = min(bytes.count, new.count)
    var prefix = 0
    while prefix < shorter, bytes[prefix] == new[prefix] { prefix += 1 }
    while !(isBorder(prefix, in: bytes) && isBorder(prefix, in: new)) { prefix -= 1 }
    var suffix = 0
    while suffix < shorter - prefix, bytes[bytes.count - 1 - suffix] == new[new.count - 1 - suffix] { suffix += 1 }
    while !(isBorder(bytes.count - suffix, in: bytes) && isBorder(new.count - suffix, in: new)) { suffix -= 1 }
    return replace(prefix..<(bytes.count - suffix), with: new[prefix..<(new.count - suffix)])
  }

  /// `range` stands on borders of characters.
  private mutating func replace(_ range: Range<Int>, with new: ArraySlice<UInt8>) -> TextEdit {
    bytes.replaceSubrange(range, with: new)
    // Whether a line starts at an offset depends on the byte before it and the byte at it. So only at the offsets
    // from the beginning of the edit to its end, both included, can there be other line starts than before.
    let first = firstLine(startingAfter: max(range.lowerBound, 1) - 1)
    let end = max(first, firstLine(startingAfter: range.upperBound))
    let growth = new.count - range.count
    if growth != 0 {
      for line in end..<lineStarts.count { lineStarts[line] += growth }
    }
    var starts: [Int] = []
    let newEnd = range.lowerBound + new.count
    if newEnd > 0 { appendLineStarts(in: max(range.lowerBound, 1)...newEnd, to: &starts) }
    lineStarts.replaceSubrange(first..<end, with: starts)
    return TextEdit(range: range, newLength: new.count)
  }
}

// MARK: - Lines and characters

extension DocumentText {
  /// The first line that starts behind `offset`; `lineCount` where none does.
  private func firstLine(startingAfter offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while low < high {
      let middle = low + (high - low) / 2
      if lineStarts[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Appends those of `offsets`, none of them 0, at which a line starts.
  private func appendLineStarts(in offsets: ClosedRange<Int>, to starts: inout [Int]) {
    bytes.withUnsafeBufferPointer { bytes in
      for offset in offsets.lowerBound..<(min(offsets.upperBound, bytes.count) + 1) {
        let before = bytes[offset - 1]
        guard before <= UInt8(ascii: "\r") else { continue }
        if before == UInt8(ascii: "\n") {
          starts.append(offset)
        } else if before == UInt8(ascii: "\r"), offset == bytes.count || bytes[offset] != UInt8(ascii: "\n") {
          starts.append(offset)
        }
      }
    }
  }

  /// `offset` drawn into the text and down to the border of a character.
  private func border(_ offset: Int) -> Int {
    var offset = min(max(offset, 0), bytes.count)
    while !isBorder(offset, in: bytes) { offset -= 1 }
    return offset
  }

  /// Whether no character reaches across `offset`, which is within the text.
  private func isBorder(_ offset: Int, in bytes: [UInt8]) -> Bool {
    offset == 0 || offset == bytes.count || bytes[offset] & 0xC0 != 0x80
  }

  /// Goes from the beginning of `range` over whole characters until the next one would be past its end or take
  /// more than `columns`; returns how far that is in bytes and in columns.
  func walk(
    _ range: Range<Int>,
    columns: Int,
    _ encoding: PositionEncoding
  ) -> (offset: Int, columns: Int) {
    if encoding == .utf8 {
      let offset = border(range.lowerBound + min(columns, range.count))
      return (offset, offset - range.lowerBound)
    }
    return bytes.withUnsafeBytes { bytes in
      var offset = range.lowerBound
      var left = columns
      while offset < range.upperBound {
        // Eight ASCII characters at once: in them every kind of column is one byte.
        if left >= 8, range.upperBound - offset >= 8,
          bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
        {
          offset += 8
          left -= 8
          continue
        }
        let lead = bytes[offset]
        let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        let width = encoding == .utf16 && length == 4 ? 2 : 1
        if width > left || length > range.upperBound - offset { break }
        offset += length
        left -= width
      }
      return (offset, columns - left)
    }
  }
}
