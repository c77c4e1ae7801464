/// The client has opened a document: from now on its text is what the client says, not what a file says.
package enum DidOpenTextDocumentNotification: NotificationMethod {
  package static let method = "textDocument/didOpen"
  package typealias Params = DidOpenTextDocumentParams
}

package struct DidOpenTextDocumentParams: Codable, Hashable, Sendable {
  package var textDocument: TextDocumentItem

  package init(textDocument: TextDocumentItem) {
    self.textDocument = textDocument
  }
}

/// A document with its text.
package struct TextDocumentItem: Codable, Hashable, Sendable {
  package var uri: DocumentURI
  package var languageId: String
  package var version: Int
  package var text: String

  package init(uri: DocumentURI, languageId: String, version: Int, text: String) {
    self.uri = uri
    self.languageId = languageId
    self.version = version
    self.text = text
  }
}

/// The text of an open document has changed.
package enum DidChangeTextDocumentNotification: NotificationMethod {
  package static let method = "textDocument/didChange"
  package typealias Params = DidChangeTextDocumentParams
}

package struct DidChangeTextDocumentParams: Codable, Hashable, Sendable {
  package var textDocument: VersionedTextDocumentIdentifier
  /// In order; each one applies to what the one before it left.
  package var contentChanges: [TextDocumentContentChangeEvent]

  package init(
    textDocument: VersionedTextDocumentIdentifier,
    contentChanges: [TextDocumentContentChangeEvent]
  ) {
    self.textDocument = textDocument
    self.contentChanges = contentChanges
  }
}

/// One change of a document: `text` replaces what is in `range`, or all of it where there is no range.
///
/// The deprecated `rangeLength` is not read: it says nothing that `range` does not.
package struct TextDocumentContentChangeEvent: Codable, Hashable, Sendable {
  package var range: LSPRange?
  package var text: String

  package init(range: LSPRange? = nil, text: String) {
    self.range = range
    self.text = text
  }
}

/// The client has closed a document.
package enum DidCloseTextDocumentNotification: NotificationMethod {
  package static let method = "textDocument/didClose"
  package typealias Params = DidCloseTextDocumentParams
}

package struct DidCloseTextDocumentParams: Codable, Hashable, Sendable {
  package var textDocument: TextDocumentIdentifier

  package init(textDocument: TextDocumentIdentifier) {
    self.textDocument = textDocument
  }
}
