import Summaries

// A note in words, as hover and notes page show it.

extension DocumentView {
  /// The note of a passage, the ledger, what is doubtful, how it came about, and what went wrong.
  ///
  /// - Parameter ledger: how many specifics are shown; nil for all.
  func write(_ shown: Shown, ledger limit: Int?, into markup: inout Markup) {
    if let kept = shown.passage.note { writeNote(kept.note, ledger: limit, into: &markup) }
    writeState(of: shown, into: &markup)
    if let kept = shown.passage.note { markup.aside(origin(of: kept, shown: shown).joined(separator: " · ")) }
  }

  /// The notes combined, or why they are not.
  func writeSummary(of run: Run, ledger limit: Int?, into markup: inout Markup) {
    if let summary = run.summary {
      writeNote(summary.note, ledger: limit, into: &markup)
      var origin = origin(of: summary)
      if run.passages.contains(where: \.isStale) { origin.append("some of the text has changed since") }
      if run.phase == .combining { origin.append("being written…") }
      markup.aside(origin.joined(separator: " · "))
    } else if run.phase == .combining {
      markup.aside("The notes are being combined…")
    }
    if let failure = run.summaryFailure {
      markup.strong("Not combined: \(failure.title)")
      markup.paragraphs(failure.detail)
    }
  }

  private func writeNote(_ note: Note, ledger limit: Int?, into markup: inout Markup) {
    markup.paragraphs(note.text)
    if !note.omitted.isEmpty {
      markup.strong("Also mentioned")
      let rows = note.omitted.map { LedgerWords.Row($0.value, kind: $0.kind, context: $0.context) }
      markup.list(LedgerWords.lines(rows, limit: limit))
    }
    if !note.notInText.isEmpty {
      markup.strong("Not in the text")
      let doubtful = note.notInText.map(\.text)
      let rest = doubtful.count - min(limit ?? doubtful.count, doubtful.count)
      markup.list(doubtful.dropLast(rest) + (rest > 0 ? ["and \(Wording.number(rest)) more"] : []))
    }
  }

  // MARK: Where a note comes from

  private func writeState(of shown: Shown, into markup: inout Markup) {
    let passage = shown.passage
    switch passage.state {
    case .waiting where passage.note == nil && passage.attempts.pause == nil:
      markup.aside("Waiting: \(progress(of: shown.run)).")
    case .running where passage.note == nil:
      markup.aside("Being written…")
    case .cancelled where passage.note == nil:
      markup.aside("Cancelled before there was a note.")
    case .failed(let failure):
      markup.strong("Failed: \(failure.title)")
      markup.paragraphs(failure.detail)
      markup.paragraphs(remedy(for: failure))
    case .waiting, .running, .cancelled, .noted:
      break
    }
  }

  private func remedy(for failure: Failure) -> String {
    if failure.canRelax {
      return "“\(ActionTitle.retry)” asks again; “\(ActionTitle.relax)” asks with the model's filter relaxed."
    }
    return failure.canRetry ? "“\(ActionTitle.retry)” asks again." : ""
  }

  /// Model, age and whatever a reader has to know before trusting the note.
  private func origin(of kept: KeptNote, shown: Shown) -> [String] {
    let passage = shown.passage
    var origin = origin(of: kept)
    if passage.isStale { origin.append("the text has changed since") }
    if let words = passage.attempts.words { return origin + [words] }
    switch passage.state {
    case _ where kept.provisional && kept.truncatedInput:
      origin.append("the passage is taken in smaller parts")
    case .failed where kept.provisional:
      origin.append("stands in for the model's note")
    case .waiting where kept.provisional:
      origin.append("without a model, the model's note is on its way: \(progress(of: shown.run))")
    case .running where kept.provisional:
      origin.append("without a model, the model's note is being written…")
    case .cancelled where kept.provisional:
      origin.append("without a model, cancelled before the model's note")
    case .waiting:
      origin.append("waiting to be taken again: \(progress(of: shown.run))")
    case .running:
      origin.append("being written…")
    case .cancelled where kept.partial:
      origin.append("cancelled while it was written")
    case .failed, .cancelled, .noted:
      break
    }
    return origin
  }

  private func origin(of kept: KeptNote) -> [String] {
    var origin = [kept.modelName, Wording.age(of: kept.createdAt, now: now)]
    if kept.relaxedFilter { origin.append("relaxed filter") }
    if kept.truncatedInput { origin.append(Wording.truncated) }
    if let words = kept.finishReason.flatMap(Wording.cut) { origin.append(words) }
    if let seconds = kept.timeToFirstToken, kept.isFinal {
      origin.append("first words after \(Wording.duration(seconds))")
    }
    if let rate = kept.tokensPerSecond { origin.append("\(Wording.rate(rate)) tokens/s") }
    return origin
  }

  /// "2 of 5 passes are done".
  private func progress(of run: Run) -> String {
    let settled = Wording.number(run.settledCount)
    return "\(settled) of \(Wording.passes(run.passages.count)) \(run.settledCount == 1 ? "is" : "are") done"
  }
}
