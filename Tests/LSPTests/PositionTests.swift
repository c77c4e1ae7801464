import LSP
import TestSupport
import Testing

@Suite struct PositionTests {
  static let nastyTexts = [
    "",
    "a",
    "no final newline\nb",
    "a\n",
    "\n",
    "\n\n\n",
    "a\r\nb\r\n",
    "\r\n",
    "\r\r\n\n\r",
    "a\rb\r",
    "e\u{301}\n\u{301}",
    "naïve café",
    "漢字。\nかな\r\n한글",
    "😀",
    "a😀\nb",
    "a😀\r\nb😀😀",
    "👩‍👩‍👧\n🇩🇪🇫🇷",
    "a\u{2028}b\u{2029}c\u{85}d\u{0B}e\u{0C}f\ng",
    "\u{FEFF}bom\u{0}nul\n\u{10FFFF}\u{FFFD}",
    "12345678901234567890é12345678\n123456789😀123456789012345678901234567\n",
  ]

  /// A line as the rules define it, found without the code under test.
  struct Line {
    var start: Int
    /// Each character and its UTF-8 offset in the text.
    var characters: [(offset: Int, scalar: Unicode.Scalar)] = []
    var end: Int
    /// Behind the terminator.
    var next: Int
  }

  static func lines(of text: String) -> [Line] {
    let scalars = Array(text.unicodeScalars)
    var lines = [Line(start: 0, end: 0, next: 0)]
    var offset = 0
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      if scalar == "\n" || scalar == "\r" {
        let isPair = scalar == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
        offset += isPair ? 2 : 1
        index += isPair ? 2 : 1
        lines[lines.count - 1].next = offset
        lines.append(Line(start: offset, end: offset, next: offset))
      } else {
        lines[lines.count - 1].characters.append((offset, scalar))
        offset += scalar.utf8.count
        index += 1
        lines[lines.count - 1].end = offset
        lines[lines.count - 1].next = offset
      }
    }
    return lines
  }

  static func width(_ scalar: Unicode.Scalar, _ encoding: PositionEncoding) -> Int {
    switch encoding {
    case .utf8: scalar.utf8.count
    case .utf16: scalar.utf16.count
    case .utf32: 1
    }
  }

  @Test(arguments: nastyTexts, PositionEncoding.allCases)
  func `every offset has the position that the rules say`(string: String, encoding: PositionEncoding) {
    let text = DocumentText(string)
    let lines = Self.lines(of: string)
    #expect(text.lineCount == lines.count)
    for (number, line) in lines.enumerated() {
      #expect(text.lineRange(number) == line.start..<line.end)
      var column = 0
      for (offset, scalar) in line.characters {
        // All the offsets inside of a character are its beginning.
        for inside in offset..<offset + scalar.utf8.count {
          #expect(text.position(of: inside, encoding) == Position(line: number, character: column))
          #expect(text.line(containing: inside) == number)
        }
        column += Self.width(scalar, encoding)
      }
      // All the offsets inside of a terminator are before it.
      for offset in line.end..<max(line.next, line.end + 1) {
        #expect(text.position(of: offset, encoding) == Position(line: number, character: column))
      }
    }
    let end = text.position(of: text.count, encoding)
    #expect(text.position(of: .max, encoding) == end)
    #expect(text.position(of: -1, encoding) == Position(line: 0, character: 0))
    #expect(text.position(of: .min, encoding) == Position(line: 0, character: 0))
  }

  @Test(arguments: nastyTexts, PositionEncoding.allCases)
  func `every position has the offset that the rules say`(string: String, encoding: PositionEncoding) {
    let text = DocumentText(string)
    let lines = Self.lines(of: string)
    for (number, line) in lines.enumerated() {
      var column = 0
      for (offset, scalar) in line.characters {
        let width = Self.width(scalar, encoding)
        for inside in column..<column + width {
          #expect(text.offset(of: Position(line: number, character: inside), encoding) == offset)
        }
        column += width
      }
      for past in [column, column + 1, column + 2, Position.largestNumber, .max] {
        #expect(text.offset(of: Position(line: number, character: past), encoding) == line.end)
      }
      #expect(text.offset(of: Position(line: number, character: -1), encoding) == line.start)
    }
    for past in [lines.count, lines.count + 1, Position.largestNumber, .max] {
      for column in [0, 1, .max] {
        #expect(text.offset(of: Position(line: past, character: column), encoding) == text.count)
      }
      #expect(text.lineRange(past) == text.count..<text.count)
    }
    #expect(text.offset(of: Position(line: -1, character: 5), encoding) == 0)
  }

  @Test(arguments: nastyTexts, PositionEncoding.allCases)
  func `every range goes to the client and comes back`(string: String, encoding: PositionEncoding) {
    let text = DocumentText(string)
    let borders = Self.lines(of: string).flatMap { $0.characters.map(\.offset) + [$0.end] }
    for start in borders {
      for end in borders where start <= end {
        let range = text.range(of: start..<end, encoding)
        #expect(text.offsets(of: range, encoding) == start..<end)
        #expect(text.string(in: start..<end).utf8.elementsEqual(text.bytes[start..<end]))
        if start < end {
          #expect(text.offsets(of: LSPRange(start: range.end, end: range.start), encoding) == nil)
        }
      }
    }
  }

  @Test func `columns are counted in the units that were negotiated`() {
    let marked = MarkedText("x\na漢😀1️⃣b")
    let text = DocumentText(marked.text)
    #expect(text.position(of: marked["1️⃣"], .utf8) == Position(line: 1, character: 8))
    #expect(text.position(of: marked["1️⃣"], .utf16) == Position(line: 1, character: 4))
    #expect(text.position(of: marked["1️⃣"], .utf32) == Position(line: 1, character: 3))
  }

  @Test func `a string in a range that cuts characters or leaves the text is drawn to what exists`() {
    let text = DocumentText("é😀")
    #expect(text.string(in: 1..<5) == "é")
    #expect(text.string(in: -9..<99) == "é😀")
    #expect(text.string(in: 50..<99) == "")
  }

  @Test func `bytes that are no UTF-8 become replacement characters`() {
    #expect(DocumentText(bytes: [0x61, 0xFF, 0x62]).bytes == Array("a\u{FFFD}b".utf8))
    #expect(DocumentText(bytes: Array("é".utf8)).bytes == Array("é".utf8))
  }

  @Test(
    arguments: [
      (nil, .utf16),
      ([], .utf16),
      (["utf-7"], .utf16),
      (["utf-16"], .utf16),
      (["utf-16", "utf-8"], .utf8),
      (["utf-32", "utf-16"], .utf16),
      (["utf-32"], .utf32),
      (["utf-7", "utf-32"], .utf32),
      (["UTF-8"], .utf16),
    ] as [([String]?, PositionEncoding)]
  )
  func `the encoding is the best one that is offered`(offered: [String]?, encoding: PositionEncoding) {
    #expect(PositionEncoding.negotiated(offered: offered) == encoding)
  }
}
