import LSP
import Models
import Summaries
import Synchronization
import TestSupport
import Testing

@testable import Server

@Suite("What a text takes is said before anything is generated") struct PlanningTests {
  private let options: [String: JSONValue] = ["passageTokens": 100]
  /// Four passages of some 85 tokens; a window of 400 holds one or two.
  private let text = Passages.text("Ada Bea Cid Dov")

  @Test func `the diagnostic and the lens say the price, and no request was made`() async throws {
    let model = ScriptedModel(window: 400)
    model.holdCounts()
    try await TestClient.session([model], options: options) { client in
      try client.open(text + Passages.text("Eve Fay Gus"))
      let message = try await client.diagnostics { !$0.isEmpty }
      #expect(message.first?.hasPrefix("7 passes: about ") == true)
      #expect(message.first?.contains("fit in one (scripted, window 400)") == true)
      #expect(try await client.lenses().first?.hasPrefix("Summarise: 7 passes, about ") == true)
      #expect(model.asked == [])
      model.releaseAll()
    }
  }

  @Test func `the word about goes exactly once, and no request waits for the counter`() async throws {
    let model = ScriptedModel(window: 400)
    model.holdCounts()
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      #expect(try await client.diagnostics().first?.contains(": about ") == true)
      try await model.counting()
      _ = try await client.hover("Bea")
      _ = try await client.lenses()
      _ = try await client.command("plan", ["uri": "file:///a.md"])
      model.releaseCounts()
      let exact = try await client.diagnostics()
      #expect(exact.first?.hasPrefix("4 passes: ") == true)
      #expect(exact.first?.contains("about") == false)
      let report = try await client.report()
      #expect(report.plan?.tokens.exact == true)
      #expect(report.passages.allSatisfy { $0.tokens.exact })
      // Nothing more is told, and nothing is counted again.
      let counts = model.state.counted.count
      #expect(counts <= 4 + 1)
      try await client.summarise()
      try await client.finished()
      #expect(client.taken("textDocument/publishDiagnostics").isEmpty)
      #expect(model.state.counted.count == counts)
    }
  }

  @Test func `counts are at most passes, splits and one, also where the estimate is far off`() async throws {
    // Every word is three tokens, so the passages that were cut by the estimate have to be cut anew.
    let model = ScriptedModel(window: 330) { $0.split(whereSeparator: \.isWhitespace).count * 3 }
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      _ = try await client.diagnostics { $0.first?.contains("about") == false }
      let report = try await client.report()
      let passes = report.plan?.passes ?? 0
      #expect(report.passages.allSatisfy { $0.tokens.value <= report.plan?.inputBudget ?? 0 })
      #expect(model.state.counted.count <= 2 * passes + 1)
    }
  }

  @Test func `an edit prices the document anew, with a version`() async throws {
    try await TestClient.session([BuiltIn()], options: options) { client in
      try client.open(text)
      #expect(try await client.diagnostics().first?.hasPrefix("4 passes") == true)
      try client.edit(replace: Passages.paragraph("Cid") + "\n\n", with: "")
      let message = try await client.message("textDocument/publishDiagnostics")
      #expect(message.params["version"] == 2)
      #expect(TestClient.messages(message.params["diagnostics"]).first?.hasPrefix("3 passes") == true)
      try client.edit(replace: try client.text(of: "file:///a.md"), with: "")
      #expect(try await client.diagnostics() == [])
    }
  }

  @Test("A budget without room is one diagnostic, and no request", arguments: [40, 250, 281])
  func noRoom(window: Int) async throws {
    let model = ScriptedModel(window: window)
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      let messages = try await client.diagnostics()
      #expect(messages.count == 1)
      #expect(messages.first?.hasPrefix("No room for text in the context window: ") == true)
      let error = try await client.failure(ofCommand: "summarise")
      #expect(error.code == .requestFailed)
      #expect(error.message.hasPrefix("No room for text"))
      let report = try await client.report()
      #expect(report.plan == nil && report.passages.isEmpty)
      let held = try await client.failure(of: "breviate/summarise", ["text": .string(text)])
      #expect(held.message.hasPrefix("No room for text"))
      #expect(model.asked == [] && model.state.counted == [])
    }
  }

  @Test("A window that nobody knows counts as 4,096, and is said to be assumed", arguments: [nil, 0, -1])
  func assumed(window: Int?) async throws {
    let model = ScriptedModel(window: window)
    try await TestClient.session([model], options: ["passageTokens": 2_000]) { client in
      try client.open(Array(repeating: text, count: 15).joined(separator: "\n"))
      #expect(try await client.diagnostics { !$0.isEmpty }.first?.contains("window 4,096 assumed") == true)
      let report = try await client.report()
      #expect(report.model.contextWindow == 4_096 && report.model.windowAssumed)
    }
  }

  @Test func `the setting says how large an unknown window is, and lowers a known one`() async throws {
    for (window, shown) in [(nil, 700), (8_000, 700), (600, 600)] as [(Int?, Int)] {
      let model = ScriptedModel(window: window)
      try await TestClient.session([model], options: ["passageTokens": 100, "contextWindow": 700]) { client in
        try client.open(text + text)
        _ = try await client.diagnostics { !$0.isEmpty }
        let report = try await client.report()
        #expect(report.model.contextWindow == shown && !report.model.windowAssumed)
      }
    }
  }

  @Test func `what the model says of itself is taken over when it comes`() async throws {
    let model = ScriptedModel(window: nil)
    model.inspects(held: true) { $0.window = Window(size: 500) }
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      #expect(try await client.report().model.windowAssumed)
      model.releaseAll()
      #expect(try await client.diagnostics { !$0.isEmpty }.first?.contains("window 500)") == true)
      #expect(try await client.report().model.contextWindow == 500)
    }
  }

  @Test func `a model that cannot be used is said once, not of every document`() async throws {
    let model = ScriptedModel()
    model.inspects { $0.availability = .unavailable(Failure(.modelUnavailable, "Start it.")) }
    try await TestClient.session([model], options: options) { client in
      try client.open(text, as: "file:///a.md")
      try client.open(text, as: "file:///b.md")
      let shown = try await client.message("window/showMessage")
      #expect(shown.params["message"] == "Breviate: Model not available: Start it.")
      try await client.settled()
    }
  }

  @Test(
    "What has no words has no diagnostic, and nothing is asked",
    arguments: [
      "", "\n\n\n", "   \t ", String(repeating: " ", count: 100_000), "...", "\r\r\r",
    ]
  )
  func wordless(text: String) async throws {
    let model = ScriptedModel()
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      #expect(try await client.lenses() == [])
      let reply = try await client.command("summarise", ["uri": "file:///a.md"])
      #expect(reply["run"] == .null)
      #expect(reply["reason"] == "there is nothing to read: the text has no words")
      let report = try await client.request("breviate/summarise", ["uri": "file:///a.md"]).decode(as: Report.self)
      #expect(report.documents.first?.passages == [])
      #expect(model.asked == [])
    }
  }

  @Test func `a large text is planned at once`() async throws {
    try await TestClient.session([BuiltIn()]) { client in
      try client.open(String(repeating: "a", count: 1_000_000))
      #expect(try await client.diagnostics().first?.contains(" passes: ") == true)
    }
  }

  // MARK: Push, pull, refresh

  private func capabilities(pull: Bool, refresh: String?) -> JSONValue {
    var textDocument: [String: JSONValue] = ["publishDiagnostics": [:]]
    if pull { textDocument["diagnostic"] = [:] }
    var workspace: [String: JSONValue] = [:]
    if let refresh { workspace[refresh] = ["refreshSupport": true] }
    return ["textDocument": .object(textDocument), "workspace": .object(workspace)]
  }

  @Test(
    "Diagnostics are pulled only where the client can be told to pull again, in either spelling",
    arguments: [
      (true, "diagnostics", true), (true, "diagnostic", true), (true, nil, false), (false, "diagnostics", false),
    ] as [(Bool, String?, Bool)]
  )
  func pushOrPull(pull: Bool, refresh: String?, pulls: Bool) async throws {
    try await TestClient.session(
      [BuiltIn()],
      capabilities: capabilities(pull: pull, refresh: refresh),
      options: options
    ) { client in
      try client.open(text)
      // The client's rules see to it that never both are used.
      if pulls {
        let message = try await client.message("workspace/diagnostic/refresh")
        #expect(message.id != nil)
        let report = try await client.request(
          "textDocument/diagnostic",
          ["textDocument": ["uri": "file:///a.md"]]
        )
        #expect(report["kind"] == "full")
        #expect(TestClient.messages(report["items"]).count == 1)
      } else {
        #expect(try await client.diagnostics().count == 1)
      }
    }
  }

  @Test func `lenses are refreshed where the client offers it`() async throws {
    try await TestClient.session(
      [BuiltIn()],
      capabilities: ["workspace": ["codeLens": ["refreshSupport": true]]],
      options: options
    ) { client in
      try client.open(text)
      try await client.message("workspace/codeLens/refresh")
    }
  }
}
