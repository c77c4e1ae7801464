import LSP
import Store
import Summaries

// Documents as the client has them open. Its text is the truth; nothing is read from disk, no folder is walked.

extension Session {
  func didOpen(_ params: DidOpenTextDocumentParams) {
    let item = params.textDocument
    if var kept = documents[item.uri] {
      // Closed a moment ago, or opened twice: the text is new, the passages are found again in it.
      kept.reopen(item)
      documents[item.uri] = kept
      timers.cancel(.forget(item.uri))
    } else {
      documents[item.uri] = Document(
        uri: item.uri,
        languageId: item.languageId,
        version: item.version,
        text: DocumentText(item.text),
        firstRevision: ids.firstRevision()
      )
    }
    if isNotesPage(item.uri) {
      documents[item.uri]?.isHidden = true
      return
    }
    touch(item.uri)
    startPricing(item.uri)
    prewarm()
    schedule()
  }

  func didChange(_ params: DidChangeTextDocumentParams) {
    let uri = params.textDocument.uri
    guard documents[uri]?.isOpen == true else {
      log.error("a change of \(uri), which is not open, was left out")
      return
    }
    let before = documents[uri]?.revision
    do {
      for change in params.contentChanges { try documents[uri]?.apply(change, client.encoding) }
    } catch {
      // The old text stays, as far as the changes before this one took it; a later full text puts it right.
      logOnce(impossibleChange: error, of: uri)
    }
    documents[uri]?.version = params.textDocument.version
    guard documents[uri]?.isHidden == false else { return }
    touch(uri)
    guard documents[uri]?.revision != before else { return }
    timers.set(.price(uri), after: environment.priceDelay)
    if documents[uri]?.runs.isEmpty == false { noteChange(of: uri) }
  }

  private func logOnce(impossibleChange error: any Error, of uri: DocumentURI) {
    guard documents[uri]?.hadImpossibleChange == false else { return }
    documents[uri]?.hadImpossibleChange = true
    let message = "\(uri): a change was refused and the text kept: \(error). Reopen the file if its notes look wrong."
    log.error(message)
    notify(LogMessageNotification.self, WindowMessageParams(type: .warning, message: message))
  }

  /// Nothing is shown on a closed document.
  ///
  /// Its running pass ends and is kept by content; what waits goes on if it is opened again within seconds.
  func didClose(_ params: DidCloseTextDocumentParams) {
    let uri = params.textDocument.uri
    guard let document = documents[uri], document.isOpen else { return }
    documents[uri]?.isOpen = false
    timers.cancel(.price(uri))
    timers.set(.forget(uri), after: environment.reopenGrace)
    stopPricing(uri)
    if !client.pullsDiagnostics && document.publishedDiagnostics?.isEmpty == false {
      notify(
        PublishDiagnosticsNotification.self,
        PublishDiagnosticsParams(uri: document.uri, version: nil, diagnostics: [])
      )
    }
    documents[uri]?.publishedDiagnostics = nil
    leave(uri)
  }

  /// Frees a document that was not opened again.
  func forgetClosed(_ uri: DocumentURI) {
    guard let document = documents[uri], !document.isOpen else { return }
    for run in document.runs { end(run, as: .cancelled) }
    removePage(of: uri)
    documents[uri] = nil
  }

  /// Frees a text that came with a request.
  func removeHidden(_ uri: DocumentURI) {
    guard documents[uri]?.isHidden == true else { return }
    documents[uri] = nil
  }

  func didFocus(_ params: DidFocusParams) {
    guard openDocument(params.uri) != nil else { return }
    touch(params.uri)
    prewarm()
  }

  /// The open document that a request means.
  func openDocument(_ uri: DocumentURI) -> Document? {
    guard let document = documents[uri], document.isOpen, !document.isHidden else { return nil }
    document.refreshKeys()
    return document
  }
}
