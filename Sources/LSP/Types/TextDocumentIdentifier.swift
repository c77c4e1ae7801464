/// A document, by its URI.
package struct TextDocumentIdentifier: Codable, Hashable, Sendable {
  package var uri: DocumentURI

  package init(uri: DocumentURI) {
    self.uri = uri
  }
}

/// A certain version of a document.
package struct VersionedTextDocumentIdentifier: Codable, Hashable, Sendable {
  package var uri: DocumentURI
  package var version: Int

  package init(uri: DocumentURI, version: Int) {
    self.uri = uri
    self.version = version
  }
}
