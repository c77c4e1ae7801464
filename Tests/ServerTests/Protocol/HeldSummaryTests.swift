import LSP
import Models
import Summaries
import TestSupport
import Testing

@testable import Server

@Suite("A request that is held open brings the whole report") struct HeldSummaryTests {
  private let options: [String: JSONValue] = ["passageTokens": 100]
  private let text = Passages.text("Ada Bea Cid")

  private func report(_ client: TestClient, _ params: JSONValue) async throws -> Report.Document {
    let report = try await client.request("breviate/summarise", params).decode(as: Report.self)
    return try #require(report.documents.first)
  }

  @Test func `of a document`() async throws {
    try await TestClient.session([BuiltIn()], options: options) { client in
      try client.open(text)
      let document = try await report(client, ["uri": "file:///a.md"])
      #expect(document.uri == "file:///a.md" && document.version == 1 && document.languageId == "markdown")
      #expect(document.states == "fresh fresh fresh")
      #expect(document.summary != nil)
      #expect(document.model.id == "none" && document.model.contextWindow == nil && !document.model.windowAssumed)
      #expect(document.plan?.passes == 3 && document.plan?.combinePasses == 1 && document.plan?.inputBudget == 100)
    }
  }

  @Test func `of a range of it`() async throws {
    let model = ScriptedModel()
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      let range = try client.range(of: Passages.paragraph("Bea"))
      let document = try await report(client, ["uri": "file:///a.md", "range": range])
      #expect(document.notes == ["Bea counted the boats."])
      #expect(document.passages.first?.range.start.line == 2)
      #expect(document.summary == nil)
    }
  }

  @Test func `of a text that is in no document, of which nothing stays`() async throws {
    let model = ScriptedModel()
    try await TestClient.session([model], options: options) { client in
      let document = try await report(client, ["text": .string(text), "languageId": "plaintext"])
      #expect(document.states == "fresh fresh fresh" && document.languageId == "plaintext")
      #expect(client.taken("textDocument/publishDiagnostics").isEmpty)
      #expect(client.taken("breviate/didChangeNotes").isEmpty)
      #expect(client.taken("$/progress").isEmpty)
      #expect(try await client.failure(ofCommand: "notes").message.contains("no document is open"))
    }
  }

  @Test func `by another model, for this request alone`() async throws {
    let usual = ScriptedModel("usual")
    let other = ScriptedModel("other")
    try await TestClient.session([usual, other], options: options) { client in
      try client.open(text)
      let document = try await report(client, ["uri": "file:///a.md", "model": "ollama:other"])
      #expect(document.model.id == "ollama:other")
      #expect(usual.asked == [] && other.asked == ["Ada", "Bea", "Cid", "combine"])
      try await client.summarise()
      try await client.report { $0.summary != nil && $0.model.id == "ollama:usual" }
      #expect(usual.asked == ["Ada", "Bea", "Cid", "combine"])
    }
  }

  @Test(
    "Wrong params are said in words that name the key",
    arguments: [
      (["uri": "file:///none.md"], "uri: not an open document: file:///none.md"),
      ([:], "either uri or text"),
      (["uri": "file:///a.md", "text": "b"], "either uri or text"),
      (["text": 3], "text: expected a string"),
      (["uri": "file:///a.md", "model": "gpt"], "model"),
      (["uri": "file:///a.md", "model": "openai:https://example.org/v1#m"], "another machine"),
      (
        [
          "uri": "file:///a.md", "range": ["start": ["line": 3, "character": 0], "end": ["line": 1, "character": 0]],
        ],
        "range: its end is before its start"
      ),
    ] as [(JSONValue, String)]
  )
  func wrongParams(params: JSONValue, words: String) async throws {
    try await TestClient.session([BuiltIn()], options: options) { client in
      try client.open(text)
      let error = try await client.failure(of: "breviate/summarise", params)
      #expect(error.code == .invalidParams)
      #expect(error.message.contains(words))
    }
  }

  @Test func `a model that cannot be had is a readable error`() async throws {
    try await TestClient.session([BuiltIn()], options: options) { client in
      try client.open(text)
      let error = try await client.failure(of: "breviate/summarise", ["uri": "file:///a.md", "model": "ollama:x"])
      #expect(error.code == .requestFailed)
      #expect(error.message == "Model not available: There is no ollama:x in this test.")
    }
  }

  @Test func `short text has a report without passages`() async throws {
    try await TestClient.session([BuiltIn()]) { client in
      let document = try await report(client, ["text": "Twelve words are few enough to be read as they stand here."])
      #expect(document.passages == [] && document.summary == nil && document.plan?.passes == 0)
      #expect(document.plan?.tokens.exact == true)
    }
  }

  @Test func `snapshots of the whole report stream on the client's token, each more than the one before`() async throws
  {
    let model = ScriptedModel()
    model.answers("Ada", .snapshots(["Ada", "Ada counted.", "Ada counted boats."]))
    model.hold()
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      let id = try client.ask("breviate/summarise", ["uri": "file:///a.md", "partialResultToken": 7])
      func snapshot(where isWanted: @escaping @Sendable (Report.Document) -> Bool) async throws {
        try await client.message("$/progress") { params in
          guard params["token"] == 7,
            let report = try? params["value"]?.decode(as: Report.self), let document = report.documents.first
          else { return false }
          return document.passages.count == 3 && isWanted(document)
        }
      }
      try await snapshot { $0.notes[0] == "Ada counted." }
      model.releaseNext()
      try await snapshot { $0.states == "fresh running waiting" }
      model.releaseAll()
      let report = try await client.answer(to: id).decode(as: Report.self)
      #expect(report.documents.first?.states == "fresh fresh fresh")
      try await client.settled()
      _ = client.taken("$/progress")
      try client.edit(replace: "Ada", with: "Eve")
      try await client.message("breviate/didChangeNotes")
      // The token dies with its request.
      #expect(client.taken("$/progress").filter { $0["token"] == 7 }.isEmpty)
    }
  }

  @Test func `cancelled while it is planned, or of a text, nothing of it stays`() async throws {
    let model = ScriptedModel()
    model.hold()
    try await TestClient.session([model], options: options) { client in
      for waits in [false, true] {
        let id = try client.ask("breviate/summarise", ["text": .string(text)])
        if waits { try await model.entered(1) }
        try client.notify("$/cancelRequest", ["id": id.json])
        let error = try await client.outcome(of: id).failure
        #expect(error?.code == .requestCancelled)
        let report = try error?.data?.decode(as: Report.self)
        #expect(report?.documents.first?.passages.count == (waits ? 3 : 0))
      }
      try await model.cancelled(1)
    }
  }
}
