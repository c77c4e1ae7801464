import Testing

@testable import Summaries

/// A text's sentences, one a line: a letter for the kind, then the words with white space made single spaces.
private func split(_ text: String, languageId: String = "") -> [String] {
  let bytes = Array(text.utf8)
  return Outline(of: bytes, languageId: languageId).sentences.map { sentence in
    let words = String(decoding: bytes[sentence.range], as: UTF8.self)
      .split(whereSeparator: { " \n\r\r\n\t\u{0B}\u{0C}".contains($0) }).joined(separator: " ")
    let letter =
      switch sentence.kind {
      case .prose: ""
      case .heading: "H "
      case .listItem: "L "
      case .tableRow: "T "
      case .code: "C "
      case .turn: "D "
      case .furniture: "F "
      }
    return letter + words
  }
}

@Suite("Sentences")
struct SentenceTests {
  @Test("a sentence ends at its stop, with the marks that close it")
  func stops() {
    #expect(split("One. Two! Three? Four") == ["One.", "Two!", "Three?", "Four"])
    #expect(split("He said \"Go.\" She went.") == ["He said \"Go.\"", "She went."])
    #expect(split("It works (mostly.) Then not.") == ["It works (mostly.)", "Then not."])
    #expect(split("“Yes.” “No.”") == ["“Yes.”", "“No.”"])
    #expect(split("«Oui.» Bien. „Ja.“ Gut.") == ["«Oui.»", "Bien.", "„Ja.“", "Gut."])
    #expect(split("Really?! Yes!!! So.") == ["Really?!", "Yes!!!", "So."])
    #expect(split("So it is.[12] Next.") == ["So it is.[12]", "Next."])
    #expect(split("**Bold.** Plain.") == ["**Bold.**", "Plain."])
  }

  @Test("a question in quotation marks goes on in lower case")
  func quotedQuestions() {
    #expect(split("\"Why?\" he asked. Nobody knew.") == ["\"Why?\" he asked.", "Nobody knew."])
  }

  @Test(
    "a stop that belongs to a word ends nothing",
    arguments: [
      "Mr. Smith met Dr. Jones at St. Mary.", "See Fig. 3 and No. 7 on pp. 12 of vol. 2.",
      "It was red, e.g. like this, i.e. warm, vs. cold.", "J. R. R. Tolkien wrote it with C. S. Lewis.",
      "The U.S. Army came on Jan. 5 by rail.", "Version 1.2.3 costs 3.50 and lives at example.com now.",
      "Das ist z.B. hier so, d.h. am 3. März, bzw. im 19. Jahrhundert.", "Es gibt z. B. Vim, d. h. Editoren.",
      "Wait... what is this?", "Apples, pears etc. are fruit.", "It is approx. five.",
      "The file .gitignore and the folder ../x are kept.",
    ]
  )
  func abbreviations(_ text: String) {
    #expect(split(text) == [text])
  }

  @Test("an abbreviation may end a sentence")
  func abbreviationsAtTheEnd() {
    #expect(split("They sell apples etc. We buy them.") == ["They sell apples etc.", "We buy them."])
    #expect(split("He works at Acme Inc. She does not.") == ["He works at Acme Inc.", "She does not."])
    #expect(split("She said no. Then she left.") == ["She said no.", "Then she left."])
    #expect(split("They moved to the U.S. The year was 1914. It rained.").count == 3)
    #expect(split("Wait... Then it came.") == ["Wait...", "Then it came."])
    #expect(split("Na ja… Dann kam er.") == ["Na ja…", "Dann kam er."])
  }

  @Test("text without capitals ends its sentences too")
  func lowerCase() {
    #expect(split("i went home. then i slept. ok.") == ["i went home.", "then i slept.", "ok."])
  }

  @Test("wrapped lines are one sentence, blank lines end it")
  func lines() {
    #expect(split("This is a line\nthat goes on. And\nthis too.") == ["This is a line that goes on.", "And this too."])
    #expect(split("No stop here\n\nNew one\r\n\r\nAnd\rmore") == ["H No stop here", "New one", "And more"])
    #expect(split("He came by e.g.\ntrain. She walked.") == ["He came by e.g. train.", "She walked."])
  }

  @Test("a short line before one that would have had room on it ends what it says")
  func shortLines() {
    let text = "Plain words first.\n\nSummary\nThis text explains at some length what was decided and why it was."
    #expect(split(text).suffix(2) == ["Summary", "This text explains at some length what was decided and why it was."])
    #expect(split(text, languageId: "markdown").count == 2)
    let wrapped = "The long line of a paragraph goes on until there is no room left for the\nMississippi. End."
    #expect(split(wrapped).count == 2)
  }

  @Test("headings stand alone")
  func headings() {
    #expect(split("# Title\nText here.\n## More ##\nEnd.") == ["H # Title", "Text here.", "H ## More ##", "End."])
    #expect(
      split("Title\n=====\n\nText.\n\nPart\n---\nEnd.") == ["H Title", "F =====", "Text.", "H Part", "F ---", "End."]
    )
    #expect(split("Intro.\n\n3.2.1 Scope\n\n   It is wide.") == ["Intro.", "H 3.2.1 Scope", "It is wide."])
    #expect(split("Intro.\n\n1. Scope\n\n   It is wide.") == ["Intro.", "H 1. Scope", "It is wide."])
    #expect(split("Intro.\n\nSEE ALSO\n       ls(1), cp(1)") == ["Intro.", "H SEE ALSO", "ls(1), cp(1)"])
    #expect(split("Intro.\n\nCHAPTER IV\n\nIt rained.") == ["Intro.", "H CHAPTER IV", "It rained."])
    #expect(split("Intro.\n\n   Signal sets\n       They are sets.") == ["Intro.", "H Signal sets", "They are sets."])
    #expect(split("导言。\n\n第三章 规则\n\n正文。") == ["导言。", "H 第三章 规则", "正文。"])
    #expect(split("The year was\n\n1914. Then war came.").last == "Then war came.")
  }

  @Test("list items stand for sentences, with their wrapped lines")
  func listItems() {
    #expect(split("- one\n- two\n  goes on\n* three") == ["L - one", "L - two goes on", "L * three"])
    #expect(
      split("1. First.\n2. Second. More.\n10) Tenth") == ["L 1. First.", "L 2. Second.", "L More.", "L 10) Tenth"]
    )
    #expect(split("Take:\na) salt\nb) oil") == ["Take:", "L a) salt", "L b) oil"])
    #expect(split("• eins\n• zwei") == ["L • eins", "L • zwei"])
    #expect(split("as we saw in section\n3. The end of it came soon.").count == 2)
  }

  @Test("a fence holds code, line by line, whatever it looks like")
  func fences() {
    #expect(
      split("Run:\n```sh\nls. Foo\n\n# not a heading\n```\nDone.")
        == ["Run:", "F ```sh", "C ls. Foo", "C # not a heading", "F ```", "Done."]
    )
    #expect(split("~~~~\na\n~~~\n~~~~\nb") == ["F ~~~~", "C a", "C ~~~", "F ~~~~", "b"])
    #expect(split("Use ```x``` here. Yes.") == ["Use ```x``` here.", "Yes."])
  }

  @Test("the lines of a program are code, its comments prose")
  func programs() {
    #expect(
      split("// Adds. Fast.\nlet a = b. c\nreturn a", languageId: "swift")
        == ["// Adds.", "Fast.", "C let a = b. c", "C return a"]
    )
    #expect(split("# Adds.\nx = 1", languageId: "python") == ["# Adds.", "C x = 1"])
  }

  @Test("tables are rows, their rules furniture")
  func tables() {
    #expect(
      split("| a | b |\n|---|:-:|\n| 1. x | 2 |\nEnd.") == ["T | a | b |", "F |---|:-:|", "T | 1. x | 2 |", "End."]
    )
    #expect(split("name      size      kind\nfoo       12        file").map { $0.prefix(1) } == ["T", "T"])
  }

  @Test("speakers take turns; a lone note is prose")
  func turns() {
    #expect(
      split("Anna: I disagree. Strongly.\nProfessor E: Why?\nMr. Ed Low (Hull, Lib.): Well,\nAnna: so.")
        == [
          "D Anna: I disagree.", "D Strongly.", "D Professor E: Why?", "D Mr. Ed Low (Hull, Lib.): Well,",
          "D Anna: so.",
        ]
    )
    #expect(split("Some text.\n\nNote: it is old.\n\nMore text.")[1] == "Note: it is old.")
  }

  @Test("rules, page numbers and blank text are furniture")
  func furniture() {
    #expect(split("One.\n-----\nTwo.\n\n* * *\n\nThree.") == ["One.", "F -----", "Two.", "F * * *", "Three."])
    #expect(split("One.\n\nFielding, et al.       Standards Track     [Page 12]\n\nTwo.")[1].hasPrefix("F Fielding"))
    #expect(split("One.\n\n- 12 -\n\nTwo.")[1] == "F - 12 -")
    #expect(split("LS(1)         User Commands         LS(1)\n\nTwo.") == ["F LS(1) User Commands LS(1)", "Two."])
    #expect(split("One\n\u{A0}\nTwo") == ["One", "F \u{A0}", "Two"])
    #expect(split("\n  \n") == ["F "])
    #expect(split("") == [])
  }

  @Test("Chinese and Japanese sentences need no space")
  func wideStops() {
    #expect(split("今天下雨。我們在家！好嗎？好") == ["今天下雨。", "我們在家！", "好嗎？", "好"])
    #expect(split("「行く。」と言った。「はい。」次。") == ["「行く。」と言った。", "「はい。」", "次。"])
    #expect(split("これは長い\n文です。次の文。") == ["これは長い 文です。", "次の文。"])
  }

  @Test("text without stops is one sentence")
  func noStops() {
    #expect(split(Array(repeating: "words and words", count: 500).joined(separator: " ")).count == 1)
  }

  @Test("a paragraph opens after a blank line and at the beginning")
  func paragraphs() {
    let outline = Outline(of: Array("One. Two.\nThree.\n\nFour. Five.".utf8))
    #expect(outline.sentences.map(\.opensParagraph) == [true, false, false, true, false])
  }
}

@Suite("Sentences cover their text")
struct CoverageTests {
  /// Pieces of every sort that the splitter knows, and some that it should not stumble over.
  static let pieces = [
    "One. ", "Two", " ", "\n", "\r\n", "\r", "\n\n", "\t", "# ", "- ", "1. ", "a) ", "```", "~~~", "| x | y |", "---",
    "===", "Anna: ", "e.g. ", "J. ", "3.14", "…", "。", "」", "“", "”", "é", "漢字", "かな", "😀", "👩‍👩‍👧", "e\u{301}", "\u{A0}",
    "\u{3000}", "...", "?!", "[12]", "(", ")", "\"", "[Page 3]", "$ ls", "\u{0}", "\u{FEFF}", "│", "> ", ":", "Übung",
    "I. ",
    "\u{0C}",
  ]

  @Test("for any text: in order, without a hole, on borders of characters", arguments: 0..<40)
  func cover(_ seed: Int) {
    var random = Seeded(seed)
    for _ in 0..<50 {
      let text = (0..<Int.random(in: 0..<60, using: &random))
        .map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
      let bytes = Array(text.utf8)
      let outline = Outline(of: bytes, languageId: ["", "markdown", "python"].randomElement(using: &random) ?? "")
      var end = 0
      for sentence in outline.sentences {
        #expect(sentence.range.lowerBound == end && sentence.range.upperBound > end, "\(text.debugDescription)")
        #expect(sentence.contentEnd <= sentence.range.upperBound)
        #expect(sentence.isBlank || !bytes[sentence.contentEnd - 1].isWhite)
        #expect(sentence.isBlank ? end == 0 : !bytes[sentence.range.lowerBound].isWhite)
        #expect(!bytes[sentence.range.lowerBound].isContinuation)
        end = sentence.range.upperBound
      }
      #expect(end == bytes.count)
    }
  }

  @Test("a part of a text is covered by itself")
  func parts() {
    let bytes = Array("One. Two. Three.".utf8)
    let outline = Outline(of: bytes, in: 5..<10)
    #expect(outline.sentences.map(\.range) == [5..<10])
    #expect(Outline(of: bytes, in: 3..<1_000).range == 3..<16)
  }
}

/// Numbers that look random and are the same on every run.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: Int) { state = UInt64(truncatingIfNeeded: seed + 1) &* 0xD134_2543_DE82_EF95 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
