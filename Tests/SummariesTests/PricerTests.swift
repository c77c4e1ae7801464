import Synchronization
import Testing

@testable import Summaries

/// A tokenizer that charges so much for each byte, and remembers what it was asked.
private final class Tokenizer: Sendable {
  private let perByte: @Sendable (UInt8) -> Double
  private let asked = Mutex<[String]>([])

  init(_ perByte: @escaping @Sendable (UInt8) -> Double) { self.perByte = perByte }

  var questions: [String] { asked.withLock { $0 } }

  func count(_ text: String) -> Int {
    asked.withLock { $0.append(text) }
    return Int(text.utf8.reduce(0) { $0 + perByte($1) })
  }
}

/// A counter that answers when it is told to.
private actor SlowCounter {
  private var waiting: CheckedContinuation<Void, Never>?
  private var arrival: CheckedContinuation<Void, Never>?
  private(set) var questions = 0

  func count(_ text: String) async -> Int {
    questions += 1
    await withCheckedContinuation { continuation in
      waiting = continuation
      arrival?.resume()
      arrival = nil
    }
    return text.utf8.count / 4
  }

  /// Waits until a question is there, and then answers it.
  func release() async {
    if waiting == nil { await withCheckedContinuation { arrival = $0 } }
    waiting?.resume()
    waiting = nil
  }

  func arrived() async {
    if waiting == nil { await withCheckedContinuation { arrival = $0 } }
  }
}

@Suite("Pricing")
struct PricerTests {
  private let limits = PlanLimits(inputBudget: 600, passageTokens: 500)

  private func price(
    _ text: String,
    _ limits: PlanLimits? = nil,
    known: [KnownPassage] = [],
    counts: [PassageKey: Int] = [:],
    count: @Sendable (String) async throws -> Int
  ) async throws -> Priced {
    let bytes = Array(text.utf8)
    return try await Pricer().price(
      text: bytes,
      outline: Outline(of: bytes),
      limits: limits ?? self.limits,
      known: known,
      counts: counts,
      count: count
    )
  }

  @Test(
    "is exact, within the budget and frugal, whatever the tokenizer charges",
    arguments: [0.02, 0.1, 0.25, 0.3, 0.5, 0.99, 2]
  )
  func densities(_ perByte: Double) async throws {
    let tokenizer = Tokenizer { _ in perByte }
    let text = Prose.paragraphs(60)
    let priced = try await price(text) { tokenizer.count($0) }
    #expect(priced.plan.tokens.exact)
    checkCover(priced.plan, text)
    for passage in priced.plan.passages {
      #expect(passage.tokens.value <= limits.inputBudget)
      #expect(passage.tokens.value == Int(Double(passage.range.count) * perByte))
    }
    #expect(priced.countsUsed == tokenizer.questions.count)
    #expect(priced.countsUsed <= priced.plan.passes + 1, "the calibration was right, nothing was split")
  }

  @Test("packs anew what turns out too long: one count more for each split")
  func splits() async throws {
    // Figures cost ten times as much, and stand in one place that the calibration hardly sees.
    let figures = (0..<120).map { "Row \($0): 3141592653 and 5897932384." }.joined(separator: " ")
    let text = Prose.paragraphs(120) + "\n\n" + figures + "\n\n" + Prose.paragraphs(120, from: 120)
    let tokenizer = Tokenizer { $0.isDigit ? 2.5 : 0.25 }
    let priced = try await price(text) { tokenizer.count($0) }
    #expect(priced.plan.tokens.exact && priced.plan.passages.allSatisfy { $0.tokens.value <= 600 })
    let final = Set(priced.plan.passages.map(\.key))
    let splits = priced.counts.keys.count { !final.contains($0) }
    #expect(splits > 0)
    #expect(priced.countsUsed <= priced.plan.passes + splits + 1)
    checkCover(priced.plan, text)
  }

  @Test("cuts a giant sentence until it fits")
  func giant() async throws {
    let text = String(repeating: "x", count: 20_000)
    let priced = try await price(text) { $0.utf8.count }
    #expect(priced.plan.tokens.exact && priced.plan.passages.allSatisfy { $0.tokens.value <= 600 })
    checkCover(priced.plan, text)
  }

  @Test("calibrates on slices from across the document, 4,000 characters at most")
  func calibration() async throws {
    let tokenizer = Tokenizer { _ in 0.25 }
    let text = Prose.paragraphs(200)
    let priced = try await price(text) { tokenizer.count($0) }
    let sample = try #require(tokenizer.questions.first)
    #expect(sample.count <= 4_000 && sample.count > 3_000)
    #expect(sample.contains("day 0 ") && sample.contains(text.suffix(40)))
    #expect(abs(priced.density - 1) < 0.5 && priced.density != 1)
  }

  @Test("asks nothing that is known: priced again, it does not ask at all")
  func again() async throws {
    let text = Prose.paragraphs(60)
    let first = try await price(text) { $0.utf8.count / 4 }
    var limits = self.limits
    limits.density = first.density
    let known = first.plan.passages.map(\.known)
    let again = try await price(text, limits, known: known, counts: first.counts) { _ in
      Issue.record("asked for what it knows")
      return 1
    }
    #expect(again.countsUsed == 0 && again.plan == first.plan)
    let edited = try await price(text + " One more.", limits, known: known, counts: first.counts) { $0.utf8.count / 4 }
    #expect(edited.countsUsed == 1)
  }

  @Test("needs one count for a text of one passage, none for one without words or an exact estimate")
  func few() async throws {
    #expect(try await price("One sentence.") { $0.utf8.count / 4 }.countsUsed == 1)
    #expect(try await price("\n \n") { _ in 1 }.countsUsed == 0)
    #expect(try await price(Prose.paragraphs(50), PlanLimits(exact: 500)) { _ in 1 }.countsUsed == 0)
  }

  @Test("fails as its counter fails, and where there is no room")
  func failures() async throws {
    let failure = Failure(.connectionLost, "gone")
    await #expect(throws: failure) { try await price(Prose.paragraphs(50)) { _ in throw failure } }
    await #expect(throws: Failure.self) {
      try await price("Text.", PlanLimits(inputBudget: 3, passageTokens: 100)) { _ in 1 }
    }
  }

  @Test("survives a counter that lies", arguments: [-5, 0, 1, 1_000_000, .max])
  func lies(_ count: Int) async throws {
    let text = Prose.paragraphs(3)
    let priced = try await price(text) { _ in count }
    checkCover(priced.plan, text)
  }

  @Test("waits for its counter without holding anything up: the plan by estimate is there at once")
  func slow() async throws {
    let counter = SlowCounter()
    let text = Prose.paragraphs(30)
    let estimate = try plan(text, limits)
    #expect(!estimate.tokens.exact && estimate.passes > 1)
    let pricing = Task { try await price(text) { await counter.count($0) } }
    var released = 0
    await counter.arrived()
    #expect(await counter.questions == 1)
    while released < estimate.passes + 1 {
      await counter.release()
      released += 1
    }
    let priced = try await pricing.value
    #expect(priced.plan.tokens.exact && priced.countsUsed == released)
  }

  @Test("asks no more once it is cancelled")
  func cancelled() async throws {
    let counter = SlowCounter()
    let text = Prose.paragraphs(60)
    let pricing = Task { try await price(text) { await counter.count($0) } }
    await counter.arrived()
    pricing.cancel()
    await counter.release()
    await #expect(throws: CancellationError.self) { try await pricing.value }
    #expect(await counter.questions == 1)
  }
}
