import LSP
import Store

// Hover: the note of the passage under the cursor.

extension Session {
  func hover(_ params: HoverParams) throws -> Hover? {
    view(of: params.textDocument.uri)?.hover(at: params.position)
  }
}

extension DocumentView {
  /// How many specifics a hover shows: what a person takes in at a glance.
  private static let hoverLedger = 8

  /// The note at a position; nil where there is none to show.
  ///
  /// On the first line of a run the combined summary stands below the note.
  func hover(at position: Position) -> Hover? {
    guard settings.hover != .off, let shown = shown(at: offset(of: position)) else { return nil }
    let opening = range(opening(of: shown.passage))
    let isOpening = position.line == opening.start.line
    if settings.hover == .firstLine, !isOpening { return nil }

    var markup = Markup(client.hoverFormat)
    let title = title(of: shown.passage)
    markup.strong(shown.run.passages.count == 1 ? title : "\(shown.place) · \(title)")
    write(shown, ledger: Self.hoverLedger, into: &markup)
    if isOpening, shown.run.passages.first(where: { !$0.range.isEmpty })?.id == shown.passage.id {
      var summary = Markup(client.hoverFormat)
      writeSummary(of: shown.run, ledger: Self.hoverLedger, into: &summary)
      if !summary.text.isEmpty {
        markup.strong("Summary of \(Wording.count(shown.run.passages.count, "passage", "passages"))")
        markup.add(summary)
      }
    }
    // The range is what clients highlight: where only a line hovers, that line.
    return Hover(
      contents: MarkupContent(kind: client.hoverFormat.kind, value: markup.text),
      range: settings.hover == .firstLine ? opening : range(shown.passage.range)
    )
  }
}
