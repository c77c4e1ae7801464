import LSP
import Models
import Store
import Summaries
import TestSupport
import Testing

@testable import Server

@Suite("Settings from the client") struct SettingsFromClientTests {
  private let text = Passages.text("Ada Bea Cid")
  private let asking: JSONValue = ["workspace": ["configuration": true], "window": ["workDoneProgress": true]]

  private func passes(_ client: TestClient) async throws -> Int? {
    try await client.command("plan", ["uri": "file:///a.md"])["documents"]?[0]?["plan"]?["passes"]?.intValue
  }

  private func problem(_ client: TestClient) async throws -> String {
    try await client.message("window/showMessage") { $0["type"] == 2 }.params["message"]?.stringValue ?? ""
  }

  @Test(
    "What cannot be is said in one message that names the key, and its default holds",
    arguments: [
      (["passageTokens": "many"], "passageTokens"),
      (["passageTokens": nil], "passageTokens"),
      (["passageTokens": 3], "passageTokens"),
      (["passageToken": 100], "passageTokens"),
      (["hover": 7], "hover"),
      (["diagnostics": "off"], "diagnostics"),
      (["diagnostics": ["tooLong": "loud"]], "diagnostics.tooLong"),
      (["allowRemote": true], "allowRemote"),
      (["model": "openai:https://example.org/v1#m"], "model"),
      (["model": "gpt"], "model"),
    ] as [([String: JSONValue], String)]
  )
  func problems(options: [String: JSONValue], key: String) async throws {
    try await TestClient.session([BuiltIn()], options: options) { client in
      try client.open(text)
      #expect(try await problem(client).contains(key))
      #expect(try await passes(client) == 1)
    }
  }

  @Test(
    "Options that are no object are said to be none",
    arguments: [
      (nil, false), (3, true), ("x", true), ([], true),
    ] as [(JSONValue, Bool)]
  )
  func oddOptions(options: JSONValue, isProblem: Bool) async throws {
    let client = TestClient(takers: [BuiltIn()], capabilities: [:], options: options)
    try await client.initialize()
    if isProblem { #expect(try await problem(client).contains("must be an object of settings")) }
    try await client.settled()
    try await client.shutDown()
  }

  @Test func `settings that are pushed take effect, in the section or bare`() async throws {
    try await TestClient.session([BuiltIn()]) { client in
      try client.open(text)
      #expect(try await passes(client) == 1)
      for (settings, expected) in [
        (["breviate": ["passageTokens": 100]], 3), ([:], 1), (["passageTokens": 100], 3), (nil, 3),
      ] as [(JSONValue, Int)] {
        try client.notify("workspace/didChangeConfiguration", ["settings": settings])
        #expect(try await passes(client) == expected, "\(settings)")
      }
    }
  }

  @Test func `the diagnostic follows the settings`() async throws {
    try await TestClient.session([BuiltIn()]) { client in
      try client.open(text)
      #expect(try await client.diagnostics() == [])
      try client.notify("workspace/didChangeConfiguration", ["settings": ["passageTokens": 100]])
      #expect(try await client.diagnostics().first?.hasPrefix("3 passes") == true)
      try client.notify(
        "workspace/didChangeConfiguration",
        ["settings": ["passageTokens": 100, "diagnostics": ["tooLong": "off"]]]
      )
      #expect(try await client.diagnostics() == [])
    }
  }

  @Test func `a client that answers is asked: at the beginning and when something has changed`() async throws {
    try await TestClient.session(
      [BuiltIn()],
      capabilities: asking,
      prepare: { $0.answers("workspace/configuration", .success([["passageTokens": 100]])) }
    ) { client in
      let question = try await client.message("workspace/configuration")
      #expect(question.params["items"] == [["section": "breviate"]])
      try client.open(text)
      #expect(try await passes(client) == 3)
      client.answers("workspace/configuration", .success([[:]]))
      try client.notify("workspace/didChangeConfiguration", ["settings": ["passageTokens": 100]])
      try await client.message("workspace/configuration")
      try await client.settled()
      #expect(try await passes(client) == 1)
    }
  }

  @Test(
    "An answer that says nothing leaves the settings as they are",
    arguments: [
      .success([nil]), .success([]), .success(nil), .failure(ResponseError(code: .internalError, message: "no")),
    ] as [Result<JSONValue, ResponseError>]
  )
  func emptyAnswers(answer: Result<JSONValue, ResponseError>) async throws {
    try await TestClient.session(
      [BuiltIn()],
      capabilities: asking,
      options: ["passageTokens": 100],
      prepare: { $0.answers("workspace/configuration", answer) }
    ) { client in
      try await client.message("workspace/configuration")
      try client.open(text)
      try await client.settled()
      #expect(try await passes(client) == 3)
    }
  }

  @Test func `the section lies over the options, which hold for what it does not say`() async throws {
    try await TestClient.session(
      [BuiltIn()],
      capabilities: asking,
      options: ["passageTokens": 100, "hover": "off"],
      prepare: { $0.answers("workspace/configuration", .success([["hover": "passage"]])) }
    ) { client in
      try await client.message("workspace/configuration")
      try client.open(text)
      #expect(try await passes(client) == 3)
      try await client.summarise()
      try await client.finished()
      #expect(try await client.hover("Ada") != nil)
    }
  }

  @Test func `a problem is said once, however often the settings come`() async throws {
    try await TestClient.session([BuiltIn()], options: ["hover": 7]) { client in
      #expect(try await problem(client).contains("hover"))
      for _ in 1...3 {
        try client.notify("workspace/didChangeConfiguration", ["settings": ["hover": 7]])
      }
      try await client.settled()
      #expect(client.taken("window/showMessage").isEmpty)
      try client.notify("workspace/didChangeConfiguration", ["settings": ["hover": 8]])
      #expect(try await problem(client).contains("8"))
    }
  }

  @Test func `flags win over the client`() async throws {
    let flags = SettingsLayer.flags([(name: "--passage-tokens", value: "100")])
    try await TestClient.session([BuiltIn()], options: ["passageTokens": 1_000], settings: [flags]) { client in
      try client.open(text)
      #expect(try await passes(client) == 3)
    }
  }

  @Test func `a model that cannot be had is said once, and asking for notes says it again`() async throws {
    try await TestClient.session([BuiltIn()], options: ["model": "ollama:none-such"]) { client in
      #expect(try await problem(client) == "Breviate: Model not available: There is no ollama:none-such in this test.")
      try client.open(text)
      let error = try await client.failure(ofCommand: "summarise")
      #expect(error.message.hasPrefix("Model not available"))
      try client.notify("workspace/didChangeConfiguration", ["settings": ["model": "none"]])
      try await client.summarise()
      #expect(try await client.finished().states == "fresh")
    }
  }

  // MARK: Prewarming

  @Test(
    "A model is made ready as the setting and its kind say",
    arguments: [
      ("auto", true, true), ("auto", false, false), ("open", false, true), ("open", true, true), ("off", true, false),
    ]
  )
  func prewarm(setting: String, kindAllows: Bool, warms: Bool) async throws {
    let model = ScriptedModel(prewarmsOnOpen: kindAllows)
    try await TestClient.session([model], options: ["prewarm": .string(setting)]) { client in
      try client.open(text)
      if warms { try await model.prewarmed() }
      try client.notify("breviate/didFocus", ["uri": "file:///a.md"])
      try client.notify("breviate/didFocus", ["uri": "file:///none.md"])
      try client.notify("breviate/didFocus", [:])
      try await client.settled()
      // Not once more while it is ready.
      #expect(model.state.prewarmed.count == (warms ? 1 : 0))
    }
  }
}
