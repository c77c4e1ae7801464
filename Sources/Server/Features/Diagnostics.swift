import LSP
import Store
import Summaries

// Diagnostics: that a text takes several passes, and what is in the way of its notes.

extension Session {
  func diagnostics(for document: Document) -> [Diagnostic] { view(of: document).diagnostics }
}

extension Session {
  /// Diagnostics for a client that pulls them.
  ///
  /// It is told to pull again when they change, so what is known is enough.
  func documentDiagnostic(
    _ params: DocumentDiagnosticParams,
    id _: RequestID
  ) throws -> Work<DocumentDiagnosticReport> {
    try afterFirstPrice(of: params.textDocument.uri) { session in
      let document = session.openDocument(params.textDocument.uri)
      return .done(.full(resultId: nil, items: document.map { session.diagnostics(for: $0) } ?? []))
    }
  }
}

extension DocumentView {
  private static let source = "breviate"
  /// How many passages a diagnostic names.
  private static let relatedLimit = 20

  var diagnostics: [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    switch document.pricing?.plan {
    case .success(let plan):
      if let diagnostic = tooLong(plan) { diagnostics.append(diagnostic) }
    case .failure(let failure):
      if let diagnostic = obstacle(failure) { diagnostics.append(diagnostic) }
    case nil:
      break
    }
    return diagnostics + shown.compactMap(failedNote)
  }

  /// That the text is over the budget of one request; without a model, that it takes several passes.
  private func tooLong(_ plan: Plan) -> Diagnostic? {
    guard let severity = tooLongSeverity, let line = firstLine else { return nil }
    guard model.isBuiltIn ? plan.passes >= 2 : plan.tokens.value > plan.inputBudget else { return nil }
    return Diagnostic(
      range: range(line),
      severity: severity,
      code: .string(Wording.code(.tooLong)),
      source: Self.source,
      message: tooLongMessage(plan),
      relatedInformation: related(plan)
    )
  }

  private func tooLongMessage(_ plan: Plan) -> String {
    Wording.price(
      passes: plan.passes,
      tokens: plan.tokens,
      inputBudget: plan.inputBudget,
      model: SafeText.label(model.displayName),
      window: model.window,
      seconds: document.pricing?.seconds
    )
  }

  private var tooLongSeverity: DiagnosticSeverity? {
    switch settings.tooLong(builtIn: model.isBuiltIn) {
    case .off: nil
    case .hint: .hint
    case .information: .information
    }
  }

  private func related(_ plan: Plan) -> [DiagnosticRelatedInformation]? {
    guard client.showsRelatedInformation else { return nil }
    return plan.passages.prefix(Self.relatedLimit).enumerated().map { index, passage in
      DiagnosticRelatedInformation(
        location: Location(uri: document.uri, range: range(firstLine(in: passage.range) ?? passage.range)),
        message: "\(index + 1) of \(Wording.number(plan.passes)): \(title(of: passage))"
      )
    }
  }

  /// Why this text cannot be planned.
  ///
  /// That there is no model is said once, not of every document.
  private func obstacle(_ failure: Failure) -> Diagnostic? {
    guard failure.kind != .modelUnavailable, let line = firstLine else { return nil }
    return warning(failure, at: line)
  }

  private func failedNote(_ shown: Shown) -> Diagnostic? {
    guard let failure = shown.passage.failure, failure.kind != .modelUnavailable else { return nil }
    return warning(failure, at: opening(of: shown.passage))
  }

  private func warning(_ failure: Failure, at place: Range<Int>) -> Diagnostic {
    Diagnostic(
      range: range(place),
      severity: .warning,
      code: .string(Wording.code(failure.kind)),
      source: Self.source,
      message: SafeText.message("\(failure.title): \(failure.detail)")
    )
  }
}
