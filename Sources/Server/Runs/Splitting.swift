import LSP
import Summaries

// A passage that does not fit is cut into smaller ones, which wait in its place. Each is smaller than what it was
// cut from, so that this comes to an end.

extension Session {
  /// Cuts a passage that does not fit into smaller ones; false when that cannot help.
  ///
  /// - Parameters:
  ///   - count: its exact tokens, where they are known.
  ///   - note: what a model wrote of a part of it; it stands in for the notes of the parts.
  func split(_ place: PassTable.Place, count: Int?, standIn note: KeptNote? = nil) -> Bool {
    let run = place.run
    guard let document = documents[run.uri],
      let index = run.index(of: place.passage),
      let limits = try? limits(for: run.writer(of: run.passages[index]).model).get()
    else { return false }
    let passage = run.passages[index]
    var choices: [PlanLimits] = []
    if let count {
      let estimate = max(1, Outline(of: document.text.bytes, in: passage.range).tokens)
      var measured = limits
      measured.density = Double(count) / Double(estimate)
      choices = [measured]
    } else {
      // Where the window as it is known now says nothing, the model only said that it is too much: halve it.
      var half = limits
      half.inputBudget = min(limits.inputBudget, passage.tokens.value) / 2
      choices = [limits, half]
    }
    let plans = choices.lazy.compactMap { self.plan(passage.range, of: document, $0) }
    guard let plan = plans.first(where: { $0.passes > 1 }) else { return false }
    var parts = plan.passages.map { part in
      Passage(
        id: ids.passage(),
        range: part.range,
        known: part.known,
        currentKey: part.key,
        tokens: part.tokens,
        title: part.title,
        state: .waiting,
        filter: passage.filter,
        writer: passage.writer,
        wasCutShort: note != nil || passage.wasCutShort
      )
    }
    if var note {
      note.provisional = true
      note.key = parts[0].currentKey
      parts[0].note = note
    }
    run.replacePassage(at: index, with: parts)
    standIn(for: run)
    noteChange(of: run.uri)
    reportProgress(of: run)
    return true
  }

  private func plan(_ range: Range<Int>, of document: Document, _ limits: PlanLimits) -> Plan? {
    let input = PlanInput(
      text: document.text.bytes,
      range: range,
      languageId: document.languageId,
      limits: .success(limits),
      known: [],
      elsewhere: [],
      counts: [:],
      revision: document.revision
    )
    return try? input.planned().plan.get()
  }

  // MARK: The window that a model turned out to have

  /// Remembers a model's true window; what waits is cut to it, and prices are worked out anew.
  func learnWindow(_ size: Int, of profile: ModelProfile) {
    guard size > 0, let known = window(of: profile), known.assumed ? size != known.size : size < known.size else {
      return
    }
    log.info("\(profile.id): the window is \(size) tokens, not \(known.size)")
    prices.learn(window: size, of: profile.id)
    refit(to: profile.id)
  }

  /// Brings what waits for a model, and the prices shown, in line with what is known of its window now.
  func refit(to model: String) {
    for run in documents.values.flatMap(\.runs) where run.model.id == model && !run.phase.isOver {
      guard let budget = try? limits(for: run.model).get().inputBudget else { continue }
      run.inputBudget = budget
      for passage in run.passages where passage.state == .waiting && passage.tokens.value > budget {
        _ = split(
          PassTable.Place(run: run, passage: passage.id),
          count: passage.tokens.exact ? passage.tokens.value : nil
        )
      }
    }
    guard model == self.model.id else { return }
    for document in documents.values where document.isOpen { startPricing(document.uri) }
  }

  /// A window as the model's own count of a prompt shows it: it read no more than that.
  func learnWindow(from draft: Draft, of profile: ModelProfile) {
    // A count that leaves no room for any text is no window.
    guard let read = draft.usage?.promptTokens, case .success = limits(for: profile, in: Window(size: read)) else {
      return
    }
    learnWindow(read, of: profile)
  }
}
