import LSP
import Models
import Summaries
import TestSupport
import Testing

@testable import Server

@Suite("A pass that fails costs one passage, never the others") struct FailureTests {
  private let options: [String: JSONValue] = ["passageTokens": 100]
  private let uri: JSONValue = ["uri": "file:///a.md"]
  private let text = Passages.text("Ada Bea Cid")
  private let blocked = Failure(.blocked, "Unsafe, it said.")

  @Test func `the others are noted; the failed one keeps its provisional note, labelled`() async throws {
    let model = ScriptedModel()
    model.answers("Bea", .fails(blocked))
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      try await client.summarise()
      try await client.finished()
      let report = try await client.report { $0.passages[1].note != nil }
      #expect(report.states == "fresh failed fresh")
      #expect(report.passages[1].note?.provisional == true)
      #expect(report.passages[1].failure?.kind == "blocked")
      #expect(report.passages[1].failure?.retry == true && report.passages[1].failure?.relax == true)
      #expect(report.summary?.text == "All of them counted boats: 2.")
      let hover = try await client.hover("Bea")
      #expect(hover?.contains("Blocked by the model's safety filter") == true)
      #expect(hover?.contains("then the long nets") == true)
      #expect(
        try await client.diagnostics { $0.count == 1 } == ["Blocked by the model's safety filter: Unsafe, it said."]
      )
    }
  }

  @Test func `a stream that breaks off leaves the provisional note, not half a note`() async throws {
    let model = ScriptedModel()
    model.answers("Bea", .breaksOff(["Bea counted", "Bea counted and"], Failure(.connectionLost, "Gone.")))
    model.hold("Bea")
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      try await client.summarise()
      try await client.report { $0.notes[1] == "Bea counted and" && $0.passages[2].note != nil }
      model.releaseAll()
      try await client.finished()
      let report = try await client.report()
      #expect(report.states == "fresh failed fresh")
      #expect(report.passages[1].note?.provisional == true)
      #expect(report.passages[1].note?.text.contains("then the long nets") == true)
    }
  }

  @Test(
    "A stream without a word is the failure it is",
    arguments: [
      ScriptedModel.Answer.nothing, .text(""), .text(" \n…"), .snapshots(["", " "]),
    ]
  )
  func empty(answer: ScriptedModel.Answer) async throws {
    let model = ScriptedModel()
    model.answers("Bea", answer)
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      try await client.summarise()
      let report = try await client.finished()
      #expect(report.states == "fresh failed fresh")
      #expect(report.passages[1].failure?.kind == "answerEmpty")
    }
  }

  @Test func `retry asks for that passage alone, and then combines anew`() async throws {
    let model = ScriptedModel()
    model.answers("Bea", .fails(Failure(.timedOut, "Slow.")))
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      try await client.summarise()
      let failed = try await client.finished().passages[1].id
      model.answers { _ in nil }
      let reply = try await client.command("retry", ["uri": "file:///a.md", "passage": .string(failed)])
      #expect(reply["run"] == "run-1")
      let report = try await client.finished()
      #expect(report.states == "fresh fresh fresh")
      #expect(report.summary?.text == "All of them counted boats: 3.")
      #expect(model.asked == ["Ada", "Bea", "Cid", "combine", "Bea", "combine"])
      #expect(model.state.requests.allSatisfy { $0.filter == .standard })
    }
  }

  @Test func `the filter is relaxed only where a person asked for it, for that passage alone`() async throws {
    let model = ScriptedModel()
    model.answers { [blocked] in
      $0.filter == .standard && String(decoding: $0.source, as: UTF8.self).hasPrefix("Bea") ? .fails(blocked) : nil
    }
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      try await client.summarise()
      let failed = try await client.finished().passages[1].id
      _ = try await client.command(
        "retry",
        ["uri": "file:///a.md", "passage": .string(failed), "relaxed": true]
      )
      let report = try await client.finished()
      #expect(report.states == "fresh fresh fresh")
      #expect(report.passages.map { $0.note?.relaxedFilter } == [false, true, false])
      let relaxed = model.state.requests.filter { $0.filter == .relaxed }
      #expect(relaxed.count == 1 && relaxed[0].kind == .note)
      #expect(try await client.hover("Bea")?.contains("relaxed filter") == true)
    }
  }

  @Test func `a retry that fails keeps what there was`() async throws {
    let model = ScriptedModel()
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      try await client.summarise()
      let passage = try await client.finished().passages[1].id
      model.answers("Bea", .breaksOff(["Half a"], Failure(.timedOut, "Slow.")))
      _ = try await client.command("retry", ["uri": "file:///a.md", "passage": .string(passage)])
      let report = try await client.finished()
      #expect(report.states == "fresh failed fresh")
      #expect(report.passages[1].note?.text == "Bea counted the boats.")
    }
  }

  @Test func `a retry while the notes are combined combines them anew, once`() async throws {
    let model = ScriptedModel()
    model.answers("Bea", .fails(Failure(.timedOut, "Slow.")))
    model.hold("combine")
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      try await client.summarise()
      try await model.entered("combine")
      let failed = try await client.report().passages[1].id
      // It fails again, so the notes to combine are the same as before.
      _ = try await client.command("retry", ["uri": "file:///a.md", "passage": .string(failed)])
      try await model.cancelled(1)
      try await model.entered(6)
      model.releaseAll()
      let report = try await client.finished()
      #expect(report.summary?.text == "All of them counted boats: 2.")
      #expect(model.asked == ["Ada", "Bea", "Cid", "combine", "Bea", "combine"])
    }
  }

  @Test("A passage that the model finds too long is noted in parts", arguments: [1, 3])
  func tooLong(passages: Int) async throws {
    let model = ScriptedModel()
    model.answers {
      $0.kind != .combine && $0.source.count > 300 ? .fails(Failure(.tooLong, "Too long.")) : nil
    }
    try await TestClient.session([model], options: passages == 1 ? [:] : options) { client in
      // Sentences that can be parted.
      let paragraphs = ["Ada", "Bea", "Cid"].map { Array(repeating: "\($0) saw a boat.", count: 26) }
      try client.open(paragraphs.map { $0.joined(separator: " ") }.joined(separator: "\n\n"))
      try await client.summarise()
      let report = try await client.finished()
      #expect(report.passages.allSatisfy { $0.state == .fresh })
      #expect(report.passages.count > passages)
      #expect(report.summary != nil)
      #expect(model.state.requests.filter { $0.source.count <= 300 }.allSatisfy { $0.kind != .single })
    }
  }

  @Test func `a passage that cannot be cut smaller fails`() async throws {
    let model = ScriptedModel()
    model.answers("Bea", .fails(Failure(.tooLong, "Too long.")))
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      model.answers { $0.kind == .combine ? nil : .fails(Failure(.tooLong, "Too long.")) }
      try await client.summarise()
      let report = try await client.finished()
      #expect(report.passages.allSatisfy { $0.failure?.kind == "tooLong" })
      #expect(report.summary == nil)
    }
  }

  @Test func `an error that is no failure of ours is shown as the model's`() async throws {
    struct Odd: Error, CustomStringConvertible { let description = "odd" }
    let model = ScriptedModel(window: 350) { _ in throw Odd() }
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      try await client.summarise()
      let report = try await client.finished()
      #expect(report.passages.map { $0.failure?.kind } == ["modelError", "modelError", "modelError"])
      #expect(report.passages.first?.failure?.detail == "odd")
    }
  }

  // MARK: Combining

  @Test func `when combining fails the notes are all still there`() async throws {
    let model = ScriptedModel()
    model.answers { $0.kind == .combine ? .fails(Failure(.timedOut, "Slow.")) : nil }
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      try await client.summarise()
      let end = try await client.message("$/progress") { $0["value"]?["kind"] == "end" }
      #expect(end.params["value"]?["message"] == "3 notes, not combined")
      let report = try await client.report()
      #expect(report.states == "fresh fresh fresh" && report.summary == nil)
      #expect(try await client.lenses().first == "Notes: 3 passages")
    }
  }

  @Test func `notes that do not fit into one request are combined by levels`() async throws {
    // A budget of 70 tokens for notes of some 20 each: three at a time.
    let model = ScriptedModel(window: 120)
    let boats = "all of the boats of the harbour by the sea and then went back home."
    model.answers { request in
      request.kind == .combine
        ? .text("These \(request.parts.count) counted \(boats)")
        : .text("\(String(decoding: request.source.prefix(2), as: UTF8.self)) counted \(boats)")
    }
    try await TestClient.session([model], options: ["passageTokens": 64, "maxAnswerTokens": 20]) { client in
      let sentences = (0..<9).map { "N\($0) saw " + String(repeating: "a boat and ", count: 12) + "left." }
      try client.open(sentences.joined(separator: "\n\n"))
      let reply = try await client.command("summarise", uri)
      let report = try await client.finished()
      let combining = model.state.requests.filter { $0.kind == .combine }
      #expect(report.passages.count >= 5)
      #expect(combining.count > 2)
      // The plan takes every note for as long as it may be.
      #expect(reply["plan"]?["combinePasses"]?.intValue ?? 0 >= combining.count)
      #expect(report.summary?.text.hasPrefix("These ") == true)
      #expect(combining.allSatisfy { $0.parts.count >= 2 })
    }
  }
}
