import LSP
import Server

/// A client of the server in the same process: what the command line does is what an editor would ask for, so
/// there is one engine and no second way to be wrong.
///
/// One thread uses it. The server's loop has a thread of its own; messages go to and fro in memory, as values.
final class LocalClient {
  /// How a request ended.
  enum Answer<Result> {
    case result(Result)
    /// The server's own words; `data` is the report so far when the request was cancelled.
    case failed(ResponseError)
  }

  /// News of a request that is still open.
  enum News {
    case progress(percentage: Int?, message: String?)
    case partial(Report)
  }

  private let mailbox = Mailbox()
  private let interrupts: Interrupts
  private let inbox: Inbox
  private var lastID = 0

  /// Starts a server and introduces itself to it.
  init(environment: ServerEnvironment, interrupts: Interrupts) {
    self.interrupts = interrupts
    let outlet = Outlet(values: { [mailbox] in mailbox.put(.message($0)) })
    let loop = ServerLoop(environment: environment, outlet: outlet)
    inbox = loop.inbox
    Platform.startThread { [mailbox] in
      _ = loop.run()
      mailbox.put(.serverEnded)
    }
    let introduction = InitializeParams(
      clientInfo: ClientInfo(name: "breviate", version: environment.version),
      capabilities: ClientCapabilities(
        general: ClientCapabilities.General(positionEncodings: [PositionEncoding.utf8.rawValue]),
        window: ClientCapabilities.Window(workDoneProgress: true)
      )
    )
    _ = request(InitializeRequest.self, introduction, as: InitializeResult.self)
    notify(InitializedNotification.self, NoParams())
  }

  /// Asks for notes on a file and waits for them.
  func summarise(_ file: InputFile, wantsPartials: Bool, news: (News) -> Void) -> Answer<Report> {
    let params = SummariseParams(uri: file.uri, partialResultToken: wantsPartials ? .string("partial") : nil)
    return withOpen(file) { request(SummariseRequest.self, params, as: Report.self, news: news) }
  }

  /// Why a text gets no notes: the command says it, the report does not.
  func reasonForNoNotes(on file: InputFile) -> String? {
    guard case .result(.value(let reply)) = withOpen(file, { command("breviate.summarise", on: file) }) else {
      return nil
    }
    return reply["reason"]?.stringValue
  }

  /// Asks what notes on a file would take.
  func plan(_ file: InputFile) -> Answer<Report> {
    // A command does not wait for a model, so what it is planned for is found out before.
    let models = ExecuteCommandParams(command: "breviate.models", arguments: [])
    _ = request(ExecuteCommandRequest.self, models, as: CommandResult.self)
    switch withOpen(file, { command("breviate.plan", on: file, ["counted": true]) }) {
    case .result(.report(let report)): return .result(report)
    case .result(.value): return .failed(.unreadable)
    case .failed(let error): return .failed(error)
    }
  }

  private func command(
    _ name: String,
    on file: InputFile,
    _ more: [String: JSONValue] = [:]
  ) -> Answer<CommandResult> {
    let argument = more.merging(["uri": .string(file.uri.string)]) { _, uri in uri }
    let params = ExecuteCommandParams(command: name, arguments: [.object(argument)])
    return request(ExecuteCommandRequest.self, params, as: CommandResult.self)
  }

  /// Takes leave of the server and waits until it has put its things away.
  func close() {
    _ = request(ShutdownRequest.self, NoParams(), as: NullResult.self)
    notify(ExitNotification.self, NoParams())
    while true {
      if case .serverEnded = mailbox.take() { return }
    }
  }

  private func withOpen<Result>(_ file: InputFile, _ work: () -> Answer<Result>) -> Answer<Result> {
    let document = TextDocumentItem(uri: file.uri, languageId: file.languageId, version: 1, text: file.text)
    notify(DidOpenTextDocumentNotification.self, DidOpenTextDocumentParams(textDocument: document))
    defer {
      let params = DidCloseTextDocumentParams(textDocument: TextDocumentIdentifier(uri: file.uri))
      notify(DidCloseTextDocumentNotification.self, params)
    }
    return work()
  }

  // MARK: Messages

  private func notify<Method: NotificationMethod>(_: Method.Type, _ params: Method.Params) {
    inbox.post(.values(.notification(method: Method.method, params: .read(params))))
  }

  /// Sends a request and waits for its answer.
  ///
  /// The first Ctrl-C cancels it; its answer is still waited for.
  private func request<Method: RequestMethod, Result>(
    _: Method.Type,
    _ params: Method.Params,
    as _: Result.Type,
    news: (News) -> Void = { _ in }
  ) -> Answer<Result> {
    lastID += 1
    let id = RequestID.number(lastID)
    inbox.post(.values(.request(id: id, method: Method.method, params: .read(params))))
    return interrupts.catching({ [mailbox] in mailbox.put(.interrupted) }) {
      while true {
        switch mailbox.take() {
        case .interrupted: notify(CancelRequestNotification.self, CancelParams(id: id))
        case .serverEnded: return .failed(ResponseError(code: .internalError, message: "the server has stopped"))
        case .message(.response(id, let result)):
          return (result as? Result).map(Answer.result) ?? .failed(.unreadable)
        case .message(.failure(id, let error)): return .failed(error)
        case .message(.response), .message(.failure): break
        // What is asked of a client that can do so little needs no more than that it was heard.
        case .message(.request(let id, _, _)): inbox.post(.values(.response(id: id, result: .success(.null))))
        case .message(.notification(_, let params)): if let some = News(params) { news(some) }
        }
      }
    }
  }
}

extension LocalClient.News {
  /// What a notification says of the request that is open; there is but one, so it can be of no other.
  fileprivate init?(_ params: any Sendable) {
    switch params {
    case let params as ProgressParams<Report>: self = .partial(params.value)
    case let params as ProgressParams<WorkDoneProgressBegin>:
      self = .progress(percentage: params.value.percentage, message: params.value.message)
    case let params as ProgressParams<WorkDoneProgressReport>:
      self = .progress(percentage: params.value.percentage, message: params.value.message)
    case let params as ProgressParams<WorkDoneProgressEnd>:
      self = .progress(percentage: nil, message: params.value.message)
    default: return nil
    }
  }
}

extension ResponseError {
  /// An answer of a type that the method does not have.
  fileprivate static let unreadable = ResponseError(
    code: .internalError,
    message: "the server's answer is of another kind"
  )
}
