/// The text of a document that the server holds (3.18).
package enum TextDocumentContentRequest: RequestMethod {
  package static let method = "workspace/textDocumentContent"
  package typealias Params = TextDocumentContentParams
  package typealias Result = TextDocumentContentResult
}

/// Asks the client to ask for the text of such a document again.
package enum TextDocumentContentRefreshRequest: RequestMethod {
  package static let method = "workspace/textDocumentContent/refresh"
  package typealias Params = TextDocumentContentParams
  package typealias Result = NullResult
}

package struct TextDocumentContentParams: Codable, Hashable, Sendable {
  package var uri: DocumentURI

  package init(uri: DocumentURI) {
    self.uri = uri
  }
}

package struct TextDocumentContentResult: Codable, Hashable, Sendable {
  package var text: String

  package init(text: String) {
    self.text = text
  }
}
