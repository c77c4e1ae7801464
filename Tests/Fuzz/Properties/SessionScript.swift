import LSP
import TestSupport

/// What a client does in a session, read from an input.
struct SessionScript: Sendable {
  struct Message {
    var body: [UInt8]
    /// Set when it is a request.
    var id: RequestID?
    /// Set when its answer is a report: the open texts as they are when it is asked for.
    var reportOn: [String: DocumentText]?
  }

  struct Step {
    var messages: [Message]
    /// The request that ends it; nil in the last step.
    var barrier: RequestID?
  }

  let isWithoutModel: Bool
  /// False in a session that goes on without what has to come first.
  private(set) var initializes: Bool
  /// Whether a step begins when everything before it is answered, or as soon as it was read.
  let waitsForAll: Bool
  let graceMilliseconds: Int
  private(set) var sentRawBytes = false

  private var choices: Choices
  private let encoding: PositionEncoding
  private let capabilities: JSONValue
  private let options: JSONValue
  private let replyKind: Int
  private var texts: [String: DocumentText] = [:]
  private var version = 0
  private var lastID = 0
  private var steps = 0

  init(_ choices: inout Choices) {
    let flags = choices.byte()
    isWithoutModel = flags & 0b11 == 3
    initializes = flags >> 2 & 0b111 != 7
    waitsForAll = flags & 0b10_0000 != 0
    graceMilliseconds = flags & 0b100_0000 != 0 ? 0 : 300
    encoding = choices.element([.utf16, .utf8, .utf32])
    capabilities = Self.capabilities(choices.byte(), encoding)
    options = ["passageTokens": .int(choices.element([64, 100, 1_000])), "didChangeNotes": true]
    replyKind = choices.number(below: 4)
    self.choices = choices
  }

  private static func capabilities(_ flags: UInt8, _ encoding: PositionEncoding) -> JSONValue {
    let has = { (bit: Int) in JSONValue.bool(Int(flags) >> bit & 1 == 1) }
    var workspace: [String: JSONValue] = [
      "codeLens": ["refreshSupport": has(0)], "diagnostics": ["refreshSupport": has(1)], "configuration": has(2),
    ]
    if flags >> 3 & 1 == 1 { workspace["textDocumentContent"] = [:] }
    return [
      "general": ["positionEncodings": [.string(encoding.rawValue)]],
      "workspace": .object(workspace),
      "window": ["workDoneProgress": has(4), "showDocument": ["support": has(5)]],
      "textDocument": [
        "diagnostic": [:],
        "hover": ["contentFormat": [has(6) == true ? "markdown" : "plaintext"]],
        "documentSymbol": ["hierarchicalDocumentSymbolSupport": has(7)],
        "codeAction": ["codeActionLiteralSupport": ["codeActionKind": ["valueSet": []]]],
      ],
    ]
  }

  /// What the client says to a request of the server's; for the whole session the same.
  func reply(to id: RequestID) -> [UInt8] {
    var reply: [String: JSONValue] = ["jsonrpc": "2.0", "id": id.json]
    switch replyKind {
    case 0: reply["result"] = .null
    case 1: reply["result"] = [["passageTokens": 64, "hover": "off"]]
    case 2: reply["error"] = ["code": -32_601, "message": "no"]
    default: break
    }
    return Self.bytes(.object(reply))
  }

  /// The messages up to the next wait; at the end of the input `shutdown` and `exit`.
  mutating func nextStep() -> Step {
    steps += 1
    guard !choices.isAtEnd && steps < 24 else {
      if steps == 1 { initializes = false }
      let end = [request("shutdown", nil), notification("exit", nil)]
      return Step(messages: end, barrier: nil)
    }
    var messages: [Message] = []
    if steps == 1, initializes {
      let params: JSONValue = [
        "processId": nil, "rootUri": nil, "capabilities": capabilities, "initializationOptions": options,
      ]
      messages += [request("initialize", params), notification("initialized", [:])]
    }
    for _ in 0...choices.number(below: 6) {
      if let message = nextMessage() { messages.append(message) }
    }
    let barrier = request("fuzz/barrier", nil)
    return Step(messages: messages + [barrier], barrier: barrier.id)
  }

  static func bytes(_ value: JSONValue) -> [UInt8] { (try? value.bytes()) ?? [] }

  // MARK: Messages

  private mutating func nextMessage() -> Message? {
    let uri = choices.element(["untitled:fuzz-0", "untitled:fuzz-1", "file:///fuzz-2/%E4.md"])
    let document: JSONValue = ["uri": .string(uri)]
    switch choices.number(below: 24) {
    case 0, 1: return open(uri)
    case 2, 3, 4, 5: return change(uri)
    case 6: return close(uri)
    case 7: return request("textDocument/hover", ["textDocument": document, "position": position()])
    case 8: return request("textDocument/codeLens", ["textDocument": document])
    case 9:
      return request(
        "textDocument/codeAction",
        ["textDocument": document, "range": range(), "context": ["diagnostics": []]]
      )
    case 10: return request("textDocument/documentSymbol", ["textDocument": document])
    case 11: return request("textDocument/diagnostic", ["textDocument": document])
    case 12: return request("workspace/textDocumentContent", ["uri": .string("breviate:notes?" + uri)])
    case 13, 14, 15: return command(uri)
    case 16: return report(uri)
    case 17: return held(uri)
    case 18:
      return notification("$/cancelRequest", ["id": .string("fuzz-\(max(0, lastID - choices.number(below: 8)))")])
    case 19:
      return notification(
        "window/workDoneProgress/cancel",
        ["token": .string("breviate/progress-\(choices.number(below: 8))")]
      )
    case 20: return odd()
    case 21: return raw()
    case 22: return notification("breviate/didFocus", document)
    default:
      return notification(
        "workspace/didChangeConfiguration",
        [
          "settings": [
            "breviate": [
              "passageTokens": .int(choices.element([64, 0, 200, -1])),
              "maxAnswerTokens": .int(choices.element([220, 10])),
            ]
          ]
        ]
      )
    }
  }

  private mutating func open(_ uri: String) -> Message {
    var text = choices.text(most: 32)
    for number in 0..<choices.number(below: 24) {
      text +=
        "Sentence \(number) of the text speaks of \(NastyText.pieces[(number * 7 + lastID) % NastyText.pieces.count]).\n"
    }
    texts[uri] = DocumentText(text)
    version += 1
    return notification(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": .string(uri), "languageId": "markdown", "version": .int(version), "text": .string(text),
        ]
      ]
    )
  }

  private mutating func change(_ uri: String) -> Message {
    version += 1
    var changes: [JSONValue] = []
    for _ in 0...choices.number(below: 3) {
      let text = choices.text(most: 4)
      if choices.number(below: 8) == 7 {
        changes.append(["text": .string(text)])
        _ = try? texts[uri]?.apply(TextDocumentContentChangeEvent(text: text), encoding)
      } else {
        let ends = [choicePosition(), choicePosition()].sorted()
        let range = LSPRange(start: ends[0], end: ends[1])
        changes.append(["range": Self.json(range), "text": .string(text)])
        _ = try? texts[uri]?.apply(TextDocumentContentChangeEvent(range: range, text: text), encoding)
      }
    }
    return notification(
      "textDocument/didChange",
      ["textDocument": ["uri": .string(uri), "version": .int(version)], "contentChanges": .array(changes)]
    )
  }

  private mutating func close(_ uri: String) -> Message {
    texts[uri] = nil
    return notification("textDocument/didClose", ["textDocument": ["uri": .string(uri)]])
  }

  private mutating func command(_ uri: String) -> Message {
    let name = choices.element([
      "summarise", "summarise", "update", "retry", "cancel", "clearNotes", "plan", "showNotes", "nothing",
    ])
    var arguments: [String: JSONValue] = ["uri": .string(uri)]
    let flags = choices.byte()
    if flags & 3 == 1 { arguments["range"] = range() }
    if flags & 12 == 4 || name == "retry" { arguments["passage"] = .string("p\(choices.number(below: 24))") }
    if flags & 48 == 16 { arguments["relaxed"] = true }
    if flags & 192 == 64 { arguments["uri"] = nil }
    return request(
      "workspace/executeCommand",
      ["command": .string("breviate." + name), "arguments": [.object(arguments)]]
    )
  }

  private mutating func report(_ uri: String) -> Message {
    var message = request(
      "workspace/executeCommand",
      ["command": "breviate.notes", "arguments": [["uri": .string(uri)]]]
    )
    message.reportOn = texts
    return message
  }

  private mutating func held(_ uri: String) -> Message {
    switch choices.number(below: 3) {
    case 0: request("breviate/summarise", ["uri": .string(uri)])
    case 1: request("breviate/summarise", ["text": .string(choices.text()), "partialResultToken": "fuzz-partial"])
    default: request("breviate/summarise", ["uri": .string(uri), "range": range(), "workDoneToken": 7])
    }
  }

  /// What no client sends: a method that is none, params of another kind, an id that is in use.
  private mutating func odd() -> Message {
    switch choices.number(below: 5) {
    case 0: return request("fuzz/nothing", nil)
    case 1: return request("textDocument/hover", .array([1]))
    case 2:
      // Late, it still begins the session.
      initializes = true
      return request("initialize", ["capabilities": [:]])
    case 3: return notification("textDocument/didChange", ["textDocument": 1])
    default:
      lastID = max(0, lastID - 1)
      return request("textDocument/codeLens", ["textDocument": ["uri": "untitled:fuzz-0"]])
    }
  }

  /// Bytes that are no message, or nearly one; none that speaks of this session's requests and documents.
  private mutating func raw() -> Message? {
    let text = choices.bool() ? choices.text(most: 8) : choices.element(NastyText.messages)
    guard !text.contains("fuzz-"), !text.contains("exit"), !text.contains("shutdown") else { return nil }
    sentRawBytes = true
    return Message(body: Array(text.utf8))
  }

  private mutating func request(_ method: String, _ params: JSONValue?) -> Message {
    lastID += 1
    let id = RequestID.string("fuzz-\(lastID)")
    var message: [String: JSONValue] = ["jsonrpc": "2.0", "id": id.json, "method": .string(method)]
    message["params"] = params
    return Message(body: Self.bytes(.object(message)), id: id)
  }

  private func notification(_ method: String, _ params: JSONValue?) -> Message {
    var message: [String: JSONValue] = ["jsonrpc": "2.0", "method": .string(method)]
    message["params"] = params
    return Message(body: Self.bytes(.object(message)))
  }

  // MARK: Places

  private mutating func choicePosition() -> Position {
    Position(line: choices.number(below: 32), character: choices.number(below: 80))
  }

  private mutating func position() -> JSONValue { Self.json(choicePosition()) }

  private mutating func range() -> JSONValue {
    Self.json(LSPRange(start: choicePosition(), end: choicePosition()))
  }

  private static func json(_ position: Position) -> JSONValue {
    ["line": .int(position.line), "character": .int(position.character)]
  }

  private static func json(_ range: LSPRange) -> JSONValue { ["start": json(range.start), "end": json(range.end)] }
}
