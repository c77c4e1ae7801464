import LSP

private let methods = MethodTable(
  requests: [
    InitializeRequest.self, HoverRequest.self, CodeLensRequest.self, CodeActionRequest.self, DocumentSymbolRequest.self,
    DocumentDiagnosticRequest.self, ExecuteCommandRequest.self, TextDocumentContentRequest.self, ShutdownRequest.self,
  ],
  notifications: [
    InitializedNotification.self, DidOpenTextDocumentNotification.self, DidChangeTextDocumentNotification.self,
    DidCloseTextDocumentNotification.self, DidChangeConfigurationNotification.self, SetTraceNotification.self,
    CancelRequestNotification.self, WorkDoneProgressCancelNotification.self,
  ]
)

/// Any bytes are read or refused, and what was written is what is read.
func checkJSON(_ choices: inout Choices) throws(Broken) {
  if choices.bool() {
    _ = try? IncomingMessage(body: choices.rest(), methods: methods)
    return
  }
  let value = JSONWriter.value(&choices, depth: 0)
  var writer = JSONWriter()
  writer.write(value, &choices)
  let body = Array(#"{"jsonrpc":"2.0","id":7,"result":"#.utf8) + writer.bytes + Array("}".utf8)
  try expect(try received(body) == value, "\(String(decoding: body, as: UTF8.self)) is read as another value")
  let written: [UInt8]
  do {
    written = try OutgoingMessage.response(to: .number(7), result: value).body()
  } catch {
    throw Broken(description: "\(value) cannot be written: \(error)")
  }
  try expect(try received(written) == value, "\(String(decoding: written, as: UTF8.self)) is not what was written")
}

private func received(_ body: [UInt8]) throws(Broken) -> JSONValue? {
  do {
    guard case .response(.number(7), .success(let value)) = try IncomingMessage(body: body, methods: methods) else {
      return nil
    }
    return value
  } catch {
    throw Broken(description: "\(String(decoding: body, as: UTF8.self)) is refused: \(error)")
  }
}

/// Writes JSON in every way that is allowed.
private struct JSONWriter {
  var bytes: [UInt8] = []

  static func value(_ choices: inout Choices, depth: Int) -> JSONValue {
    switch choices.number(below: depth < 6 ? 9 : 5) {
    case 0: return .null
    case 1: return .bool(choices.bool())
    case 2: return .int(choices.element([0, 1, -1, 255, Int(Int32.max), 1 << 53, .max, .min]))
    case 3, 4: return .string(choices.text(most: 6))
    case 5, 6: return .array((0..<choices.number(below: 4)).map { _ in value(&choices, depth: depth + 1) })
    default:
      let members = (0..<choices.number(below: 4)).map { _ in
        (choices.text(most: 2), value(&choices, depth: depth + 1))
      }
      return .object(Dictionary(members) { first, _ in first })
    }
  }

  mutating func write(_ value: JSONValue, _ choices: inout Choices) {
    if choices.number(below: 8) == 1 { bytes += Array(" \t\r\n".utf8) }
    switch value {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += "\(value)".utf8
    case .int(let value): bytes += "\(value)".utf8
    case .double(let value): bytes += "\(value)".utf8
    case .string(let value): write(value, &choices)
    case .array(let values):
      write(values.map { (nil, $0) }, "[", "]", &choices)
    case .object(let members):
      write(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, "{", "}", &choices)
    }
  }

  private mutating func write(
    _ members: [(String?, JSONValue)],
    _ open: String,
    _ close: String,
    _ choices: inout Choices
  ) {
    bytes += open.utf8
    for (index, member) in members.enumerated() {
      if index > 0 { bytes += ",".utf8 }
      if let key = member.0 {
        write(key, &choices)
        bytes += ":".utf8
      }
      write(member.1, &choices)
    }
    bytes += close.utf8
  }

  private mutating func write(_ string: String, _ choices: inout Choices) {
    bytes += "\"".utf8
    let escapesAll = choices.number(below: 3) == 1
    for scalar in string.unicodeScalars {
      if escapesAll || scalar.value < 0x20 || scalar == "\"" || scalar == "\\" {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16, uppercase: choices.bool())
          bytes += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
        }
      } else {
        bytes += String(scalar).utf8
      }
    }
    bytes += "\"".utf8
  }
}
