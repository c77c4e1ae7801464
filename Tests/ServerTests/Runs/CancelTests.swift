import LSP
import Models
import Summaries
import TestSupport
import Testing

@testable import Server

@Suite("A cancelled run asks for nothing more and keeps its notes") struct CancelTests {
  private let options: [String: JSONValue] = ["passageTokens": 100]
  private let uri: JSONValue = ["uri": "file:///a.md"]
  private let text = Passages.text("Ada Bea Cid")

  /// One note is there and the second is being written when `cancel` is called.
  private func cancelled(_ cancel: (TestClient, ScriptedModel) async throws -> Void) async throws {
    let model = ScriptedModel()
    model.hold("Bea")
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      try await cancel(client, model)
      try await model.cancelled(1)
      model.releaseAll()
      try await client.settled()
      let report = try await client.report()
      #expect(report.states == "fresh cancelled cancelled")
      #expect(report.summary == nil)
      #expect(report.passages[1].note?.provisional == true)
      #expect(model.asked == ["Ada", "Bea"])
      // An update goes on where it was.
      _ = try await client.command("update", uri)
      #expect(try await client.report { $0.summary != nil }.states == "fresh fresh fresh")
      #expect(model.asked == ["Ada", "Bea", "Bea", "Cid", "combine"])
    }
  }

  @Test func `by command`() async throws {
    try await cancelled { client, model in
      let run = try await client.summarise()
      try await model.entered("Bea")
      try await client.report { $0.passages.allSatisfy { $0.note != nil } }
      #expect(try await client.command("cancel", uri)["cancelled"] == [.string(run)])
      let end = try await client.message("$/progress") { $0["value"]?["kind"] == "end" }
      #expect(end.params["value"]?["message"] == "cancelled, 1 note kept")
    }
  }

  @Test func `where its progress is shown`() async throws {
    try await cancelled { client, model in
      try await client.summarise()
      try await model.entered("Bea")
      try await client.report { $0.passages.allSatisfy { $0.note != nil } }
      let begin = try await client.message("$/progress") { $0["value"]?["kind"] == "begin" }
      #expect(begin.params["value"]?["cancellable"] == true)
      try client.notify("window/workDoneProgress/cancel", ["token": begin.params["token"] ?? nil])
      try await client.message("$/progress") { $0["value"]?["kind"] == "end" }
    }
  }

  @Test func `by cancelling the request that holds it`() async throws {
    try await cancelled { client, model in
      let id = try client.ask("breviate/summarise", uri)
      try await model.entered("Bea")
      try await client.report { $0.passages.allSatisfy { $0.note != nil } }
      try client.notify("$/cancelRequest", ["id": id.json])
      let report = try await client.outcome(of: id).failure?.data?.decode(as: Report.self)
      #expect(report?.documents.first?.states == "fresh running waiting")
    }
  }

  @Test func `a request that holds a run ends it only with the last one, and never one that a command began`()
    async throws
  {
    let model = ScriptedModel()
    model.hold()
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      let first = try client.ask("breviate/summarise", uri)
      let second = try client.ask("breviate/summarise", uri)
      try await model.entered(1)
      try await client.settled()
      try client.notify("$/cancelRequest", ["id": first.json])
      #expect(try await client.outcome(of: first).failure?.code == .requestCancelled)
      #expect(try await client.report().states == "running waiting waiting")
      try await client.summarise()
      try client.notify("$/cancelRequest", ["id": second.json])
      #expect(try await client.outcome(of: second).failure?.code == .requestCancelled)
      #expect(try await client.report().states == "running waiting waiting")
      model.releaseAll()
      #expect(try await client.finished().states == "fresh fresh fresh")
    }
  }

  @Test func `a pass that another run waits for goes on`() async throws {
    let model = ScriptedModel(concurrent: 4)
    model.hold()
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      try client.open(text, as: "file:///b.md")
      try await client.summarise()
      try await client.summarise("file:///b.md")
      try await model.entered(3)
      _ = try await client.command("cancel", ["uri": "file:///a.md"])
      model.releaseAll()
      let report = try await client.report("file:///b.md") { $0.summary != nil }
      #expect(report.states == "fresh fresh fresh")
      #expect(model.asked.sorted() == ["Ada", "Bea", "Cid", "combine"])
    }
  }

  @Test func `cancelling what is only being planned, or nothing, does no harm`() async throws {
    let model = ScriptedModel()
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      #expect(try await client.command("cancel", uri)["cancelled"] == [])
      #expect(try await client.command("cancel", ["uri": "file:///none.md"])["cancelled"] == [])
      try client.edit(replace: "Ada", with: "Eve")
      let id = try client.ask("workspace/executeCommand", ["command": "breviate.summarise", "arguments": [uri]])
      _ = try await client.command("cancel", uri)
      _ = try await client.answer(to: id)
      #expect(try await client.report().states == "cancelled cancelled cancelled")
      try client.notify("window/workDoneProgress/cancel", ["token": "unheard of"])
      try await client.settled()
    }
  }
}
