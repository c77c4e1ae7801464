import LSP
import Testing

@Suite("The reader of many positions")
struct PositionReaderTests {
  @Test("It says of every offset what the text says of it", arguments: PositionEncoding.allCases)
  func agrees(encoding: PositionEncoding) {
    let long = String(repeating: "größer 🎉 als ", count: 700)
    let text = DocumentText("short\r\n\(long)\n\(long)\r\nend")
    let reader = PositionReader(text, encoding)
    // Backwards, so that nothing depends on the order.
    for offset in stride(from: text.count + 2, through: -2, by: -7) {
      #expect(reader.position(of: offset) == text.position(of: offset, encoding))
    }
    for offset in 4_090...4_110 {
      #expect(reader.position(of: offset) == text.position(of: offset, encoding))
    }
  }
}
