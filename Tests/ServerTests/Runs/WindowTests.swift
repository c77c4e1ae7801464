import LSP
import Summaries
import TestSupport
import Testing

@testable import Server

@Suite("A window that turns out smaller is planned for, once") struct WindowTests {
  /// Sentences that can be parted, some 600 tokens of them.
  private let text = ["Ada", "Bea", "Cid", "Dov"].map { name in
    (1...26).map { "\(name) saw boat \($0)." }.joined(separator: " ")
  }.joined(separator: "\n\n")
  private static let trueSize = 450

  @Test(
    "The true window is remembered, and every later request fits it",
    arguments: [Failure.Kind.tooLong, .truncatedInput]
  )
  func failure(kind: Failure.Kind) async throws {
    let model = ScriptedModel(window: 8_192)
    model.answers { request in
      let tokens = TokenWeights.standard.tokens(in: request.source)
      guard request.kind != .combine, tokens + 30 + request.ceiling > Self.trueSize else { return nil }
      return .fails(Failure(kind, "Too long.", window: Self.trueSize))
    }
    try await TestClient.session([model]) { client in
      try client.open(text)
      #expect(try await client.report().plan?.passes == 1)
      try await client.summarise()
      let report = try await client.finished()
      #expect(report.passages.allSatisfy { $0.state == .fresh } && report.passages.count > 1)
      #expect(report.model.contextWindow == Self.trueSize)
      let failed = model.state.requests.prefix(1)
      let later = model.state.requests.dropFirst().filter { $0.kind != .combine }
      #expect(failed.count == 1 && later.count == report.passages.count)
      // Another text is planned right from the beginning.
      let before = model.state.requests.count
      try client.open(text.replacing("saw", with: "met"), as: "file:///b.md")
      #expect(try await client.report("file:///b.md").plan?.passes ?? 0 > 1)
      try await client.summarise("file:///b.md")
      let other = try await client.finished("file:///b.md")
      #expect(model.state.requests.dropFirst(before).count { $0.kind != .combine } == other.passages.count)
    }
  }

  @Test func `a silently truncated note is kept and labelled until the parts are there, and never twice`() async throws
  {
    let model = ScriptedModel(window: 8_192)
    model.answers { request in
      guard request.kind != .combine else { return nil }
      let tokens = TokenWeights.standard.tokens(in: request.source)
      let isCut = tokens > 100
      return .drafts([
        Draft(
          text: "\(tokens) boats.",
          finishReason: .stop,
          usage: Draft.Usage(promptTokens: min(tokens + 20, Self.trueSize), answerTokens: 5),
          truncatedInput: isCut
        )
      ])
    }
    model.hold()
    try await TestClient.session([model]) { client in
      try client.open(text)
      try await client.summarise()
      try await model.entered(1)
      model.releaseNext()
      try await model.entered(2)
      let cut = try await client.report { $0.passages.count > 1 && $0.passages.allSatisfy { $0.note != nil } }
      #expect(cut.passages[0].note?.truncatedInput == true && cut.passages[0].note?.provisional == true)
      #expect(try await client.hover("Ada")?.contains("the model did not read all of this") == true)
      model.releaseAll()
      let report = try await client.finished()
      // The parts were cut off again: that is said, and nothing is cut smaller.
      #expect(report.passages.count == cut.passages.count)
      #expect(report.passages.allSatisfy { $0.state == .fresh })
      #expect(report.passages[0].note?.truncatedInput == true && report.passages[0].note?.provisional == false)
      #expect(try await client.hover("Ada")?.contains("the model did not read all of this") == true)
      #expect(model.asked.filter { $0 != "combine" }.count == 1 + report.passages.count)
    }
  }

  @Test func `notes that the model cannot hold together are grouped anew, once`() async throws {
    let model = ScriptedModel()
    model.answers { $0.kind == .combine && $0.parts.count > 2 ? .fails(Failure(.tooLong, "Too long.")) : nil }
    try await TestClient.session([model], options: ["passageTokens": 100]) { client in
      try client.open(Passages.text("Ada Bea Cid Dov"))
      try await client.summarise()
      #expect(try await client.finished().summary?.text == "All of them counted boats: 2.")
      #expect(model.state.requests.filter { $0.kind == .combine }.map(\.parts.count) == [4, 2, 2, 2])
    }
  }

  @Test func `what the model says of its window later fits what waits`() async throws {
    let model = ScriptedModel(window: 8_192)
    model.inspects(held: true) { $0.window = Window(size: Self.trueSize) }
    model.hold()
    try await TestClient.session([model], options: ["passageTokens": 300]) { client in
      try client.open(text)
      try await client.summarise()
      try await model.entered(1)
      let before = try await client.report().passages.count
      model.releaseInspection()
      try await client.report { $0.passages.count > before }
      model.releaseAll()
      let report = try await client.finished()
      let budget = try #require(report.plan?.inputBudget)
      #expect(report.model.contextWindow == Self.trueSize)
      #expect(report.passages.dropFirst().allSatisfy { $0.tokens.value <= budget })
    }
  }

  // MARK: Counts

  @Test func `a pass and the price never count the same passage twice`() async throws {
    let model = ScriptedModel(window: 400)
    model.holdCounts()
    try await TestClient.session([model], options: ["passageTokens": 100]) { client in
      try client.open(Passages.text("Ada Bea Cid Dov"))
      try await model.counting()
      try await client.summarise()
      model.releaseAll()
      let report = try await client.finished()
      #expect(report.states == "fresh fresh fresh fresh")
      #expect(model.state.counted.count <= report.passages.count + 1)
      #expect(Set(model.state.counted).count == model.state.counted.count)
    }
  }

  @Test func `without a tokenizer nothing is counted, and an unchanged text keeps its plan`() async throws {
    let model = ScriptedModel(window: 1_000, countsTokens: false)
    // Every text takes twice as many tokens as was thought.
    model.answers { request in
      let tokens = 2 * TokenWeights.standard.tokens(in: request.source) + 22
      return .drafts([
        Draft(text: "Boats.", finishReason: .stop, usage: Draft.Usage(promptTokens: tokens, answerTokens: 2))
      ])
    }
    try await TestClient.session([model], options: ["passageTokens": 300]) { client in
      try client.open(text)
      let first = try await client.report()
      #expect(first.plan?.tokens.exact == false)
      try await client.summarise()
      let noted = try await client.finished()
      #expect(noted.passages.map(\.range) == first.passages.map(\.range))
      // Asked again, the text is as it was: nothing is new.
      try await client.summarise()
      let again = try await client.finished()
      #expect(again.passages.map(\.range) == first.passages.map(\.range))
      #expect(again.plan?.tokens == first.plan?.tokens)
      #expect(model.asked.filter { $0 != "combine" }.count == first.passages.count)
      // Another text is priced by what was learnt.
      try client.open(text.replacing("saw", with: "met"), as: "file:///b.md")
      let other = try await client.report("file:///b.md")
      #expect(other.plan?.tokens.exact == false)
      let ratio = Double(other.plan?.tokens.value ?? 0) / Double(first.plan?.tokens.value ?? 1)
      #expect(ratio > 1.9 && ratio < 2.1)
      #expect(model.state.counted == [])
    }
  }

  // MARK: The request

  @Test func `a model is given as many requests at a time as the settings say`() async throws {
    let model = ScriptedModel(concurrent: 1)
    model.hold()
    try await TestClient.session([model], options: ["passageTokens": 100, "maxConcurrent": 2]) { client in
      try client.open(Passages.text("Ada Bea Cid"))
      try await client.summarise()
      try await model.entered(2)
      #expect(try await client.report().states == "running running waiting")
      model.releaseAll()
      try await client.finished()
    }
  }

  @Test func `a headline that comes first leaves what stands in until there is text`() async throws {
    let model = ScriptedModel()
    let drafts = [
      Draft(text: "", headline: "Boats"), Draft(text: "Ada counted", headline: "Boats"),
      Draft(text: "Ada counted the boats.", headline: "Boats", finishReason: .stop),
    ]
    model.answers { _ in .drafts(Array(drafts.prefix(1)) + drafts.suffix(1)) }
    model.hold()
    try await TestClient.session([model]) { client in
      try client.open(Passages.text("Ada"))
      try await client.summarise()
      let waiting = try await client.report { $0.passages.first?.note != nil }
      #expect(waiting.passages.first?.note?.provisional == true)
      model.releaseAll()
      let report = try await client.finished()
      #expect(report.passages.first?.note?.headline == "Boats")
      #expect(report.passages.first?.note?.timeToFirstToken != nil)
    }
  }
}
