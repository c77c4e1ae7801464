import LSP
import Models
import TestSupport
import Testing

@testable import Server

@Suite("The life of a session") struct LifecycleTests {
  private static let refusedBefore = Lifecycle.Verdict.refuse(.serverNotInitialized, "hover came before initialize")
  private static let refusedAfter = Lifecycle.Verdict.refuse(.invalidRequest, "hover came after shutdown")
  private static let refusedTwice = Lifecycle.Verdict.refuse(.invalidRequest, "initialize may be sent once only")

  @Test(
    "What is done with a message in each phase",
    arguments: [
      ("initialize", true, Lifecycle.Phase.uninitialized, Lifecycle.Verdict.serve),
      ("hover", true, .uninitialized, refusedBefore),
      ("didOpen", false, .uninitialized, .ignore),
      ("exit", false, .uninitialized, .exit(1)),
      ("initialize", true, .running, refusedTwice),
      ("hover", true, .running, .serve),
      ("shutdown", true, .running, .serve),
      ("didOpen", false, .running, .serve),
      ("exit", false, .running, .exit(1)),
      ("hover", true, .shutDown, refusedAfter),
      ("didOpen", false, .shutDown, .ignore),
      ("exit", false, .shutDown, .exit(0)),
      ("exit", true, .running, .serve),
    ]
  )
  func verdicts(method: String, isRequest: Bool, phase: Lifecycle.Phase, verdict: Lifecycle.Verdict) {
    #expect(Lifecycle.verdict(method: method, isRequest: isRequest, in: phase) == verdict)
  }

  private func client() -> TestClient {
    TestClient(takers: [BuiltIn()], capabilities: TestClient.capabilities, options: nil)
  }

  @Test func `a request before initialize is refused and served after it`() async throws {
    let client = client()
    let error = try await client.failure(of: "shutdown")
    #expect(error.code == .serverNotInitialized)
    try await client.initialize()
    try await client.shutDown()
  }

  @Test func `initialize answers with what is served, and is served once`() async throws {
    let client = client()
    let result = try await client.initialize()
    #expect(result["serverInfo"]?["name"] == "breviate")
    #expect(result["serverInfo"]?["version"] == "1.2.3")
    #expect(result["capabilities"]?["experimental"]?["breviate"]?["version"] == 1)
    #expect(try await client.failure(of: "initialize", ["capabilities": [:]]).code == .invalidRequest)
    try await client.shutDown()
  }

  @Test(
    "Ids go back as they came",
    arguments: [
      RequestID.number(7), .number(-1), .number(0), .string("7"), .string(""), .string("é\u{1F600}\n"),
    ]
  )
  func ids(id: RequestID) async throws {
    try await TestClient.session([BuiltIn()]) { client in
      try client.open("Short.")
      _ = try client.ask("textDocument/codeLens", ["textDocument": ["uri": "file:///a.md"]], id: id)
      #expect(try await client.answer(to: id) == [])
    }
  }

  @Test(
    "Malformed messages are answered with the code of the matter, and the next one is served",
    arguments: [
      ("{", ErrorCode.parseError),
      ("", .parseError),
      ("[1, 2", .parseError),
      ("[]", .invalidRequest),
      ("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"shutdown\"}]", .invalidRequest),
      ("{\"jsonrpc\":\"2.0\"}", .invalidRequest),
      ("{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"shutdown\"}", .invalidRequest),
      ("{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"shutdown\"}", .invalidRequest),
    ]
  )
  func malformed(body: String, code: ErrorCode) async throws {
    try await TestClient.session([BuiltIn()]) { client in
      client.send(bytes: frame(Array(body.utf8)))
      let error = try await client.strayError()
      #expect(error.code == code)
    }
  }

  @Test func `an unknown request and bad params are answered, an unknown notification is passed over`() async throws {
    try await TestClient.session([BuiltIn()]) { client in
      try client.notify("$/unheardOf", ["a": 1])
      try client.notify("textDocument/didSave", ["textDocument": ["uri": "file:///a.md"]])
      try client.notify("textDocument/didChange", ["textDocument": 3])
      #expect(try await client.failure(of: "textDocument/definition", [:]).code == .methodNotFound)
      #expect(try await client.failure(of: "exit").code == .methodNotFound)
      let error = try await client.failure(of: "textDocument/hover", ["textDocument": ["uri": "file:///a.md"]])
      #expect(error.code == .invalidParams)
      #expect(error.message.contains("position"))
      #expect(try await client.failure(of: "textDocument/hover").code == .invalidParams)
    }
  }

  @Test func `after shutdown every request is refused, and exit ends with status 0`() async throws {
    let client = client()
    try await client.initialize()
    try await client.request("shutdown")
    #expect(try await client.failure(of: "shutdown").code == .invalidRequest)
    try client.notify("textDocument/didOpen", ["textDocument": [:]])
    #expect(try await client.failure(of: "textDocument/hover").code == .invalidRequest)
    try client.notify("exit")
    #expect(try await client.exitStatus() == 0)
  }

  @Test(
    "The exit status tells whether the client shut down first",
    arguments: [
      ([], 1), (["initialize"], 1), (["initialize", "shutdown"], 0),
    ] as [([String], Int32)]
  )
  func exitStatus(requests: [String], status: Int32) async throws {
    for ending in ["exit", "end of input"] {
      let client = client()
      for request in requests { try await client.request(request, ["capabilities": [:]]) }
      if ending == "exit" { try client.notify("exit") } else { client.closeInput() }
      #expect(try await client.exitStatus() == status, "\(ending)")
    }
  }

  @Test func `a broken header ends the process with status 1`() async throws {
    let client = client()
    try await client.initialize()
    client.send(bytes: Array("Content-Length: x\r\n\r\n{}".utf8))
    #expect(try await client.exitStatus() == 1)
  }

  @Test func `a cancelled request is answered at once with its error, and not a second time`() async throws {
    let model = ScriptedModel()
    model.hold()
    try await TestClient.session([model], options: ["passageTokens": 100]) { client in
      try client.open(Passages.text("Ada Bea"))
      let id = try client.ask("breviate/summarise", ["uri": "file:///a.md"])
      try await model.entered(1)
      try client.notify("$/cancelRequest", ["id": id.json])
      switch try await client.outcome(of: id) {
      case .success(let result): Issue.record("answered with \(result)")
      case .failure(let error):
        #expect(error.code == .requestCancelled)
        #expect(error.data?["documents"]?[0]?["passages"]?.arrayValue?.count == 2)
      }
      model.releaseAll()
      try client.notify("$/cancelRequest", ["id": id.json])
      try client.notify("$/cancelRequest", ["id": "never sent"])
      try client.notify("$/cancelRequest", ["id": []])
      try await client.settled()
    }
  }

  @Test func `the end answers what is still held open, and ends all progress`() async throws {
    let model = ScriptedModel()
    model.hold()
    let client = TestClient(
      takers: [model],
      capabilities: TestClient.capabilities,
      options: ["passageTokens": 100]
    )
    try await client.initialize()
    try client.open(Passages.text("Ada Bea"))
    try await client.summarise()
    let id = try client.ask("breviate/summarise", ["uri": "file:///a.md"])
    try await client.message("$/progress") { $0["value"]?["kind"] == "begin" }
    try await model.entered(1)
    try await client.shutDown()
    #expect(try await client.outcome(of: id).failure?.code == .requestCancelled)
    try await model.cancelled(1)
    #expect(model.asked == ["Ada"])
  }

  @Test func `a request under an id that is still pending is refused`() async throws {
    let model = ScriptedModel()
    model.hold()
    let client = TestClient(
      takers: [model],
      capabilities: TestClient.capabilities,
      options: ["passageTokens": 100]
    )
    try await client.initialize()
    try client.open(Passages.text("Ada Bea"))
    let id = try client.ask("breviate/summarise", ["uri": "file:///a.md"], id: "one")
    try await model.entered(1)
    _ = try client.ask("textDocument/codeLens", ["textDocument": ["uri": "file:///a.md"]], id: "one")
    #expect(try await client.outcome(of: id).failure?.code == .invalidRequest)
    try client.notify("exit")
    #expect(try await client.exitStatus() == 1)
  }

  @Test func `trace is sent while it is on`() async throws {
    try await TestClient.session([BuiltIn()]) { client in
      try client.notify("$/setTrace", ["value": "messages"])
      try await client.settled()
      try client.notify("$/setTrace", ["value": "off"])
      try await client.settled()
      let traced = client.taken("$/logTrace").compactMap { $0["message"]?.stringValue }
      #expect(traced.contains { $0.contains("breviate/testBarrier") })
      #expect(traced.count <= 2)
    }
  }
}

extension Result {
  var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
