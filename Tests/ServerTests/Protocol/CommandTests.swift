import LSP
import Models
import Store
import Summaries
import TestSupport
import Testing

@testable import Server

@Suite("Commands answer at once") struct CommandTests {
  private let options: [String: JSONValue] = ["passageTokens": 100]
  private let uri: JSONValue = ["uri": "file:///a.md"]
  private let text = Passages.text("Ada Bea Cid")
  private static let names = CommandName.allCases.map { String($0.rawValue.dropFirst("breviate.".count)) }

  @Test("None waits for the model", arguments: names) func atOnce(name: String) async throws {
    let model = ScriptedModel(window: 350)
    model.hold()
    model.holdCounts()
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      var arguments = uri
      if name == "retry" { arguments = ["uri": "file:///a.md", "passage": "p1"] }
      _ = try await client.command(name, arguments)
      try await client.summarise()
      _ = try await client.command(name, arguments)
      model.releaseAll()
    }
  }

  @Test("Without arguments the last touched document is meant", arguments: ["summarise", "plan", "notes"])
  func withoutArguments(name: String) async throws {
    try await TestClient.session([BuiltIn()], options: options) { client in
      let one = Passages.text("Ada Bea")
      try client.open(one, as: "file:///a.md")
      try client.open(text, as: "file:///b.md")
      func passes() async throws -> JSONValue? {
        let reply = try await client.command(name)
        return reply["plan"]?["passes"] ?? reply["documents"]?[0]?["plan"]?["passes"]
      }
      #expect(try await passes() == 3)
      try client.notify("breviate/didFocus", ["uri": "file:///a.md"])
      #expect(try await passes() == 2)
      try client.edit("file:///b.md", replace: "Bea", with: "Eve")
      #expect(try await passes() == 3)
      // Of a closed document the one before is the last.
      try client.close("file:///b.md")
      #expect(try await passes() == 2)
    }
  }

  @Test("An argument may be null or left out", arguments: [nil, [], [nil], [[:]]] as [JSONValue?])
  func noArguments(arguments: JSONValue?) async throws {
    try await TestClient.session([BuiltIn()], options: options) { client in
      try client.open(text)
      var call: [String: JSONValue] = ["command": "breviate.notes"]
      call["arguments"] = arguments
      let report = try await client.request("workspace/executeCommand", .object(call))
      #expect(report["documents"]?[0]?["uri"] == "file:///a.md")
    }
  }

  @Test(
    "Wrong arguments are said in words that name the key",
    arguments: [
      ("summarise", 3, "arguments[0]: expected an object"),
      ("summarise", ["uri": 3], "arguments[0].uri: expected a string"),
      ("plan", ["range": ["start": 1]], "arguments[0].range.start"),
      (
        "summarise", ["range": ["start": ["line": 2, "character": 0], "end": ["line": 1, "character": 0]]],
        "arguments[0].range: its end is before its start"
      ),
      ("retry", [:], "breviate.retry needs a passage: its id from breviate.notes"),
      ("retry", ["passage": 1], "arguments[0].passage: expected a string"),
      ("retry", ["passage": "p1", "relaxed": "yes"], "arguments[0].relaxed: expected true or false"),
      ("sumarise", [:], "breviate.sumarise is no command; there are breviate.summarise, "),
    ] as [(String, JSONValue, String)]
  )
  func wrongArguments(name: String, arguments: JSONValue, words: String) async throws {
    try await TestClient.session([BuiltIn()], options: options) { client in
      try client.open(text)
      let error = try await client.failure(ofCommand: name, arguments)
      #expect(error.code == .invalidParams)
      #expect(error.message.contains(words), "\(error.message)")
    }
  }

  @Test(
    "With no document open and none named there is an error that says so",
    arguments: names.filter { $0 != "models" }
  )
  func noDocument(name: String) async throws {
    try await TestClient.session([BuiltIn()]) { client in
      let error = try await client.failure(ofCommand: name)
      #expect(error.message == "breviate.\(name) needs a uri: no document is open")
    }
  }

  @Test(
    "An unknown document is no error",
    arguments: [
      ("summarise", "reason"), ("update", "reason"), ("clearNotes", "cleared"), ("cancel", "cancelled"),
      ("plan", "documents"), ("notes", "documents"), ("showNotes", "reason"),
    ]
  )
  func unknownDocument(name: String, key: String) async throws {
    try await TestClient.session([BuiltIn()]) { client in
      try client.open(text)
      let reply = try await client.command(name, ["uri": "file:///none.md"])
      let value = try #require(reply[key])
      #expect(value == [] || value == 0 || value == "not an open document: file:///none.md", "\(value)")
    }
  }

  @Test func `an unknown passage is said to be none`() async throws {
    try await TestClient.session([BuiltIn()], options: options) { client in
      try client.open(text)
      let reply = try await client.command("retry", ["uri": "file:///a.md", "passage": "p9"])
      #expect(reply == ["run": nil, "reason": "no such passage: p9"])
    }
  }

  @Test(
    "Short text is said to be short",
    arguments: [
      ("One.", "short enough to read: 1 word"), ("Two words.", "short enough to read: 2 words"),
      ("…", "there is nothing to read: the text has no words"),
    ]
  )
  func short(text: String, reason: String) async throws {
    try await TestClient.session([BuiltIn()]) { client in
      try client.open(text)
      #expect(try await client.command("summarise", uri) == ["run": nil, "reason": .string(reason)])
    }
  }

  @Test func `an empty selection has nothing to read`() async throws {
    try await TestClient.session([BuiltIn()], options: options) { client in
      try client.open(text)
      let here: JSONValue = ["line": 0, "character": 3]
      let reply = try await client.command(
        "summarise",
        ["uri": "file:///a.md", "range": ["start": here, "end": here]]
      )
      #expect(reply == ["run": nil, "reason": "there is nothing to read: the text has no words"])
    }
  }

  @Test func `before any run the notes are the plan's passages, all waiting`() async throws {
    try await TestClient.session([BuiltIn()], options: options) { client in
      try client.open(text)
      let range = try client.range(of: Passages.paragraph("Bea"))
      for command in ["notes", "plan"] {
        let report = try await client.command(command, uri).decode(as: Report.self)
        #expect(report.documents.first?.states == "waiting waiting waiting")
        #expect(report.documents.first?.notes == ["-", "-", "-"])
      }
      let part = try await client.command("notes", ["uri": "file:///a.md", "range": range]).decode(as: Report.self)
      #expect(part.documents.first?.passages.map(\.number) == [2])
      #expect(part.documents.first?.plan?.passes == 3)
      // The plan of a range is the plan of its text alone.
      let plan = try await client.command("plan", ["uri": "file:///a.md", "range": range]).decode(as: Report.self)
      #expect(plan.documents.first?.passages.map(\.range.start.line) == [2])
      #expect(plan.documents.first?.plan?.passes == 1)
    }
  }

  @Test func `a plan says what a run would take, also beside one`() async throws {
    let model = ScriptedModel()
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      try await client.summarise()
      try await client.finished()
      let plan = try await client.command("plan", uri).decode(as: Report.self)
      #expect(plan.documents.first?.notes == ["-", "-", "-"])
      #expect(model.asked.count == 4)
    }
  }

  @Test func `with a range the notes are those that overlap it, under their own numbers`() async throws {
    try await TestClient.session([BuiltIn()], options: options) { client in
      try client.open(text)
      try await client.summarise()
      try await client.finished()
      let start = try client.position(of: "Bea")
      let report = try await client.command(
        "notes",
        ["uri": "file:///a.md", "range": ["start": start, "end": start]]
      ).decode(as: Report.self)
      #expect(report.documents.first?.passages.map(\.number) == [2])
    }
  }

  @Test func `the notes of a run can be asked for while a newer one stands beside it`() async throws {
    try await TestClient.session([BuiltIn()], options: options) { client in
      try client.open(text)
      let whole = try await client.summarise()
      try await client.finished()
      let part = try await client.summarise(selecting: Passages.paragraph("Bea"))
      try await client.finished()
      func passages(_ run: String?) async throws -> Int? {
        let arguments: JSONValue = ["uri": "file:///a.md", "run": run.map { .string($0) } ?? .null]
        return try await client.command("notes", arguments).decode(as: Report.self).documents.first?.passages.count
      }
      #expect(try await passages(whole) == 3)
      #expect(try await passages(part) == 1)
      #expect(try await passages(nil) == 1)
      // One that is gone, or was never there: the newest.
      #expect(try await passages("run-99") == 1)
    }
  }

  @Test func `an update before any run is a run; while one goes on there is nothing to do`() async throws {
    let model = ScriptedModel()
    model.hold()
    try await TestClient.session([model], options: options) { client in
      try client.open(text)
      #expect(try await client.command("update", uri)["run"] == "run-1")
      #expect(try await client.command("update", uri)["reason"] == "notes are being taken already")
      model.releaseAll()
      #expect(try await client.finished().states == "fresh fresh fresh")
    }
  }

  @Test func `changed notes are told only to a client that asked for it`() async throws {
    for wants in [true, false] {
      let client = TestClient(
        takers: [BuiltIn()],
        capabilities: TestClient.capabilities,
        options: ["passageTokens": 100, "didChangeNotes": .bool(wants)]
      )
      try await client.initialize()
      try client.open(text)
      try await client.summarise()
      try await client.finished()
      let ids = try await client.report().passages.map(\.id)
      if wants {
        let change = try await client.message("breviate/didChangeNotes")
        #expect(change.params["version"] == 1 && change.params["run"] == "run-1")
        #expect(change.params["passages"] == .array(ids.map { .string($0) }))
      }
      try await client.shutDown()
    }
  }

  @Test func `changed notes are told at the pace that was set, also when a price is told in between`() async throws {
    try await TestClient.session(
      [BuiltIn()],
      options: options,
      change: { $0.announceDelay = .seconds(3_600) }
    ) { client in
      try client.open(text)
      try await client.diagnostics { !$0.isEmpty }
      try await client.summarise()
      try await client.finished()
      try client.edit(replace: Passages.paragraph("Cid"), with: "")
      try await client.diagnostics { $0.first?.hasPrefix("2 passes") == true }
      #expect(client.taken("breviate/didChangeNotes").isEmpty)
    }
  }

  // MARK: The notes page

  private func showing(_ client: TestClient) async throws -> JSONValue {
    try client.open(text)
    try await client.summarise()
    let report = try await client.finished()
    return try await client.command("showNotes", ["uri": "file:///a.md", "passage": .string(report.passages[1].id)])
  }

  @Test func `the page is the text of the reply where nothing can be shown`() async throws {
    try await TestClient.session([BuiltIn()], options: options) { client in
      let reply = try await showing(client)
      #expect(reply["uri"] == .null)
      let lines = reply["text"]?.stringValue?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
      #expect(lines.first == "# Notes: `a.md`")
      let line = try #require(reply["line"]?.intValue)
      #expect(lines[line].hasPrefix("## 2. "))
    }
  }

  @Test func `the page is the text of the reply where it is not to be shown`() async throws {
    var capabilities = TestClient.capabilities.objectValue ?? [:]
    capabilities["window"] = ["showDocument": ["support": true], "workDoneProgress": true]
    try await TestClient.session([BuiltIn()], capabilities: .object(capabilities), options: options) { client in
      try client.open(text)
      try await client.summarise()
      try await client.finished()
      let reply = try await client.command("showNotes", ["uri": "file:///a.md", "show": false])
      #expect(reply["uri"] == .null)
      #expect(reply["text"]?.stringValue?.hasPrefix("# Notes: `a.md`\n") == true)
      #expect(client.taken("window/showDocument").isEmpty)
    }
  }

  @Test func `the page is a document of the server's where the client reads those`() async throws {
    var capabilities = TestClient.capabilities.objectValue ?? [:]
    capabilities["workspace"] = ["textDocumentContent": [:]]
    capabilities["window"] = ["showDocument": ["support": true], "workDoneProgress": true]
    try await TestClient.session([BuiltIn()], capabilities: .object(capabilities), options: options) { client in
      let reply = try await showing(client)
      let page = try #require(reply["uri"]?.stringValue)
      #expect(page.hasPrefix("breviate:/notes/a.md.md?"))
      let shown = try await client.message("window/showDocument")
      #expect(shown.params["uri"] == .string(page))
      #expect(shown.params["selection"]?["start"]?["line"] == reply["line"])
      // Until it has been read there is nothing to bring up to date.
      #expect(client.taken("workspace/textDocumentContent/refresh").isEmpty)
      let content = try await client.request("workspace/textDocumentContent", ["uri": .string(page)])
      #expect(content["text"]?.stringValue?.contains("## 2. ") == true)
      try client.edit(replace: "Bea", with: "Dov")
      let refresh = try await client.message("workspace/textDocumentContent/refresh")
      #expect(refresh.params["uri"] == .string(page))
      try client.close()
      let gone = try await client.request("workspace/textDocumentContent", ["uri": .string(page)])
      #expect(gone["text"]?.stringValue?.contains("is not open") == true)
      let error = try await client.failure(of: "workspace/textDocumentContent", ["uri": "breviate:/else"])
      #expect(error.code == .invalidParams)
    }
  }

  @Test func `else it is a private file that is kept up to date and goes at the end`() async throws {
    var capabilities = TestClient.capabilities.objectValue ?? [:]
    capabilities["window"] = ["showDocument": ["support": true], "workDoneProgress": true]
    var files: [String] = []
    try await TestClient.session([BuiltIn()], capabilities: .object(capabilities), options: options) { client in
      for name in ["a", "b"] {
        try client.open(text, as: "file:///\(name).md")
        let reply = try await client.command("showNotes", ["uri": .string("file:///\(name).md")])
        let shown = try await client.message("window/showDocument")
        #expect(shown.params["uri"] == reply["uri"])
        let file = DocumentURI(reply["uri"]?.stringValue ?? "")
        files.append(try #require(file.filePath))
      }
      #expect(files[0].hasPrefix(client.folders.runtime))
      #expect(Set(files).count == 2)
      #expect(files.map(PrivateFile.permissions) == [0o600, 0o600])
      #expect(PrivateFile.text(files[0])?.contains("There are no notes yet.") == true)
      try await client.summarise("file:///a.md")
      try await client.finished("file:///a.md")
      try client.edit("file:///a.md", replace: "Bea", with: "Dov")
      repeat {
        try await client.message("breviate/didChangeNotes")
        try await client.settled()
      } while PrivateFile.text(files[0])?.contains("1 stale") == false
    }
    #expect(files.map(PrivateFile.permissions) == [nil, nil])
  }
}
