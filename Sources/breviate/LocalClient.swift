import LSP
import Server

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A client of the server in the same process: what the command line does is what an editor would ask for, so
/// there is one engine and no second way to be wrong.
///
/// One thread uses it. The server's loop has a thread of its own; messages go to and fro in memory.
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
    case partial(JSONValue)
  }

  private static let partialToken = "partial"

  private let mailbox = Mailbox()
  private let interrupts: Interrupts
  private let inbox: Inbox
  private var lastID = 0

  /// Starts a server and introduces itself to it.
  init(environment: ServerEnvironment, interrupts: Interrupts) {
    self.interrupts = interrupts
    let loop = ServerLoop(environment: environment) { [mailbox] in mailbox.put(.message($0)) }
    inbox = loop.inbox
    Platform.startThread { [mailbox] in
      _ = loop.run()
      mailbox.put(.serverEnded)
    }
    let capabilities: JSONValue = [
      "general": ["positionEncodings": [.string(PositionEncoding.utf8.rawValue)]],
      "window": ["workDoneProgress": true],
    ]
    let _: Answer<JSONValue> = request(
      "initialize",
      [
        "processId": nil, "rootUri": nil, "capabilities": capabilities,
        "clientInfo": ["name": "breviate", "version": .string(environment.version)],
      ]
    )
    notify("initialized", [:])
  }

  /// Asks for notes on a file and waits for them.
  func summarise(_ file: InputFile, wantsPartials: Bool, news: (News) -> Void) -> Answer<Report> {
    var params: [String: JSONValue] = ["uri": .string(file.uri.string)]
    if wantsPartials { params["partialResultToken"] = .string(Self.partialToken) }
    return withOpen(file) { request("breviate/summarise", .object(params), news: news) }
  }

  /// Why a text gets no notes: the command says it, the report does not.
  func reasonForNoNotes(on file: InputFile) -> String? {
    let answer: Answer<JSONValue> = withOpen(file) { command("breviate.summarise", on: file) }
    guard case .result(let reply) = answer else { return nil }
    return reply["reason"]?.stringValue
  }

  /// Asks what notes on a file would take.
  func plan(_ file: InputFile) -> Answer<Report> {
    // A command does not wait for a model, so what it is planned for is found out before.
    let _: Answer<JSONValue> = request("workspace/executeCommand", ["command": "breviate.models", "arguments": []])
    return withOpen(file) { command("breviate.plan", on: file) }
  }

  private func command<Result: Decodable>(_ name: String, on file: InputFile) -> Answer<Result> {
    request(
      "workspace/executeCommand",
      ["command": .string(name), "arguments": [["uri": .string(file.uri.string)]]]
    )
  }

  /// Takes leave of the server and waits until it has put its things away.
  func close() {
    let _: Answer<JSONValue> = request("shutdown", nil)
    notify("exit", nil)
    while true {
      if case .serverEnded = mailbox.take() { return }
    }
  }

  private func withOpen<Result>(_ file: InputFile, _ work: () -> Answer<Result>) -> Answer<Result> {
    let document: JSONValue = [
      "uri": .string(file.uri.string), "languageId": .string(file.languageId), "version": 1,
      "text": .string(file.text),
    ]
    notify("textDocument/didOpen", ["textDocument": document])
    defer { notify("textDocument/didClose", ["textDocument": ["uri": .string(file.uri.string)]]) }
    return work()
  }

  // MARK: Messages

  /// One message of the server's, of any kind; a result is read as what was asked for.
  private struct Incoming<Result: Decodable>: Decodable {
    var id: RequestID?
    var method: String?
    var params: JSONValue?
    /// Nil also where it is something else.
    var result: Result?
    var error: ResponseError?

    private enum CodingKeys: CodingKey { case id, method, params, result, error }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decodeIfPresent(RequestID.self, forKey: .id)
      method = try container.decodeIfPresent(String.self, forKey: .method)
      params = try container.decodeIfPresent(JSONValue.self, forKey: .params)
      result = try? container.decode(Result.self, forKey: .result)
      error = try container.decodeIfPresent(ResponseError.self, forKey: .error)
    }
  }

  private func notify(_ method: String, _ params: JSONValue?) {
    send(["jsonrpc": "2.0", "method": .string(method), "params": params])
  }

  /// Sends a request and waits for its answer.
  ///
  /// The first Ctrl-C cancels it; its answer is still waited for.
  private func request<Result: Decodable>(
    _ method: String,
    _ params: JSONValue?,
    news: (News) -> Void = { _ in }
  ) -> Answer<Result> {
    lastID += 1
    let id = lastID
    send(["jsonrpc": "2.0", "id": .int(id), "method": .string(method), "params": params])
    return interrupts.catching({ [mailbox] in mailbox.put(.interrupted) }) {
      while true {
        switch mailbox.take() {
        case .interrupted: notify("$/cancelRequest", ["id": .int(id)])
        case .serverEnded: return .failed(ResponseError(code: .internalError, message: "the server has stopped"))
        case .message(let body):
          guard let message = try? JSONDecoder().decode(Incoming<Result>.self, from: Data(body)) else { continue }
          if let method = message.method {
            take(method, message.id, message.params, news)
          } else if message.id == .number(id) {
            if let error = message.error { return .failed(error) }
            return message.result.map(Answer.result)
              ?? .failed(ResponseError(code: .internalError, message: "the server's answer cannot be read"))
          }
        }
      }
    }
  }

  /// Serves what the server asks or tells.
  private func take(_ method: String, _ id: RequestID?, _ params: JSONValue?, _ news: (News) -> Void) {
    if let id {
      // The only thing that a server wants to know of this client is its settings, and there are none.
      let items = params?["items"]?.arrayValue?.map { _ in JSONValue.null }
      let answer = method == "workspace/configuration" ? JSONValue.array(items ?? []) : .null
      send(["jsonrpc": "2.0", "id": id.json, "result": answer])
    } else if method == "$/progress", let value = params?["value"] {
      if params?["token"]?.stringValue == Self.partialToken {
        news(.partial(value))
      } else {
        // On a token of the server's: one request is open at a time, so it can be of no other.
        news(.progress(percentage: value["percentage"]?.intValue, message: value["message"]?.stringValue))
      }
    }
  }

  private func send(_ members: [String: JSONValue?]) {
    guard let body = try? JSONValue.object(members.compactMapValues { $0 }).bytes() else { return }
    inbox.post(.message(body))
  }
}

extension RequestID {
  fileprivate var json: JSONValue {
    switch self {
    case .number(let number): .int(number)
    case .string(let string): .string(string)
    }
  }
}
