/// How a client is to read the text of a `MarkupContent`.
package enum MarkupKind: String, Codable, Sendable {
  case plaintext
  case markdown
}

/// Text for a person, plain or Markdown.
package struct MarkupContent: Codable, Hashable, Sendable {
  package var kind: MarkupKind
  package var value: String

  package init(kind: MarkupKind, value: String) {
    self.kind = kind
    self.value = value
  }
}
