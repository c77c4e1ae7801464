/// Asks the client to show a document.
package enum ShowDocumentRequest: RequestMethod {
  package static let method = "window/showDocument"
  package typealias Params = ShowDocumentParams
  package typealias Result = ShowDocumentResult
}

package struct ShowDocumentParams: Codable, Hashable, Sendable {
  package var uri: DocumentURI
  /// Whether to show it outside of the client.
  package var external: Bool?
  package var takeFocus: Bool?
  package var selection: LSPRange?

  package init(uri: DocumentURI, external: Bool? = nil, takeFocus: Bool? = nil, selection: LSPRange? = nil) {
    self.uri = uri
    self.external = external
    self.takeFocus = takeFocus
    self.selection = selection
  }
}

package struct ShowDocumentResult: Codable, Hashable, Sendable {
  package var success: Bool

  package init(success: Bool) {
    self.success = success
  }
}
