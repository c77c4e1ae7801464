import LSP
import Models
import Summaries
import TestSupport
import Testing

@testable import Server

// That every progress begins once, never falls and ends once is seen to by the client of every test (`ClientRules`).

@Suite("Progress is shown where the client has room for it") struct ProgressTests {
  private let options: [String: JSONValue] = ["passageTokens": 100]
  private let uri: JSONValue = ["uri": "file:///a.md"]
  private let text = Passages.text("Ada Bea Cid")

  /// The values on a token, each as "kind percentage message".
  private func shown(_ client: TestClient) -> [String] {
    client.taken("$/progress").compactMap { $0["value"] }.map { value in
      [
        value["kind"]?.stringValue, value["percentage"]?.intValue.map { "\($0)" }, value["message"]?.stringValue,
      ].compactMap { $0 }.joined(separator: " ")
    }
  }

  @Test func `it tells of every pass`() async throws {
    let model = ScriptedModel()
    model.hold()
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      try await client.summarise()
      try await model.entered(1)
      model.releaseAll()
      _ = try await client.report { $0.summary != nil }
      try await client.settled()
      #expect(
        shown(client) == [
          "begin 0 0 of 3 passages", "report 25 1 of 3 passages", "report 50 2 of 3 passages",
          "report 75 3 of 3 passages", "end 3 notes",
        ]
      )
    }
  }

  @Test func `a client that does not offer it gets none`() async throws {
    try await TestClient.session([BuiltIn()], capabilities: [:], options: options) { client in
      try client.open(text)
      _ = try await client.request("breviate/summarise", uri)
    }
  }

  @Test func `a run that ends before the client answers still begins and ends`() async throws {
    try await TestClient.session(
      [BuiltIn()],
      options: options,
      prepare: { $0.holds("window/workDoneProgress/create") }
    ) { client in
      try client.open(text)
      try await client.summarise()
      let create = try await client.message("window/workDoneProgress/create")
      try await client.report { $0.summary != nil }
      #expect(shown(client) == [])
      try client.reply(to: create)
      try await client.message("$/progress") { $0["value"]?["kind"] == "begin" }
      try await client.message("$/progress") { $0["value"]?["kind"] == "end" }
    }
  }

  @Test func `a client that refuses it gets none, and can be asked again`() async throws {
    try await TestClient.session([BuiltIn()], options: options) { client in
      client.answers(
        "window/workDoneProgress/create",
        .failure(ResponseError(code: .internalError, message: "no room"))
      )
      try client.open(text)
      try await client.summarise()
      try await client.report { $0.summary != nil }
      try await client.settled()
      #expect(shown(client) == [])
      client.answers("window/workDoneProgress/create", .success(.null))
      try client.edit(replace: "Ada", with: "Eve")
      _ = try await client.command("update", uri)
      try await client.message("$/progress") { $0["value"]?["kind"] == "end" }
    }
  }

  @Test func `a retry while the run goes on is shown where the run is`() async throws {
    let model = ScriptedModel()
    model.answers("Ada", .fails(Failure(.timedOut, "Slow.")))
    model.hold("Bea")
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      try await client.summarise()
      try await model.entered("Bea")
      let failed = try await client.report().passages[0].id
      model.answers { _ in nil }
      _ = try await client.command("retry", ["uri": "file:///a.md", "passage": .string(failed)])
      model.releaseAll()
      try await client.finished()
      #expect(client.taken("window/workDoneProgress/create").count == 1)
    }
  }

  @Test func `a retry before the client has answered is shown once`() async throws {
    let model = ScriptedModel()
    model.answers("Ada", .fails(Failure(.timedOut, "Slow.")))
    try await TestClient.session(
      [model],
      options: options,
      prepare: { $0.holds("window/workDoneProgress/create") }
    ) { client in
      try client.open(text)
      try await client.summarise()
      let create = try await client.message("window/workDoneProgress/create")
      let failed = try await client.report { $0.summary != nil }.passages[0].id
      model.answers { _ in nil }
      model.hold()
      _ = try await client.command("retry", ["uri": "file:///a.md", "passage": .string(failed)])
      try client.reply(to: create)
      try await client.message("$/progress") { $0["value"]?["kind"] == "begin" }
      model.releaseAll()
      #expect(try await client.finished().states == "fresh fresh fresh")
      #expect(client.taken("window/workDoneProgress/create").isEmpty)
    }
  }

  @Test func `the client's own token is used while its request is held open, and no longer`() async throws {
    let model = ScriptedModel()
    model.hold()
    try await TestClient.session([model], capabilities: [:], options: options) { client in
      try client.open(text)
      let held = try client.ask("breviate/summarise", ["uri": "file:///a.md", "workDoneToken": "mine"])
      let other = try client.ask("breviate/summarise", uri)
      try await client.message("$/progress") { $0["token"] == "mine" && $0["value"]?["kind"] == "begin" }
      try await client.settled()
      try client.notify("$/cancelRequest", ["id": held.json])
      _ = try await client.outcome(of: held)
      try await client.message("$/progress") { $0["token"] == "mine" && $0["value"]?["kind"] == "end" }
      model.releaseAll()
      _ = try await client.answer(to: other)
      #expect(client.taken("$/progress").isEmpty)
    }
  }
}
