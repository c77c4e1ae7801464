import LSP
import Store
import Summaries

// The beginning and the end of a session.

extension Session {
  /// How often the client's process is looked for: at most ten seconds pass between its end and ours.
  private static let clientCheck = Duration.seconds(5)

  func initialize(_ params: InitializeParams) -> InitializeResult {
    phase = .running
    client = Client(params)
    traceLevel = params.trace ?? .off
    log.info("client \(client.name ?? "unknown") \(client.version ?? "")")
    if let options = params.initializationOptions { takeClientSettings(options: options) }
    if client.processID != nil { timers.set(.checkClient, after: Self.clientCheck) }
    return InitializeResult(
      capabilities: Routes.capabilities(for: client),
      serverInfo: ServerInfo(name: "breviate", version: environment.version)
    )
  }

  func initialized(_: NoParams) {
    announceModel()
    reportSettingsProblems()
    pullConfiguration()
  }

  /// What is under way when the client asks for the end is given up; the notes were kept as they came.
  ///
  /// Runs are cancelled as a person would cancel them, so that progress ends; every request that waits is answered;
  /// after that nothing is said any more.
  func shutdown(_: NoParams, id: RequestID) -> Work<NullResult> {
    phase = .shutDown
    for waiting in pending.ids where waiting != id { cancelRequest(waiting) }
    for run in documents.values.flatMap(\.runs) { cancel(run) }
    jobs.dropAll()
    traffic = ClientTraffic()
    timers.cancelAll(but: .checkClient)
    return .done(NullResult())
  }

  /// Whether the client's process is no more; a client that only closed its pipe is noticed by that.
  func clientIsGone() -> Bool {
    guard let id = client.processID else { return false }
    if Platform.processRuns(id) {
      timers.set(.checkClient, after: Self.clientCheck)
      return false
    }
    log.info("the client's process \(id) has ended")
    return true
  }

  func setTrace(_ params: SetTraceParams) { traceLevel = params.value }

  func cancel(_ params: CancelParams) { cancelRequest(params.id) }
}

extension Client {
  init(_ params: InitializeParams) {
    let capabilities = params.capabilities
    let textDocument = capabilities.textDocument
    let workspace = capabilities.workspace
    name = params.clientInfo?.name
    version = params.clientInfo?.version
    processID = params.processId.flatMap { Int32(exactly: $0) }.flatMap { $0 > 0 ? $0 : nil }
    encoding = PositionEncoding.negotiated(offered: capabilities.general?.positionEncodings)
    hoverFormat = HoverFormat(clientName: name, contentFormat: textDocument?.hover?.contentFormat ?? [])
    pullsDiagnostics = textDocument?.diagnostic != nil && workspace?.refreshesDiagnostics == true
    showsRelatedInformation =
      (pullsDiagnostics ? textDocument?.diagnostic : textDocument?.publishDiagnostics)?.relatedInformation == true
    refreshesLenses = workspace?.codeLens?.refreshSupport == true
    hierarchicalSymbols = textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport == true
    codeActionLiterals = textDocument?.codeAction?.codeActionLiteralSupport != nil
    createsProgress = capabilities.window?.workDoneProgress == true
    showsDocuments = capabilities.window?.showDocument?.support == true
    putsQuestions = capabilities.window?.showMessage != nil
    readsTextDocumentContent = workspace?.textDocumentContent != nil
    answersConfiguration = workspace?.configuration == true
    wantsNotesChanges = params.initializationOptions?[Self.notesChangesOption]?.boolValue == true
  }

  /// The key of `initializationOptions` that is a wish of the protocol's and no setting.
  static let notesChangesOption = "didChangeNotes"
}
