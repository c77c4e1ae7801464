import LSP
import Models
import Summaries
import TestSupport
import Testing

@testable import Server

@Suite("The loop owns the runs") struct RunTests {
  private let options: [String: JSONValue] = ["passageTokens": 100]
  private let uri: JSONValue = ["uri": "file:///a.md"]
  private let text = Passages.text("Ada Bea Cid")

  @Test func `passages are noted one at a time, in order, and then combined`() async throws {
    let model = ScriptedModel()
    model.hold()
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      let reply = try await client.command("summarise", uri)
      #expect(reply["run"] == "run-1")
      #expect(reply["plan"]?["passes"] == 3)
      for (index, states) in ["running waiting waiting", "fresh running waiting", "fresh fresh running"].enumerated() {
        try await model.entered(index + 1)
        #expect(try await client.report().states == states)
        #expect(model.state.requests.count == index + 1)
        model.releaseNext()
      }
      try await model.entered(4)
      model.releaseNext()
      let report = try await client.finished()
      #expect(model.asked == ["Ada", "Bea", "Cid", "combine"])
      #expect(report.notes == ["Ada counted the boats.", "Bea counted the boats.", "Cid counted the boats."])
      #expect(report.summary?.text == "All of them counted boats: 3.")
      #expect(model.state.requests.map(\.kind) == [.note, .note, .note, .combine])
    }
  }

  @Test func `at once there is a provisional note, replaced as the model's streams in`() async throws {
    let model = ScriptedModel()
    model.answers("Ada", .snapshots(["Ada", "Ada counted", "Ada counted boats."]))
    model.hold()
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      try await client.summarise()
      var report = try await client.report { report in
        report.notes[0] == "Ada counted" && report.passages.dropFirst().allSatisfy { $0.note?.provisional == true }
      }
      #expect(report.passages[0].note?.finishReason == nil)
      #expect(report.passages[1].note?.model == "none")
      #expect(report.passages[1].note?.text.hasPrefix("Bea counted the boats, then the long nets") == true)
      model.releaseNext()
      report = try await client.report { $0.states.hasPrefix("fresh") }
      #expect(report.passages[0].note?.finishReason == "stop")
      #expect(report.passages[0].note?.timeToFirstToken != nil)
      model.releaseAll()
      try await client.finished()
    }
  }

  @Test func `a text of one passage is summarised in one request, and nothing is combined`() async throws {
    let model = ScriptedModel()
    try await TestClient.session([model]) { client in
      try client.open(text)
      try await client.summarise()
      let report = try await client.finished()
      #expect(model.state.requests.map(\.kind) == [.single])
      #expect(report.states == "fresh" && report.summary == nil)
    }
  }

  // MARK: Edits

  @Test func `an edit to a waiting passage is read when its turn comes`() async throws {
    let model = ScriptedModel()
    model.hold("Ada")
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      try await client.summarise()
      try await model.entered("Ada")
      try client.edit(replace: "Cid counted", with: "Dov lost")
      try await client.settled()
      model.releaseAll()
      let report = try await client.finished()
      #expect(model.asked == ["Ada", "Bea", "Dov", "combine"])
      #expect(report.states == "fresh fresh fresh")
    }
  }

  @Test func `the note of a passage edited while it was noted is stale; undo makes it fresh`() async throws {
    let model = ScriptedModel()
    model.hold("Ada")
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      try await client.summarise()
      try await model.entered("Ada")
      try client.edit(replace: "Ada counted", with: "Ada lost")
      try await client.settled()
      model.releaseAll()
      #expect(try await client.finished().states == "stale fresh fresh")
      try client.edit(replace: "Ada lost", with: "Ada counted")
      #expect(try await client.report().states == "fresh fresh fresh")
      #expect(model.asked == ["Ada", "Bea", "Cid", "combine"])
    }
  }

  @Test func `re-wrapping a passage leaves its note fresh`() async throws {
    let model = ScriptedModel()
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      try await client.summarise()
      try await client.finished()
      try client.edit(replace: "Bea counted the boats, then", with: "Bea counted\nthe boats,\n  then")
      #expect(try await client.report().states == "fresh fresh fresh")
    }
  }

  @Test func `update notes what is stale, and nothing else`() async throws {
    let model = ScriptedModel()
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      try await client.summarise()
      var report = try await client.finished()
      let ids = report.passages.map(\.id)
      try client.edit(replace: "Bea counted", with: "Dov lost")
      #expect(try await client.report().states == "fresh stale fresh")
      #expect(try await client.hover("Dov")?.contains("the text has changed since") == true)
      _ = try await client.command("update", uri)
      report = try await client.finished()
      #expect(report.notes == ["Ada counted the boats.", "Dov counted the boats.", "Cid counted the boats."])
      #expect(report.passages[0].id == ids[0] && report.passages[2].id == ids[2])
      #expect(model.asked == ["Ada", "Bea", "Cid", "combine", "Dov", "combine"])
      #expect(try await client.command("update", uri)["reason"] == "nothing to update: every note is fresh")
    }
  }

  @Test func `borders hold while someone types, and when a run starts`() async throws {
    let model = ScriptedModel()
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      try await client.summarise()
      try await client.finished()
      try client.edit(replace: "Cid counted", with: "Cid, an old friend of hers, counted")
      let typed = try await client.report().passages.map(\.range)
      #expect(try await client.report().states == "fresh fresh stale")
      _ = try await client.command("update", uri)
      let report = try await client.finished()
      #expect(report.passages.map(\.range) == typed)
      #expect(report.states == "fresh fresh fresh")
    }
  }

  @Test func `what is typed between two passages belongs to the one before it`() async throws {
    let model = ScriptedModel()
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      try await client.summarise()
      try await client.finished()
      try client.edit(insert: "New words. ", before: "Bea")
      #expect(try await client.report().states == "stale fresh fresh")
      #expect(try await client.hover("Bea")?.contains("Bea counted") == true)
    }
  }

  @Test func `of a passage that was deleted while it waited nothing is asked`() async throws {
    let model = ScriptedModel()
    model.hold("Ada")
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      try await client.summarise()
      try await model.entered("Ada")
      try client.edit(replace: Passages.paragraph("Bea") + "\n\n", with: "")
      try await client.settled()
      model.releaseAll()
      let report = try await client.finished()
      #expect(model.asked == ["Ada", "Cid", "combine"])
      #expect(report.states == "fresh fresh")
    }
  }

  @Test func `a whole text deleted during its run ends the run`() async throws {
    let model = ScriptedModel()
    model.hold("Ada")
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      try await client.summarise()
      try await model.entered("Ada")
      try client.replaceAll(with: "")
      try await client.settled()
      model.releaseAll()
      try await client.finished()
      #expect(model.asked == ["Ada"])
    }
  }

  @Test func `a passage that grew too large while it waited is noted in parts`() async throws {
    for model in [ScriptedModel(window: 350), ScriptedModel(inPlaceOf: .builtIn)] {
      model.hold("Ada")
      try await TestClient.session([model], options: options) { client in
        try client.open(text)
        try await client.summarise()
        try await model.entered("Ada")
        try client.edit(replace: "Cid", with: Passages.text("Dov Eve Fay Gus") + "\nCid")
        try await client.settled()
        model.releaseAll()
        let report = try await client.finished()
        let budget = report.plan?.inputBudget ?? 0
        #expect(report.passages.allSatisfy { $0.tokens.value <= budget * 5 / 4 }, "\(report.model.id)")
        #expect(report.passages.last?.state == .fresh)
      }
    }
  }

  // MARK: Asking twice

  @Test func `asked again while it runs, it is the same run`() async throws {
    let model = ScriptedModel()
    model.hold()
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      let run = try await client.summarise()
      try await model.entered(1)
      #expect(try await client.summarise() == run)
      // Also when a selection was noted in between.
      try await client.summarise(selecting: Passages.paragraph("Cid"))
      #expect(try await client.summarise() == run)
      model.releaseAll()
      try await client.message("$/progress") { $0["value"]?["kind"] == "end" }
      try await client.message("$/progress") { $0["value"]?["kind"] == "end" }
      #expect(model.asked.filter { $0 == "Ada" }.count == 1)
    }
  }

  @Test func `asked again while the notes are combined, it is the same run`() async throws {
    let model = ScriptedModel(concurrent: 2)
    model.hold("combine")
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      let run = try await client.summarise()
      try await model.entered("combine")
      #expect(try await client.summarise() == run)
      model.releaseAll()
      try await client.finished()
      #expect(model.asked.filter { $0 == "combine" }.count == 1)
    }
  }

  @Test func `two selections with the same words are two runs`() async throws {
    let model = ScriptedModel()
    model.hold("Ada")
    try await TestClient.session([model], options: options) { client in
      let twice = Passages.paragraph("Ada")
      try client.open(twice + "\n\nBetween them.\n\n" + twice + " End.\n")
      let first = try await client.summarise(selecting: twice)
      try await model.entered("Ada")
      let range: JSONValue = [
        "start": ["line": 4, "character": 0], "end": ["line": 4, "character": .int(twice.utf8.count)],
      ]
      let reply = try await client.command("summarise", ["uri": "file:///a.md", "range": range])
      #expect(reply["run"] != .string(first))
      model.releaseAll()
      try await client.message("$/progress") { $0["value"]?["kind"] == "end" }
      try await client.message("$/progress") { $0["value"]?["kind"] == "end" }
      #expect(model.asked == ["Ada"])
      #expect(try await client.report().states == "fresh")
    }
  }

  @Test func `a selection and the buffer stand side by side; where they overlap the newest holds`() async throws {
    let model = ScriptedModel()
    model.answers { $0.kind == .single ? .text("The selection.") : nil }
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      try await client.summarise()
      try await client.finished()
      try await client.summarise(selecting: Passages.paragraph("Bea"))
      try await client.finished()
      #expect(try await client.hover("Ada")?.contains("Ada counted") == true)
      #expect(try await client.hover("Bea")?.contains("The selection.") == true)
      #expect(try await client.hover("Cid")?.contains("Cid counted") == true)
    }
  }

  @Test func `clearing forgets the notes, here and by content`() async throws {
    let model = ScriptedModel()
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      try await client.summarise()
      try await client.finished()
      _ = client.taken("breviate/didChangeNotes")
      #expect(try await client.command("clearNotes", uri)["cleared"] == 3)
      try await client.message("breviate/didChangeNotes") { $0["run"] == .null && $0["passages"] == [] }
      #expect(try await client.report().states == "waiting waiting waiting")
      #expect(try await client.hover("Ada") == nil)
      try await client.summarise()
      try await client.finished()
      #expect(model.asked.filter { $0 == "Ada" }.count == 2)
    }
  }
}
