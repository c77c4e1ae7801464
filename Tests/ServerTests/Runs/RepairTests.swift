import LSP
import Summaries
import TestSupport
import Testing

@testable import Server

@Suite("The repair turn: kept only where it keeps more and invents nothing") struct RepairTests {
  private let text =
    "The kiln of Anna Roth was rebuilt in March 1987 for 4,200 pounds. "
    + Passages.paragraph("Ada") + " It reached 1,240 degrees on the first day.\n"
  private let first = "Anna Roth had the kiln rebuilt in March 1987."

  private func note(
    repair: Bool,
    _ second: ScriptedModel.Answer,
    _ check: (ScriptedModel, Report.Note) throws -> Void
  ) async throws {
    let model = ScriptedModel()
    let first = first
    model.answers { $0.kind == .repair ? second : .text(first) }
    try await TestClient.session([model], options: ["repair": .bool(repair)]) { client in
      try client.open(text)
      try await client.summarise()
      let report = try await client.finished()
      #expect(report.states == "fresh")
      try check(model, try #require(report.passages.first?.note))
    }
  }

  @Test func `it is off by default, and names what is missing`() async throws {
    try await note(repair: false, .nothing) { model, note in
      #expect(model.state.requests.map(\.kind) == [.single])
      #expect(!note.omitted.isEmpty)
    }
    try await note(repair: true, .nothing) { model, _ in
      #expect(model.state.requests.map(\.kind) == [.single, .repair])
      let repair = try #require(model.state.requests.last?.repair)
      #expect(repair.text == first)
      #expect(repair.missing.contains { $0.contains("1,240") })
    }
  }

  @Test(
    "What it brings is held against the first form",
    arguments: [
      ("Anna Roth had the kiln rebuilt in March 1987 for 4,200 pounds; it reached 1,240 degrees.", true),
      // It loses a name.
      ("The kiln was rebuilt in March 1987 for 4,200 pounds; it reached 1,240 degrees.", false),
      // It invents a number.
      ("Anna Roth had the kiln rebuilt in March 1987 for 4,200 pounds; it reached 1,240 degrees in 77 hours.", false),
      // It brings nothing.
      ("Anna Roth had the kiln rebuilt in March 1987, they say.", false),
    ]
  )
  func held(second: String, kept: Bool) async throws {
    try await note(repair: true, .text(second)) { _, note in
      #expect(note.text == (kept ? second : first))
    }
  }

  @Test(
    "A repair that fails leaves the note",
    arguments: [ScriptedModel.Answer.fails(Failure(.timedOut, "Slow.")), .nothing]
  )
  func fails(answer: ScriptedModel.Answer) async throws {
    try await note(repair: true, answer) { _, note in #expect(note.text == first) }
  }
}
