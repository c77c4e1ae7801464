package import LSP
package import Server
package import Store
package import Summaries
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An editor in the test's own process: it speaks real frames to a server that runs on a thread of its own, and
/// holds the server to the protocol.
///
/// Every message of the server's is checked against the meta model and against what this client said it can do.
/// At the end every request must have been answered exactly once and all progress ended (`session`).
package final class TestClient: Sendable {
  /// A message of the server's: a notification, or a request that waits for an answer.
  package struct Message: Sendable, CustomStringConvertible {
    package var method: String
    package var params: JSONValue
    package var id: RequestID?
    package var description: String { "\(method) \(params)" }
  }

  struct State: Sendable {
    var sent: [RequestID: String] = [:]
    /// Every answer there was, by id.
    var answers: [RequestID: [Result<JSONValue, ResponseError>]] = [:]
    /// Errors that answer to nothing that could be read.
    var errors: [ResponseError] = []
    /// What nobody has taken yet.
    var messages: [Message] = []
    var rules: ClientRules
    var script: [String: Result<JSONValue, ResponseError>] = [:]
    var heldMethods: Set<String> = []
    var fromServer = FrameReader()
    var exitStatus: Int32?
    var lastID = 0
    var texts: [DocumentURI: OpenText] = [:]
  }

  let watched: Watched<State>
  private let inbox: Inbox
  private let toServer = Mutex(FrameReader())
  package let folders: Folders

  /// - Parameters:
  ///   - takers: what writes notes, by the id of the profile; the first is what `auto` means.
  ///   - settings: layers below the client's.
  package init(
    takers: [any NoteTaker],
    capabilities: JSONValue,
    options: JSONValue?,
    settings: [SettingsLayer] = [],
    change: (inout ServerEnvironment) -> Void = { _ in }
  ) {
    let log = Log(standardErrorLevel: nil, now: { 0 })
    let runtime = FileManager.default.temporaryDirectory.path + "/breviate-test-\(UUID().uuidString)"
    folders = Folders(environment: ["XDG_RUNTIME_DIR": runtime])
    var environment = ServerEnvironment(
      settingsLayers: settings,
      makeNoteTaker: { (settings) throws(Failure) in
        let name = settings.model == .auto ? takers.first?.profile.id : settings.model.description
        guard let taker = takers.first(where: { $0.profile.id == name }) else {
          throw Failure(.modelUnavailable, "There is no \(name ?? "model") in this test.")
        }
        return taker
      },
      log: log,
      folders: folders,
      version: "1.2.3",
      now: { 1_767_225_600 },
      priceDelay: .milliseconds(1),
      announceDelay: .milliseconds(1),
      reopenGrace: .seconds(60)
    )
    // A question of the server's own clock: only the tests of its limit are about that.
    environment.inspectionLimit = .seconds(Patience.seconds)
    change(&environment)
    let watched = Watched(State(rules: ClientRules(capabilities: capabilities, options: options)))
    self.watched = watched
    inbox = Inbox()
    let inbox = inbox
    let outlet = Outlet(bodies: { Self.receive(frame($0), watched, inbox) })
    let loop = ServerLoop(environment: environment, inbox: inbox, outlet: outlet)
    Platform.startThread {
      let status = loop.run()
      watched.change { $0.exitStatus = status }
    }
  }

  // MARK: The wire

  /// Sends bytes as they are, which may be no message at all.
  package func send(bytes: [UInt8]) {
    toServer.withLock { frames in
      frames.push(bytes[...])
      do throws(FrameError) {
        while let body = try frames.next() { inbox.post(.message(body)) }
      } catch {
        inbox.post(.brokenFrame("\(error)"))
      }
    }
  }

  package func send(_ message: JSONValue) throws { send(bytes: frame(try message.bytes())) }

  /// The server's end of the pipe is closed.
  package func closeInput() { inbox.post(.endOfInput) }

  private static func receive(_ bytes: [UInt8], _ watched: Watched<State>, _ inbox: Inbox) {
    let replies: [JSONValue] = watched.change { state in
      var replies: [JSONValue] = []
      state.fromServer.push(bytes[...])
      do {
        while let body = try state.fromServer.next() {
          let message = try JSONDecoder().decode(JSONValue.self, from: Data(body))
          if let reply = state.take(message) { replies.append(reply) }
        }
      } catch {
        state.rules.problems.append("the server wrote what is no message: \(error)")
      }
      return replies
    }
    for reply in replies {
      guard let body = try? reply.bytes() else { continue }
      inbox.post(.message(body))
    }
  }

  // MARK: Requests and notifications

  /// Sends a request and returns its id, without waiting.
  package func ask(_ method: String, _ params: JSONValue? = nil, id: RequestID? = nil) throws -> RequestID {
    let id = watched.change { state in
      state.lastID += 1
      let id = id ?? .number(state.lastID)
      state.sent[id] = method
      state.rules.noteTokens(of: params)
      return id
    }
    var message: [String: JSONValue] = ["jsonrpc": "2.0", "id": id.json, "method": .string(method)]
    message["params"] = params
    try send(.object(message))
    return id
  }

  /// Waits for the answer to a request.
  package func answer(to id: RequestID) async throws -> JSONValue {
    try await outcome(of: id).get()
  }

  package func outcome(of id: RequestID) async throws -> Result<JSONValue, ResponseError> {
    try await watched.wait(for: "the answer to \(watched.state.sent[id] ?? "?") \(id)") { $0.answers[id]?.first }
  }

  /// Sends a request and waits for its answer.
  @discardableResult
  package func request(_ method: String, _ params: JSONValue? = nil) async throws -> JSONValue {
    try await answer(to: ask(method, params))
  }

  /// Sends a request that is to fail, and returns its error.
  package func failure(of method: String, _ params: JSONValue? = nil) async throws -> ResponseError {
    switch try await outcome(of: ask(method, params)) {
    case .success(let result): throw Unexpected(problems: ["\(method) was answered with \(result)"])
    case .failure(let error): return error
    }
  }

  package func notify(_ method: String, _ params: JSONValue? = nil) throws {
    var message: [String: JSONValue] = ["jsonrpc": "2.0", "method": .string(method)]
    message["params"] = params
    try send(.object(message))
  }

  /// Comes back when the server has handled everything that was sent before.
  package func settled() async throws { _ = try? await request("breviate/testBarrier") }

  // MARK: What the server says by itself

  /// Takes the first message of this method that nobody has taken and that is as wanted.
  @discardableResult
  package func message(
    _ method: String,
    where isWanted: @escaping @Sendable (JSONValue) -> Bool = { _ in true }
  ) async throws -> Message {
    try await watched.wait(for: "\(method); not taken: \(watched.state.messages)") { state in
      guard let index = state.messages.firstIndex(where: { $0.method == method && isWanted($0.params) }) else {
        return nil
      }
      return state.messages.remove(at: index)
    }
  }

  /// Takes what came of this method so far.
  package func taken(_ method: String) -> [JSONValue] {
    watched.change { state in
      let taken = state.messages.filter { $0.method == method }
      state.messages.removeAll { $0.method == method }
      return taken.map(\.params)
    }
  }

  /// Takes errors that answer to nothing that could be read.
  package func strayError() async throws -> ResponseError {
    try await watched.wait(for: "an error without id") { state in
      state.errors.isEmpty ? nil : state.errors.removeFirst()
    }
  }

  /// From now on answers the server's requests of this method so; usually everything is granted.
  package func answers(_ method: String, _ answer: Result<JSONValue, ResponseError>) {
    watched.change { $0.script[method] = answer }
  }

  /// From now on leaves the server's requests of this method without an answer.
  package func holds(_ method: String) { watched.change { _ = $0.heldMethods.insert(method) } }

  /// Answers a request that was left waiting.
  package func reply(to message: Message, _ answer: Result<JSONValue, ResponseError> = .success(.null)) throws {
    guard let id = message.id else { return }
    watched.change { $0.rules.noteAnswer(to: message.method, message.params, answer) }
    try send(State.response(to: id, answer))
  }

  // MARK: The session

  package static let capabilities: JSONValue = [
    "window": ["workDoneProgress": true],
    "textDocument": [
      "hover": ["contentFormat": ["plaintext"]],
      "documentSymbol": ["hierarchicalDocumentSymbolSupport": true],
      "codeAction": ["codeActionLiteralSupport": ["codeActionKind": ["valueSet": []]]],
      "publishDiagnostics": ["relatedInformation": true],
    ],
  ]

  /// A whole session: `body` between `initialized` and `shutdown`, and everything checked at the end.
  ///
  /// - Parameter name: what the client calls itself; without it, it says nothing of itself.
  package static func session(
    _ takers: [any NoteTaker],
    name: String? = nil,
    capabilities: JSONValue = TestClient.capabilities,
    options: [String: JSONValue] = [:],
    settings: [SettingsLayer] = [],
    change: (inout ServerEnvironment) -> Void = { _ in },
    prepare: (TestClient) -> Void = { _ in },
    _ body: (TestClient) async throws -> Void
  ) async throws {
    let options = JSONValue.object(options.merging(["didChangeNotes": true]) { given, _ in given })
    let client = TestClient(
      takers: takers,
      capabilities: capabilities,
      options: options,
      settings: settings,
      change: change
    )
    prepare(client)
    do {
      try await client.initialize(as: name)
      try await body(client)
      try await client.shutDown()
    } catch {
      client.closeInput()
      try? await client.watched.wait(for: "the end", seconds: 5) { $0.exitStatus.map { _ in } }
      let problems = client.watched.state.rules.problems
      if problems.isEmpty { throw error }
      throw Unexpected(problems: ["\(error)"] + problems)
    }
  }

  @discardableResult
  package func initialize(as name: String? = nil) async throws -> JSONValue {
    let rules = watched.state.rules
    var params: [String: JSONValue] = ["processId": nil, "rootUri": nil, "capabilities": rules.capabilities]
    params["initializationOptions"] = rules.options
    params["clientInfo"] = name.map { ["name": .string($0)] }
    let result = try await request("initialize", .object(params))
    try notify("initialized", [:])
    return result
  }

  /// Ends the session and holds the server to all that it owed.
  package func shutDown(status expected: Int32 = 0) async throws {
    try await request("shutdown")
    try notify("exit")
    let status = try await exitStatus()
    var state = watched.state
    if status != expected { state.rules.problems.append("the exit status is \(status)") }
    for (id, method) in state.sent where state.answers[id]?.count != 1 {
      state.rules.problems.append("\(method) \(id) was answered \(state.answers[id]?.count ?? 0) times")
    }
    state.rules.problems += state.errors.map { "an error nobody expected: \($0)" }
    state.rules.problems += state.messages.filter { ClientRules.mustBeTaken($0.method, $0.params) }
      .map { "a message nobody expected: \($0)" }
    state.rules.checkEnd()
    if !state.rules.problems.isEmpty { throw Unexpected(problems: state.rules.problems) }
  }

  package func exitStatus() async throws -> Int32 { try await watched.wait(for: "the exit") { $0.exitStatus } }
}

/// What the server did that it must not do.
package struct Unexpected: Error, CustomStringConvertible {
  package var problems: [String]
  package var description: String { problems.joined(separator: "\n") }
}

extension TestClient.State {
  /// Takes a message of the server's; returns what is answered at once.
  fileprivate mutating func take(_ message: JSONValue) -> JSONValue? {
    if let method = message["method"]?.stringValue {
      return call(method, message["params"], id: message["id"].flatMap(RequestID.init(json:)))
    }
    let error = message["error"].flatMap { try? $0.decode(as: ResponseError.self) }
    guard let id = message["id"].flatMap(RequestID.init(json:)), let method = sent[id] else {
      if let error { errors.append(error) } else { rules.problems.append("an answer to nothing: \(message)") }
      return nil
    }
    let outcome: Result<JSONValue, ResponseError>
    if let error {
      outcome = .failure(error)
    } else if let result = message["result"] {
      outcome = .success(result)
      rules.check(result: result, of: method)
    } else {
      rules.problems.append("an answer without result or error: \(message)")
      return nil
    }
    answers[id, default: []].append(outcome)
    return nil
  }

  private mutating func call(_ method: String, _ params: JSONValue?, id: RequestID?) -> JSONValue? {
    rules.check(method, params, isRequest: id != nil)
    messages.append(TestClient.Message(method: method, params: params ?? .null, id: id))
    guard let id, !heldMethods.contains(method) else { return nil }
    let answer = script[method] ?? ClientRules.usualAnswer(to: method)
    rules.noteAnswer(to: method, params ?? .null, answer)
    return Self.response(to: id, answer)
  }

  fileprivate static func response(to id: RequestID, _ answer: Result<JSONValue, ResponseError>) -> JSONValue {
    switch answer {
    case .success(let result): return ["jsonrpc": "2.0", "id": id.json, "result": result]
    case .failure(let error):
      return [
        "jsonrpc": "2.0", "id": id.json,
        "error": ["code": .int(error.code.rawValue), "message": .string(error.message)],
      ]
    }
  }
}

extension NumberOrString {
  package var json: JSONValue {
    switch self {
    case .number(let number): .int(number)
    case .string(let string): .string(string)
    }
  }

  package init?(json: JSONValue) {
    switch json {
    case .int(let number): self = .number(number)
    case .string(let string): self = .string(string)
    default: return nil
    }
  }
}
