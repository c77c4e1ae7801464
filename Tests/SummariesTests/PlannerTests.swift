import Testing

@testable import Summaries

@Suite("Plans")
struct PlannerTests {
  @Test("a text within the passage size is one pass and combines nothing")
  func one() throws {
    try check(Prose.paragraphs(2), size: 2_000, passes: 1)
    #expect(try plan("A.").combinePasses == 0)
  }

  @Test("passages are the fewest under their size, and equal", arguments: [2, 3, 5, 8, 13, 40, 200])
  func fewestAndEqual(_ paragraphs: Int) throws {
    let text = Prose.paragraphs(paragraphs)
    for size in [300, 1_000, 2_000] {
      let plan = try check(text, size: size)
      #expect(plan.passes == fewest(text, size: size))
      let prices = plan.passages.map(\.tokens.value)
      #expect(Double(prices.max() ?? 1) <= 1.3 * Double(prices.min() ?? 1), "\(prices)")
    }
  }

  /// How many passages it takes when each is filled before the next one begins.
  private func fewest(_ text: String, size: Int) -> Int {
    let outline = Outline(of: Array(text.utf8))
    var passages = 1
    var filled = 0
    for index in outline.sentences.indices {
      let price = outline.price(index..<index + 1)
      if filled + price > size * 1_000 {
        passages += 1
        filled = 0
      }
      filled += price
    }
    return passages
  }

  @Test("estimates fill nine tenths of a window, counts all of it, and passages no more than their size")
  func budgets() throws {
    let text = Prose.paragraphs(110)
    let about = try check(text, size: 100_000, limits: PlanLimits(inputBudget: 1_000, passageTokens: 100_000))
    #expect(about.passages.allSatisfy { $0.tokens.value <= 900 && !$0.tokens.exact })
    #expect(about.inputBudget == 1_000 && !about.tokens.exact)
    let exact = try check(text, size: 1_000)
    #expect(exact.passes < about.passes)
    #expect(exact.tokens.exact && exact.tokens.value == exact.passages.reduce(0) { $0 + $1.tokens.value })
    let dense = try plan(text, PlanLimits(inputBudget: 1_000, passageTokens: 100_000, density: 2))
    #expect(dense.passes >= 2 * about.passes - 1)
    let large = try plan(text, PlanLimits(inputBudget: 1_000_000, passageTokens: 1_000))
    #expect(large.passages.allSatisfy { $0.tokens.value <= 1_000 })
  }

  @Test("the built-in note taker's budget is the passage size")
  func builtInBudget() throws {
    let limits = PlanLimits(inputBudget: 1_000_000, passageTokens: 1_000, exactEstimate: true)
    #expect(try plan("Some text.", limits).inputBudget == 1_000)
  }

  @Test("a heading near the ideal border is the border, one far away is not")
  func headings() throws {
    let near = Prose.paragraphs(9) + "\n\n# Half time\n\n" + Prose.paragraphs(11, from: 9)
    let size = Outline(of: Array(near.utf8)).tokens * 6 / 10
    #expect(try check(near, size: size, passes: 2).passages[1].title == "Half time")
    #expect(content(try plan(near, PlanLimits(exact: size)).passages[1], of: near).hasPrefix("# Half time"))
    let far = Prose.paragraphs(4) + "\n\n# Early\n\n" + Prose.paragraphs(16, from: 4)
    let plan = try plan(far, PlanLimits(exact: Outline(of: Array(far.utf8)).tokens * 6 / 10))
    #expect(!content(plan.passages[1], of: far).hasPrefix("# Early"))
  }

  @Test("a heading is never parted from what it heads")
  func headingStays() throws {
    let text = (0..<60).map { "# Part \($0)\n\nA sentence of this part. And one more of it.\n\n" }.joined()
    for passage in try check(text, size: 200).passages { #expect(content(passage, of: text).hasPrefix("# Part")) }
  }

  @Test("a passage borders on paragraphs where that costs little")
  func paragraphs() throws {
    let text = Prose.paragraphs(60)
    let openings = try check(text, size: 1_000).passages.count {
      text.utf8Prefix($0.range.lowerBound).hasSuffix("\n\n")
    }
    #expect(openings >= 2)
  }

  @Test(
    "text without words has no passages and no failure",
    arguments: ["", " ", "\n\n\n", "----\n", "…", "\u{3000}\n"]
  )
  func wordless(_ text: String) throws {
    let plan = try plan(text, PlanLimits(inputBudget: 0, passageTokens: 0))
    #expect(plan.passages.isEmpty && plan.combinePasses == 0)
  }

  @Test("no passage is without words: what has none joins a neighbour")
  func blanks() throws {
    let text = "\n\n" + Prose.paragraphs(4) + "\n\n-----\n\n\n" + Prose.paragraphs(4, from: 4) + "\n \n* * *\n"
    for size in [60, 100, 200] {
      for passage in try check(text, size: size).passages {
        #expect(content(passage, of: text).contains { $0.isLetter })
      }
    }
  }

  @Test("a request that holds too little is one clear failure", arguments: [31, 1, 0, -1, .min])
  func noRoom(_ budget: Int) {
    let failure = #expect(throws: Failure.self) {
      try plan("Text.", PlanLimits(inputBudget: budget, passageTokens: 2_000))
    }
    #expect(failure?.kind == .noRoom)
    #expect(failure?.detail.contains("\(max(0, budget)) tokens") ?? false)
    #expect(failure?.detail.contains("contextWindow") ?? false)
  }

  @Test("absurd figures are no trap")
  func absurd() throws {
    let text = Prose.paragraphs(10)
    for figure in [Int.min, -1, 0, 1, .max] {
      for density in [0, -1, .nan, .infinity, 1e-300, 1e300] {
        _ = try? plan(
          text,
          PlanLimits(
            inputBudget: 4_000,
            passageTokens: figure,
            density: density,
            noteCeiling: figure,
            combineBudget: figure
          )
        )
        _ = try? plan(text, PlanLimits(inputBudget: figure, passageTokens: 2_000, density: density))
      }
    }
  }

  @Test("known counts are exact and take the place of estimates")
  func counts() throws {
    let text = Prose.paragraphs(20)
    let limits = PlanLimits(inputBudget: 500, passageTokens: 500)
    let first = try plan(text, limits)
    var counts: [PassageKey: Int] = [:]
    for passage in first.passages.dropLast() { counts[passage.key] = passage.tokens.value + 7 }
    let some = try plan(text, limits, counts: counts)
    #expect(some.passages.map(\.tokens.exact) == first.passages.dropLast().map { _ in true } + [false])
    #expect(!some.tokens.exact)
    for passage in first.passages { counts[passage.key] = passage.tokens.value + 7 }
    let all = try plan(text, limits, counts: counts)
    #expect(all.tokens == TokenCount(first.tokens.value + 7 * first.passes, exact: true))
  }

  @Test("a passage that was counted and does not fit is packed anew, the others stay")
  func overflowing() throws {
    let text = Prose.paragraphs(20)
    let limits = PlanLimits(inputBudget: 500, passageTokens: 500)
    let first = try plan(text, limits)
    let second = try plan(text, limits, counts: [first.passages[1].key: 900])
    #expect(second.passages.first == first.passages.first)
    #expect(second.passages.last == first.passages.last)
    #expect(second.passes == first.passes + 1 || second.passes == first.passes + 2)
    checkCover(second, text)
  }
}

@Suite("Giant sentences")
struct GiantTests {
  @Test("they are cut into equal pieces between words")
  func words() throws {
    let text = Array(repeating: "words without any stop", count: 2_000).joined(separator: " ")
    let plan = try check(text, size: 1_000)
    #expect(plan.passages.dropFirst().allSatisfy { text.utf8Prefix($0.range.lowerBound).hasSuffix(" ") })
    let prices = plan.passages.map(\.tokens.value)
    #expect(Double(prices.max() ?? 1) <= 1.3 * Double(prices.min() ?? 1), "\(prices)")
    #expect(plan.passes <= Outline(of: Array(text.utf8)).tokens / 1_000 + 2)
  }

  @Test(
    "characters that belong together stay together",
    arguments: ["👩‍👩‍👧", "e\u{301}", "👍🏽", "漢", "\r\n", "x\u{FE0F}\u{20E3}", "が\u{3099}"]
  )
  func characters(_ character: String) throws {
    let text = "a" + String(repeating: character, count: 3_000)
    let limits = PlanLimits(exact: 200)
    for passage in try plan(text, limits).passages {
      let piece = content(passage, of: text)
      #expect(piece == "a" || piece.dropFirst(piece.hasPrefix("a") ? 1 : 0).allSatisfy { "\($0)" == character })
    }
  }

  @Test("sentences around them are packed with their pieces")
  func around() throws {
    let giant = Array(repeating: "and on it goes", count: 300).joined(separator: " ")
    let text = "Before it. A little.\n\n" + giant + ".\n\nAfter it. A little more."
    try check(text, size: 500)
  }

  @Test(
    "an edit within one costs the notes of the pieces that it touches, no others",
    arguments: [0, 900, 3_000, 5_990]
  )
  func edited(_ place: Int) throws {
    var words = (0..<6_000).map { "word\($0 * 7_919 % 1_000)" }
    let first = try check(words.joined(separator: " "), size: 1_000)
    words[place] = "quite another"
    let second = try check(words.joined(separator: " "), size: 1_000, known: first)
    let new = Set(second.passages.map(\.key)).subtracting(first.passages.map(\.key))
    #expect(first.passes > 10 && new.count <= 2)
  }

  @Test("they are cut in the same places again")
  func again() throws {
    let giant = Array(repeating: "and on it goes", count: 300).joined(separator: " ")
    let text = Prose.paragraphs(10) + "\n\n" + giant + ".\n\n" + Prose.paragraphs(10, from: 10)
    let first = try check(text, size: 300)
    #expect(try check(text, size: 300, known: first) == first)
  }

}

@Suite("Any text is planned at once")
struct RobustnessTests {
  @Test("made of any pieces, and found again", arguments: 0..<20)
  func pieces(_ seed: Int) throws {
    var random = Seeded(seed)
    for _ in 0..<30 {
      let text = (0..<Int.random(in: 0..<200, using: &random))
        .map { _ in CoverageTests.pieces.randomElement(using: &random) ?? "" }.joined()
      let size = Int.random(in: 16...150, using: &random)
      let first = try plan(text, PlanLimits(exact: size))
      checkCover(first, text)
      // What has no words joins a full passage.
      #expect(first.passages.allSatisfy { $0.tokens.value <= max(32, size) * 5 / 4 })
      #expect(try check(text, size: size, known: first) == first, "\(text.debugDescription)")
    }
  }

  @Test(
    "of any shape",
    arguments: [
      String(repeating: "x", count: 200_000), String(repeating: "words and ", count: 20_000),
      String(repeating: " ", count: 200_000), String(repeating: "\n", count: 200_000),
      String(repeating: "😀", count: 20_000), String(repeating: "# Heading\n", count: 10_000),
      String(repeating: "a. ", count: 50_000), String(repeating: "A.\n\n", count: 20_000),
      "word" + String(repeating: " ", count: 200_000) + "word", "a" + String(repeating: "\u{301}", count: 50_000),
      "a" + String(repeating: ".", count: 200_000) + "b", String(repeating: "(\"", count: 50_000) + "x",
      String(repeating: "漢字。", count: 20_000), String(repeating: "```\n", count: 20_001),
      String(repeating: "Anna: yes\n", count: 10_000), String(repeating: "|x|", count: 50_000),
      String(repeating: "1.", count: 50_000), String(repeating: "<div>", count: 30_000),
    ]
  )
  func shapes(_ text: String) throws {
    let first = try check(text, size: 2_000)
    #expect(try check(text, size: 2_000, known: first) == first)
  }
}

@Suite("Room in a window")
struct WindowTests {
  @Test("is the window less what is spoken for")
  func classic() throws {
    let overhead = Overhead(session: 22, reserve: 8, instructions: 11, schema: 138)
    #expect(try Window(size: 4_096).inputBudget(overhead: overhead, answer: 220) == 3_697)
  }

  @Test(
    "that leaves none is a failure that says the figures",
    arguments: [(0, 220), (-5, 220), (220, 220), (4_096, 4_096), (300, 240)]
  )
  func none(_ size: Int, _ answer: Int) {
    let failure = #expect(throws: Failure.self) {
      try Window(size: size).inputBudget(overhead: Overhead(), answer: answer)
    }
    #expect(failure?.kind == .noRoom && failure?.detail.contains("of \(size) tokens") ?? false)
  }

  @Test("absurd figures are no trap")
  func absurd() {
    for size in [Int.min, -1, 0, .max] {
      for part in [Int.min, -1, 0, .max] {
        _ = try? Window(size: size).inputBudget(
          overhead: Overhead(session: part, reserve: part, instructions: part, schema: part),
          answer: part
        )
      }
    }
  }

  @Test("a note is at most a third of its passage")
  func ceiling() {
    #expect(noteCeiling(forPassageTokens: 2_000, maxAnswerTokens: 220) == 220)
    #expect(noteCeiling(forPassageTokens: 300, maxAnswerTokens: 220) == 100)
    #expect(noteCeiling(forPassageTokens: 2, maxAnswerTokens: 220) == 1)
  }
}

extension PlanLimits {
  /// As the built-in note taker has them.
  init(exact size: Int) { self.init(inputBudget: max(size, 32), passageTokens: size, exactEstimate: true) }
}

func content(_ passage: Plan.Passage, of text: String) -> String {
  String(decoding: Array(text.utf8)[passage.range], as: UTF8.self)
}

extension String {
  func utf8Prefix(_ length: Int) -> String { String(decoding: utf8.prefix(length), as: UTF8.self) }
}

func plan(
  _ text: String,
  _ limits: PlanLimits = PlanLimits(exact: 2_000),
  known: Plan? = nil,
  counts: [PassageKey: Int] = [:]
) throws -> Plan {
  let bytes = Array(text.utf8)
  return try Plan(
    of: Outline(of: bytes),
    text: bytes,
    limits: limits,
    known: known?.passages.map(\.known) ?? [],
    counts: counts
  )
}

/// Plans a text and holds the plan to everything that is true of all plans.
@discardableResult
func check(
  _ text: String,
  size: Int,
  passes: Int? = nil,
  limits: PlanLimits? = nil,
  known: Plan? = nil,
  at place: SourceLocation = #_sourceLocation
) throws -> Plan {
  let limits = limits ?? PlanLimits(exact: size)
  let plan = try plan(text, limits, known: known)
  if let passes { #expect(plan.passes == passes, sourceLocation: place) }
  checkCover(plan, text, at: place)
  for passage in plan.passages where known == nil {
    #expect(passage.tokens.value <= max(32, min(size, limits.inputBudget)), sourceLocation: place)
  }
  return plan
}

/// Passages touch, cover the text, are never blank, and have the key of their text.
func checkCover(_ plan: Plan, _ text: String, at place: SourceLocation = #_sourceLocation) {
  let bytes = Array(text.utf8)
  guard let first = plan.passages.first, let last = plan.passages.last else { return }
  #expect(first.range.lowerBound == 0 && last.range.upperBound == bytes.count, sourceLocation: place)
  for (one, next) in zip(plan.passages, plan.passages.dropFirst()) {
    #expect(one.range.upperBound == next.range.lowerBound, sourceLocation: place)
  }
  for passage in plan.passages {
    #expect(passage.key == PassageKey(of: bytes, in: passage.range), sourceLocation: place)
    #expect(bytes.contentStart(in: passage.range) < passage.range.upperBound, sourceLocation: place)
    #expect(!bytes[passage.range.lowerBound].isContinuation, sourceLocation: place)
  }
}

/// Paragraphs that say nothing, each different.
enum Prose {
  private static let subjects = [
    "The committee", "A keeper", "Her brother", "The mill", "Some visitors", "The old map",
  ]
  private static let verbs = ["counted", "forgot", "described", "followed", "repaired", "lost"]
  private static let objects = ["the boats", "a long letter", "seven bridges", "the northern road", "every lantern"]

  static func paragraphs(_ count: Int, from first: Int = 0) -> String {
    (first..<first + count).map(paragraph).joined(separator: "\n\n")
  }

  static func paragraph(_ number: Int) -> String {
    (0..<4 + number % 3).map { sentence(number * 10 + $0) }.joined(separator: " ")
  }

  static func sentence(_ number: Int) -> String {
    let subject = subjects[number % subjects.count]
    let verb = verbs[number / 2 % verbs.count]
    return "\(subject) \(verb) \(objects[number / 3 % objects.count]) on day \(number) of that year."
  }
}
