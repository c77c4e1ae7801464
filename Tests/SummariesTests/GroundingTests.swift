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

  @Test(
    "A number in another unit is not in the text; the same unit in other letters is",
    arguments: [
      ("The old shaft at Tarnholm is sixty yards deep.", ["sixty yards"]),
      ("The old shaft at Tarnholm is 60 ft deep and takes 40 kilograms.", []),
      ("The old shaft at Tarnholm takes 40 mg of lamps.", ["40 mg"]),
      ("The old shaft at Tarnholm takes 12 hours to climb.", []),
    ]
  )
  func units(_ text: String, _ flagged: [String]) {
    let source = Array("The old shaft at Tarnholm is sixty feet deep, takes 40 kg of lamps, and 12 to climb.".utf8)
    let note = groundedNote(Draft(text: text), of: source)
    #expect(note.notInText.filter { $0.kind == .specific }.map(\.text) == flagged)
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

  @Test(
    "A number beside the words of another one is not in the text",
    arguments: [
      ("The kiln fired 1,240 cases at 40 degrees.", ["1,240", "40 degrees"]),
      ("The staff counted 3,480 visitors in May.", ["3,480"]),
      ("The staff counted three hundred visitors in May.", ["three hundred"]),
      ("The roof was repaired for $3,480 in the spring.", ["$3,480"]),
      ("The harbour was opened on 2 June 1961.", ["2 June 1961"]),
      ("Repairs took 18 % of the yearly budget of the town.", ["18 %"]),
    ]
  )
  func moved(_ text: String, _ expected: [String]) {
    let flagged = flagged(text, Self.numbers)
    for value in expected { #expect(flagged.contains { $0.hasPrefix(value) }, "\(flagged)") }
  }

  @Test(
    "The same number in another sentence is in the text",
    arguments: [
      "40 cases were fired in the kiln at 1240 degrees.",
      "At a temperature of 1,240 degrees the kiln fired forty cases.",
      "In May, the staff had 512 people visiting.",
      "Visitors: 512. Parcels: 3480.",
      "- **512** visitors in May\n- **3,480** parcels sorted by the post office",
      "1. The harbour opened on 1961-05-14.\n2. The station closed on June 2, 1961.",
      "The harbour has been open since May 1961.",
      "The roof was repaired for 7,300 dollars.",
      "About 500 visitors were counted in May, and roughly 3,500 parcels.",
      "Repairs took 62 percent of the budget and salaries took 18%.",
      "The train for Ellory leaves at 7:15 am; the one for Tarnholm at 5.45 pm.",
      "The post office sorted three thousand four hundred and eighty parcels.",
    ]
  )
  func sameNumber(_ text: String) {
    #expect(flagged(text, Self.numbers) == [])
  }

  @Test(
    "A number with another unit of the same measure is not in the text",
    arguments: [
      ("The wall is 40 yards long.", 1), ("The crate weighs 25 mg.", 1), ("The talk took 15 hours.", 1),
      ("The wall is 40 long feet.", 0), ("The crate weighs 25 kilograms.", 0), ("The talk took 15 min.", 0),
      ("The wall is 40 long.", 0), ("They rest for 30 months.", 0),
    ]
  )
  func units(_ text: String, _ count: Int) {
    let source =
      "The wall is 40 feet long. The crate weighs 25 kg. The 15-minute talk was short. They rest for 30 to 36 months."
    #expect(flagged(text, source).count == count)
  }

  @Test(
    "A sum, a number rounded without a word and an approximation of nothing are not in the text",
    arguments: [
      "The staff counted 3,992 visitors and parcels.", "500 visitors came in May.", "About 900 visitors came.",
    ]
  )
  func sum(_ text: String) {
    #expect(flagged(text, Self.numbers).count == 1)
  }

  private static let numbers = """
    The kiln of the pottery fired 40 cases at 1,240 degrees. In May the staff counted 512 visitors, and the post office
    sorted 3,480 parcels. The roof was repaired in the spring for $7,300.

    The harbour was opened on 14 May 1961. The old station was closed on 2 June 1961. Repairs took 62 % of the yearly
    budget, salaries 18 %. The train to Ellory leaves at 07:15, and the train to Tarnholm leaves at 17:45. The school
    has three hundred pupils.
    """

  private static let people = """
    The National Aeronautics and Space Administration lent the museum a capsule. Dr. Ines Kovarik thanked the WHO and
    asked Tobias van der Berg for the key of the show-case. Paul Hollis paid for the state-of-the-art lighting, as
    docs/lighting.md and `set_lamp_level` show. "We shall never close this museum again," said Anna Meier.
    """

  @Test(
    "A name may be short, spelled out or marked",
    arguments: [
      "NASA lent a capsule to the museum.", "The World Health Organization was thanked by Kovarik.",
      "I. Kovarik asked Mr van der Berg for a key.", "**Tobias van der Berg's** key was asked for.",
      "HOLLIS paid for the lighting.", "The Hollises paid for the lighting.",
      "## Key Decisions\n\n**Main Points:** Anna Meier will never close the museum.",
      "Eventually Anna Meier spoke about the museum.", "The file lighting.md describes set_lamp_level.",
      "Meier said, “We shall never close this museum again.”", "The museum has “cool” lighting in the show case.",
    ]
  )
  func names(_ text: String) {
    #expect(flagged(text, Self.people) == [])
  }

  @Test(
    "A name put together from two, an unknown acronym or path are not in the text",
    arguments: [
      ("Paul Kovarik thanked the museum.", "Paul Kovarik"), ("The museum thanked ESA-2 and UNESCO4.", "UNESCO4"),
      ("The file docs/museum.md describes the lighting.", "docs/museum.md"),
      ("Paul Hollister paid for the lighting.", "Paul Hollister"),
    ]
  )
  func otherNames(_ text: String, _ expected: String) {
    #expect(flagged(text, Self.people).contains { $0.contains(expected) }, "\(flagged(text, Self.people))")
  }

  @Test(
    "German, Japanese and Chinese: what stands is found, what does not is flagged",
    arguments: [
      (Self.german, "Der Ofen brannte 40 Kisten bei 1240 Grad.", nil),
      (Self.german, "Im Mai zählten die Mitarbeiter 512 Besucher; eröffnet wurde am 14.5.1961.", nil),
      (Self.german, "Im Mai wurden vom Personal rund 500 Besucher gezählt.", nil),
      (Self.german, "Im Mai zählte das Personal 3.480 Besucher.", "3.480"),
      (Self.german, "Im Mai zählte das Personal 733 Besucher.", "733"),
      (Self.german, "Die Post sortierte 3480 Pakete, sagte Vesna Hollister.", "Vesna Hollister"),
      (Self.japanese, "5月の来館者は512人だった。", nil),
      (Self.japanese, "5月の来館者は733人だった。", "733"),
      (Self.japanese, "来館者は3480人だった。", "3480"),
      (Self.chinese, "五月的参观者有512人。", nil),
      (Self.chinese, "邮局分拣了733件包裹。", "733"),
      (Self.chinese, "参观者共3480人。", "3480"),
    ] as [(String, String, String?)]
  )
  func languages(_ source: String, _ text: String, _ expected: String?) {
    let flagged = flagged(text, source)
    if let expected {
      #expect(flagged.contains { $0.hasPrefix(expected) }, "\(flagged)")
    } else {
      #expect(flagged == [])
    }
  }

  private static let german = """
    Der Ofen der Töpferei brannte 40 Kisten bei 1.240 Grad. Im Mai zählte das Personal 512 Besucher, und die Post
    sortierte 3.480 Pakete. Der Hafen wurde am 14. Mai 1961 eröffnet, sagte Ines Kovarik dem Rat der Stadt.
    """
  private static let japanese = "5月に職員は512人の来館者を数えた。郵便局は3480個の小包を仕分けた。港は1961年5月14日に開かれた。"
  private static let chinese = "五月，工作人员统计的参观者有512人。邮局分拣了3480件包裹。港口于1961年5月14日开放。"

  @Test("A note in another language is held to names and numbers, not to words")
  func otherLanguage() {
    let note = "Im Mai zählte das Personal 512 Besucher, und die Post sortierte 3480 Pakete für die Leute."
    #expect(groundedNote(Draft(text: note), of: Array(Self.numbers.utf8)).notInText == [])
    #expect(flagged("Im Mai zählte das Personal 513 Besucher.", Self.numbers) == ["513"])
  }

  private func flagged(_ text: String, _ source: String) -> [String] {
    groundedNote(Draft(text: text), of: Array(source.utf8)).notInText.map(\.text)
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
