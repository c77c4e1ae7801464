import LSP
import Summaries

// Symbols: the notes as an outline of the document, once there are any.

extension Session {
  func documentSymbols(_ params: DocumentSymbolParams) throws -> DocumentSymbolResult {
    view(of: params.textDocument.uri)?.symbols ?? .symbols([])
  }
}

extension DocumentView {
  /// One symbol for each passage that has a note, in text order, none within another.
  var symbols: DocumentSymbolResult {
    let symbols = shown.compactMap(symbol)
    if client.hierarchicalSymbols { return .symbols(symbols) }
    return .information(
      symbols.map {
        SymbolInformation(name: $0.name, kind: $0.kind, location: Location(uri: document.uri, range: $0.range))
      }
    )
  }

  private func symbol(_ shown: Shown) -> DocumentSymbol? {
    guard let kept = shown.passage.note else { return nil }
    let detail = SafeText.label(kept.note.text)
    return DocumentSymbol(
      name: "\(shown.name). \(title(of: shown.passage))",
      detail: detail.isEmpty ? nil : detail,
      kind: .string,
      range: range(shown.passage.range),
      selectionRange: range(opening(of: shown.passage))
    )
  }
}
