import LSP
import Models
import Summaries
import TestSupport
import Testing

@testable import Server

@Suite("The server's text is the client's text") struct SynchronizationTests {
  private let options: [String: JSONValue] = ["passageTokens": 100]

  /// Changes the range from one column to another of a line.
  private func change(_ line: Int, _ from: Int, _ to: Int, _ text: String) -> JSONValue {
    [
      "range": [
        "start": ["line": .int(line), "character": .int(from)], "end": ["line": .int(line), "character": .int(to)],
      ],
      "text": .string(text),
    ]
  }

  /// The text that a note is asked of, which is the server's text.
  private func served(_ client: TestClient, _ model: ScriptedModel) async throws -> String {
    _ = try await client.request("breviate/summarise", ["uri": "file:///a.md"])
    return model.state.requests.last.map { String(decoding: $0.source, as: UTF8.self) } ?? ""
  }

  @Test func `several changes of one notification apply in turn, in UTF-16`() async throws {
    let model = ScriptedModel()
    try await TestClient.session([model]) { client in
      try client.open("😀 ab\n" + Passages.text("Ada"))
      try client.change([change(0, 3, 4, "XY"), change(0, 4, 6, "é"), change(0, 0, 2, "")])
      #expect(try await served(client, model).hasPrefix(" Xé\nAda"))
    }
  }

  @Test func `an impossible change is refused and said once, and the text before it stays`() async throws {
    let model = ScriptedModel()
    try await TestClient.session([model]) { client in
      try client.open("abcdef\n" + Passages.text("Ada"))
      try client.change([change(0, 0, 1, "X"), change(0, 4, 2, "lost"), change(0, 1, 2, "lost")])
      try await client.message("window/logMessage") {
        $0["type"] == 2 && ($0["message"]?.stringValue?.contains("file:///a.md") ?? false)
      }
      try client.change([change(0, 4, 2, "lost again")])
      #expect(try await served(client, model).hasPrefix("Xbcdef\n"))
      try client.change([["text": .string("New text. " + Passages.text("Bea"))]])
      #expect(try await served(client, model).hasPrefix("New text. Bea"))
    }
  }

  @Test func `a client that sends the whole text each time keeps its passages`() async throws {
    let model = ScriptedModel()
    try await TestClient.session([model], options: options) { client in
      try client.open(Passages.text("Ada Bea Cid"))
      try await client.summarise()
      try await client.finished()
      let ids = try await client.report().passages.map(\.id)
      try client.replaceAll(with: client.text(of: "file:///a.md").replacing("Bea counted", with: "Bea forgot"))
      let report = try await client.report()
      #expect(report.states == "fresh stale fresh")
      #expect(report.passages.map(\.id) == ids)
    }
  }

  @Test func `spellings of one URI are one document, and answers use the client's own`() async throws {
    let model = ScriptedModel()
    try await TestClient.session([model], options: options) { client in
      try client.open(Passages.text("Ada Bea"), as: "file:///c%3A/x.md")
      let reply = try await client.command("summarise", ["uri": "file:///C:/x.md"])
      #expect(reply["run"] == "run-1")
      let change = try await client.message("breviate/didChangeNotes")
      #expect(change.params["uri"] == "file:///c%3A/x.md")
      try await client.finished("file:///c:/x.md")
      #expect(try await client.report("file:///c:/x.md").uri.string == "file:///c%3A/x.md")
      #expect(try await client.hover("Bea", in: "file:///c%3A/x.md")?.contains("Bea counted") == true)
    }
  }

  @Test func `a closed document is no document, and takes its diagnostics with it`() async throws {
    try await TestClient.session([BuiltIn()], options: options) { client in
      try client.open(Passages.text("Ada Bea"))
      try await client.diagnostics { $0.count == 1 }
      try client.close()
      #expect(try await client.diagnostics() == [])
      for method in ["hover", "codeLens", "documentSymbol"] {
        let result = try await client.request(
          "textDocument/\(method)",
          ["textDocument": ["uri": "file:///a.md"], "position": ["line": 0, "character": 0]]
        )
        #expect(result == .null || result == [])
      }
      #expect(try await client.command("notes", ["uri": "file:///a.md"])["documents"] == [])
      #expect(try await client.failure(ofCommand: "summarise").message.contains("no document is open"))
      try client.notify(
        "textDocument/didChange",
        ["textDocument": ["uri": "file:///a.md", "version": 9], "contentChanges": [["text": "late"]]]
      )
      try await client.settled()
    }
  }

  @Test func `of a closed document the running pass ends, and a reopen goes on`() async throws {
    let model = ScriptedModel()
    model.hold()
    try await TestClient.session([model], options: options) { client in
      let text = Passages.text("Ada Bea Cid")
      try client.open(text)
      try await client.summarise()
      try await model.entered("Ada")
      try client.close()
      try await client.settled()
      model.releaseAll()
      try await client.settled()
      try client.open(text)
      try await client.finished()
      #expect(model.asked == ["Ada", "Bea", "Cid", "combine"])
      #expect(try await client.report().states == "fresh fresh fresh")
    }
  }

  @Test func `a document that is not opened again is freed, and its notes are still known`() async throws {
    let model = ScriptedModel()
    let text = Passages.text("Ada Bea")
    try await TestClient.session(
      [model],
      options: options,
      change: { $0.reopenGrace = .milliseconds(1) }
    ) { client in
      try client.open(text)
      try await client.summarise()
      try await client.finished()
      try client.close()
      let held = Passages.text("Held Fast")
      model.hold("Held")
      try client.open(held, as: "file:///b.md")
      let waiting = try client.ask("breviate/summarise", ["uri": "file:///b.md"])
      try await model.entered("Held")
      try client.close("file:///b.md")
      // Its request is answered when it is freed: nothing is left that could go on.
      let report = try await client.answer(to: waiting).decode(as: Report.self)
      #expect(report.documents.first?.states == "cancelled cancelled")
      model.releaseAll()
      try client.open(text)
      #expect(try await client.report().states == "waiting waiting")
      try await client.summarise()
      #expect(try await client.report().states == "fresh fresh")
      #expect(model.asked.filter { $0 == "Ada" }.count == 1)
    }
  }
}
