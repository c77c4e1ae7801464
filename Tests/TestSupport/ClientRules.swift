import LSP

/// What a server may say to this client: only what the protocol has, and of that only what the client can take.
struct ClientRules: Sendable {
  let capabilities: JSONValue
  let options: JSONValue?
  var problems: [String] = []
  /// Tokens that progress may come on: the client's own, and those that it made room for.
  private var workTokens: Set<RequestID> = []
  private var partialTokens: Set<RequestID> = []
  /// The last percentage on each token; nil in it after the end.
  private var progress: [RequestID: Int?] = [:]

  init(capabilities: JSONValue, options: JSONValue?) {
    self.capabilities = capabilities
    self.options = options
  }

  /// Messages that tell of a state may be left unread; what is said to a person may not, unless a command's answer
  /// says the same (`MessageType.info`).
  static func mustBeTaken(_ method: String, _ params: JSONValue) -> Bool {
    if method == "window/showMessage", params["type"]?.intValue == MessageType.info.rawValue { return false }
    return ["window/showMessage", "window/logMessage", "$/logTrace", "window/showMessageRequest"].contains(method)
  }

  static func usualAnswer(to method: String) -> Result<JSONValue, ResponseError> {
    switch method {
    case "workspace/configuration": .success([nil])
    case "window/showDocument": .success(["success": true])
    default: .success(.null)
    }
  }

  // MARK: The protocol

  mutating func check(_ method: String, _ params: JSONValue?, isRequest: Bool) {
    if !method.hasPrefix("breviate/") {
      problems += model { $0.problems(inParams: params, of: method) }
    }
    if !isAllowed(method) { problems.append("the client never offered to take \(method)") }
    if method == "$/progress", let params { checkProgress(params) }
    let isQuestion =
      method.hasSuffix("/refresh") || method.hasSuffix("/create")
      || ["workspace/configuration", "window/showDocument", "window/showMessageRequest"].contains(method)
    if isRequest != isQuestion {
      problems.append("\(method) is of the wrong kind")
    }
  }

  mutating func check(result: JSONValue, of method: String) {
    guard !method.hasPrefix("breviate/") else { return }
    problems += model { $0.problems(inResult: result, of: method) }
  }

  private func model(_ check: (MetaModel) -> [String]) -> [String] {
    switch MetaModel.current {
    case .success(let model): check(model)
    case .failure(let error): ["the meta model could not be read: \(error)"]
    }
  }

  // MARK: Capabilities

  private func isAllowed(_ method: String) -> Bool {
    let workspace = capabilities["workspace"]
    let refreshesDiagnostics =
      (workspace?["diagnostics"] ?? workspace?["diagnostic"])?["refreshSupport"] == true
    let pulls = refreshesDiagnostics && capabilities["textDocument"]?["diagnostic"] != nil
    return switch method {
    case "window/workDoneProgress/create": capabilities["window"]?["workDoneProgress"] == true
    case "window/showMessageRequest": capabilities["window"]?["showMessage"] != nil
    case "window/showDocument": capabilities["window"]?["showDocument"]?["support"] == true
    case "workspace/codeLens/refresh": workspace?["codeLens"]?["refreshSupport"] == true
    case "workspace/diagnostic/refresh": pulls
    case "textDocument/publishDiagnostics": !pulls
    case "workspace/configuration": workspace?["configuration"] == true
    case "workspace/textDocumentContent/refresh": workspace?["textDocumentContent"] != nil
    case "breviate/didChangeNotes": options?["didChangeNotes"] == true
    case "$/progress", "window/showMessage", "window/logMessage", "$/logTrace": true
    default: false
    }
  }

  // MARK: Progress

  mutating func noteTokens(of params: JSONValue?) {
    if let token = params?["workDoneToken"].flatMap(RequestID.init(json:)) { workTokens.insert(token) }
    if let token = params?["partialResultToken"].flatMap(RequestID.init(json:)) { partialTokens.insert(token) }
  }

  mutating func noteAnswer(to method: String, _ params: JSONValue, _ answer: Result<JSONValue, ResponseError>) {
    guard method == "window/workDoneProgress/create", case .success = answer,
      let token = params["token"].flatMap(RequestID.init(json:))
    else { return }
    if !workTokens.insert(token).inserted { problems.append("the token \(token) was used before") }
  }

  private mutating func checkProgress(_ params: JSONValue) {
    guard let token = params["token"].flatMap(RequestID.init(json:)), let value = params["value"] else { return }
    if partialTokens.contains(token) { return }
    guard workTokens.contains(token) else {
      problems.append("progress on \(token), which nobody made room for")
      return
    }
    let kind = value["kind"]?.stringValue ?? ""
    let types = ["begin": "WorkDoneProgressBegin", "report": "WorkDoneProgressReport", "end": "WorkDoneProgressEnd"]
    problems += model { $0.problems(in: value, as: types[kind] ?? "WorkDoneProgressBegin") }
    let percentage = value["percentage"]?.intValue
    switch (kind, progress[token]) {
    case ("begin", nil):
      progress[token] = .some(percentage ?? 0)
    case ("report", .some(.some(let last))):
      if let percentage, percentage < last { problems.append("progress on \(token) fell to \(percentage) %") }
      progress[token] = .some(percentage ?? last)
    case ("end", .some(.some)):
      progress[token] = .some(nil)
    default:
      problems.append("progress on \(token) was out of turn: \(value)")
    }
  }

  mutating func checkEnd() {
    for (token, last) in progress where last != nil { problems.append("progress on \(token) never ended") }
  }
}
