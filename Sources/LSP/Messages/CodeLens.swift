/// The lines of text that stand above lines of the document.
package enum CodeLensRequest: RequestMethod {
  package static let method = "textDocument/codeLens"
  package typealias Params = CodeLensParams
  package typealias Result = [CodeLens]
}

/// Asks the client to ask for its lenses again.
package enum CodeLensRefreshRequest: RequestMethod {
  package static let method = "workspace/codeLens/refresh"
  package typealias Params = NoParams
  package typealias Result = NullResult
}

package struct CodeLensParams: Codable, Hashable, Sendable {
  package var textDocument: TextDocumentIdentifier

  package init(textDocument: TextDocumentIdentifier) {
    self.textDocument = textDocument
  }
}

package struct CodeLens: Codable, Hashable, Sendable {
  /// On one line only.
  package var range: LSPRange
  package var command: Command?
  package var data: JSONValue?

  package init(range: LSPRange, command: Command? = nil, data: JSONValue? = nil) {
    self.range = range
    self.command = command
    self.data = data
  }
}
