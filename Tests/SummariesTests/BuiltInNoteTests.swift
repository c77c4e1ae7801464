import Testing

@testable import Summaries

@Suite("Notes without a model")
struct BuiltInNoteTests {
  private let minutes = """
    # Minutes of the board

    The board decided to close the Tarnholm warehouse because the lease ends in June 2027. Ines Kovarik will tell the
    staff and must send the new plan by 14 May 2027.

    Um, yeah, okay, thanks. What about the parking? Somebody asked about lunch as well, as somebody always does.

    The move costs 48,500 dollars, which the board approved. It includes the shelves. The archive of 2,118 volumes goes to
    Port Ellory, where the rent is lower and the roof was repaired in 2025. Next time the board will look at the
    contract with the carrier, which runs out at the end of the year and needs a decision before it does.

    The staff canteen stays open. The building must be empty by the end of June, and the keys go to the owner on the
    last day. All desks that nobody wants are offered to the school across the road, as they were five years ago.
    """

  @Test("Every sentence is the text's own, in its order, and its range says where")
  func verbatim() {
    let note = builtInNote(of: bytes(minutes), ceiling: 220)
    #expect(!note.sentences.isEmpty)
    var last = 0
    for sentence in note.sentences {
      let range = sentence.range ?? 0..<0
      #expect(sentence.text == normal(slice(minutes, range)))
      #expect(range.lowerBound >= last)
      last = range.upperBound
    }
    #expect(normal(note.text) == note.sentences.map(\.text).joined(separator: " "))
  }

  @Test("A note keeps to its ceiling and to a third of its passage", arguments: [20, 40, 60, 220])
  func ceiling(_ ceiling: Int) {
    let note = builtInNote(of: bytes(minutes), ceiling: ceiling)
    let third = Outline(of: bytes(minutes)).tokens / 3
    let tokens = note.sentences.map { strictTokens($0.text) }.reduce(0, +)
    #expect(tokens <= min(ceiling, third) || note.sentences.count == 1)
  }

  @Test("Decisions, promises and reasons go before small talk and questions")
  func gist() {
    let note = builtInNote(of: bytes(minutes), ceiling: 220)
    #expect(note.text.contains("decided to close the Tarnholm warehouse"))
    #expect(!note.text.contains("Um, yeah"))
    #expect(!note.text.contains("What about the parking?"))
    #expect(note.headline == "Minutes of the board")
  }

  @Test("A definition comes with its term, words of a turn with their speaker")
  func leads() {
    let glossary = """
      # Terms

      #### Assertion
      A statement from a verifier to a relying party that contains information about a subscriber.

      #### Nonce
      A value used in security protocols that is never repeated with the same key or the same partner.

      #### Zeroize
      To overwrite a memory location with data so that the former data is destroyed and not recoverable.
      """
    let note = builtInNote(of: bytes(glossary), ceiling: 220)
    #expect(note.sentences.count >= 1)
    for (term, opening) in [("Assertion", "A statement"), ("Nonce", "A value"), ("Zeroize", "To overwrite")] {
      #expect(!note.text.contains(opening) || note.text.contains("\(term): \(opening)"), "\(note.text)")
    }
    let minutes = """
      Anna: Good morning to all of you. The board decided to close the warehouse in Tarnholm because the lease ends.
      Tom: Fine. The canteen will stay open until 14 May, and the staff of the warehouse must be told before that.
      Anna: Right. Is there anything else that somebody would like to bring up before we go to lunch today?
      """
    let turns = builtInNote(of: bytes(minutes), ceiling: 220).text
    #expect(!turns.contains("The board decided") || turns.contains("Anna: The board decided"), "\(turns)")
  }

  @Test(
    "Furniture, asides and broken speech are no sentences of a note",
    arguments: [
      "[Transcriber's note: this text was produced from a magazine of July 1958 and has been corrected.]",
      "{% image \"img/form.png\" \"Screenshot of the form that has to be signed by the head of the office\" %}",
      "See Section 5.3 of the manual for the many things that the old exporter could not do at all.",
      "The the board board decided that that the the warehouse was was to be closed in the end of May.",
    ]
  )
  func furniture(_ line: String) {
    let text = minutes + "\n\n" + line + "\n"
    #expect(!builtInNote(of: bytes(text), ceiling: 220).text.contains(line.prefix(30)))
  }

  @Test("What is said twice is kept once")
  func repeats() {
    let said = "The council approved the budget of 48,500 dollars for the new harbour wall in Tarnholm."
    let again = "The council has approved a budget of 48,500 dollars for the new harbour wall in Tarnholm."
    let text = "\(said)\n\n\(minutes)\n\n\(again)\n"
    let note = builtInNote(of: bytes(text), ceiling: 220)
    #expect(!(note.text.contains(said) && note.text.contains(again)))
  }

  @Test("A text that comes back to no phrase has no headline")
  func noHeadline() {
    let text = "The dog slept. A friend came with bread, and nobody saw who had opened the gate of the yard that night."
    #expect(builtInNote(of: bytes(text), ceiling: 220).headline == nil)
  }

  @Test("The same text always gives the same note")
  func deterministic() {
    #expect(builtInNote(of: bytes(minutes), ceiling: 90) == builtInNote(of: bytes(minutes), ceiling: 90))
  }

  @Test("A refusal is kept wherever the proposal that it answers is", arguments: [8, 20, 220])
  func disagreement(_ ceiling: Int) {
    let text = "Tom: We should delay the release until May. Anna: I disagree."
    let lines = "Tom: We should delay the release until May.\nAnna: I disagree.\n\nTom: Let us talk tomorrow then.\n"
    for text in [text, lines] {
      let note = builtInNote(of: bytes(text), ceiling: ceiling)
      #expect(!note.text.contains("delay the release") || note.text.contains("I disagree."), "\(note.text)")
      #expect(!note.text.isEmpty)
    }
  }

  @Test("A sentence that opens with “this” or “however” brings the one before it or stays out")
  func leaning() {
    let text = """
      The museum bought the painting in 1987 from a dealer in the north. This was decided without asking the board.
      However, the board approved the price of 48,500 dollars in the end.

      The roof of the museum has to be repaired because it leaks. The museum will ask the city for the money.
      """
    for ceiling in [20, 30, 40, 50, 220] {
      let note = builtInNote(of: bytes(text), ceiling: ceiling)
      #expect(!note.text.contains("This was decided") || note.text.contains("The museum bought"))
      #expect(!note.text.contains("However,") || note.text.contains("This was decided"))
    }
  }

  @Test(
    "Whatever has words has a note, even where no line is a sentence",
    arguments: [
      "word", "42", "- milk\n- bread\n- eggs", "| a | b |\n|---|---|\n| 1 | 2 |", "# Title", "你好", "let x = 1", "No.",
    ]
  )
  func bestLine(_ text: String) {
    let note = builtInNote(of: bytes(text), ceiling: 220)
    #expect(!note.text.isEmpty)
    #expect(note.sentences.count >= 1)
  }

  @Test("Text without words has an empty note", arguments: ["", " \n\t\r\n ", "\n\n\n", "-----\n====="])
  func nothing(_ text: String) {
    let note = builtInNote(of: bytes(text), ceiling: 220)
    #expect(note.text.isEmpty)
    #expect(note.sentences.isEmpty)
    #expect(note.omitted.isEmpty)
  }

  @Test(
    "A giant text is read once: a note, at once, within the ceiling",
    arguments: [" ", "word ", "word", "字", "🎉", "Aa. ", "- x\n", "1 ", "\"", "Anna: no. "]
  )
  func giant(_ piece: String) {
    let text = Array(repeating: bytes(piece), count: (piece == " " ? 1_000_000 : 200_000) / piece.utf8.count).flatMap {
      $0
    }
    var note: Note?
    let time = ContinuousClock().measure { note = builtInNote(of: text, ceiling: 220) }
    #expect(time < .seconds(60))
    #expect(strictTokens(note?.text ?? "") <= 220 || piece == "word")
  }

  @Test("A headline uses no word that the text does not have")
  func headline() {
    let text = "The remote control has a rubber case. The rubber case makes the remote control easy to hold at night."
    let headline = builtInNote(of: bytes(text), ceiling: 220).headline ?? ""
    #expect(!headline.isEmpty)
    #expect(headline.count <= 60)
    for word in headline.split(whereSeparator: { $0 == " " || $0 == "," }) { #expect(text.contains(word)) }
  }

  @Test("A summary is chosen from the notes, with places in the whole text and a ledger of the whole text")
  func summary() {
    let source = bytes(minutes + "\n\n" + minutes.replacingTarnholm)
    let half = minutes.utf8.count + 2
    let parts = [
      NoteRequest.Part(note: builtInNote(of: Array(source[..<half]), ceiling: 220), offset: 0),
      NoteRequest.Part(note: builtInNote(of: Array(source[half...]), ceiling: 220), offset: half),
    ]
    let summary = builtInSummary(of: source, parts: parts, ceiling: 120)
    let offered = Set(parts.flatMap { $0.note.sentences.map(\.text) })
    for sentence in summary.sentences {
      #expect(offered.contains(sentence.text))
      #expect(sentence.text == normal(slice(String(decoding: source, as: UTF8.self), sentence.range ?? 0..<0)))
    }
    #expect(summary.sentences.contains { ($0.range?.lowerBound ?? 0) < half })
    #expect(summary.sentences.contains { ($0.range?.lowerBound ?? 0) >= half })
    let said = summary.text + summary.omitted.map { $0.value + $0.context }.joined()
    for specific in ["2,118", "Port Ellory", "Ines Kovarik", "48,500"] { #expect(said.contains(specific)) }
  }
}

extension String {
  fileprivate var replacingTarnholm: String {
    String(decoding: Array(utf8), as: UTF8.self).split(separator: "Tarnholm").joined(separator: "Drevnik")
  }
}

private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

private func slice(_ text: String, _ range: Range<Int>) -> String {
  String(decoding: Array(text.utf8)[range], as: UTF8.self)
}

private func normal(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
