import LSP
import Store
import Summaries

// Showing the notes page, in the best way that the client has: a document that the server holds, a file of the
// person's own that goes at exit, or the text itself.

extension Session {
  func showNotes(of uri: DocumentURI, _ arguments: CommandArguments) -> JSONValue {
    guard let document = openDocument(uri) else {
      return ["uri": nil, "text": nil, "reason": .string("not an open document: \(uri)")]
    }
    let page = view(of: document).notesPage(passage: nil)
    let line = arguments.passage.flatMap { page.lines[$0] } ?? 0
    guard arguments.show ?? true else { return ["uri": nil, "line": .int(line), "text": .string(page.text)] }
    if client.readsTextDocumentContent {
      let pageURI = PageURI.make(for: document.uri)
      if client.showsDocuments { show(pageURI, line: line) }
      return ["uri": .string(pageURI.string), "line": .int(line), "text": nil]
    }
    if client.showsDocuments, let path = pageFile(for: document), write(page.text, to: path) {
      let file = DocumentURI(filePath: path)
      show(file, line: line)
      return ["uri": .string(file.string), "line": .int(line), "text": nil]
    }
    return ["uri": nil, "line": .int(line), "text": .string(page.text)]
  }

  /// The page as a document that the server holds: from memory, at once.
  func textDocumentContent(_ params: TextDocumentContentParams) throws -> TextDocumentContentResult {
    guard let uri = PageURI.document(of: params.uri) else {
      throw ResponseError(code: .invalidParams, message: "no notes page: \(params.uri)")
    }
    guard let document = openDocument(uri) else {
      return TextDocumentContentResult(text: "\(uri) is not open, so there are no notes on it.\n")
    }
    documents[uri]?.pageWasRead = true
    return TextDocumentContentResult(text: notesPage(for: document, passage: nil))
  }

  private func show(_ uri: DocumentURI, line: Int) {
    let place = Position(line: line, character: 0)
    ask(
      ShowDocumentRequest.self,
      ShowDocumentParams(uri: uri, takeFocus: true, selection: LSPRange(start: place, end: place))
    )
  }

  /// Whether a document that a client opens is a page of ours, of which nobody wants notes.
  func isNotesPage(_ uri: DocumentURI) -> Bool {
    uri.scheme == PageURI.scheme || uri.filePath.map(pageFiles.values.contains) == true
  }

  // MARK: Keeping a page that is shown up to date

  /// Brings a page that a client may be showing up to the notes as they are.
  func updatePage(of document: Document) {
    if client.readsTextDocumentContent {
      guard document.pageWasRead else { return }
      ask(TextDocumentContentRefreshRequest.self, TextDocumentContentParams(uri: PageURI.make(for: document.uri)))
    } else if let path = pageFiles[document.uri] {
      _ = write(notesPage(for: document, passage: nil), to: path)
    }
  }

  /// A file for a document's page, in the runtime folder; nil when that cannot be made private.
  private func pageFile(for document: Document) -> String? {
    if let path = pageFiles[document.uri] { return path }
    let folder = environment.folders.runtime
    do throws(Disk.Problem) {
      try Disk.makePrivateFolder(folder)
    } catch {
      log.error("\(folder): \(error)")
      return nil
    }
    let path = "\(folder)/notes-\(Platform.processID)-\(ids.page()).md"
    pageFiles[document.uri] = path
    return path
  }

  private func write(_ page: String, to path: String) -> Bool {
    do throws(Disk.Problem) {
      try Disk.replace(path, with: Array(page.utf8))
      return true
    } catch {
      log.error("\(path): \(error)")
      return false
    }
  }

  func removePage(of uri: DocumentURI) {
    guard let path = pageFiles.removeValue(forKey: uri) else { return }
    remove(path)
  }

  func removePageFiles() {
    for path in pageFiles.values { remove(path) }
    pageFiles = [:]
  }

  private func remove(_ path: String) {
    do throws(Disk.Problem) {
      try Disk.remove(path)
    } catch {
      log.error("\(path): \(error)")
    }
  }
}
