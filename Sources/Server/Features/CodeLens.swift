import LSP
import Summaries

// Lenses: what summarising would take, and each passage's note by name. All resolved, from what is known.

extension Session {
  func codeLens(_ params: CodeLensParams, id _: RequestID) throws -> Work<[CodeLens]> {
    try afterFirstPrice(of: params.textDocument.uri) { .done($0.view(of: params.textDocument.uri)?.lenses ?? []) }
  }
}

extension DocumentView {
  /// A text of fewer words is read sooner than summarised; it gets a lens only once it has notes.
  static let lensWords = 400

  /// The lens of the whole document first, then one for each passage, in whatever state it is: between runs their
  /// number does not change, so lines do not jump.
  var lenses: [CodeLens] {
    let shown = shown
    var lenses: [CodeLens] = []
    if let line = firstLine, !shown.isEmpty || isLong {
      lenses.append(CodeLens(range: range(line), command: documentCommand))
    }
    for shown in shown {
      // Behind its line's text: clients sort lenses by column, and the document's lens comes first.
      let end = opening(of: shown.passage).upperBound
      lenses.append(CodeLens(range: range(end..<end), command: command(for: shown)))
    }
    return lenses
  }

  private var isLong: Bool {
    let bytes = document.text.bytes
    // Mostly the beginning of the text settles it; its end is read only when it is nearly all white space.
    return countWords(in: bytes, 0..<min(bytes.count, 16_384)) >= Self.lensWords
      || bytes.count > 16_384 && countWords(in: bytes) >= Self.lensWords
  }

  // MARK: The whole document

  /// What can be done about the document in its present state.
  private var documentCommand: Command? {
    let active = document.runs.filter(\.isActive)
    if !active.isEmpty { return CommandName.cancel.command(progressTitle(of: active), on: document) }
    guard let run = document.bufferRun else { return summariseCommand }
    let passages = run.passages
    let stale = passages.count { $0.isStale }
    let missing = passages.count { !$0.isStale && $0.state != .noted }
    if stale + missing > 0 {
      let what = stale == 0 ? "missing" : missing == 0 ? "stale" : "stale or missing"
      let verb = stale + missing == 1 ? "is" : "are"
      let title = "Update: \(Wording.number(stale + missing)) of \(notes(passages.count)) \(verb) \(what)"
      return CommandName.update.command(title, on: document)
    }
    let title = "Notes: \(Wording.count(passages.count, "passage", "passages"))"
    return CommandName.showNotes.command(title, on: document)
  }

  private func progressTitle(of runs: [Run]) -> String {
    let passes = runs.reduce(0) { $0 + $1.passages.count }
    if runs.allSatisfy({ $0.phase == .combining }) { return "Breviate: combining \(notes(passes))… Cancel" }
    let settled = runs.reduce(0) { $0 + $1.settledCount }
    return "Breviate: \(Wording.number(settled)) of \(Wording.passes(passes))… Cancel"
  }

  private var summariseCommand: Command? {
    switch document.pricing?.plan {
    case nil:
      return CommandName.summarise.command("Summarise", on: document)
    case .success(let plan):
      let title = "Summarise: \(Wording.passes(plan.passes)), \(Wording.tokens(plan.tokens))"
      return CommandName.summarise.command(title, on: document)
    case .failure(let failure):
      // A diagnostic says more; running it says the same again.
      return CommandName.summarise.command("Summarise: \(failure.title)", on: document)
    }
  }

  private func notes(_ count: Int) -> String { Wording.count(count, "note", "notes") }

  // MARK: One passage

  private func command(for shown: Shown) -> Command {
    let passage = shown.passage
    let title = "\(shown.name) · \(title(of: passage))\(mark(of: passage))"
    let name = passage.failure?.canRetry == true ? CommandName.retry : .showNotes
    return name.command(title, on: document, ["passage": .string(passage.id)])
  }

  private func mark(of passage: Passage) -> String {
    switch passage.state {
    case .waiting: " (…)"
    case .running: " (being written…)"
    case .failed(let failure): " (failed: \(failure.title))"
    case .cancelled: " (cancelled)"
    case .noted: passage.isStale ? " (stale)" : ""
    }
  }
}

extension Document {
  /// The newest run over the whole buffer.
  var bufferRun: Run? { runs.last { $0.scope == .buffer } }
}
