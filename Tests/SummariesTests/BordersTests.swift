import Testing

@testable import Summaries

/// A document that is planned, edited and planned again, as a session does.
private struct Edited {
  var paragraphs: [String]
  var plan: Plan
  private static let limits = PlanLimits(exact: 400)

  init(_ count: Int = 40) throws {
    paragraphs = (0..<count).map(Prose.paragraph)
    plan = try Summaries.Plan(text: paragraphs.joined(separator: "\n\n"), limits: Self.limits)
  }

  var text: String { paragraphs.joined(separator: "\n\n") }

  /// Edits the text, plans it with what was known, and tells how many passages of the plan before were kept.
  mutating func edit(_ change: (inout [String]) -> Void) throws -> (kept: Int, new: Int) {
    let before = Set(plan.passages.map(\.key))
    change(&paragraphs)
    plan = try Summaries.Plan(text: text, limits: Self.limits, known: plan.passages.map(\.known))
    checkCover(plan, text)
    let new = plan.passages.count { !before.contains($0.key) }
    return (plan.passes - new, new)
  }

  /// Which of the first passages hold when the text of some is changed, without what stands behind them.
  func kept(_ change: (inout [String]) -> Void) throws -> [Int] {
    let bytes = Array(text.utf8)
    var pieces = plan.passages.map { String(decoding: bytes[$0.range], as: UTF8.self) }
    change(&pieces)
    let changed = try Summaries.Plan(text: pieces.joined(), limits: Self.limits, known: plan.passages.map(\.known))
    checkCover(changed, pieces.joined())
    let keys = Set(changed.passages.map(\.key))
    return plan.passages.indices.prefix(6).filter { keys.contains(plan.passages[$0].key) }
  }
}

extension Plan {
  fileprivate init(text: String, limits: PlanLimits, known: [KnownPassage] = []) throws {
    let bytes = Array(text.utf8)
    try self.init(of: Outline(of: bytes), text: bytes, limits: limits, known: known)
  }
}

@Suite("Borders hold")
struct BordersTests {
  @Test("when nothing changed, or only how it is wrapped")
  func unchanged() throws {
    var document = try Edited()
    let first = document.plan
    #expect(try document.edit { _ in }.new == 0)
    #expect(document.plan == first)
    let wrapped = try document.edit { paragraphs in
      paragraphs = paragraphs.map { Self.wrapped($0, at: 60) }
    }
    #expect(wrapped == (first.passes, 0))
  }

  private static func wrapped(_ text: String, at width: Int) -> String {
    var lines = [""]
    for word in text.split(separator: " ") {
      if lines[lines.count - 1].count + word.count >= width { lines.append("") }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
    }
    return lines.joined(separator: "\n")
  }

  @Test("beside an edit, and after its undo", arguments: [0, 7, 20, 38])
  func edit(_ place: Int) throws {
    var document = try Edited()
    let first = document.plan
    #expect(try document.edit { $0[place] += " One sentence more." } == (first.passes - 1, 1))
    let edited = document.plan
    let undone = try document.edit { $0[place] = Prose.paragraph(place) }
    #expect(undone.new == 1 && document.plan.passages.map(\.key) == first.passages.map(\.key))
    #expect(edited.passes == first.passes)
  }

  @Test("beside an edit of a passage's first sentence or its last")
  func edges() throws {
    var document = try Edited()
    let first = document.plan
    let range = document.plan.passages[3].range
    let text = Array(document.text.utf8)
    let changed = { (offset: Int) in
      try Plan(
        text: String(decoding: text[..<offset] + Array("Oh no. ".utf8) + text[offset...], as: UTF8.self),
        limits: PlanLimits(exact: 400),
        known: first.passages.map(\.known)
      )
    }
    let start = try changed(range.lowerBound)
    #expect(Set(first.passages.map(\.key)).subtracting(start.passages.map(\.key)).count <= 1)
    #expect(start.passes <= first.passes + 1)
    _ = try document.edit { _ in }
  }

  @Test("between two neighbouring passages that were both edited")
  func neighbours() throws {
    var document = try Edited()
    let first = document.plan
    let text = document.text
    let border = first.passages[4].range.lowerBound
    let middle = { (passage: Int) in
      let range = first.passages[passage].range
      return document.paragraphs.firstIndex { paragraph in
        let offset = text.range(of: paragraph)
        return offset.lowerBound > range.lowerBound && offset.upperBound < range.upperBound
      }
    }
    let (one, two) = (try #require(middle(3)), try #require(middle(4)))
    let result = try document.edit {
      $0[one] += " More."
      $0[two] += " More."
    }
    #expect(result == (first.passes - 2, 2))
    #expect(document.plan.passages[4].range.lowerBound == border + " More.".utf8.count)
  }

  @Test("when a block is moved")
  func moved() throws {
    var document = try Edited()
    let first = document.plan
    let known = first.passages.map(\.known)
    let text = Array(document.text.utf8)
    var pieces = first.passages.map { String(decoding: text[$0.range], as: UTF8.self) }
    pieces.swapAt(1, 5)
    let separated = pieces.map { $0.hasSuffix("\n\n") || $0.hasSuffix(" ") ? $0 : $0 + "\n\n" }.joined()
    let plan = try Plan(text: separated, limits: PlanLimits(exact: 400), known: known)
    #expect(Set(plan.passages.map(\.key)) == Set(known.map(\.key)))
    #expect(plan.passes == first.passes)
    #expect(try document.edit { $0.swapAt(0, 39) }.new <= 2)
  }

  @Test("beside two passages that make room for others, the first of which begins with a rule")
  func rule() throws {
    let weights = TokenWeights.standard
    var sentence = "Much"
    // With the rule it is over the passage size.
    while weights.tokens(in: Array("\(sentence) more.\n\n".utf8)) <= 400 { sentence += " more" }
    let kept = try Edited().kept {
      $0.replaceSubrange(6...7, with: ["-----\n\n\(sentence).\n\n", "\(sentence), too.\n\n"])
    }
    #expect(kept == [0, 1, 2, 3, 4, 5])
  }

  @Test("beside a passage that makes room for new text and a copy of an earlier one")
  func copied() throws {
    let kept = try Edited().kept { $0[6] = "Quite new.\n\n" + $0[1] }
    #expect(kept == [0, 1, 2, 3, 4, 5])
  }

  @Test("around a paragraph that is put in between two passages: the one before it grows")
  func inserted() throws {
    var document = try Edited()
    let first = document.plan
    let text = document.text
    let border = first.passages[2].range.lowerBound
    let bytes = Array(text.utf8)
    let added =
      String(decoding: bytes[..<border], as: UTF8.self) + "\n\nQuite new.\n\n"
      + String(decoding: bytes[border...], as: UTF8.self)
    let plan = try Plan(text: added, limits: PlanLimits(exact: 400), known: first.passages.map(\.known))
    #expect(
      plan.passages.map(\.key).enumerated().filter { $0.element != first.passages[$0.offset].key }.map(\.offset) == [1]
    )
    #expect(plan.passes == first.passes)
    #expect(try document.edit { $0.insert("In the middle of one.", at: 20) }.kept >= first.passes - 1)
  }

  @Test("before what is written at the end: the last passage grows until it is full, then a new one does")
  func appended() throws {
    var document = try Edited()
    let first = document.plan
    #expect(try document.edit { $0.append("Quite new.") } == (first.passes - 1, 1))
    #expect(try document.edit { $0.removeLast() } == (first.passes - 1, 1))
    #expect(document.plan.passages.map(\.key) == first.passages.map(\.key))
    for added in 0..<40 {
      #expect(try document.edit { $0.append(Prose.sentence(added)) }.new == 1)
    }
    #expect(document.plan.passes <= first.passes + 2)
  }

  @Test("before what is written at the beginning: the first passage grows")
  func prepended() throws {
    var document = try Edited()
    let first = document.plan
    #expect(try document.edit { $0.insert("Quite new.", at: 0) } == (first.passes - 1, 1))
  }

  @Test("of passages known from elsewhere, wherever they stand")
  func elsewhere() throws {
    let other = try Edited(12)
    let document = try Edited(20)
    let text = document.text + "\n\n" + other.paragraphs.map { "Elsewhere. " + $0 }.joined(separator: "\n\n")
    let bytes = Array(text.utf8)
    let limits = PlanLimits(exact: 400)
    let elsewhere = try Plan(text: text, limits: limits).passages.map(\.known)
    let plan = try Plan(
      of: Outline(of: bytes),
      text: bytes,
      limits: limits,
      known: document.plan.passages.map(\.known),
      elsewhere: elsewhere
    )
    #expect(plan.passages.prefix(document.plan.passes - 1).map(\.key) == document.plan.passages.dropLast().map(\.key))
    checkCover(plan, text)
  }

  @Test("when a passage is deleted")
  func deleted() throws {
    let document = try Edited()
    let first = document.plan
    var bytes = Array(document.text.utf8)
    bytes.removeSubrange(first.passages[2].range)
    let plan = try Plan(
      text: String(decoding: bytes, as: UTF8.self),
      limits: PlanLimits(exact: 400),
      known: first.passages.map(\.known)
    )
    #expect(plan.passages.map(\.key) == first.passages.map(\.key).enumerated().filter { $0.offset != 2 }.map(\.element))
  }

  @Test("when the text is there twice")
  func duplicated() throws {
    var document = try Edited(20)
    let first = document.plan.passages.map(\.key)
    _ = try document.edit { $0 += $0 }
    #expect(document.plan.passages.map(\.key) == first + first)
    let twice = document.plan
    #expect(try document.edit { _ in }.new == 0)
    #expect(document.plan == twice)
  }

  @Test("when white space or a rule is put between passages")
  func blanks() throws {
    var document = try Edited()
    let first = document.plan
    #expect(try document.edit { $0[0] = "\n\n\n" + $0[0] }.new == 0)
    #expect(try document.edit { $0[39] += "\n\n\n\n" }.new == 0)
    #expect(document.plan.passes == first.passes)
    #expect(try document.edit { $0[10] += "\n\n-----" }.new <= 1)
  }

  @Test("a passage that grew stays one up to 1.25 of its size, then it is cut")
  func grown() throws {
    var document = try Edited()
    let first = document.plan
    let more = (100...102).map(Prose.sentence).joined(separator: " ")
    #expect(try document.edit { $0[20] += " " + more }.new == 1)
    #expect(document.plan.passes == first.passes)
    _ = try document.edit { $0[20] += " " + (200...240).map(Prose.sentence).joined(separator: " ") }
    #expect(document.plan.passes > first.passes)
    #expect(document.plan.passages.allSatisfy { $0.tokens.value <= 500 })
  }

  @Test("unless a passage no longer fits the budget")
  func smallerBudget() throws {
    let document = try Edited()
    let plan = try Plan(
      text: document.text,
      limits: PlanLimits(exact: 200),
      known: document.plan.passages.map(\.known)
    )
    #expect(plan.passages.allSatisfy { $0.tokens.value <= 200 })
    checkCover(plan, document.text)
  }

  @Test("through many random edits: each costs the notes of the passages that it touches", arguments: 0..<8)
  func random(_ seed: Int) throws {
    var random = Seeded(seed)
    var document = try Edited()
    for step in 0..<30 {
      let place = Int.random(in: 0..<document.paragraphs.count, using: &random)
      let result = try document.edit { paragraphs in
        switch Int.random(in: 0..<4, using: &random) {
        case 0: paragraphs[place] += " Step \(step) added this."
        case 1: paragraphs.insert(Prose.paragraph(1_000 + step), at: place)
        case 2 where paragraphs.count > 20: paragraphs.remove(at: place)
        default: paragraphs[place] = Prose.paragraph(2_000 + step)
        }
      }
      #expect(result.new <= 3, "step \(step)")
    }
  }
}

extension String {
  /// The UTF-8 offsets of a part that stands in it once.
  fileprivate func range(of part: String) -> Range<Int> {
    let (text, part) = (Array(utf8), Array(part.utf8))
    let start = text.indices.first { text[$0...].starts(with: part) } ?? 0
    return start..<start + part.count
  }
}
