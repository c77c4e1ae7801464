import LSP
import TestSupport
import Testing

@Suite struct EditTests {
  static func change(
    _ startLine: Int,
    _ startColumn: Int,
    _ endLine: Int,
    _ endColumn: Int,
    _ text: String
  ) -> TextDocumentContentChangeEvent {
    let start = Position(line: startLine, character: startColumn)
    return .init(range: LSPRange(start: start, end: Position(line: endLine, character: endColumn)), text: text)
  }

  /// All that can be seen of a text, to compare one that was edited with one that was made new.
  static func lines(_ text: DocumentText) -> [Range<Int>] {
    (0..<text.lineCount).map(text.lineRange)
  }

  @Test(arguments: [
    ("abc", change(0, 1, 0, 2, "X"), "aXc"),
    ("abc", change(0, 1, 0, 1, "X"), "aXbc"),
    ("abc", change(0, 0, 0, 3, ""), ""),
    ("", change(0, 0, 0, 0, "a\nb"), "a\nb"),
    ("abc", change(0, 2, 0, 99, "X"), "abX"),
    ("ab\r\ncd", change(0, 1, 0, 99, "X"), "aX\r\ncd"),
    ("ab\r\ncd", change(0, 2, 1, 0, ""), "abcd"),
    ("ab\ncd", change(5, 0, 7, 0, "X"), "ab\ncdX"),
    ("ab\ncd", change(0, 0, 99, 0, "X"), "X"),
    ("a😀b", change(0, 2, 0, 2, "X"), "aX😀b"),
    ("a😀b", change(0, 1, 0, 3, "X"), "aXb"),
    ("a😀b", change(0, 2, 0, 3, ""), "ab"),
    ("a\rb", change(0, 1, 0, 1, "\u{0}"), "a\u{0}\rb"),
  ])
  func `a change replaces its range`(before: String, change: TextDocumentContentChangeEvent, after: String) throws {
    var text = DocumentText(before)
    try text.apply(change, .utf16)
    #expect(text.bytes == Array(after.utf8))
    #expect(Self.lines(text) == Self.lines(DocumentText(after)))
  }

  @Test func `a carriage return and a line feed are joined and parted by edits`() throws {
    var text = DocumentText("a\rb\n")
    #expect(text.lineCount == 3)
    try text.apply(Self.change(1, 0, 1, 1, ""), .utf16)
    #expect(text.bytes == Array("a\r\n".utf8))
    #expect(text.lineCount == 2)
    // No position lies between the two, so only a deletion of more can part them.
    try text.apply(Self.change(0, 0, 1, 0, "\r"), .utf16)
    #expect(text.lineCount == 2)
    try text.apply(Self.change(1, 0, 1, 0, "\n\n"), .utf16)
    #expect(text.bytes == Array("\r\n\n".utf8))
    #expect(Self.lines(text) == [0..<0, 2..<2, 3..<3])
  }

  @Test func `a reversed range is refused and the text stays`() {
    var text = DocumentText("abc\ndef")
    for change in [Self.change(0, 2, 0, 1, "X"), Self.change(1, 0, 0, 3, "X"), Self.change(0, 99, 0, 98, "X")] {
      #expect(throws: ImpossibleChange.self) { try text.apply(change, .utf16) }
      #expect(text.bytes == Array("abc\ndef".utf8))
      #expect(Self.lines(text) == [0..<3, 4..<7])
    }
  }

  @Test func `the changes of one notification apply in turn`() throws {
    var text = DocumentText("one two")
    for change in [Self.change(0, 0, 0, 3, "1\n2"), Self.change(1, 0, 1, 1, "zwei"), Self.change(1, 4, 1, 8, "")] {
      try text.apply(change, .utf16)
    }
    #expect(text.bytes == Array("1\nzwei".utf8))
  }

  @Test(arguments: [
    ("abc", "abc", 3..<3, 0),
    ("", "", 0..<0, 0),
    ("abc", "aXc", 1..<2, 1),
    ("abc", "", 0..<3, 0),
    ("", "abc", 0..<0, 3),
    ("aaa", "aaaa", 3..<3, 1),
    ("aaaa", "aaa", 3..<4, 0),
    ("one\ntwo\nthree", "one\nthree", 5..<9, 0),
    ("a😀b", "a😁b", 1..<5, 4),
    ("é", "è", 0..<2, 2),
    ("é", "ĩ", 0..<2, 2),
    ("a\u{E9}", "a\u{129}", 1..<3, 2),
    ("x\r\ny", "x\ny", 1..<2, 0),
  ])
  func `a change of the whole text is cut down to what differs`(
    before: String,
    after: String,
    range: Range<Int>,
    newLength: Int
  ) throws {
    var text = DocumentText(before)
    #expect(try text.apply(.init(text: after), .utf16) == TextEdit(range: range, newLength: newLength))
    #expect(text.bytes == Array(after.utf8))
    #expect(Self.lines(text) == Self.lines(DocumentText(after)))
  }

  @Test(arguments: PositionEncoding.allCases)
  func `ten thousand random edits agree with an array of UTF-16 units`(encoding: PositionEncoding) throws {
    let pieces = [
      "", "a", "bc", "\n", "\r", "\r\n", "\n\r", "é", "漢", "😀", "e\u{301}", "👩‍👧", "\u{2028}", "\u{85}", "\u{0}",
      "longer text than eight", "x\ny\rz\r\n",
    ]
    var random = SeededGenerator(seed: 2026)
    var model = UTF16Text()
    var text = DocumentText()
    for number in 0..<10_000 {
      let new = (0..<Int.random(in: 0...2, using: &random)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }.joined()
      let before = text.bytes
      let edit: TextEdit
      // Small texts meet the borders most often; now and then all is replaced.
      if model.units.count > 120 || number % 500 == 499 {
        let whole = String(decoding: model.units.prefix(40), as: UTF16.self) + new
        model = UTF16Text(whole)
        edit = try text.apply(.init(text: whole), encoding)
      } else {
        let ends = (0..<2).map { _ in
          Position(
            line: .random(in: 0...model.lineCount, using: &random),
            character: .random(in: 0...14, using: &random)
          )
        }.sorted()
        model.replace(ends[0], ends[1], with: new, encoding)
        edit = try text.apply(.init(range: LSPRange(start: ends[0], end: ends[1]), text: new), encoding)
      }
      let fresh = DocumentText(model.string)
      try #require(text.bytes == fresh.bytes, "edit \(number)")
      try #require(Self.lines(text) == Self.lines(fresh), "edit \(number)")
      let inserted = text.bytes[edit.range.lowerBound..<edit.range.lowerBound + edit.newLength]
      let rebuilt = before[..<edit.range.lowerBound] + inserted + before[edit.range.upperBound...]
      try #require(Array(rebuilt) == text.bytes, "edit \(number)")
    }
  }
}
