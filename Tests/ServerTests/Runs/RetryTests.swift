import LSP
import Summaries
import TestSupport
import Testing

@testable import Server

@Suite("What fails for a moment is asked again by itself") struct RetryTests {
  private let options: [String: JSONValue] = ["passageTokens": 100]
  private let uri: JSONValue = ["uri": "file:///a.md"]
  private let text = Passages.text("Ada Bea Cid")
  private static let lost = Failure(.connectionLost, "Gone.", isTransient: true)
  private static let thought = Failure(.answerWasReasoning, "It thought.")

  /// Pauses end at once, or never.
  private func session(
    _ model: ScriptedModel,
    waits: Bool = false,
    _ body: (TestClient) async throws -> Void
  ) async throws {
    try await TestClient.session(
      [model],
      options: options,
      change: { $0.retryDelay = { _ in waits ? .seconds(3_600) : .milliseconds(1) } },
      body
    )
  }

  @Test(
    "Only what may pass is asked again, twice at most",
    arguments: [
      ([lost], "fresh", 2), ([lost, lost], "fresh", 3), ([lost, lost, lost], "failed", 3),
      ([Failure(.modelError, "No.")], "failed", 1),
      ([Failure(.rateLimited, "Later.", isTransient: true, retryAfter: 20)], "fresh", 2),
      ([Failure(.rateLimited, "Later.", isTransient: true, retryAfter: 61)], "failed", 1),
      ([Failure(.rateLimited, "Later.", isTransient: true, retryAfter: .nan)], "failed", 1),
      ([Failure(.rateLimited, "Later.", isTransient: true, retryAfter: -1)], "failed", 1),
      ([thought], "fresh", 2), ([thought, thought], "failed", 2),
    ]
  )
  func attempts(failures: [Failure], state: String, asked: Int) async throws {
    let model = ScriptedModel()
    model.answersInTurn("Bea", failures.map { .fails($0) })
    try await session(model) { client in
      try client.open(text)
      try await client.summarise()
      let report = try await client.finished()
      #expect(report.states == "fresh \(state) fresh")
      #expect(model.asked.filter { $0 == "Bea" }.count == asked)
      #expect(report.passages[1].failure?.kind == (state == "failed" ? failures.last?.kind.rawValue : nil))
      #expect(report.passages[1].note?.provisional == (state == "failed"))
    }
  }

  @Test(
    "Where it waits is seen in progress and hover, and the others go on",
    arguments: [
      (Failure(.timedOut, "Slow.", isTransient: true), "1 s", "Ada Bea Cid"),
      (Failure(.timedOut, "Slow.", isTransient: true, retryAfter: 20), "20 s", "Ada Bea Cid"),
      // Whoever says that there are too many requests means all of them.
      (Failure(.rateLimited, "Many.", isTransient: true, retryAfter: 20), "20 s", "Ada Bea"),
    ]
  )
  func seen(failure: Failure, pause: String, asked: String) async throws {
    let model = ScriptedModel()
    model.answersInTurn("Bea", [.fails(failure)])
    try await session(model, waits: true) { client in
      try client.open(text)
      try await client.summarise()
      let words = "passage 2 of 3: waiting to try again in \(pause)"
      try await client.message("$/progress") { $0["value"]?["message"]?.stringValue == words }
      if asked.hasSuffix("Cid") { try await client.report { $0.states == "fresh waiting fresh" } }
      #expect(try await client.hover("Bea")?.contains("waiting to try again in \(pause)") == true)
      _ = try await client.command("cancel", uri)
      try await client.settled()
      #expect(try await client.report().passages[1].state == .cancelled)
      #expect(model.asked.joined(separator: " ") == asked)
      try await client.message("$/progress") { $0["value"]?["kind"] == "end" }
    }
  }

  @Test func `an answer that was all reasoning gets more room, once`() async throws {
    let model = ScriptedModel()
    model.answersInTurn("Bea", [.fails(Self.thought)])
    try await session(model) { client in
      try client.open(text)
      try await client.summarise()
      try await client.finished()
      let ceilings = model.state.requests.filter { String(decoding: $0.source, as: UTF8.self).hasPrefix("Bea") }
        .filter { $0.kind == .note }.map(\.ceiling)
      #expect(ceilings.count == 2 && ceilings[1] == 8 * ceilings[0])
    }
  }

  @Test func `combining waits and is asked again too`() async throws {
    let model = ScriptedModel()
    model.answersInTurn("combine", [.fails(Self.lost), .fails(Self.lost)])
    try await session(model) { client in
      try client.open(text)
      try await client.summarise()
      #expect(try await client.finished().summary != nil)
      #expect(model.asked.filter { $0 == "combine" }.count == 3)
    }
  }

  @Test func `a retry by hand has its attempts anew`() async throws {
    let model = ScriptedModel()
    model.answersInTurn("Bea", Array(repeating: .fails(Self.lost), count: 5))
    try await session(model) { client in
      try client.open(text)
      try await client.summarise()
      let failed = try await client.finished().passages[1].id
      _ = try await client.command("retry", ["uri": "file:///a.md", "passage": .string(failed)])
      #expect(try await client.finished().states == "fresh fresh fresh")
      #expect(model.asked.filter { $0 == "Bea" }.count == 6)
    }
  }
}
