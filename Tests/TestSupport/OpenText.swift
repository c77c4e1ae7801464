package import LSP
package import Server

/// A document as the client has it: the text that the person sees.
struct OpenText: Sendable {
  var uri: String
  var version: Int
  var text: String
  /// Markers of the text as it was opened.
  var marked: MarkedText

  /// A place as UTF-16 lines and columns, counted apart from the server's own way.
  static func position(of index: String.Index, in text: String) -> JSONValue {
    var line = 0
    var column = 0
    var previous: Unicode.Scalar?
    for scalar in text[..<index].unicodeScalars {
      if scalar == "\n" {
        if previous != "\r" { line += 1 }
        column = 0
      } else if scalar == "\r" {
        line += 1
        column = 0
      } else {
        column += scalar.value > 0xFFFF ? 2 : 1
      }
      previous = scalar
    }
    return ["line": .int(line), "character": .int(column)]
  }

  static func range(of range: Range<String.Index>, in text: String) -> JSONValue {
    ["start": position(of: range.lowerBound, in: text), "end": position(of: range.upperBound, in: text)]
  }
}

extension TestClient {
  /// Opens a document; markers in the text (`MarkedText`) name places for later.
  package func open(_ marked: String, as uri: String = "file:///a.md", languageId: String = "markdown") throws {
    let text = MarkedText(marked)
    watched.change {
      $0.texts[DocumentURI(uri)] = OpenText(uri: uri, version: 1, text: text.text, marked: text)
    }
    try notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": .string(uri), "languageId": .string(languageId), "version": 1, "text": .string(text.text),
        ]
      ]
    )
  }

  package func close(_ uri: String = "file:///a.md") throws {
    watched.change { $0.texts[DocumentURI(uri)] = nil }
    try notify("textDocument/didClose", ["textDocument": ["uri": .string(uri)]])
  }

  /// Replaces the first occurrence of `old`, as a person does who types.
  package func edit(_ uri: String = "file:///a.md", replace old: String, with new: String) throws {
    var document = try text(uri)
    guard let range = document.text.firstRange(of: old) else { throw Unexpected(problems: ["no \(old) in \(uri)"]) }
    let change: JSONValue = [
      "range": OpenText.range(of: range, in: document.text), "text": .string(new),
    ]
    document.text.replaceSubrange(range, with: new)
    try send(document, [change])
  }

  /// Inserts words before the first occurrence of others.
  package func edit(_ uri: String = "file:///a.md", insert new: String, before place: String) throws {
    var document = try text(uri)
    guard let index = document.text.firstRange(of: place)?.lowerBound else {
      throw Unexpected(problems: ["no \(place) in \(uri)"])
    }
    let change: JSONValue = ["range": OpenText.range(of: index..<index, in: document.text), "text": .string(new)]
    document.text.insert(contentsOf: new, at: index)
    try send(document, [change])
  }

  /// Puts the whole text anew.
  package func replaceAll(_ uri: String = "file:///a.md", with new: String) throws {
    var document = try text(uri)
    document.text = new
    try send(document, [["text": .string(new)]])
  }

  /// Sends changes as they are; the client's own copy of the text stays as it was.
  package func change(_ changes: [JSONValue], in uri: String = "file:///a.md") throws {
    try send(text(uri), changes)
  }

  private func send(_ document: OpenText, _ changes: [JSONValue]) throws {
    var document = document
    document.version += 1
    let sent = document
    watched.change { $0.texts[DocumentURI(sent.uri)] = sent }
    try notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .string(sent.uri), "version": .int(sent.version)],
        "contentChanges": .array(changes),
      ]
    )
  }

  package func text(of uri: String = "file:///a.md") throws -> String { try text(uri).text }

  private func text(_ uri: String) throws -> OpenText {
    guard let text = watched.state.texts[DocumentURI(uri)] else {
      throw Unexpected(problems: ["\(uri) is not open"])
    }
    return text
  }

  /// Where a marker, or else the first occurrence of some words, stands in the text as it is.
  package func position(of place: String, in uri: String = "file:///a.md") throws -> JSONValue {
    let document = try text(uri)
    if let offset = document.marked.points[place] {
      let index = document.text.utf8.index(document.text.startIndex, offsetBy: offset)
      return OpenText.position(of: index, in: document.text)
    }
    guard let range = document.text.firstRange(of: place) else { throw Unexpected(problems: ["no \(place) in \(uri)"]) }
    return OpenText.position(of: range.lowerBound, in: document.text)
  }

  /// The range of the first occurrence of some words in the text as it is.
  package func range(of words: String, in uri: String = "file:///a.md") throws -> JSONValue {
    let document = try text(uri)
    guard let range = document.text.firstRange(of: words) else { throw Unexpected(problems: ["no \(words) in \(uri)"]) }
    return OpenText.range(of: range, in: document.text)
  }
}

// MARK: - What tests ask for

extension TestClient {
  /// Executes a command with one object, or with none.
  @discardableResult
  package func command(_ name: String, _ arguments: JSONValue? = nil) async throws -> JSONValue {
    try await request("workspace/executeCommand", Self.call(name, arguments))
  }

  package func failure(ofCommand name: String, _ arguments: JSONValue? = nil) async throws -> ResponseError {
    try await failure(of: "workspace/executeCommand", Self.call(name, arguments))
  }

  private static func call(_ name: String, _ arguments: JSONValue?) -> JSONValue {
    var call: [String: JSONValue] = ["command": .string("breviate.\(name)")]
    call["arguments"] = arguments.map { [$0] }
    return .object(call)
  }

  /// Asks for notes and returns the run's id.
  @discardableResult
  package func summarise(_ uri: String = "file:///a.md", selecting words: String? = nil) async throws -> String {
    var arguments: [String: JSONValue] = ["uri": .string(uri)]
    if let words { arguments["range"] = try range(of: words, in: uri) }
    let reply = try await command("summarise", .object(arguments))
    guard let run = reply["run"]?.stringValue else { throw Unexpected(problems: ["no run: \(reply)"]) }
    return run
  }

  /// The report on a document's newest run as it is now.
  package func report(_ uri: String = "file:///a.md") async throws -> Report.Document {
    let report = try await command("notes", ["uri": .string(uri)]).decode(as: Report.self)
    guard let document = report.documents.first else { throw Unexpected(problems: ["no report on \(uri)"]) }
    return document
  }

  /// Waits until the report on a document is as wanted.
  @discardableResult
  package func report(
    _ uri: String = "file:///a.md",
    until isWanted: (Report.Document) -> Bool
  ) async throws -> Report.Document {
    while true {
      _ = taken("breviate/didChangeNotes")
      let report = try await report(uri)
      if isWanted(report) { return report }
      do {
        try await message("breviate/didChangeNotes")
      } catch {
        throw Unexpected(problems: ["\(error)", "the report stayed at \(report.states)"])
      }
    }
  }

  /// Waits until nothing waits, is written or combined any more.
  @discardableResult
  package func finished(_ uri: String = "file:///a.md") async throws -> Report.Document {
    try await message("$/progress") { $0["value"]?["kind"] == "end" }
    return try await report(uri)
  }

  /// The text that a hover shows.
  package func hover(_ place: String, in uri: String = "file:///a.md") async throws -> String? {
    let hover = try await request(
      "textDocument/hover",
      ["textDocument": ["uri": .string(uri)], "position": position(of: place, in: uri)]
    )
    return hover["contents"]?["value"]?.stringValue
  }

  /// The titles of a document's lenses.
  package func lenses(_ uri: String = "file:///a.md") async throws -> [String] {
    let lenses = try await request("textDocument/codeLens", ["textDocument": ["uri": .string(uri)]])
    return (lenses.arrayValue ?? []).compactMap { $0["command"]?["title"]?.stringValue }
  }

  /// Waits for pushed diagnostics of a document that are as wanted, and returns their messages.
  @discardableResult
  package func diagnostics(
    _ uri: String = "file:///a.md",
    where isWanted: @escaping @Sendable ([String]) -> Bool = { _ in true }
  ) async throws -> [String] {
    let message = try await message("textDocument/publishDiagnostics") { params in
      params["uri"] == .string(uri) && isWanted(Self.messages(params["diagnostics"]))
    }
    return Self.messages(message.params["diagnostics"])
  }

  package static func messages(_ diagnostics: JSONValue?) -> [String] {
    (diagnostics?.arrayValue ?? []).compactMap { $0["message"]?.stringValue }
  }
}

extension Report.Document {
  /// "fresh stale waiting": the states of the passages, in order.
  package var states: String { passages.map(\.state.rawValue).joined(separator: " ") }

  /// The notes' texts, in order; "-" where there is none.
  package var notes: [String] { passages.map { $0.note?.text ?? "-" } }
}
