import LSP
import Store
import TestSupport
import Testing

@testable import Server

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("The source keeps its own rules") struct GuardTests {
  /// One file of the sources, by its path below the root of the package.
  struct Source: Sendable, CustomTestStringConvertible {
    var path: String
    var lines: [Substring]
    var testDescription: String { path }
    var target: String { String(path.split(separator: "/")[1]) }
    /// Without comments, as far as a line tells.
    var code: [Substring] { lines.filter { !$0.drop { $0 == " " }.hasPrefix("//") } }
    var imports: [String] {
      code.compactMap { line in
        let words = line.split(separator: " ")
        guard let index = words.firstIndex(of: "import"), index <= 1, words.count > index + 1 else { return nil }
        return String(words[index + 1])
      }
    }
  }

  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static let sources: [Source] = {
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: root.path + "/Sources")) ?? []
    return paths.filter { $0.hasSuffix(".swift") }.sorted().compactMap { path in
      text("Sources/" + path).map { Source(path: "Sources/" + path, lines: lines($0)) }
    }
  }()

  static func text(_ path: String) -> String? {
    (try? Data(contentsOf: root.appending(path: path))).map { String(decoding: $0, as: UTF8.self) }
  }

  static func lines(_ text: String) -> [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

  @Test func `there are sources to look at`() {
    #expect(Self.sources.count > 100)
    #expect(Set(Self.sources.map(\.target)) == ["LSP", "Summaries", "Models", "Store", "Server", "breviate"])
  }

  @Test("A file is short, and is named after what is in it", arguments: sources)
  func size(source: Source) {
    #expect(source.lines.count <= 400)
    for word in ["Manager", "Helper", "Util", "Extension", "Misc", "Common"] { #expect(!source.path.contains(word)) }
  }

  @Test("Nothing is public, forced or left to do", arguments: sources)
  func words(source: Source) {
    for (number, line) in source.lines.enumerated() {
      let isComment = line.drop { $0 == " " }.hasPrefix("//")
      for word in ["TODO", "FIXME"] { #expect(!line.contains(word), "line \(number + 1)") }
      if isComment { continue }
      let code = line.drop { $0 == " " }
      for word in ["public ", "open class "] { #expect(!code.hasPrefix(word), "line \(number + 1): \(line)") }
      for word in ["try!", "as!", "fatalError(", " Swift.print("] {
        #expect(!line.contains(word), "line \(number + 1): \(line)")
      }
    }
  }

  @Test("A target imports only what it may", arguments: sources)
  func imports(source: Source) {
    let ours: Set = ["LSP", "Summaries", "Models", "Store", "Server"]
    let allowed: [String: Set<String>] = [
      "LSP": [], "Summaries": [], "Models": ["Summaries"], "Store": ["Summaries"],
      "Server": ["LSP", "Summaries", "Store"], "breviate": ours,
    ]
    let imports = Set(source.imports)
    #expect(imports.intersection(ours).isSubset(of: allowed[source.target] ?? []))
    if source.target == "Summaries" { #expect(imports.isEmpty) }
    // All of Foundation costs milliseconds at each start; on a Mac, where alone Apple's model is, it is there anyway.
    // All of Foundation costs milliseconds at each start; where Apple's model is, it is there anyway.
    if source.target == "Models" { #expect(!imports.contains("LSP")) }
  }

  /// The command line is a client of a server in its own process, in one file.
  @Test("Only LSP and Server speak JSON-RPC", arguments: sources)
  func protocolWords(source: Source) {
    guard !["LSP", "Server"].contains(source.target), !source.path.hasSuffix("/LocalClient.swift") else { return }
    for line in source.code {
      for word in ["jsonrpc", "Content-Length", "textDocument/", "workspace/", "$/"] { #expect(!line.contains(word)) }
    }
  }

  @Test("UTF-16 is known to one file, and to the name of the encoding", arguments: sources)
  func encodings(source: Source) {
    let know = ["DocumentText.swift", "PositionEncoding.swift", "PositionReader.swift", "ReadableJSON.swift"]
    let name = source.path.split(separator: "/").last.map(String.init) ?? ""
    guard source.target == "Server" || source.target == "LSP", !know.contains(name) else { return }
    // `.utf16` as the encoding that is used where none is negotiated.
    let allowed = ["Client.swift"]
    for line in source.code where line.contains("utf16") { #expect(allowed.contains(name), "\(line)") }
  }

  @Test("No name of Apple's is taken for another thing", arguments: sources)
  func names(source: Source) {
    let taken = ["LanguageModel", "LanguageModelSession", "Prompt", "Tool", "Transcript", "GenerationOptions"]
    for line in source.code {
      for kind in ["struct", "class", "enum", "protocol", "actor", "typealias"] {
        for name in taken {
          #expect(!line.contains("\(kind) \(name) ") && !line.contains("\(kind) \(name):"), "\(line)")
        }
      }
    }
  }

  @Test func `the session is the loop's alone: it cannot be sent`() {
    // The compiler then keeps every job from taking it along.
    #expect(Self.sources.allSatisfy { source in source.code.allSatisfy { !$0.contains("extension Session: ") } })
    let declaration = Self.sources.flatMap(\.code).map(String.init).filter { $0.contains("class Session") }
    #expect(declaration == ["final class Session {"])
  }

  @Test func `nothing that could be sent by force is`() {
    for source in Self.sources {
      for word in ["@unchecked", "nonisolated(unsafe)"] {
        #expect(source.code.allSatisfy { !$0.contains(word) }, "\(word) in \(source.path)")
      }
    }
  }

  // MARK: Routes, capabilities, notes

  /// The methods of the rows of a table in `protocol-notes.md`: those that begin with "| `method` |".
  private func rows(of file: String) -> Set<String>? {
    guard let text = Self.text(file) else { return nil }
    return Set(
      Self.lines(text).compactMap { line in
        guard line.hasPrefix("| `") else { return nil }
        return line.dropFirst(3).split(separator: "`", omittingEmptySubsequences: false).first.map(String.init)
      }
    )
  }

  private var routed: Set<String> {
    Set(Routes.requests.map(\.method) + Routes.notifications.map(\.method))
  }

  @Test func `every method is routed once`() {
    #expect(Routes.requests.count + Routes.notifications.count == routed.count)
  }

  @Test func `what is routed stands in the notes on the protocol`() throws {
    let rows = try #require(self.rows(of: "protocol-notes.md"))
    let missing = routed.subtracting(rows)
    #expect(missing.isEmpty)
    // Rows of messages from the server and of settings or commands are rows too; of methods from the client none
    // may be there that is not routed.
    let served = rows.filter { $0.hasPrefix("textDocument/") || $0.hasPrefix("breviate/") }
    let ours: Set = ["textDocument/publishDiagnostics", "breviate/didChangeNotes"]
    #expect(served.subtracting(ours).subtracting(routed).isEmpty)
  }

  @Test func `the commands are the rows of the notes on the protocol`() throws {
    let rows = try #require(self.rows(of: "protocol-notes.md"))
    #expect(rows.filter { $0.hasPrefix("breviate.") } == Set(CommandName.allCases.map(\.rawValue)))
  }

  @Test("What is advertised is what is routed, for every kind of client", arguments: [true, false], [true, false])
  func capabilities(pulls: Bool, reads: Bool) throws {
    var client = Client()
    client.pullsDiagnostics = pulls
    client.readsTextDocumentContent = reads
    let capabilities = try JSONValue(encoding: Routes.capabilities(for: client))
    let methods: [String: String] = [
      "hoverProvider": "textDocument/hover", "codeLensProvider": "textDocument/codeLens",
      "codeActionProvider": "textDocument/codeAction", "documentSymbolProvider": "textDocument/documentSymbol",
      "diagnosticProvider": "textDocument/diagnostic", "executeCommandProvider": "workspace/executeCommand",
    ]
    let advertised = Set(capabilities.objectValue?.keys.filter { $0.hasSuffix("Provider") } ?? [])
    #expect(advertised.isSubset(of: methods.keys))
    #expect(advertised.contains("diagnosticProvider") == pulls)
    for provider in advertised { #expect(routed.contains(methods[provider] ?? "")) }
    for (provider, method) in methods where !advertised.contains(provider) {
      #expect(method == "textDocument/diagnostic")
    }
    #expect((capabilities["workspace"]?["textDocumentContent"] != nil) == reads)
    let commands = capabilities["executeCommandProvider"]?["commands"]?.arrayValue?.compactMap(\.stringValue)
    #expect(commands == CommandName.allCases.map(\.rawValue))
    // Everything routed that a capability stands for is advertised; the rest needs none.
    let free: Set = [
      "initialize", "initialized", "shutdown", "textDocument/didOpen", "textDocument/didChange",
      "textDocument/didClose", "workspace/didChangeConfiguration", "workspace/textDocumentContent",
      "window/workDoneProgress/cancel", "$/cancelRequest", "$/setTrace", "breviate/summarise", "breviate/didFocus",
    ]
    #expect(routed.subtracting(free) == Set(methods.values))
    #expect(capabilities["textDocumentSync"] == ["openClose": true, "change": 2])
  }

  @Test func `README's table of settings is the schema`() throws {
    let rows = try #require(self.rows(of: "README.md"))
    let keys = Set(Setting.all.map(\.key))
    #expect(keys.subtracting(rows).isEmpty)
    let text = Self.lines(try #require(Self.text("README.md")))
    for setting in Setting.all {
      let row = try #require(text.first { $0.hasPrefix("| `\(setting.key)` |") })
      #expect(row.contains(setting.standard), "\(setting.key) is \(setting.standard) by default")
    }
  }
}
