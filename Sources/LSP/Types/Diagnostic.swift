/// How much a diagnostic wants to be seen.
package enum DiagnosticSeverity: Int, Codable, Sendable {
  case error = 1
  case warning = 2
  case information = 3
  case hint = 4
}

/// A place that belongs to a diagnostic, and what there is to say of it.
package struct DiagnosticRelatedInformation: Codable, Hashable, Sendable {
  package var location: Location
  package var message: String

  package init(location: Location, message: String) {
    self.location = location
    self.message = message
  }
}

/// Something to know about a stretch of text.
package struct Diagnostic: Codable, Hashable, Sendable {
  package var range: LSPRange
  package var severity: DiagnosticSeverity?
  package var code: NumberOrString?
  package var source: String?
  package var message: String
  package var relatedInformation: [DiagnosticRelatedInformation]?
  package var data: JSONValue?

  package init(
    range: LSPRange,
    severity: DiagnosticSeverity? = nil,
    code: NumberOrString? = nil,
    source: String? = nil,
    message: String,
    relatedInformation: [DiagnosticRelatedInformation]? = nil,
    data: JSONValue? = nil
  ) {
    self.range = range
    self.severity = severity
    self.code = code
    self.source = source
    self.message = message
    self.relatedInformation = relatedInformation
    self.data = data
  }
}
