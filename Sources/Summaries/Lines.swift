/// A line with something on it.
struct Line {
  /// UTF-8 offset of its first byte.
  let lineStart: Int
  /// UTF-8 offsets of its content, without the white space around it; never empty.
  let content: Range<Int>
  /// UTF-8 offset behind the last tab or second space in a row; without any, where the line begins.
  let lastGap: Int
  /// Whether blank lines, or the beginning of the text, stand before it.
  let blankBefore: Bool

  var start: Int { content.lowerBound }
  var end: Int { content.upperBound }
  /// How far it is indented, in bytes.
  var indent: Int { start - lineStart }
  /// Whether a tab or a run of spaces may stand within its content: in most lines none does.
  var mayHaveGaps: Bool { lastGap > start }
}

extension [UInt8] {
  /// Whether there is nothing but spaces beyond ASCII, which look blank though they are content: no-break and
  /// ideographic ones.
  func isWideBlank(_ content: Range<Int>) -> Bool {
    var offset = content.lowerBound
    while offset < content.upperBound {
      let (value, length) = character(at: offset, before: content.upperBound)
      guard value == 0xA0 || value == 0x3000 || value == 0x200B || value == 0xFEFF || value == 0x20 else {
        return false
      }
      offset += length
    }
    return true
  }
}

/// Reads the lines of a text that have something on them; `\n`, `\r\n` and `\r` end lines.
struct LineReader {
  let text: [UInt8]
  private var offset: Int
  private let end: Int
  private var blankBefore = true

  init(_ text: [UInt8], in range: Range<Int>) {
    self.text = text
    offset = range.lowerBound
    end = range.upperBound
  }

  mutating func next() -> Line? {
    while offset < end {
      let lineStart = offset
      let (lineEnd, lastGap) = endOfLine(from: lineStart)
      offset = lineEnd
      if offset < end {
        offset += text[offset] == 0x0D && offset + 1 < end && text[offset + 1] == 0x0A ? 2 : 1
      }
      let start = text.contentStart(in: lineStart..<lineEnd)
      if start == lineEnd {
        blankBefore = true
        continue
      }
      let line = Line(
        lineStart: lineStart,
        content: start..<text.contentEnd(in: start..<lineEnd),
        lastGap: lastGap,
        blankBefore: blankBefore
      )
      blankBefore = text.isWideBlank(line.content)
      return line
    }
    return nil
  }

  /// Where a line ends, and behind its last gap; eight bytes at a time.
  private func endOfLine(from start: Int) -> (end: Int, lastGap: Int) {
    text.withUnsafeBytes { text in
      let end = min(end, text.count)
      var offset = start
      var lastGap = start
      var afterSpace = false
      while offset + 8 <= end {
        let lanes = ByteLanes(text, at: offset)
        let spaces = lanes.equal(to: 0x20)
        var gaps = spaces & (spaces << 8 | (afterSpace ? 0x80 : 0))
        let controls = lanes.controls
        if controls | gaps != 0 {
          let lineEnds = lanes.equal(to: 0x0A) | lanes.equal(to: 0x0D)
          gaps |= lanes.equal(to: 0x09)
          if lineEnds != 0 { gaps &= (lineEnds & (~lineEnds &+ 1)) &- 1 }
          if gaps != 0 { lastGap = offset + 8 - gaps.leadingZeroBitCount / 8 }
          if lineEnds != 0 { return (offset + lineEnds.lanesBefore, lastGap) }
        }
        afterSpace = spaces >> 63 == 1
        offset += 8
      }
      while offset < end, !text[offset].isLineEnd {
        let byte = text[offset]
        offset += 1
        if byte == 0x09 || byte == 0x20 && afterSpace { lastGap = offset }
        afterSpace = byte == 0x20
      }
      return (offset, lastGap)
    }
  }
}
