import LSP
import Testing

@Suite struct MessageTests {
  static let methods = MethodTable(
    requests: [HoverRequest.self, ShutdownRequest.self, InitializeRequest.self, CodeActionRequest.self],
    notifications: [DidOpenTextDocumentNotification.self, ExitNotification.self]
  )

  /// What a message is read as, in one line.
  static func read(_ json: String) throws -> String {
    func text(_ params: IncomingMessage.Params) -> String {
      switch params {
      case .read(let params): "\(type(of: params))"
      case .unreadable(let error): "unreadable: \(error)"
      case .unknownMethod: "unknown"
      }
    }
    func text(_ id: RequestID?) -> String { id.map { "\($0)" } ?? "null" }
    switch try IncomingMessage(body: Array(json.utf8), methods: methods) {
    case .request(let id, let method, let params): return "request \(id) \(method) \(text(params))"
    case .notification(let method, let params): return "notification \(method) \(text(params))"
    case .response(let id, .success(let value)): return "response \(text(id)) \(value)"
    case .response(let id, .failure(let error)): return "error \(text(id)) \(error.code.rawValue) \(error.message)"
    case .invalid(let id, let reason): return "invalid \(text(id)) \(reason)"
    }
  }

  static let hover = #"{"textDocument":{"uri":"file:///a"},"position":{"line":1,"character":2}}"#

  @Test(arguments: [
    (
      #"{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":\#(hover)}"#,
      "request 1 textDocument/hover HoverParams"
    ),
    (#"{"params":\#(hover),"method":"textDocument/hover","id":"1"}"#, #"request "1" textDocument/hover HoverParams"#),
    (#" {"jsonrpc" : "2.0" , "id":-7,"method":"x","params":[1]} "#, "request -7 x unknown"),
    (#"{"jsonrpc":"2.0","id":1.0,"method":"shutdown"}"#, "request 1 shutdown NoParams"),
    (#"{"jsonrpc":"2.0","id":1,"method":"shutdown","params":null}"#, "request 1 shutdown NoParams"),
    (#"{"jsonrpc":"2.0","id":1,"method":"shutdown","params":{}}"#, "request 1 shutdown NoParams"),
    (#"{"jsonrpc":"2.0","id":1,"method":"shutdown","params":[]}"#, "request 1 shutdown NoParams"),
    (#"{"jsonrpc":"2.0","id":"","method":""}"#, #"request ""  unknown"#),
    (#"{"jsonrpc":"2.0","method":"exit"}"#, "notification exit NoParams"),
    (#"{"jsonrpc":"2.0","method":"$/unknown","params":{"a":1}}"#, "notification $/unknown unknown"),
    (#"{"jsonrpc":"2.0","method":"textDocument/hover","params":\#(hover)}"#, "notification textDocument/hover unknown"),
    (#"{"jsonrpc":"2.0","id":1,"method":"exit"}"#, "request 1 exit unknown"),
  ])
  func `requests and notifications are read with their params`(json: String, message: String) throws {
    #expect(try Self.read(json) == message)
  }

  @Test(arguments: [
    (#"{"jsonrpc":"2.0","id":1,"result":null}"#, "response 1 null"),
    (#"{"jsonrpc":"2.0","id":"a","result":[1]}"#, #"response "a" array([LSP.JSONValue.int(1)])"#),
    (#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}"#, "error 1 -32601 no"),
    (#"{"jsonrpc":"2.0","id":1,"error":null,"result":true}"#, "response 1 bool(true)"),
    (#"{"jsonrpc":"2.0","id":1,"error":"broken"}"#, "error 1 -32603 an error without a message"),
    (#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}"#, "error null -32700 no"),
  ])
  func `responses are read`(json: String, message: String) throws {
    #expect(try Self.read(json) == message)
  }

  @Test func `params that are absent are named`() throws {
    let json = #"{"jsonrpc":"2.0","id":1,"method":"textDocument/hover"}"#
    #expect(try Self.read(json) == "request 1 textDocument/hover unreadable: params: is missing")
  }

  @Test(arguments: [
    ("null", "params: expected an object, found null"),
    ("[]", "params: expected an object"),
    ("{}", "params.textDocument: is missing"),
    (#"{"textDocument":null}"#, "params.textDocument: expected an object, found null"),
    (#"{"textDocument":{"uri":1}}"#, "params.textDocument.uri: expected a string"),
    (#"{"textDocument":{"uri":"a"},"position":{"line":"1"}}"#, "params.position.line: expected a number"),
    (
      #"{"textDocument":{"uri":"a"},"position":{"line":0,"character":1.5}}"#,
      "params.position.character: not a whole number"
    ),
  ])
  func `params that cannot be read say which key is wrong`(params: String, problem: String) throws {
    let json = #"{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":\#(params)}"#
    #expect(try Self.read(json) == "request 1 textDocument/hover unreadable: \(problem)")
  }

  @Test(arguments: [
    ("1", "invalid null a message is an object; batches are not supported"),
    ("null", "invalid null a message is an object; batches are not supported"),
    (#"[{"jsonrpc":"2.0","method":"exit"}]"#, "invalid null a message is an object; batches are not supported"),
    ("{}", "invalid null neither method nor result nor error"),
    (#"{"jsonrpc":"2.0","id":7}"#, "invalid 7 neither method nor result nor error"),
    (#"{"jsonrpc":"1.0","id":7,"method":"shutdown"}"#, "invalid 7 jsonrpc is not \"2.0\""),
    (#"{"jsonrpc":2.0,"method":"exit"}"#, "invalid null jsonrpc is not \"2.0\""),
    (#"{"jsonrpc":"2.0","id":7,"method":3}"#, "invalid 7 method is not a string"),
    (#"{"jsonrpc":"2.0","id":7,"method":null}"#, "invalid 7 method is not a string"),
    (#"{"jsonrpc":"2.0","id":null,"method":"shutdown"}"#, "invalid null id is neither a whole number nor a string"),
    (#"{"jsonrpc":"2.0","id":1.5,"method":"shutdown"}"#, "invalid null id is neither a whole number nor a string"),
    (#"{"jsonrpc":"2.0","id":true,"method":"shutdown"}"#, "invalid null id is neither a whole number nor a string"),
    (#"{"jsonrpc":"2.0","id":{},"method":"shutdown"}"#, "invalid null id is neither a whole number nor a string"),
    (
      #"{"jsonrpc":"2.0","id":99999999999999999999,"method":"x"}"#,
      "invalid null id is neither a whole number nor a string"
    ),
  ])
  func `JSON that is no message is told from JSON that is none`(json: String, message: String) throws {
    #expect(try Self.read(json) == message)
  }

  @Test(arguments: [
    "", " ", "{", "}", "{\"jsonrpc\":\"2.0\",", "nul", "{]", "[1", "{} {}", "{} x", "{\"a\"}", "{a:1}", "{'a':1}",
    "// x\n{}",
    #"{"jsonrpc":"2.0","id":1,"method":"x\q"}"#, #"{"jsonrpc":"2.0","id":1,"method":"x}"#, "\u{0}", "{\"a\":tru}",
  ])
  func `what is no JSON is malformed`(json: String) {
    #expect(throws: MalformedJSON.self) { try Self.read(json) }
  }

  @Test func `half a surrogate pair does not lose the document, and positions hold`() throws {
    let json = #"""
      {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":
      {"uri":"untitled:a\udc00","languageId":"markdown","version":1,"text":"a\ud800b\n\ud83d\ude00"}}}
      """#
    guard case .notification(_, .read(let params)) = try IncomingMessage(body: Array(json.utf8), methods: Self.methods),
      let document = (params as? DidOpenTextDocumentParams)?.textDocument
    else {
      Issue.record("not opened")
      return
    }
    #expect(document.text == "a\u{FFFD}b\n😀")
    #expect(document.uri.string == "untitled:a\u{FFFD}")
  }

  @Test func `odd entries among a client's own diagnostics and capabilities do no harm`() throws {
    let action = #"""
      {"jsonrpc":"2.0","id":1,"method":"textDocument/codeAction","params":{"textDocument":{"uri":"a"},"range":
      {"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"context":{"only":7,"diagnostics":[1,null,{"range":
      {"start":{"line":0,"character":0},"end":{"line":0,"character":1}},"code":12,"message":"theirs"},{"message":"none"}]}}}
      """#
    guard case .request(_, _, .read(let params)) = try IncomingMessage(body: Array(action.utf8), methods: Self.methods),
      let context = (params as? CodeActionParams)?.context
    else {
      Issue.record("not read")
      return
    }
    #expect(context.diagnostics.map(\.message) == ["theirs"])
    #expect(context.diagnostics.first?.code == 12)
    #expect(context.only == nil)
  }
}

@Suite struct OutgoingMessageTests {
  static func text(_ message: OutgoingMessage) throws -> String { String(decoding: try message.body(), as: UTF8.self) }

  @Test func `a result of nothing is written as null`() throws {
    let expected = #"{"id":1,"jsonrpc":"2.0","result":null}"#
    #expect(try Self.text(.response(to: 1, result: Hover?.none)) == expected)
    #expect(try Self.text(.response(to: 1, result: NullResult())) == expected)
    #expect(try Self.text(.response(to: 1, result: JSONValue.null)) == expected)
  }

  @Test func `an id goes back as it came`() throws {
    #expect(
      try Self.text(.response(to: "1", result: true)) == #"{"id":"1","jsonrpc":"2.0","result":true}"#
    )
    #expect(try Self.text(.response(to: -1, result: [1])) == #"{"id":-1,"jsonrpc":"2.0","result":[1]}"#)
  }

  @Test func `an error whose request is not known has a null id`() throws {
    let error = ResponseError(code: .parseError, message: "no")
    #expect(
      try Self.text(.failure(to: nil, error: error))
        == #"{"error":{"code":-32700,"message":"no"},"id":null,"jsonrpc":"2.0"}"#
    )
    let known = ResponseError(code: .requestCancelled, message: "cancelled", data: ["a": 1])
    #expect(
      try Self.text(.failure(to: 3, error: known))
        == #"{"error":{"code":-32800,"data":{"a":1},"message":"cancelled"},"id":3,"jsonrpc":"2.0"}"#
    )
  }

  @Test func `a method without params is written without them`() throws {
    #expect(
      try Self.text(.request(CodeLensRefreshRequest.self, id: 2, params: NoParams()))
        == #"{"id":2,"jsonrpc":"2.0","method":"workspace/codeLens/refresh"}"#
    )
    #expect(
      try Self.text(.notification(ExitNotification.self, params: NoParams()))
        == #"{"jsonrpc":"2.0","method":"exit"}"#
    )
  }

  @Test func `slashes are plain and what cannot be seen is escaped`() throws {
    let params = WindowMessageParams(type: .info, message: "a/b \u{202E}c\u{7F}\u{1}é")
    #expect(
      try Self.text(.notification(LogMessageNotification.self, params: params))
        == #"{"jsonrpc":"2.0","method":"window/logMessage","params":{"message":"a/b \u202ec\u007f\u0001é","type":3}}"#
    )
  }
}
