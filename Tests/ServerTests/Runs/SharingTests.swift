import LSP
import Models
import Summaries
import TestSupport
import Testing

@testable import Server

@Suite("A note is a fact about a piece of text, wherever it stands") struct SharingTests {
  private let options: [String: JSONValue] = ["passageTokens": 100]
  private let uri: JSONValue = ["uri": "file:///a.md"]
  private let text = Passages.text("Ada Bea Cid")

  @Test func `a moved block costs no request, and keeps its borders`() async throws {
    let model = ScriptedModel()
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      try await client.summarise()
      try await client.finished()
      try client.replaceAll(with: Passages.text("Cid Ada Bea"))
      _ = try await client.command("update", uri)
      let report = try await client.finished()
      #expect(report.notes == ["Cid counted the boats.", "Ada counted the boats.", "Bea counted the boats."])
      #expect(report.states == "fresh fresh fresh")
      #expect(model.asked.filter { $0 != "combine" } == ["Ada", "Bea", "Cid"])
    }
  }

  @Test func `a deleted passage that comes back costs no request`() async throws {
    let model = ScriptedModel()
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      try await client.summarise()
      try await client.finished()
      try client.edit(replace: Passages.paragraph("Bea") + "\n\n", with: "")
      _ = try await client.command("update", uri)
      #expect(try await client.finished().states == "fresh fresh")
      try client.edit(insert: Passages.paragraph("Bea") + "\n\n", before: "Cid")
      _ = try await client.command("update", uri)
      #expect(try await client.finished().states == "fresh fresh fresh")
      #expect(model.asked.filter { $0 != "combine" } == ["Ada", "Bea", "Cid"])
    }
  }

  @Test func `a text that stands twice is noted once`() async throws {
    let model = ScriptedModel(concurrent: 2)
    try await TestClient.session([model], options: options) { client in
      try client.open(Passages.text("Ada Bea Ada Ada"))
      try await client.summarise()
      let report = try await client.finished()
      #expect(report.states == "fresh fresh fresh fresh")
      #expect(Set(report.passages.map(\.id)).count == 4)
      #expect(model.asked.filter { $0 == "Ada" }.count == 1)
    }
  }

  @Test func `a second document with the same text costs no request`() async throws {
    let model = ScriptedModel()
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      try await client.summarise()
      try await client.finished()
      try client.open(text, as: "file:///b.md")
      try await client.summarise("file:///b.md")
      try await client.finished("file:///b.md")
      #expect(try await client.report("file:///b.md").states == "fresh fresh fresh")
      #expect(model.asked == ["Ada", "Bea", "Cid", "combine"])
    }
  }

  @Test func `two documents with the same text, noted at the same time, both come to their end`() async throws {
    let model = ScriptedModel(concurrent: 2)
    model.hold()
    try await TestClient.session([model], options: options) { client in
      let uris = ["file:///a.md", "file:///b.md"]
      for uri in uris {
        try client.open(text, as: uri)
        try await client.summarise(uri)
      }
      try await model.entered(2)
      model.releaseAll()
      for uri in uris {
        let report = try await client.report(uri) { $0.summary != nil }
        #expect(report.states == "fresh fresh fresh")
      }
      #expect(model.asked.sorted() == ["Ada", "Bea", "Cid", "combine"])
    }
  }

  @Test func `two documents share the model: passes alternate`() async throws {
    let model = ScriptedModel()
    model.hold()
    try await TestClient.session([model], options: options) { client in
      try client.open(Passages.text("A1 A2 A3 A4"), as: "file:///a.md")
      try client.open(Passages.text("B1 B2"), as: "file:///b.md")
      try await client.summarise("file:///a.md")
      try await model.entered(1)
      try await client.summarise("file:///b.md")
      model.releaseAll()
      for _ in 1...2 { try await client.message("$/progress") { $0["value"]?["kind"] == "end" } }
      #expect(model.asked.filter { $0 != "combine" } == ["A1", "B1", "A2", "B2", "A3", "A4"])
    }
  }

  @Test func `a model takes as many requests at a time as it can`() async throws {
    let model = ScriptedModel(concurrent: 2)
    model.hold()
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      try await client.summarise()
      try await model.entered(2)
      #expect(try await client.report().states == "running running waiting")
      model.releaseNext()
      try await model.entered(3)
      model.releaseAll()
      #expect(try await client.finished().states == "fresh fresh fresh")
    }
  }

  @Test func `a model changed in the settings takes effect; the notes of the old one stay, labelled`() async throws {
    let old = ScriptedModel("old")
    let new = ScriptedModel("new")
    try await TestClient.session([old, new], options: options) { client in
      try client.open(text)
      try await client.summarise()
      try await client.finished()
      try client.notify("workspace/didChangeConfiguration", ["settings": ["breviate": ["model": "ollama:new"]]])
      #expect(try await client.report().passages.map { $0.note?.model } == Array(repeating: "ollama:old", count: 3))
      try client.edit(replace: "Bea", with: "Dov")
      _ = try await client.command("update", uri)
      let report = try await client.finished()
      #expect(report.passages.map { $0.note?.model } == ["ollama:old", "ollama:new", "ollama:old"])
      #expect(report.model.id == "ollama:new")
      #expect(try await client.hover("Ada")?.contains("old") == true)
      #expect(new.asked == ["Dov", "combine"])
      // Asked for as a whole, the new model notes the rest too.
      try await client.summarise()
      try await client.finished()
      // Its notes have the same words, so that they need not be combined anew.
      #expect(new.asked == ["Dov", "combine", "Ada", "Cid"])
    }
  }

  @Test func `a running pass goes on with the model that it began with`() async throws {
    let old = ScriptedModel("old")
    let new = ScriptedModel("new")
    old.hold()
    try await TestClient.session([old, new], options: options) { client in
      try client.open(text)
      try await client.summarise()
      try await old.entered(1)
      try client.notify("workspace/didChangeConfiguration", ["settings": ["breviate": ["model": "ollama:new"]]])
      try await client.summarise()
      try await new.entered(3)
      old.releaseAll()
      let report = try await client.report { $0.states == "fresh fresh fresh" }
      #expect(report.passages.map { $0.note?.model } == Array(repeating: "ollama:new", count: 3))
      #expect(old.asked == ["Ada"])
    }
  }
}
