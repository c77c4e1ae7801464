import TestSupport
import Testing

@Suite struct MarkedTextTests {
  @Test func `markers are not part of the text`() {
    let marked = MarkedText("é1️⃣ab⏩c⏪ 1 2️⃣")
    #expect(marked.text == "éabc 1 ")
    #expect(marked["1️⃣"] == 2)
    #expect(marked["2️⃣"] == 8)
    #expect(marked.range == 4..<5)
  }

  @Test func `ranges nest and stand in the order in which they begin`() {
    let marked = MarkedText("⏩a⏩b⏪c⏪⏩d⏪")
    #expect(marked.text == "abcd")
    #expect(marked.ranges == [0..<3, 1..<2, 3..<4])
  }

  @Test func `a marker joined to a combining mark or an emoji is found all the same`() {
    let marked = MarkedText("\r1️⃣\n2️⃣\u{301}👩3️⃣\u{200D}👧")
    #expect(marked.text == "\r\n\u{301}👩\u{200D}👧")
    #expect(marked["1️⃣"] == 1)
    #expect(marked["2️⃣"] == 2)
    #expect(marked["3️⃣"] == 8)
  }
}
