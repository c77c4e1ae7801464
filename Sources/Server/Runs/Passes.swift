import LSP
import Store
import Summaries

// The loop owns the runs (invariant 3). A pass is one request over one passage. When it comes back the loop starts
// the next one from the text as it is now: an edit to a waiting passage is simply read later, a running pass ends
// and its note is kept by its content. Fairness, cancelling and the limit are rules of the loop.

extension Session {
  /// Starts passes until the model has enough to do or nothing waits.
  func schedule() {
    while phase == .running, let run = nextRun() {
      passes.takeTurn(run)
      if run.phase == .combining {
        startCombiningPass(of: run)
      } else if let index = readyPassage(of: run) {
        startPass(on: run.passages[index], of: run)
      }
    }
  }

  /// Whether a model can be given one more request.
  private func hasRoom(_ model: ModelProfile) -> Bool {
    passes.count(of: model.id) < settings.settings.maxConcurrent ?? model.maxConcurrent && !passes.isPaused(model.id)
  }

  private func readyPassage(of run: Run) -> Int? {
    // Of most passages the run's own model is asked.
    let hasRoom = hasRoom(run.model)
    return run.firstPassage { $0.isReady && ($0.writer.map { self.hasRoom($0.model) } ?? hasRoom) }
  }

  /// The run whose turn it is: of those with work and a model with room, the one that waited longest.
  private func nextRun() -> Run? {
    let ready = documents.values.lazy.filter(\.isOpen).flatMap(\.runs).filter { run in
      switch run.phase {
      case .noting: self.readyPassage(of: run) != nil
      case .combining: run.combining?.hasWaitingGroup == true && self.hasRoom(run.model)
      case .finished, .cancelled: false
      }
    }
    return ready.min { (passes.turn(of: $0), $0.id) < (passes.turn(of: $1), $1.id) }
  }

  private func startPass(on waiting: Passage, of run: Run) {
    guard let document = documents[run.uri] else { return }
    let source = Array(document.text.bytes[waiting.range])
    let outline = Outline(of: source, languageId: document.languageId)
    guard outline.hasWords else {
      // The text is gone; so is its passage.
      run.passages.removeAll { $0.id == waiting.id }
      settle(run)
      return
    }
    let known = outline.known(outline.sentences.indices)
    let edited = known.key != waiting.known.key
    let writer = run.writer(of: waiting)
    let tokens = edited ? estimate(outline, for: writer.model) : waiting.tokens
    run.update(waiting.id) { passage in
      passage.tokens = tokens
      // Borders are known as the planner cut them; only new content gets new ones.
      if edited { passage.known = known }
      passage.currentKey = known.key
      passage.touched = false
      passage.state = .running
    }
    noteChange(of: run.uri)
    let key = noteKey(known.key, in: run, kind: run.kind, filter: waiting.filter, model: writer.model)
    let place = PassTable.Place(run: run, passage: waiting.id)
    if edited, outgrew(tokens, run, writer.model), split(place, count: tokens.value) {
      return
    } else if let note = shelf[key] {
      settle([place], with: note)
    } else if passes.join(key, place) {
      return
    } else if let cached = shelf.cachedNote(key) {
      start(for: key, by: writer, awaiting: [place]) { _ in
        PassResult.recall(cached, of: source)
      } finish: {
        $0.finishPass(key, $1, $2)
      }
    } else {
      let ceiling = noteCeiling(forPassageTokens: tokens.value, maxAnswerTokens: key.maxAnswerTokens)
      let room = answerRoom(of: writer.model, kind: run.kind, tokens: tokens.value)
      let request = NoteRequest(
        kind: run.kind,
        source: source,
        ceiling: waiting.attempts.ceiling(ceiling, room: room),
        filter: waiting.filter,
        sourceTokens: tokens.value,
        languageId: document.languageId
      )
      let asking = Asking(
        request: request,
        taker: writer.taker,
        limit: tokens.exact || !writer.model.countsTokens ? nil : run.inputBudget,
        counts: counts,
        repairRoom: run.wishes.repairs && !writer.model.isBuiltIn
          ? answerRoom(of: writer.model, kind: .repair, tokens: tokens.value).map { $0 - ceiling } : nil
      )
      start(for: key, by: writer, awaiting: [place], estimate: outline.tokens) {
        try await asking.result(show: $0)
      } finish: {
        $0.finishPass(key, $1, $2)
      }
    }
  }

  /// The price of a text that nobody has counted.
  private func estimate(_ outline: Outline, for model: ModelProfile) -> TokenCount {
    if model.isBuiltIn { return TokenCount(outline.tokens, exact: true) }
    return TokenCount(Int(min(Double(outline.tokens) * prices.density(of: model.id), 1e9)), exact: false)
  }

  /// Whether a passage that grew while it waited is to be cut before it is asked about: where nothing is counted,
  /// nobody else would find out in time.
  private func outgrew(_ tokens: TokenCount, _ run: Run, _ model: ModelProfile) -> Bool {
    model.isBuiltIn
      ? tokens.value > run.inputBudget / 4 * 5 : !model.countsTokens && tokens.value > run.inputBudget
  }

  /// Tokens that a window has for an answer; nil where there is no window.
  func answerRoom(of model: ModelProfile, kind: RequestKind, tokens: Int) -> Int? {
    window(of: model).map { max(0, $0.size - (model.overheads[kind] ?? Overhead()).total - tokens) }
  }

  /// Starts a pass.
  ///
  /// Its snapshots go to the passages that wait for it; `finish` runs when it is out of the table.
  func start(
    for key: NoteKey,
    by writer: Writer,
    awaiting: [PassTable.Place],
    estimate: Int? = nil,
    _ body: @escaping @Sendable (@escaping @Sendable (Draft) -> Void) async throws -> PassResult,
    finish: @escaping (Session, PassTable.Active, Result<PassResult, any Error>) -> Void
  ) {
    let job = jobs.start(
      posting: inbox,
      body,
      show: { session, draft in session.show(draft, of: key) },
      finish: { session, result in
        guard let pass = session.passes.finish(key) else { return }
        finish(
          session,
          pass,
          result.map { $0 as? PassResult }.flatMap { $0.map { .success($0) } ?? .failure(Failure.lostPass) }
        )
        session.schedule()
      }
    )
    passes.begin(
      key,
      PassTable.Active(job: job, writer: writer, estimate: estimate, started: .now, awaiting: awaiting)
    )
  }

  private func show(_ draft: Draft, of key: NoteKey) {
    guard let pass = passes[key], !draft.text.isEmpty || draft.headline != nil else { return }
    passes.sawFirstToken(key, after: pass.started.duration(to: .now) / .seconds(1))
    // A headline comes first; the note that stands in is worth more than it alone.
    guard !draft.text.isEmpty else { return }
    let note = Note(text: draft.text, headline: draft.headline, sentences: draft.sentences ?? [])
    for place in pass.awaiting {
      place.run.update(place.passage) { passage in
        let written = PassResult(note: note, draft: draft)
        var partial = keptNote(written, for: key, by: pass.model, timeToFirstToken: nil)
        partial.partial = true
        passage.show(partial: partial)
      }
      noteChange(of: place.run.uri)
    }
  }

  private func finishPass(_ key: NoteKey, _ pass: PassTable.Active, _ result: Result<PassResult, any Error>) {
    switch result {
    case .success(let written):
      if let count = written.count {
        prices.learn(count, of: key.passage, model: key.model)
        for place in pass.awaiting {
          place.run.update(place.passage) {
            if $0.known.key == key.passage { $0.tokens = TokenCount(count, exact: true) }
          }
        }
      }
      if written.cached == nil { learn(from: written, of: pass, key.kind) }
      for place in pass.awaiting {
        let note = keptNote(written, for: key, by: pass.model, timeToFirstToken: pass.timeToFirstToken)
        if note.truncatedInput, askInParts(place, standIn: note) { continue }
        keep(note, for: key, place, cached: written.cached != nil)
        settle([place], with: note)
      }
    case .failure(let error):
      let count = (error as? PassageTooLong)?.count
      if let count { prices.learn(count, of: key.passage, model: key.model) }
      let failure = Failure(describing: error)
      if let window = failure.window { learnWindow(window, of: pass.model) }
      if failure.isOfConnection { lostConnection(to: pass) }
      for place in pass.awaiting {
        if failure.isOfSize && split(place, count: count) { continue }
        if tryAgain(place, after: failure, pass.model) { continue }
        fail(place, with: failure)
      }
    }
  }

  /// A note on a part of its passage: the passage is cut to what the model reads, once; false where it was already.
  private func askInParts(_ place: PassTable.Place, standIn note: KeptNote) -> Bool {
    guard let passage = place.run.passage(place.passage), !passage.wasCutShort else {
      return false
    }
    return split(place, count: nil, standIn: note)
  }

  /// What an answer says of its model: its pace, how its tokens relate to the estimate, that it reads less than thought.
  private func learn(from written: PassResult, of pass: PassTable.Active, _ kind: RequestKind) {
    let model = pass.model
    guard !model.isBuiltIn else { return }
    if written.draft.truncatedInput {
      learnWindow(from: written.draft, of: model)
    } else if let estimate = pass.estimate, let usage = written.draft.usage, !model.countsTokens,
      !written.isRepaired
    {
      let overhead = model.overheads[kind] ?? Overhead()
      prices.learn(
        tokens: usage.promptTokens - (overhead.total - overhead.reserve),
        estimate: estimate,
        model: model.id
      )
    }
    warmth.wrote(model.id)
    if isKnownToBeUnavailable(model.id) { inspect(pass.writer.taker) }
    guard let place = pass.awaiting.first, let passage = place.run.passage(place.passage)
    else { return }
    let seconds = pass.started.duration(to: .now) / .seconds(1)
    prices.learn(seconds: seconds, tokens: passage.tokens.value, model: model.id)
  }

  /// Remembers a note and its passage's borders by content.
  private func keep(_ note: KeptNote, for key: NoteKey, _ place: PassTable.Place, cached: Bool) {
    let passage = place.run.passage(place.passage).flatMap { $0.known.key == key.passage ? $0 : nil }
    if let passage {
      shelf.keepBorders(passage.known, cut: NoteShelf.Cut(model: key.model, passageTokens: place.run.passageTokens))
    }
    keep(note, for: key, borders: passage?.known, of: place.run, cached: cached)
  }

  /// Puts a note on the shelf and, when it is a model's and not from there, on the disk.
  func keep(_ note: KeptNote, for key: NoteKey, borders: KnownPassage?, of run: Run, cached: Bool) {
    shelf.keep(note, for: key)
    guard !cached && note.model != ModelProfile.builtIn.id else { return }
    let entry = CachedNote(
      key: key.cached,
      known: borders,
      passageTokens: borders.map { _ in run.passageTokens },
      text: note.note.text,
      headline: note.note.headline,
      createdAt: note.createdAt,
      finishReason: note.finishReason,
      truncatedInput: note.truncatedInput,
      usage: note.usage
    )
    shelf.remember(entry)
    let cache = cache
    perform({ cache.store(entry) }) { _, _ in }
  }

  func keptNote(
    _ written: PassResult,
    for key: NoteKey,
    by model: ModelProfile,
    timeToFirstToken: Double?
  ) -> KeptNote {
    KeptNote(
      note: written.note,
      key: key.passage,
      model: model.id,
      modelName: model.displayName,
      provisional: false,
      createdAt: written.cached?.createdAt ?? environment.now(),
      finishReason: written.draft.finishReason,
      truncatedInput: written.draft.truncatedInput,
      relaxedFilter: key.filter == .relaxed,
      usage: written.draft.usage,
      timeToFirstToken: timeToFirstToken,
      tokensPerSecond: written.tokensPerSecond
    )
  }

  private func settle(_ places: [PassTable.Place], with note: KeptNote) {
    for place in places {
      place.run.update(place.passage) { $0.finish(with: note) }
      noteChange(of: place.run.uri)
      settle(place.run)
    }
  }

  /// One passage failed: it keeps the note that stands in for it, and the others go on.
  private func fail(_ place: PassTable.Place, with failure: Failure) {
    log.info("\(place.run.id), \(place.passage): \(failure.title): \(failure.detail)")
    place.run.update(place.passage) { $0.finish(as: .failed(failure)) }
    noteChange(of: place.run.uri)
    settle(place.run)
  }
}

extension Failure {
  fileprivate static let lostPass = Failure(.modelError, "The pass ended without a result.")

  /// The one place where an error of a pass becomes a failure to show.
  init(describing error: any Error) {
    switch error {
    case let failure as Failure:
      self = failure
    case is PassageTooLong:
      self = Failure(.tooLong, "The passage does not fit the model's context window and cannot be cut smaller.")
    default:
      self = Failure(.modelError, "\(error)")
    }
  }
}
