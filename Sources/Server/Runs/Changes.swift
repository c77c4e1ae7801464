import LSP
import Summaries

/// The documents whose notes have changed since the client was last told.
struct Changes {
  private var documents: Set<DocumentURI> = []

  mutating func add(_ uri: DocumentURI) { documents.insert(uri) }

  mutating func take() -> [DocumentURI] {
    defer { documents = [] }
    return documents.sorted { $0.key < $1.key }
  }
}

// "Something changed" is the only trigger of what is shown without being asked for: prices at once, for they are
// few; notes, which may stream, at most every `announceDelay`.

extension Session {
  /// Passages or notes of a document have changed.
  func noteChange(of uri: DocumentURI) {
    changes.add(uri)
    timers.setOnce(.announce, after: environment.announceDelay)
  }

  /// Tells the client that a document has another price.
  func announcePrice(of uri: DocumentURI) {
    guard let document = openDocument(uri) else { return }
    if publishDiagnostics(of: document) { ask(DiagnosticRefreshRequest.self, NoParams()) }
    if client.refreshesLenses { ask(CodeLensRefreshRequest.self, NoParams()) }
  }

  /// Tells the client, in the ways that it understands, whose notes have changed since the last time.
  func announceChanges() {
    var refreshesLenses = false
    var refreshesDiagnostics = false
    for uri in changes.take() {
      sendPartialResults(of: uri)
      guard let document = openDocument(uri) else { continue }
      refreshesLenses = true
      if publishDiagnostics(of: document) { refreshesDiagnostics = true }
      announceNotes(of: document)
      updatePage(of: document)
    }
    if refreshesLenses && client.refreshesLenses { ask(CodeLensRefreshRequest.self, NoParams()) }
    if refreshesDiagnostics { ask(DiagnosticRefreshRequest.self, NoParams()) }
  }

  /// Pushes diagnostics that differ from those last told; true when the client is to pull them instead.
  private func publishDiagnostics(of document: Document) -> Bool {
    let current = diagnostics(for: document)
    guard current != document.publishedDiagnostics else { return false }
    documents[document.uri]?.publishedDiagnostics = current
    if client.pullsDiagnostics { return true }
    notify(
      PublishDiagnosticsNotification.self,
      PublishDiagnosticsParams(uri: document.uri, version: document.version, diagnostics: current)
    )
    return false
  }

  private func announceNotes(of document: Document) {
    guard client.wantsNotesChanges else { return }
    let run = document.runs.last
    notify(
      DidChangeNotesNotification.self,
      DidChangeNotesParams(
        uri: document.uri,
        version: document.version,
        run: run?.id,
        passages: run?.passages.map(\.id) ?? []
      )
    )
  }
}
