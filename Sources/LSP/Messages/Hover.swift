/// What there is to know about a position.
package enum HoverRequest: RequestMethod {
  package static let method = "textDocument/hover"
  package typealias Params = HoverParams
  package typealias Result = Hover?
}

package struct HoverParams: Codable, Hashable, Sendable {
  package var textDocument: TextDocumentIdentifier
  package var position: Position

  package init(textDocument: TextDocumentIdentifier, position: Position) {
    self.textDocument = textDocument
    self.position = position
  }
}

package struct Hover: Codable, Hashable, Sendable {
  package var contents: MarkupContent
  /// What the contents are about; clients highlight it.
  package var range: LSPRange?

  package init(contents: MarkupContent, range: LSPRange? = nil) {
    self.contents = contents
    self.range = range
  }
}
