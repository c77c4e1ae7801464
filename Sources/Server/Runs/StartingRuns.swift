import LSP
import Store
import Summaries

// Starting a run: the plan's passages, with every note that is known already, and the borders that hold.

/// What a person asked to have notes on.
struct RunRequest {
  /// Which notes of before may stay.
  enum Keeping {
    /// Those that the same request would make again.
    case sameRequest
    /// Every one whose text is unchanged, whichever model took it.
    case anyFresh
  }

  var uri: DocumentURI
  /// UTF-8 offsets of a selection; nil for the buffer.
  var range: Range<Int>?
  var keeping = Keeping.sameRequest
  /// Another model than the one in force.
  var taker: (any NoteTaker)?
  /// Whether it comes from a request that is held open, and ends with it.
  var isHeld = false
  /// Whether the person was asked, and said yes.
  var isConfirmed = false
  /// Whether the model was asked what it is, and has answered.
  var isInspected = false
}

/// What came of a request for notes.
enum RunReply {
  case started(Run)
  /// There is nothing to do, and why, in words for a person.
  case nothing(reason: String)
  /// The person is being asked first, in these words.
  case asked(reason: String)
  /// There is no way to do it.
  case failed(Failure)
}

extension Session {
  /// Texts below this many words are read as fast as a note on them.
  private static let shortTextWords = 60
  /// What many bytes are is no short text, however few words they make.
  private static let shortTextBytes = 4_096

  /// Plans the text as it is now and starts a run on it.
  func startRun(_ request: RunRequest) throws -> Work<RunReply> {
    guard let document = documents[request.uri], document.isOpen else {
      return .done(.nothing(reason: "not an open document: \(request.uri)"))
    }
    if let words = shortTextWords(in: document.text.bytes, request.range ?? document.text.bytes.indices) {
      return .done(.nothing(reason: Self.reasonToRead(words: words)))
    }
    let taker: any NoteTaker
    switch (request.taker, noteTaker) {
    case (let other?, _): taker = other
    case (nil, .success(let usual)): taker = usual
    case (nil, .failure(let failure)): return .done(.failed(failure))
    }
    if let work = try inspecting(request, taker) { return work }
    let profile = request.taker.map { profiles[$0.profile.id] ?? $0.profile } ?? model
    if !profile.isBuiltIn && !shelf.hasLoaded(profile.id) {
      let cache = cache
      return .after({ cache.load(model: profile.id) }) { session, notes in
        session.shelf.load(notes, of: profile.id)
        return try session.plan(request, cancels: document.cancels, taker, profile)
      }
    }
    return try plan(request, cancels: document.cancels, taker, profile)
  }

  /// Asks a model that nobody knows yet, or that could not be used, what it is now.
  ///
  /// A request that is held open waits for the answer; a command does not, and what the answer changes is changed
  /// when it comes.
  private func inspecting(_ request: RunRequest, _ taker: any NoteTaker) throws -> Work<RunReply>? {
    let id = taker.profile.id
    guard !taker.profile.isBuiltIn, !request.isInspected else { return nil }
    let pending = isUnasked(taker.profile) || isKnownToBeUnavailable(id) ? inspect(taker) : inspections[id]
    guard request.isHeld, let pending else { return nil }
    return .after({ await pending.task.value }) { session, profile in
      session.finish(pending, profile)
      if case .unavailable(let failure) = profile.availability { return .done(.failed(failure)) }
      var request = request
      request.isInspected = true
      return try session.startRun(request)
    }
  }

  /// Whether nobody has asked this model yet what it is.
  func isUnasked(_ profile: ModelProfile) -> Bool { profiles[profile.id] == nil }

  /// - Parameter cancels: how often the document's runs had been cancelled when the notes were asked for.
  private func plan(
    _ request: RunRequest,
    cancels: Int,
    _ taker: any NoteTaker,
    _ profile: ModelProfile
  ) throws -> Work<RunReply> {
    guard let document = documents[request.uri], document.isOpen else {
      return .done(.nothing(reason: "the document was closed"))
    }
    return planning(document, range: request.range, model: profile) { session, planned in
      do throws(Failure) {
        let reply = try session.begin(request, planned, taker, profile)
        if case .started(let run) = reply, session.documents[request.uri]?.cancels != cancels { session.cancel(run) }
        return .done(reply)
      } catch {
        return .done(.failed(error))
      }
    }
  }

  /// The number of words of a text that is too short for notes; nil of every other.
  private func shortTextWords(in text: [UInt8], _ range: Range<Int>) -> Int? {
    guard range.count <= Self.shortTextBytes else { return nil }
    let words = countWords(in: text, range)
    return words < Self.shortTextWords ? words : nil
  }

  private static func reasonToRead(words: Int) -> String {
    switch words {
    case 0: "there is nothing to read: the text has no words"
    case 1: "short enough to read: 1 word"
    default: "short enough to read: \(words) words"
    }
  }

  private func begin(
    _ request: RunRequest,
    _ planned: Planned,
    _ taker: any NoteTaker,
    _ profile: ModelProfile
  ) throws(Failure) -> RunReply {
    guard let document = documents[request.uri], document.isOpen else {
      return .nothing(reason: "the document was closed")
    }
    let plan = try planned.plan.get()
    guard let first = plan.passages.first, let last = plan.passages.last else {
      return .nothing(reason: "there is nothing to read: the text has no words")
    }
    guard let edits = document.edits(since: planned.revision) else {
      throw Failure(.tooLong, "the text changed too fast to be planned; ask again")
    }
    document.refreshKeys()
    let now = plan.moved(by: edits)
    if let running = document.runs.last(where: { $0.isSameWork(as: now, by: profile, on: request.range) }) {
      if !request.isHeld { running.wasCommanded = true }
      return .started(running)
    }
    let run = Run(
      id: ids.run(),
      uri: request.uri,
      scope: request.range == nil ? .buffer : .selection,
      range: first.range.lowerBound..<last.range.upperBound,
      model: profile,
      taker: taker,
      passageTokens: try limits(for: profile).get().passageTokens,
      wishes: NoteWishes(settings.settings),
      plan: plan
    )
    run.wasCommanded = !request.isHeld
    run.passages = passages(of: plan, for: run, keeping: request.keeping, from: document)
    if let words = question(about: run, request) { return .asked(reason: words) }
    for edit in edits { run.apply(edit) }
    retireRuns(overlapping: run, of: request.uri)
    documents[request.uri]?.runs.append(run)
    log.info("\(run.id): \(run.passages.count) passages, \(plan.tokens.value) tokens, \(profile.id)")
    beginProgress(of: run)
    standIn(for: run)
    noteChange(of: request.uri)
    settle(run)
    schedule()
    return .started(run)
  }

  /// The passages of a plan, each with the id that it had before and the note that may stay.
  private func passages(
    of plan: Plan,
    for run: Run,
    keeping: RunRequest.Keeping,
    from document: Document
  ) -> [Passage] {
    var before: [PassageKey: Passage] = [:]
    for old in document.runs.flatMap(\.passages) where old.note?.isFinal == true || before[old.currentKey] == nil {
      before[old.currentKey] = old
    }
    var usedIDs: Set<String> = []
    return plan.passages.map { planned in
      let old = before[planned.key]
      var id = old?.id ?? ids.passage()
      if !usedIDs.insert(id).inserted { id = ids.passage() }
      var passage = Passage(
        id: id,
        range: planned.range,
        known: planned.known,
        currentKey: planned.key,
        tokens: planned.tokens,
        title: planned.title,
        state: .waiting
      )
      let kept = keeping == .anyFresh ? old?.note : nil
      if let note = kept ?? shelf[noteKey(planned.key, in: run, kind: run.kind)], note.isFinal,
        note.key == planned.key
      {
        passage.note = note
        passage.state = .noted
      }
      return passage
    }
  }

  /// Everything that shapes a note on this content in this run.
  func noteKey(
    _ content: PassageKey,
    in run: Run,
    kind: RequestKind,
    filter: NoteRequest.Filter = .standard,
    model: ModelProfile? = nil
  ) -> NoteKey {
    let model = model ?? run.model
    return NoteKey(
      passage: content,
      model: model.id,
      requestVersion: model.requestVersion,
      kind: kind,
      maxAnswerTokens: settings.settings.maxAnswerTokens,
      filter: filter,
      languageId: documents[run.uri]?.languageId ?? "",
      wishes: run.wishes
    )
  }

  /// Where runs overlap the newest holds: ends the older ones of its kind that it covers.
  private func retireRuns(overlapping new: Run, of uri: DocumentURI) {
    for old in documents[uri]?.runs ?? [] where old.scope == new.scope && old.range.overlaps(new.range) {
      end(old, as: .cancelled)
      documents[uri]?.runs.removeAll { $0 === old }
    }
  }

  /// Shows a note taken without a model on every passage that waits for one: at once, something.
  ///
  /// A few passages at a time, so that the first are there at once in a text of any length, and so that none are
  /// worked on when the run was cancelled.
  ///
  /// - Parameter done: passages that were looked at before.
  func standIn(for run: Run, after done: Int = 0) {
    let end = min(run.passages.count, done + 16)
    guard !run.model.isBuiltIn, run.phase != .cancelled, done < end, let document = documents[run.uri] else { return }
    document.refreshKeys()
    let ceiling = settings.settings.maxAnswerTokens
    let waiting = run.passages[done..<end].filter { !$0.isSettled && ($0.note == nil || $0.note?.partial == true) }
    let texts = waiting.map { ($0.id, $0.currentKey, Array(document.text.bytes[$0.range])) }
    perform({ texts.map { StandIn(passage: $0.0, key: $0.1, note: builtInNote(of: $0.2, ceiling: ceiling)) } }) {
      session,
      result in
      guard case .success(let value) = result, let notes = value as? [StandIn] else { return }
      for standIn in notes where !standIn.note.text.isEmpty {
        run.update(standIn.passage) { $0.standIn(standIn.kept(at: session.environment.now())) }
      }
      session.noteChange(of: run.uri)
      session.standIn(for: run, after: end)
    }
  }
}

/// A note taken without a model, on its way to a passage that waits for the model's.
private struct StandIn: Sendable {
  var passage: String
  var key: PassageKey
  var note: Note

  func kept(at moment: Double) -> KeptNote {
    KeptNote(
      note: note,
      key: key,
      model: ModelProfile.builtIn.id,
      modelName: ModelProfile.builtIn.displayName,
      provisional: true,
      createdAt: moment
    )
  }
}

extension Run {
  /// Whether a plan, of the text as it is now, asks for the work that this run is doing.
  fileprivate func isSameWork(as plan: Plan, by profile: ModelProfile, on range: Range<Int>?) -> Bool {
    isActive && model.id == profile.id && (scope == .buffer) == (range == nil)
      && passages.map(\.range) == plan.passages.map(\.range)
      && passages.map(\.currentKey) == plan.passages.map(\.key)
      && !passages.contains { $0.failure != nil }
  }
}
