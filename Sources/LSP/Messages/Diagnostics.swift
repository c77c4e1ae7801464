/// Tells the client the diagnostics of a document; they replace those told before.
package enum PublishDiagnosticsNotification: NotificationMethod {
  package static let method = "textDocument/publishDiagnostics"
  package typealias Params = PublishDiagnosticsParams
}

package struct PublishDiagnosticsParams: Codable, Hashable, Sendable {
  package var uri: DocumentURI
  /// The version of the document that they are about.
  package var version: Int?
  package var diagnostics: [Diagnostic]

  package init(uri: DocumentURI, version: Int? = nil, diagnostics: [Diagnostic]) {
    self.uri = uri
    self.version = version
    self.diagnostics = diagnostics
  }
}

/// The client pulls the diagnostics of a document.
package enum DocumentDiagnosticRequest: RequestMethod {
  package static let method = "textDocument/diagnostic"
  package typealias Params = DocumentDiagnosticParams
  package typealias Result = DocumentDiagnosticReport
}

/// Asks the client to pull again.
package enum DiagnosticRefreshRequest: RequestMethod {
  package static let method = "workspace/diagnostic/refresh"
  package typealias Params = NoParams
  package typealias Result = NullResult
}

package struct DocumentDiagnosticParams: Codable, Hashable, Sendable {
  package var textDocument: TextDocumentIdentifier
  package var identifier: String?
  package var previousResultId: String?

  package init(textDocument: TextDocumentIdentifier, identifier: String? = nil, previousResultId: String? = nil) {
    self.textDocument = textDocument
    self.identifier = identifier
    self.previousResultId = previousResultId
  }
}

/// All the diagnostics of a document, or that they are what they were at `resultId`.
package enum DocumentDiagnosticReport: Codable, Hashable, Sendable {
  case full(resultId: String?, items: [Diagnostic])
  case unchanged(resultId: String)

  private enum CodingKeys: CodingKey {
    case kind, resultId, items
  }

  private enum Kind: String, Codable {
    case full, unchanged
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(Kind.self, forKey: .kind) {
    case .full:
      self = .full(
        resultId: try container.decodeIfPresent(String.self, forKey: .resultId),
        items: try container.decode([Diagnostic].self, forKey: .items)
      )
    case .unchanged:
      self = .unchanged(resultId: try container.decode(String.self, forKey: .resultId))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .full(let resultId, let items):
      try container.encode(Kind.full, forKey: .kind)
      try container.encodeIfPresent(resultId, forKey: .resultId)
      try container.encode(items, forKey: .items)
    case .unchanged(let resultId):
      try container.encode(Kind.unchanged, forKey: .kind)
      try container.encode(resultId, forKey: .resultId)
    }
  }
}
