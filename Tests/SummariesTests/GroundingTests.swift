import Testing

@testable import Summaries

@Suite("Grounding of a model's prose")
struct GroundingTests {
  private let source = """
    The board met in Tarnholm on 14 March 1987. Ines Kovarik reported that the warehouse holds 2,118 crates of spare parts.

    The lease of the warehouse ends in June. The board decided to move the crates to Port Ellory before the lease ends.
    """

  @Test("A sentence is traced to the sentences that say it")
  func traced() {
    let note = ground(
      "Kovarik reported 2118 crates of spare parts in the warehouse. The board moves the crates to Port Ellory."
    )
    #expect(note.sentences.count == 2)
    #expect(place(note.sentences[0]).contains("Ines Kovarik reported"))
    #expect(place(note.sentences[1]).contains("decided to move the crates"))
    #expect(note.notInText.isEmpty, "\(note.notInText)")
  }

  @Test("A name, number or date that the passage lacks is not in the text")
  func invented() {
    let note = ground("Vesna Hollis reported that the warehouse holds 3,000 crates of spare parts since 2 May 1991.")
    let specifics = note.notInText.filter { $0.kind == .specific }.map(\.text)
    #expect(Set(specifics) == ["Vesna Hollis", "3,000", "2 May 1991"])
  }

  @Test("A sentence whose words stand together nowhere is not in the text, and has no place")
  func inventedSentence() {
    let text = "Travellers receive breakfast vouchers from friendly hotel clerks every morning."
    let note = ground(text)
    #expect(note.notInText.contains(Note.Unsupported(text: text, kind: .sentence)))
    #expect(note.sentences.first?.range == nil)
  }

  @Test(
    "Another spelling of what the passage says is in the text",
    arguments: ["2118 crates", "the crates of March 1987", "1987-03-14 in Tarnholm", "Ms Kovarik and the crates"]
  )
  func spelling(_ text: String) {
    #expect(ground("The board talked about \(text) in the warehouse.").notInText.filter { $0.kind == .specific } == [])
  }

  @Test("The ledger holds what the prose leaves out")
  func ledger() {
    let omitted = ground("The board decided to move the crates to Port Ellory.").omitted.map(\.value)
    #expect(omitted.contains("14 March 1987"))
    #expect(omitted.contains("Ines Kovarik"))
    #expect(!omitted.contains("Port Ellory"))
  }

  @Test("Sentences that know their place are taken as they are")
  func builtIn() {
    let passage = Array(source.utf8)
    let taken = builtInNote(of: passage, ceiling: 220)
    let draft = Draft(text: taken.text, headline: taken.headline, sentences: taken.sentences, finishReason: .stop)
    #expect(groundedNote(draft, of: passage) == taken)
    var whole = draft
    whole.omitted = taken.omitted
    #expect(groundedNote(whole, of: passage) == taken)
  }

  @Test("Empty prose and an empty source do no harm")
  func empty() {
    #expect(ground("").sentences.isEmpty)
    #expect(groundedNote(Draft(text: "Something was said here today."), of: []).sentences.count == 1)
  }

  private func ground(_ text: String) -> Note { groundedNote(Draft(text: text), of: Array(source.utf8)) }

  private func place(_ sentence: Note.Traced) -> String {
    String(decoding: Array(source.utf8)[sentence.range ?? 0..<0], as: UTF8.self)
  }
}
