import LSP
import Store
import Summaries

// The loop owns the runs (invariant 3). A pass is one request over one passage. When it comes back the loop starts
// the next one from the text as it is now: an edit to a waiting passage is simply read later, a running pass ends
// and its note is kept by its content. Fairness, cancelling and the limit are rules of the loop.

/// What a pass brought.
struct PassResult: Sendable {
  var note: Note
  var draft: Draft
  /// The exact count of the passage's tokens, where it was counted before the request.
  var count: Int?
  /// What the disk held instead of a new answer.
  var cached: CachedNote?
}

/// A passage turned out not to fit: counted, or said by the model.
struct PassageTooLong: Error {
  /// Exact tokens; nil when the model only refused.
  var count: Int?
}

extension Session {
  /// Starts passes until the model has enough to do or nothing waits.
  func schedule() {
    while phase == .running, let run = nextRun() {
      passes.takeTurn(run)
      if run.phase == .combining {
        startCombiningPass(of: run)
      } else if let passage = run.passages.first(where: { $0.state == .waiting }) {
        startPass(on: passage, of: run)
      }
    }
  }

  /// The run whose turn it is: of those with work and a model with room, the one that waited longest.
  private func nextRun() -> Run? {
    let ready = documents.values.lazy.filter(\.isOpen).flatMap(\.runs).filter { run in
      run.hasWorkToStart && self.passes.count(of: run.model.id) < run.model.maxConcurrent
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
    let tokens = edited ? TokenCount(outline.tokens, exact: run.model.isBuiltIn) : waiting.tokens
    run.update(waiting.id) { passage in
      passage.tokens = tokens
      // Borders are known as the planner cut them; only new content gets new ones.
      if edited { passage.known = known }
      passage.currentKey = known.key
      passage.touched = false
      passage.state = .running
    }
    noteChange(of: run.uri)
    let key = noteKey(known.key, in: run, kind: run.kind, filter: waiting.filter)
    let place = PassTable.Place(run: run, passage: waiting.id)
    // Without a model nothing is counted, so that one which grew while it waited is cut here.
    if edited, run.model.isBuiltIn, tokens.value > run.inputBudget / 4 * 5, split(place, count: tokens.value) {
      return
    } else if let note = shelf[key] {
      settle([place], with: note)
    } else if passes.join(key, place) {
      return
    } else if let cached = shelf.cachedNote(key) {
      start(for: key, by: run, awaiting: [place]) { _ in
        Self.recall(cached, of: source)
      } finish: {
        $0.finishPass(key, $1, $2)
      }
    } else {
      let request = NoteRequest(
        kind: run.kind,
        source: source,
        ceiling: noteCeiling(forPassageTokens: tokens.value, maxAnswerTokens: key.maxAnswerTokens),
        filter: waiting.filter,
        languageId: document.languageId
      )
      let taker = run.taker
      let limit = tokens.exact ? nil : run.inputBudget
      start(for: key, by: run, awaiting: [place]) {
        try await Self.write(request, by: taker, counting: limit, show: $0)
      } finish: {
        $0.finishPass(key, $1, $2)
      }
    }
  }

  /// Starts a pass.
  ///
  /// Its snapshots go to the passages that wait for it; `finish` runs when it is out of the table.
  func start(
    for key: NoteKey,
    by run: Run,
    awaiting: [PassTable.Place],
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
    passes.begin(key, PassTable.Active(job: job, model: run.model.id, started: .now, awaiting: awaiting))
  }

  /// One request, off the loop: counted first where its price is only an estimate, then read to its end.
  static func write(
    _ request: NoteRequest,
    by taker: any NoteTaker,
    counting limit: Int?,
    show: @Sendable (Draft) -> Void
  ) async throws -> PassResult {
    var count: Int?
    if let limit {
      let exact = try await taker.countTokens(String(decoding: request.source, as: UTF8.self))
      if exact > limit { throw PassageTooLong(count: exact) }
      count = exact
    }
    var last: Draft?
    for try await draft in taker.write(request) {
      last = draft
      if draft.finishReason == nil { show(draft) }
    }
    // A cancelled stream ends like a finished one: without this, half a note would be kept as a whole one.
    try Task.checkCancellation()
    guard let last, countWords(in: Array(last.text.utf8)) > 0 else {
      throw Failure(.answerEmpty, "The model ended its answer without a word. Retry, or choose another model.")
    }
    return PassResult(note: groundedNote(last, of: request.source), draft: last, count: count)
  }

  /// A note that the disk held, with its traces and its ledger made anew from the text.
  static func recall(_ cached: CachedNote, of source: [UInt8]) -> PassResult {
    let draft = Draft(
      text: cached.text,
      headline: cached.headline,
      finishReason: cached.finishReason,
      usage: cached.usage
    )
    return PassResult(note: groundedNote(draft, of: source), draft: draft, cached: cached)
  }

  private func show(_ draft: Draft, of key: NoteKey) {
    guard let pass = passes[key], !draft.text.isEmpty else { return }
    passes.sawFirstToken(key, after: pass.started.duration(to: .now) / .seconds(1))
    let note = Note(text: draft.text, headline: draft.headline, sentences: draft.sentences ?? [])
    for place in pass.awaiting {
      place.run.update(place.passage) { passage in
        let written = PassResult(note: note, draft: draft)
        var partial = keptNote(written, for: key, by: place.run, timeToFirstToken: nil)
        partial.partial = true
        passage.show(partial: partial)
      }
      noteChange(of: place.run.uri)
    }
  }

  private func finishPass(_ key: NoteKey, _ pass: PassTable.Active, _ result: Result<PassResult, any Error>) {
    switch result {
    case .success(let written):
      if let count = written.count { prices.learn(count, of: key.passage, model: key.model) }
      learnPace(of: pass, written)
      for place in pass.awaiting {
        let note = keptNote(written, for: key, by: place.run, timeToFirstToken: pass.timeToFirstToken)
        keep(note, for: key, place, cached: written.cached != nil)
        settle([place], with: note)
      }
    case .failure(let error):
      let count = (error as? PassageTooLong)?.count
      if let count { prices.learn(count, of: key.passage, model: key.model) }
      let failure = Failure(describing: error)
      for place in pass.awaiting {
        if failure.kind == .tooLong && split(place, count: count) { continue }
        fail(place, with: failure)
      }
    }
  }

  /// How long a model took for a passage; the built-in note taker takes none to speak of.
  private func learnPace(of pass: PassTable.Active, _ written: PassResult) {
    guard let place = pass.awaiting.first, !place.run.model.isBuiltIn, written.cached == nil,
      let passage = place.run.passages.first(where: { $0.id == place.passage })
    else { return }
    let seconds = pass.started.duration(to: .now) / .seconds(1)
    prices.learn(seconds: seconds, tokens: passage.tokens.value, model: pass.model)
  }

  /// Remembers a note and its passage's borders by content.
  private func keep(_ note: KeptNote, for key: NoteKey, _ place: PassTable.Place, cached: Bool) {
    let passage = place.run.passages.first { $0.id == place.passage && $0.known.key == key.passage }
    if let passage {
      shelf.keepBorders(passage.known, cut: NoteShelf.Cut(model: key.model, passageTokens: place.run.passageTokens))
    }
    keep(note, for: key, borders: passage?.known, of: place.run, cached: cached)
  }

  /// Puts a note on the shelf and, when it is a model's and not from there, on the disk.
  func keep(_ note: KeptNote, for key: NoteKey, borders: KnownPassage?, of run: Run, cached: Bool) {
    shelf.keep(note, for: key)
    guard !cached && !run.model.isBuiltIn else { return }
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
    by run: Run,
    timeToFirstToken: Double?
  ) -> KeptNote {
    KeptNote(
      note: written.note,
      key: key.passage,
      model: run.model.id,
      modelName: run.model.displayName,
      provisional: false,
      createdAt: written.cached?.createdAt ?? environment.now(),
      finishReason: written.draft.finishReason,
      truncatedInput: written.cached?.truncatedInput ?? false,
      relaxedFilter: key.filter == .relaxed,
      usage: written.draft.usage,
      timeToFirstToken: timeToFirstToken
    )
  }

  private func settle(_ places: [PassTable.Place], with note: KeptNote) {
    for place in places {
      place.run.update(place.passage) { $0.finish(with: note) }
      settle(place.run)
    }
  }

  /// One passage failed: it keeps the note that stands in for it, and the others go on.
  private func fail(_ place: PassTable.Place, with failure: Failure) {
    log.info("\(place.run.id), \(place.passage): \(failure.title): \(failure.detail)")
    place.run.update(place.passage) { $0.finish(as: .failed(failure)) }
    settle(place.run)
  }

  /// Cuts a passage that does not fit into smaller ones, which wait in its place; false when that cannot help.
  private func split(_ place: PassTable.Place, count: Int?) -> Bool {
    let run = place.run
    guard let document = documents[run.uri], var limits = try? limits(for: run.model).get(),
      let index = run.passages.firstIndex(where: { $0.id == place.passage })
    else { return false }
    let passage = run.passages[index]
    let estimate = max(1, Outline(of: document.text.bytes, in: passage.range).tokens)
    if let count {
      limits.density = Double(count) / Double(estimate)
    } else {
      // The model only said that it is too much: halve it.
      limits.inputBudget = min(limits.inputBudget, passage.tokens.value) / 2
    }
    let input = PlanInput(
      text: document.text.bytes,
      range: passage.range,
      languageId: document.languageId,
      limits: .success(limits),
      known: [],
      elsewhere: [],
      counts: [:],
      revision: document.revision
    )
    guard let plan = try? input.planned().plan.get(), plan.passes > 1 else { return false }
    let parts = plan.passages.map { part in
      Passage(
        id: ids.passage(),
        range: part.range,
        known: part.known,
        currentKey: part.key,
        tokens: part.tokens,
        title: part.title,
        state: .waiting,
        filter: passage.filter
      )
    }
    run.replacePassage(at: index, with: parts)
    noteChange(of: run.uri)
    reportProgress(of: run)
    return true
  }
}

extension Run {
  fileprivate var hasWorkToStart: Bool {
    switch phase {
    case .noting: hasWaitingPassage
    case .combining: combining?.hasWaitingGroup ?? false
    case .finished, .cancelled: false
    }
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
