import LSP
import TestSupport
import Testing

/// Checks that a value is written as `json`, that `json` is read as the value, and that the protocol has it so.
func checkCoding<Value: Codable & Equatable & Sendable>(
  _ value: Value,
  _ json: String,
  as name: String?,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let body = try OutgoingMessage.response(to: 0, result: value).body()
  #expect(
    String(decoding: body, as: UTF8.self) == #"{"id":0,"jsonrpc":"2.0","result":\#(json)}"#,
    sourceLocation: sourceLocation
  )
  guard case .response(_, .success(let result)) = try IncomingMessage(body: body, methods: MethodTable()) else {
    Issue.record("not a response", sourceLocation: sourceLocation)
    return
  }
  #expect(try result.decode(as: Value.self) == value, sourceLocation: sourceLocation)
  if let name {
    #expect(try MetaModel.current.get().problems(in: result, as: name) == [], sourceLocation: sourceLocation)
  }
}

@Suite struct CodingTests {
  static let range = LSPRange(start: Position(line: 0, character: 1), end: Position(line: 2, character: 3))
  static let rangeJSON = #"{"end":{"character":3,"line":2},"start":{"character":1,"line":0}}"#
  static let uri = DocumentURI("file:///C%3A/x")
  static let command = Command(title: "t", command: "c", arguments: [["uri": "u"]])
  static let commandJSON = #"{"arguments":[{"uri":"u"}],"command":"c","title":"t"}"#

  @Test func `places`() throws {
    try checkCoding(Self.range, Self.rangeJSON, as: "Range")
    try checkCoding(
      Location(uri: Self.uri, range: Self.range),
      #"{"range":\#(Self.rangeJSON),"uri":"file:///C%3A/x"}"#,
      as: "Location"
    )
    try checkCoding(TextDocumentIdentifier(uri: Self.uri), #"{"uri":"file:///C%3A/x"}"#, as: "TextDocumentIdentifier")
  }

  @Test(arguments: [
    (#"{"line":-1,"character":-9223372036854775808}"#, Position(line: 0, character: 0)),
    (#"{"line":4294967295,"character":9223372036854775807}"#, Position(line: 2_147_483_647, character: 2_147_483_647)),
    (#"{"line":1e300,"character":99999999999999999999}"#, Position(line: 2_147_483_647, character: 2_147_483_647)),
    (#"{"line":-1e300,"character":2.0}"#, Position(line: 0, character: 2)),
  ])
  func `positions beyond the protocol's numbers are drawn into them`(json: String, position: Position) throws {
    let body = Array(#"{"id":1,"method":"m","params":{"textDocument":{"uri":"a"},"position":\#(json)}}"#.utf8)
    enum Method: RequestMethod {
      static let method = "m"
      typealias Params = HoverParams
      typealias Result = NullResult
    }
    let message = try IncomingMessage(body: body, methods: MethodTable(requests: [Method.self], notifications: []))
    guard case .request(_, _, .read(let params)) = message else {
      Issue.record("not read: \(message)")
      return
    }
    #expect((params as? HoverParams)?.position == position)
  }

  @Test func `synchronisation`() throws {
    try checkCoding(
      DidOpenTextDocumentParams(
        textDocument: TextDocumentItem(uri: Self.uri, languageId: "markdown", version: 3, text: "a\nb")
      ),
      #"{"textDocument":{"languageId":"markdown","text":"a\nb","uri":"file:///C%3A/x","version":3}}"#,
      as: "DidOpenTextDocumentParams"
    )
    try checkCoding(
      DidChangeTextDocumentParams(
        textDocument: VersionedTextDocumentIdentifier(uri: Self.uri, version: 4),
        contentChanges: [.init(range: Self.range, text: "x"), .init(text: "y")]
      ),
      #"{"contentChanges":[{"range":\#(Self.rangeJSON),"text":"x"},{"text":"y"}],"#
        + #""textDocument":{"uri":"file:///C%3A/x","version":4}}"#,
      as: "DidChangeTextDocumentParams"
    )
  }

  @Test func `what a person sees`() throws {
    try checkCoding(
      Hover(contents: MarkupContent(kind: .markdown, value: "*a*"), range: Self.range),
      #"{"contents":{"kind":"markdown","value":"*a*"},"range":\#(Self.rangeJSON)}"#,
      as: "Hover"
    )
    try checkCoding(
      CodeLens(range: Self.range, command: Self.command),
      #"{"command":\#(Self.commandJSON),"range":\#(Self.rangeJSON)}"#,
      as: "CodeLens"
    )
    try checkCoding(
      DocumentSymbol(name: "n", kind: .string, range: Self.range, selectionRange: Self.range),
      #"{"kind":15,"name":"n","range":\#(Self.rangeJSON),"selectionRange":\#(Self.rangeJSON)}"#,
      as: "DocumentSymbol"
    )
    try checkCoding(
      DocumentSymbolResult.information([
        SymbolInformation(name: "n", kind: .typeParameter, location: Location(uri: "u", range: Self.range))
      ]),
      #"[{"kind":26,"location":{"range":\#(Self.rangeJSON),"uri":"u"},"name":"n"}]"#,
      as: nil
    )
    try checkCoding(
      Diagnostic(
        range: Self.range,
        severity: .information,
        code: "too-long",
        source: "breviate",
        message: "m",
        relatedInformation: [
          DiagnosticRelatedInformation(location: Location(uri: "u", range: Self.range), message: "r")
        ],
        data: ["a": nil]
      ),
      #"{"code":"too-long","data":{"a":null},"message":"m","range":\#(Self.rangeJSON),"relatedInformation":"#
        + #"[{"location":{"range":\#(Self.rangeJSON),"uri":"u"},"message":"r"}],"severity":3,"source":"breviate"}"#,
      as: "Diagnostic"
    )
  }

  @Test func `actions`() throws {
    try checkCoding(
      [
        CommandOrCodeAction.command(Self.command),
        .codeAction(
          CodeAction(
            title: "a",
            kind: .quickFix,
            isPreferred: true,
            disabled: .init(reason: "r"),
            command: Self.command
          )
        ),
      ],
      #"[\#(Self.commandJSON),{"command":\#(Self.commandJSON),"disabled":{"reason":"r"},"isPreferred":true,"#
        + #""kind":"quickfix","title":"a"}]"#,
      as: nil
    )
    try checkCoding(
      CodeActionParams(
        textDocument: TextDocumentIdentifier(uri: "u"),
        range: Self.range,
        context: CodeActionContext(only: [.source], triggerKind: .automatic)
      ),
      #"{"context":{"diagnostics":[],"only":["source"],"triggerKind":2},"range":\#(Self.rangeJSON),"#
        + #""textDocument":{"uri":"u"}}"#,
      as: "CodeActionParams"
    )
    #expect(CodeActionKind.source.contains(CodeActionKind(rawValue: "source.fixAll")))
    #expect(CodeActionKind(rawValue: "").contains(.quickFix))
    #expect(!CodeActionKind.source.contains(CodeActionKind(rawValue: "sources")))
    #expect(!CodeActionKind(rawValue: "source.fixAll").contains(.source))
  }

  @Test func `diagnostics, pulled and pushed`() throws {
    try checkCoding(
      DocumentDiagnosticReport.full(resultId: "1", items: []),
      #"{"items":[],"kind":"full","resultId":"1"}"#,
      as: "DocumentDiagnosticReport"
    )
    try checkCoding(
      DocumentDiagnosticReport.unchanged(resultId: "1"),
      #"{"kind":"unchanged","resultId":"1"}"#,
      as: "DocumentDiagnosticReport"
    )
    try checkCoding(
      PublishDiagnosticsParams(uri: "u", version: 2, diagnostics: []),
      #"{"diagnostics":[],"uri":"u","version":2}"#,
      as: "PublishDiagnosticsParams"
    )
  }

  @Test func `progress`() throws {
    try checkCoding(
      WorkDoneProgressBegin(title: "t", cancellable: true, percentage: 0),
      #"{"cancellable":true,"kind":"begin","percentage":0,"title":"t"}"#,
      as: "WorkDoneProgressBegin"
    )
    try checkCoding(
      ProgressParams(token: "x", value: WorkDoneProgressReport(message: "m", percentage: 7)),
      #"{"token":"x","value":{"kind":"report","message":"m","percentage":7}}"#,
      as: "ProgressParams"
    )
    try checkCoding(
      ProgressParams(token: 1, value: WorkDoneProgressEnd()),
      #"{"token":1,"value":{"kind":"end"}}"#,
      as: "ProgressParams"
    )
    #expect(throws: ParamsError.self) {
      try JSONValue.object(["kind": "end"]).decode(as: WorkDoneProgressReport.self)
    }
  }

  @Test func `windows, settings and held texts`() throws {
    try checkCoding(
      WindowMessageParams(type: .warning, message: "m"),
      #"{"message":"m","type":2}"#,
      as: "LogMessageParams"
    )
    try checkCoding(LogTraceParams(message: "m", verbose: "v"), #"{"message":"m","verbose":"v"}"#, as: "LogTraceParams")
    try checkCoding(
      ShowDocumentParams(uri: "breviate:/a", external: false, takeFocus: true, selection: Self.range),
      #"{"external":false,"selection":\#(Self.rangeJSON),"takeFocus":true,"uri":"breviate:/a"}"#,
      as: "ShowDocumentParams"
    )
    try checkCoding(
      ConfigurationParams(items: [ConfigurationItem(section: "breviate")]),
      #"{"items":[{"section":"breviate"}]}"#,
      as: "ConfigurationParams"
    )
    try checkCoding(TextDocumentContentResult(text: "t"), #"{"text":"t"}"#, as: "TextDocumentContentResult")
    try checkCoding(
      ExecuteCommandParams(command: "c", arguments: [1, "a", true, nil, 1.5, [], [:]]),
      #"{"arguments":[1,"a",true,null,1.5,[],{}],"command":"c"}"#,
      as: "ExecuteCommandParams"
    )
  }

  @Test func `what the server can do`() throws {
    try checkCoding(
      InitializeResult(
        capabilities: ServerCapabilities(
          positionEncoding: .utf8,
          textDocumentSync: TextDocumentSyncOptions(openClose: true, change: .incremental),
          hoverProvider: true,
          codeLensProvider: CodeLensOptions(resolveProvider: false),
          codeActionProvider: CodeActionOptions(codeActionKinds: [.quickFix]),
          documentSymbolProvider: DocumentSymbolOptions(label: "l"),
          executeCommandProvider: ExecuteCommandOptions(commands: ["c"]),
          diagnosticProvider: DiagnosticOptions(
            identifier: "i",
            interFileDependencies: false,
            workspaceDiagnostics: false
          ),
          workspace: WorkspaceOptions(textDocumentContent: TextDocumentContentOptions(schemes: ["breviate"])),
          experimental: ["breviate": ["version": 1]]
        ),
        serverInfo: ServerInfo(name: "breviate", version: "1")
      ),
      #"{"capabilities":{"codeActionProvider":{"codeActionKinds":["quickfix"]},"codeLensProvider":"#
        + #"{"resolveProvider":false},"diagnosticProvider":{"identifier":"i","interFileDependencies":false,"#
        + #""workspaceDiagnostics":false},"documentSymbolProvider":{"label":"l"},"executeCommandProvider":"#
        + #"{"commands":["c"]},"experimental":{"breviate":{"version":1}},"hoverProvider":true,"positionEncoding":"#
        + #""utf-8","textDocumentSync":{"change":2,"openClose":true},"workspace":{"textDocumentContent":"#
        + #"{"schemes":["breviate"]}}},"serverInfo":{"name":"breviate","version":"1"}}"#,
      as: "InitializeResult"
    )
  }

  @Test func `what the client can do`() throws {
    try checkCoding(
      InitializeParams(
        processId: 7,
        clientInfo: ClientInfo(name: "c"),
        initializationOptions: ["model": "none"],
        capabilities: ClientCapabilities(
          general: .init(positionEncodings: ["utf-8", "utf-7"]),
          textDocument: .init(
            hover: .init(contentFormat: [.plaintext]),
            codeLens: .init(),
            codeAction: .init(
              codeActionLiteralSupport: ["codeActionKind": ["valueSet": []]]
            ),
            documentSymbol: .init(hierarchicalDocumentSymbolSupport: true),
            publishDiagnostics: .init(relatedInformation: true),
            diagnostic: .init(relatedInformation: false)
          ),
          window: .init(workDoneProgress: true, showDocument: .init(support: true)),
          workspace: .init(configuration: true, codeLens: .init(refreshSupport: true))
        ),
        trace: .verbose
      ),
      #"{"capabilities":{"general":{"positionEncodings":["utf-8","utf-7"]},"textDocument":{"codeAction":"#
        + #"{"codeActionLiteralSupport":{"codeActionKind":{"valueSet":[]}}},"codeLens":{},"#
        + #""diagnostic":{"relatedInformation":false},"documentSymbol":{"hierarchicalDocumentSymbolSupport":true},"hover":"#
        + #"{"contentFormat":["plaintext"]},"publishDiagnostics":{"relatedInformation":true}},"#
        + #""window":{"showDocument":{"support":true},"workDoneProgress":true},"workspace":{"codeLens":"#
        + #"{"refreshSupport":true},"configuration":true}},"clientInfo":{"name":"c"},"initializationOptions":"#
        + #"{"model":"none"},"processId":7,"trace":"verbose"}"#,
      as: nil
    )
  }

  @Test(arguments: [
    "{}",
    #"{"processId":null,"clientInfo":null,"capabilities":null,"trace":null,"rootUri":null}"#,
    #"{"processId":"x","clientInfo":{},"capabilities":7,"trace":"loud","locale":1}"#,
    #"{"capabilities":{"general":[],"textDocument":"x","window":1,"workspace":false}}"#,
    #"{"capabilities":{"general":{"positionEncodings":"utf-8"},"textDocument":{"hover":{"contentFormat":7},"codeAction":[]}}}"#,
  ])
  func `nothing odd in initialize fails it`(params: String) throws {
    let body = Array(#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":\#(params)}"#.utf8)
    let message = try IncomingMessage(
      body: body,
      methods: MethodTable(requests: [InitializeRequest.self], notifications: [])
    )
    guard case .request(_, _, .read(let read)) = message, let params = read as? InitializeParams else {
      Issue.record("not read: \(message)")
      return
    }
    #expect(params.processId == nil)
    #expect(params.clientInfo == nil)
    #expect(params.trace == nil)
    #expect(params.capabilities.general?.positionEncodings ?? [] == [])
    #expect(params.capabilities.textDocument?.hover?.contentFormat ?? [] == [])
    #expect(params.capabilities.textDocument?.codeAction == nil)
    #expect(params.capabilities.window == nil)
  }

  @Test func `an odd capability costs only itself`() throws {
    let json: JSONValue = [
      "textDocument": ["hover": ["contentFormat": ["html", "plaintext", 1, "markdown"]], "codeLens": 3],
      "workspace": ["configuration": "yes", "diagnostic": ["refreshSupport": true], "textDocumentContent": [:]],
    ]
    let capabilities = try json.decode(as: ClientCapabilities.self)
    #expect(capabilities.textDocument?.hover?.contentFormat == [.plaintext, .markdown])
    #expect(capabilities.workspace?.configuration == nil)
    #expect(capabilities.workspace?.refreshesDiagnostics == true)
    #expect(capabilities.workspace?.textDocumentContent != nil)
    #expect(capabilities.workspace?.codeLens == nil)
  }

  @Test func `numbers and strings keep what they are`() throws {
    try checkCoding([NumberOrString.number(1), "1"], #"[1,"1"]"#, as: nil)
    #expect(NumberOrString.number(1) != .string("1"))
    try checkCoding(
      [JSONValue.int(.max), .int(.min), .double(1.5), .string("1"), .bool(true), .null],
      #"[9223372036854775807,-9223372036854775808,1.5,"1",true,null]"#,
      as: nil
    )
  }

  @Test func `values are looked up by key and index and converted`() throws {
    let value: JSONValue = ["a": [1, 2.5, "x"], "b": nil]
    #expect(value["a"]?[0]?.intValue == 1)
    #expect(value["a"]?[1]?.doubleValue == 2.5)
    #expect(value["a"]?[3] == nil)
    #expect(value["a"]?[-1] == nil)
    #expect(value["b"] == .null)
    #expect(value["c"] == nil)
    #expect(try JSONValue(encoding: Position(line: 1, character: 2)) == ["line": 1, "character": 2])
    #expect(throws: ParamsError(message: "arguments[0].a: expected a string")) {
      try JSONValue.object(["a": [1]]).decode(as: [String: String].self, at: "arguments[0]")
    }
  }

  @Test func `every method is the protocol's`() throws {
    let model = try MetaModel.current.get()
    for method in [
      InitializeRequest.method, ShutdownRequest.method, HoverRequest.method, CodeLensRequest.method,
      CodeActionRequest.method, DocumentSymbolRequest.method, DocumentDiagnosticRequest.method,
      ExecuteCommandRequest.method, TextDocumentContentRequest.method, InitializedNotification.method,
      ExitNotification.method, DidOpenTextDocumentNotification.method, DidChangeTextDocumentNotification.method,
      DidCloseTextDocumentNotification.method, CancelRequestNotification.method, SetTraceNotification.method,
      WorkDoneProgressCancelNotification.method, DidChangeConfigurationNotification.method,
      PublishDiagnosticsNotification.method, LogMessageNotification.method, ShowMessageNotification.method,
      LogTraceNotification.method, ProgressNotification<JSONValue>.method, WorkDoneProgressCreateRequest.method,
      ConfigurationRequest.method, CodeLensRefreshRequest.method, DiagnosticRefreshRequest.method,
      ShowDocumentRequest.method, TextDocumentContentRefreshRequest.method,
    ] {
      #expect(model.hasMethod(method), "\(method)")
    }
  }
}
