import Testing

@testable import Summaries

private func key(_ text: String) -> PassageKey { PassageKey(of: Array(text.utf8), in: 0..<text.utf8.count) }

@Suite("Keys of passages")
struct PassageKeyTests {
  @Test("wrapping changes nothing")
  func wrapping() {
    let plain = key("One two three. Four five.")
    #expect(key("One two\nthree. Four five.") == plain)
    #expect(key("  One two three.\r\n\r\n\tFour   five. \n\n") == plain)
    #expect(key("One two three.Four five.") != plain)
    #expect(key("One two three. Four fiver.") != plain)
    #expect(key("one two three. Four five.") != plain)
    #expect(key("") == key(" \n"))
    #expect(key("\u{0}a") != key("a"))
  }

  @Test("it is the same in every process and on every machine")
  func stable() {
    #expect(Outline.format == 1)
    #expect(key("Breviate keeps notes.").value == 328_413_127_899_794_545)
  }

  @Test("the key of a run of sentences is the key of its text", arguments: 0..<20)
  func composes(_ seed: Int) {
    var random = Seeded(seed)
    let words = [
      "One. ", "Two!\n", "- three\n", "\n\n", "漢字。", "e.g. x ", "   ", "# H\n", "\r\n", "😀 ", "J. ", "and so on ",
    ]
    let text = (0..<80).map { _ in words.randomElement(using: &random) ?? "" }.joined()
    let bytes = Array(text.utf8)
    let outline = Outline(of: bytes)
    let count = outline.sentences.count
    for _ in 0..<60 {
      let low = Int.random(in: 0..<count, using: &random)
      let high = Int.random(in: low + 1...count, using: &random)
      let range = outline.sentences[low].range.lowerBound..<outline.sentences[high - 1].range.upperBound
      let known = outline.known(low..<high)
      #expect(known.key == PassageKey(of: bytes, in: range), "\(text.debugDescription) \(range)")
      #expect(known.count >= 1 && known.count <= high - low)
    }
  }

  @Test("a known passage is recognised by its first sentence, blank text before it left out")
  func first() {
    let bytes = Array("\n\n One. Two. Three.".utf8)
    let outline = Outline(of: bytes)
    #expect(outline.sentences.count == 4)
    let known = outline.known(0..<3)
    #expect(known.first == key("One."))
    #expect(known.count == 2)
    #expect(known.key == key("One. Two."))
  }
}

@Suite("Outlines")
struct OutlineTests {
  @Test("a text has words when there is something to take notes on")
  func words() {
    for text in ["a", "7", "漢", "😀😀", "é", "Я", "- x"] { #expect(Outline(of: Array(text.utf8)).hasWords, "\(text)") }
    for text in ["", " ", "\n\n\r\n", "---", "...", "。、", "\u{3000}", "— “”"] {
      #expect(!Outline(of: Array(text.utf8)).hasWords, "\(text)")
    }
  }

  @Test("the title is the nearest heading before, without its markup")
  func titles() {
    let text = "Intro.\n\n# The *first* `part` #\n\nOne.\n\nTwo.\n\n## See [the page](http://x.y/z) now\n\nThree."
    let outline = Outline(of: Array(text.utf8))
    let titles = outline.sentences.indices.map { outline.title(forSentence: $0) }
    #expect(
      titles == [nil] + Array(repeating: "The first part", count: 3) + Array(repeating: "See the page now", count: 2)
    )
  }

  @Test("a title is short enough for a list")
  func longTitles() {
    let outline = Outline(of: Array(("# " + Array(repeating: "word", count: 500).joined(separator: " ")).utf8))
    let title = outline.title(forSentence: 0) ?? ""
    #expect(title.count <= 80 && title.hasSuffix("word…"))
    let wide = Outline(of: Array(("# " + String(repeating: "漢", count: 500)).utf8)).title(forSentence: 0)
    #expect(wide?.count == 80)
  }
}

@Suite("The token estimate")
struct TokenEstimateTests {
  @Test("nothing costs nothing, anything at least one token")
  func ends() {
    #expect(TokenWeights.standard.tokens(in: []) == 0)
    #expect(TokenWeights.standard.tokens(in: [0x20]) == 1)
    #expect(TokenWeights.standard.tokens(in: Array("a b".utf8), 1..<1) == 0)
  }

  /// What o200k counts, by text.
  @Test(
    "it is near what a tokenizer counts, in many scripts",
    arguments: [
      ("The committee met on Tuesday and agreed to postpone the decision until the report is finished.", 17),
      ("Der Ausschuss tagte am Dienstag und beschloss, die Entscheidung zu verschieben.", 17),
      ("委员会星期二开会，决定推迟作出决定，直到报告完成。", 17),
      ("Комитет собрался во вторник и решил отложить решение до завершения отчёта.", 21),
      ("위원회는 화요일에 회의를 열어 보고서가 완성될 때까지 결정을 연기하기로 했다.", 26),
      ("😀😃😄", 5),
    ]
  )
  func near(_ text: String, _ count: Int) {
    let estimate = TokenWeights.standard.tokens(in: Array(text.utf8))
    #expect(Double(abs(estimate - count)) <= max(2, Double(count) * 0.3), "\(estimate), counted \(count)")
  }

  @Test("the sentences' estimates add up to the text's")
  func adds() {
    let text = "# Title\n\nOne two, three. Four!  Five?\n- six\n- seven 77\n\n漢字。かな。「はい」。 Ünder é.\n\n\n  End"
    let bytes = Array(text.utf8)
    #expect(Outline(of: bytes).tokens == TokenWeights.standard.tokens(in: bytes))
  }

  @Test("larger vocabularies need fewer tokens")
  func profiles() {
    for text in ["Größe und Maße", "漢字とかな", "Слова", "한국어", "😀"] {
      let prices = [TokenWeights.small, .medium, .large].map { $0.price(of: Array(text.utf8), in: 0..<text.utf8.count) }
      #expect(
        prices[0].thousandths >= prices[1].thousandths && prices[1].thousandths >= prices[2].thousandths,
        "\(text)"
      )
    }
  }

  @Test("a range that cuts a character, or reaches beyond the text, is no trap")
  func damaged() {
    let bytes = Array("漢字 e\u{301} 😀".utf8)
    for low in 0...bytes.count + 2 {
      for high in low...bytes.count + 3 {
        _ = TokenWeights.standard.tokens(in: bytes, low..<high)
        _ = PassageKey(of: bytes, in: low..<high)
        _ = Outline(of: bytes, in: low..<high)
      }
    }
    #expect(TokenWeights.standard.tokens(in: [0xE6, 0xBC]) > 0)
    #expect(Outline(of: [0xFF, 0x80, 0xF0, 0x9F]).sentences.count == 1)
  }
}
