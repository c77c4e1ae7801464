import LSP

/// The protocol as a table: one line for each method that a client may send.
///
/// What is advertised, what is routed and the rows of `protocol-notes.md` are the same; a test compares the three.
/// Deliberately absent: workspace folders, watched files, dynamic registration, folding, saving.
enum Routes {
  static let requests: [RequestRoute] = [
    on(InitializeRequest.self) { $0.initialize },
    later(ShutdownRequest.self) { $0.shutdown },
    on(HoverRequest.self) { $0.hover },
    later(CodeLensRequest.self) { $0.codeLens },
    on(CodeActionRequest.self) { $0.codeActions },
    on(DocumentSymbolRequest.self) { $0.documentSymbols },
    later(DocumentDiagnosticRequest.self) { $0.documentDiagnostic },
    on(TextDocumentContentRequest.self) { $0.textDocumentContent },
    later(ExecuteCommandRequest.self) { $0.executeCommand },
    later(SummariseRequest.self) { $0.holdSummary },
  ]

  static let notifications: [NotificationRoute] = [
    on(InitializedNotification.self) { $0.initialized },
    on(DidOpenTextDocumentNotification.self) { $0.didOpen },
    on(DidChangeTextDocumentNotification.self) { $0.didChange },
    on(DidCloseTextDocumentNotification.self) { $0.didClose },
    on(DidChangeConfigurationNotification.self) { $0.didChangeConfiguration },
    on(WorkDoneProgressCancelNotification.self) { $0.workDoneProgressCancel },
    on(CancelRequestNotification.self) { $0.cancel },
    on(SetTraceNotification.self) { $0.setTrace },
    on(DidFocusNotification.self) { $0.didFocus },
  ]

  static let methods = {
    var table = MethodTable()
    for route in requests { route.add(&table) }
    for route in notifications { route.add(&table) }
    return table
  }()

  static func request(_ method: String) -> RequestRoute? { requestsByMethod[method] }
  static func notification(_ method: String) -> NotificationRoute? { notificationsByMethod[method] }

  private static let requestsByMethod = Dictionary(uniqueKeysWithValues: requests.map { ($0.method, $0) })
  private static let notificationsByMethod = Dictionary(uniqueKeysWithValues: notifications.map { ($0.method, $0) })

  static func capabilities(for client: Client) -> ServerCapabilities {
    ServerCapabilities(
      positionEncoding: client.encoding,
      textDocumentSync: TextDocumentSyncOptions(openClose: true, change: .incremental),
      hoverProvider: true,
      codeLensProvider: CodeLensOptions(resolveProvider: false),
      codeActionProvider: CodeActionOptions(codeActionKinds: DocumentView.codeActionKinds),
      documentSymbolProvider: DocumentSymbolOptions(label: "Notes"),
      executeCommandProvider: ExecuteCommandOptions(commands: CommandName.allCases.map(\.rawValue)),
      diagnosticProvider: client.pullsDiagnostics
        ? DiagnosticOptions(identifier: "breviate", interFileDependencies: false, workspaceDiagnostics: false) : nil,
      workspace: client.readsTextDocumentContent
        ? WorkspaceOptions(textDocumentContent: TextDocumentContentOptions(schemes: [PageURI.scheme])) : nil,
      experimental: ["breviate": ["version": 1]]
    )
  }
}

/// How a request is served: its params read, its handler found, its answer seen to.
struct RequestRoute: Sendable {
  let method: String
  fileprivate let add: @Sendable (inout MethodTable) -> Void
  /// Calls the handler; throws what the request is to be answered with.
  let serve: @Sendable (Session, RequestID, any Sendable) throws -> Void
}

struct NotificationRoute: Sendable {
  let method: String
  fileprivate let add: @Sendable (inout MethodTable) -> Void
  let serve: @Sendable (Session, any Sendable) throws -> Void
}

/// A request that is answered by what its handler returns.
private func on<Method: RequestMethod>(
  _ method: Method.Type,
  _ handler: @escaping @Sendable (Session) -> (Method.Params) throws -> Method.Result
) -> RequestRoute {
  later(method) { session in { params, _ in .done(try handler(session)(params)) } }
}

/// A request whose answer may take its time.
private func later<Method: RequestMethod, Answer: Encodable & Sendable>(
  _ method: Method.Type,
  _ handler: @escaping @Sendable (Session) -> (Method.Params, RequestID) throws -> Work<Answer>
) -> RequestRoute {
  RequestRoute(method: Method.method, add: { $0.add(method) }) { session, id, params in
    session.complete(id, try handler(session)(read(method, params), id))
  }
}

private func on<Method: NotificationMethod>(
  _ method: Method.Type,
  _ handler: @escaping @Sendable (Session) -> (Method.Params) throws -> Void
) -> NotificationRoute {
  NotificationRoute(method: Method.method, add: { $0.add(method) }) { session, params in
    guard let params = params as? Method.Params else { throw mismatch(Method.method) }
    try handler(session)(params)
  }
}

private func read<Method: RequestMethod>(_: Method.Type, _ params: any Sendable) throws -> Method.Params {
  guard let params = params as? Method.Params else { throw mismatch(Method.method) }
  return params
}

/// The method table and the routes are made from the same list, so this is never seen.
private func mismatch(_ method: String) -> ResponseError {
  ResponseError(code: .internalError, message: "\(method): the params are of another method")
}
