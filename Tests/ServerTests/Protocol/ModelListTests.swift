import LSP
import Models
import Store
import Summaries
import TestSupport
import Testing

@testable import Server

@Suite("Models: what is configured and reachable, and another one for one request") struct ModelListTests {
  private let uri = "file:///a.md"
  private let text = Passages.text("Ada Bea Cid")
  private let options: [String: JSONValue] = ["passageTokens": 100, "models": ["ollama:b", "ollama:lost"]]

  @Test func `each is asked, and is listed with its window or what is the matter`() async throws {
    let first = ScriptedModel("a")
    let second = ScriptedModel("b", window: nil)
    first.inspects {
      $0.window = Window(size: 8_192)
      $0.availability = .available
    }
    second.inspects { $0.availability = .unavailable(Failure(.modelUnavailable, "Start it.")) }
    try await TestClient.session([first, second, BuiltIn()], options: options) { client in
      let list = try await client.command("models")
      #expect(
        list == [
          "current": "ollama:a",
          "models": [
            [
              "id": "ollama:a", "displayName": "a", "backend": "ollama", "available": true, "window": 8_192,
              "windowAssumed": false, "problem": nil,
            ],
            [
              "id": "ollama:b", "displayName": "b", "backend": "ollama", "available": false, "window": 4_096,
              "windowAssumed": true, "problem": "Model not available: Start it.",
            ],
            [
              "id": "ollama:lost", "displayName": "ollama:lost", "backend": "ollama", "available": false, "window": nil,
              "windowAssumed": false, "problem": "Model not available: There is no ollama:lost in this test.",
            ],
            [
              "id": "none", "displayName": "built-in note taker", "backend": "none", "available": true, "window": nil,
              "windowAssumed": false, "problem": nil,
            ],
          ],
        ]
      )
    }
  }

  @Test func `one that does not answer in time is listed without an answer, and the list can be cancelled`()
    async throws
  {
    let model = ScriptedModel("a")
    model.inspects(held: true) { $0.availability = .available }
    try await TestClient.session([model, BuiltIn()], change: { $0.inspectionLimit = .milliseconds(1) }) { client in
      let list = try await client.command("models")
      #expect(list["models"]?[0]?["available"] == .null)
      #expect(list["models"]?[0]?["problem"] == "No answer yet; ask again in a moment.")
      model.releaseAll()
    }
    model.inspects(held: true) { $0.availability = .available }
    try await TestClient.session([model, BuiltIn()], change: { $0.inspectionLimit = .seconds(3_600) }) { client in
      let id = try client.ask("workspace/executeCommand", ["command": "breviate.models"])
      try await client.settled()
      try client.notify("$/cancelRequest", ["id": id.json])
      #expect(try await client.outcome(of: id).failure?.code == .requestCancelled)
      model.releaseAll()
    }
  }

  @Test func `a command takes another model for itself alone`() async throws {
    let first = ScriptedModel("a")
    let second = ScriptedModel("b")
    try await TestClient.session([first, second], options: options) { client in
      try client.open(text)
      try await client.command("summarise", ["uri": .string(uri), "model": "ollama:b"])
      var report = try await client.finished()
      #expect(report.passages.map { $0.note?.model } == ["ollama:b", "ollama:b", "ollama:b"])
      #expect(first.asked == [])
      let passage = try #require(report.passages.dropFirst().first).id
      try await client.command(
        "retry",
        ["uri": .string(uri), "passage": .string(passage), "model": "ollama:a"]
      )
      report = try await client.finished()
      #expect(report.passages.map { $0.note?.model } == ["ollama:b", "ollama:a", "ollama:b"])
      #expect(first.asked == ["Bea"])
      try client.edit(replace: "Cid", with: "Dov")
      try await client.command("update", ["uri": .string(uri), "model": "ollama:a"])
      report = try await client.finished()
      #expect(report.passages.map { $0.note?.model } == ["ollama:b", "ollama:a", "ollama:a"])
      let error = try await client.failure(ofCommand: "summarise", ["uri": .string(uri), "model": "gpt"])
      #expect(error.code == .invalidParams && error.message.hasPrefix("model must be auto"))
    }
  }

  @Test func `a model elsewhere is taken by name only where the user's own settings name it`() async throws {
    let remote = "openai:https://example.com/v1#m"
    let model = ScriptedModel("m", id: remote)
    let own = SettingsLayer.flags([(name: "--models", value: remote), (name: "--passage-tokens", value: "100")])
    for (layers, isTaken) in [([], false), ([own], true)] as [([SettingsLayer], Bool)] {
      try await TestClient.session([BuiltIn(), model], settings: layers) { client in
        try client.open(text)
        if isTaken {
          try await client.command("summarise", ["uri": .string(uri), "model": .string(remote)])
          #expect(try await client.finished().passages.allSatisfy { $0.note?.model == remote })
        } else {
          let error = try await client.failure(
            ofCommand: "summarise",
            ["uri": .string(uri), "model": .string(remote)]
          )
          #expect(error.message.contains("names another machine"))
        }
      }
    }
  }

  @Test func `a model that is gone is asked once what it is, and said once`() async throws {
    let model = ScriptedModel("a")
    try await TestClient.session([model], options: ["passageTokens": 100]) { client in
      try client.open(text)
      try await model.inspected(1)
      model.inspects { $0.availability = .unavailable(Failure(.modelUnavailable, "Start it.")) }
      model.answers { _ in .fails(Failure(.modelUnavailable, "Nobody there.")) }
      try await client.summarise()
      try await client.finished()
      let shown = try await client.message("window/showMessage") { $0["type"] == 2 }
      #expect(shown.params["message"] == "Breviate: Model not available: Start it.")
      #expect(try await client.command("models")["models"]?[0]?["available"] == false)
      // It is back: the next pass shows that.
      model.inspects { $0.availability = .available }
      model.answers { _ in nil }
      try await client.summarise()
      #expect(try await client.finished().states == "fresh fresh fresh")
      #expect(try await client.command("models")["models"]?[0]?["available"] == true)
    }
  }

  @Test func `a request that is held waits until it is known what the model is`() async throws {
    let model = ScriptedModel("a", window: nil)
    model.inspects(held: true) { $0.window = Window(size: 500) }
    try await TestClient.session([model], options: ["passageTokens": 100]) { client in
      try client.open(text)
      let id = try client.ask("breviate/summarise", ["uri": .string(uri)])
      try await client.settled()
      #expect(model.asked == [])
      model.releaseAll()
      let report = try await client.answer(to: id).decode(as: Report.self)
      #expect(report.documents.first?.model.contextWindow == 500)
      #expect(report.documents.first?.model.windowAssumed == false)
    }
  }

  // MARK: Prewarming

  @Test(
    "A model elsewhere is never made ready",
    arguments: ["auto", "open"]
  )
  func remote(setting: String) async throws {
    let model = ScriptedModel("m", prewarmsOnOpen: true, id: "openai:https://example.com/v1#m")
    try await TestClient.session([model], options: ["prewarm": .string(setting)]) { client in
      try client.open(text)
      try client.notify("breviate/didFocus", ["uri": .string(uri)])
      try await client.settled()
      #expect(model.state.prewarmed == [])
    }
  }

  @Test func `after its first run a model is made ready, once it has cooled`() async throws {
    let model = ScriptedModel("a")
    try await TestClient.session([model], change: { $0.warmFor = .zero }) { client in
      try client.open(text)
      try await client.settled()
      #expect(model.state.prewarmed == [])
      try await client.summarise()
      try await client.finished()
      try client.notify("breviate/didFocus", ["uri": .string(uri)])
      try await model.prewarmed()
      #expect(model.state.prewarmed == [.note])
    }
  }

  // MARK: Asking first

  private static let asking: JSONValue = ["window": ["workDoneProgress": true, "showMessage": [:]]]

  @Test("A long run is asked about first", arguments: [true, false])
  func confirmation(yes: Bool) async throws {
    let model = ScriptedModel("a")
    try await TestClient.session(
      [model],
      capabilities: Self.asking,
      options: ["passageTokens": 100, "confirmAbove": 2]
    ) { client in
      client.holds("window/showMessageRequest")
      try client.open(text)
      let reply = try await client.command("summarise", ["uri": .string(uri)])
      #expect(reply == ["run": nil, "reason": "asked first: 3 passes with a"])
      #expect(
        try await client.command("summarise", ["uri": .string(uri)])["reason"] == "a question waits for its answer"
      )
      let question = try await client.message("window/showMessageRequest")
      #expect(question.params["message"] == "Breviate: notes on a.md take 3 passes with a.")
      #expect(model.asked == [])
      try client.reply(to: question, .success(yes ? ["title": "Take 3 notes"] : ["title": "Cancel"]))
      if yes {
        #expect(try await client.finished().states == "fresh fresh fresh")
        // What is noted already asks for nothing.
        try client.edit(replace: "Cid", with: "Dov")
        try await client.command("update", ["uri": .string(uri)])
        #expect(try await client.finished().states == "fresh fresh fresh")
      } else {
        try await client.settled()
        #expect(model.asked == [])
      }
    }
  }

  @Test(
    "Who is asked",
    arguments: [
      // Here, with no limit set; a client that puts no questions; a request that is held.
      (asking, nil, false), (TestClient.capabilities, 2, false), (asking, 2, true),
    ] as [(JSONValue, Int?, Bool)]
  )
  func unasked(capabilities: JSONValue, limit: Int?, isHeld: Bool) async throws {
    var options: [String: JSONValue] = ["passageTokens": 100]
    options["confirmAbove"] = limit.map { .int($0) }
    try await TestClient.session([ScriptedModel("a")], capabilities: capabilities, options: options) { client in
      try client.open(text)
      if isHeld {
        try await client.request("breviate/summarise", ["uri": .string(uri)])
      } else {
        try await client.summarise()
        try await client.finished()
      }
      #expect(try await client.report().states == "fresh fresh fresh")
    }
  }
}
