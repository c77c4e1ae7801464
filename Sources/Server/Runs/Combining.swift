import LSP
import Store
import Summaries

/// What is left of combining a run's notes: one level of the tree at a time, group by group.
struct Combining {
  /// The notes of this level, in text order.
  private let parts: [NoteRequest.Part]
  /// Runs of `parts`; one request combines each that has more than one note.
  private let groups: [Range<Int>]
  /// What the groups gave so far, for the next level.
  private var results: [NoteRequest.Part] = []
  private var isWaiting = true
  private let budget: Int?
  var attempts = Attempts()
  /// Whether the notes were grouped anew because a model turned out to hold less.
  var wasRegrouped = false

  /// Nil where there is nothing to combine, or no request holds two of the notes.
  ///
  /// - Parameters:
  ///   - budget: tokens of notes that one request holds; nil for any number.
  ///   - first: the same for this level alone, where less is tried.
  init?(_ parts: [NoteRequest.Part], budget: Int?, first: Int? = nil) {
    groups = combineGroups(
      parts.map { TokenWeights.standard.tokens(in: Array($0.note.text.utf8)) },
      budget: first ?? budget
    )
    guard !groups.isEmpty else { return nil }
    self.parts = parts
    self.budget = budget
    passSinglesOn()
  }

  /// Whether a group can be started: one at a time.
  var hasWaitingGroup: Bool { isWaiting && attempts.pause == nil && results.count < groups.count }

  mutating func takeGroup() -> [NoteRequest.Part] {
    isWaiting = false
    return Array(parts[groups[results.count]])
  }

  /// Lets the group that was taken be started again.
  mutating func putGroupBack() { isWaiting = true }

  /// Takes what the group gave; true when that is the summary itself.
  ///
  /// When a level is in, the next one begins. Where its notes do not fit together the text ends as several notes.
  mutating func finishGroup(with note: Note) -> Bool {
    isWaiting = true
    attempts = Attempts()
    add(note, groups[results.count])
    passSinglesOn()
    if results.count == groups.count, groups.count > 1, let next = Combining(results, budget: budget) {
      let wasRegrouped = wasRegrouped
      self = next
      self.wasRegrouped = wasRegrouped
      return false
    }
    return groups.count == 1
  }

  private mutating func add(_ note: Note, _ group: Range<Int>) {
    results.append(NoteRequest.Part(note: note, offset: parts[group.lowerBound].offset))
  }

  private mutating func passSinglesOn() {
    while results.count < groups.count, groups[results.count].count == 1 {
      add(parts[groups[results.count].lowerBound].note, groups[results.count])
    }
  }
}

extension Session {
  /// Goes on with a run whose passages may all be settled: combines their notes, or ends it.
  func settle(_ run: Run) {
    reportProgress(of: run)
    guard run.phase == .noting, run.firstPassage({ !$0.isSettled }) == nil else { return }
    guard let limits = try? limits(for: run.model).get(),
      let combining = Combining(parts(of: run), budget: limits.combineBudget)
    else {
      end(run, as: .finished)
      return
    }
    run.phase = .combining
    run.combining = combining
    noteChange(of: run.uri)
  }

  /// The finished notes with their places in the run's text.
  ///
  /// A stale note keeps its words but not its places.
  private func parts(of run: Run) -> [NoteRequest.Part] {
    documents[run.uri]?.refreshKeys()
    return run.passages.compactMap { passage in
      guard let kept = passage.note, kept.isFinal else { return nil }
      var note = kept.note
      if passage.isStale {
        note.sentences = note.sentences.map { Note.Traced(text: $0.text, range: nil) }
      }
      return NoteRequest.Part(note: note, offset: passage.range.lowerBound - run.range.lowerBound)
    }
  }

  func startCombiningPass(of run: Run) {
    guard let document = documents[run.uri], let parts = run.combining?.takeGroup() else { return }
    let words = Array(parts.map(\.note.text).joined(separator: "\n\n").utf8)
    let key = noteKey(PassageKey(of: words, in: words.indices), in: run, kind: .combine)
    let place = PassTable.Place(run: run, passage: "")
    // Another run is combining the same notes: what it gets is recalled when it is there.
    if passes.join(key, place) { return }
    // A summary has places in the text, which the notes' words alone do not fix: it is never taken whole.
    let source = Array(document.text.bytes[run.range])
    let cached = shelf.cachedNote(key)
    let tokens = TokenWeights.standard.tokens(in: words)
    let attempts = run.combining?.attempts ?? Attempts()
    let room = answerRoom(of: run.model, kind: .combine, tokens: tokens)
    let request = NoteRequest(
      kind: .combine,
      source: source,
      parts: parts,
      ceiling: attempts.ceiling(settings.settings.maxAnswerTokens, room: room),
      languageId: document.languageId
    )
    let asking = Asking(request: request, taker: run.taker, counts: counts)
    start(for: key, by: run.writer, awaiting: [place]) { show in
      if let cached { return PassResult.recall(cached, of: source) }
      return try await asking.result(show: show)
    } finish: { session, pass, result in
      for other in pass.awaiting where other.run !== run { other.run.combining?.putGroupBack() }
      switch result {
      case .success(let written):
        let note = session.keptNote(written, for: key, by: run.model, timeToFirstToken: pass.timeToFirstToken)
        session.keep(note, for: key, borders: nil, of: run, cached: written.cached != nil)
        session.finishCombiningPass(of: run, with: note)
      case .failure(let error):
        // The notes are the primary result: without a summary they are all still there.
        guard !run.phase.isOver else { return }
        let failure = Failure(describing: error)
        if let window = failure.window { session.learnWindow(window, of: run.model) }
        if failure.isOfConnection { session.lostConnection(to: pass) }
        if failure.isOfSize && session.regroup(run) { return }
        if session.tryCombiningAgain(run, after: failure) { return }
        run.summaryFailure = failure
        session.end(run, as: .finished)
      }
    }
  }

  /// Groups a run's notes anew, by the window as it is known now or into smaller groups; false the second time.
  private func regroup(_ run: Run) -> Bool {
    guard run.combining?.wasRegrouped == false, let limits = try? limits(for: run.model).get(),
      let budget = limits.combineBudget
    else { return false }
    let parts = parts(of: run)
    let whole = parts.reduce(0) { $0 + TokenWeights.standard.tokens(in: Array($1.note.text.utf8)) }
    // Where the window as it is known now says nothing, half of the notes are tried.
    guard var combining = Combining(parts, budget: budget, first: min(budget, whole / 2 + 1)) else { return false }
    combining.wasRegrouped = true
    run.combining = combining
    return true
  }

  private func finishCombiningPass(of run: Run, with note: KeptNote) {
    guard run.phase == .combining else { return }
    if run.combining?.finishGroup(with: note.note) == true {
      run.summary = note
      end(run, as: .finished)
    } else if run.combining?.hasWaitingGroup == true {
      reportProgress(of: run)
    } else {
      end(run, as: .finished)
    }
  }

  /// Ends a run, well or by cancelling; its notes stay.
  ///
  /// Does nothing to one that has ended.
  func end(_ run: Run, as phase: Run.Phase) {
    guard !run.phase.isOver else { return }
    run.phase = phase
    run.combining = nil
    forgetPauses(of: run)
    passes.forgetTurn(of: run)
    for index in run.passages.indices where !run.passages[index].isSettled {
      run.passages[index].finish(as: .cancelled)
    }
    endProgress(of: run)
    answerHeldSummaries(of: run)
    noteChange(of: run.uri)
  }

  /// Cancels a run by a person's wish: what nobody else waits for is stopped, the notes so far stay.
  func cancel(_ run: Run) {
    for job in passes.leave(run) { jobs.drop(job) }
    end(run, as: .cancelled)
    schedule()
  }
}
