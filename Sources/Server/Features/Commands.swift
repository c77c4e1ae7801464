package import LSP
import Store
import Summaries

// Commands. Each takes one object, or nothing, and answers at once: no command waits for a model.

/// The one object that a command takes; each command reads the members that it knows.
struct CommandArguments: Codable, Hashable, Sendable {
  /// Without it the document last opened, edited, focused or asked about.
  var uri: DocumentURI?
  var range: LSPRange?
  /// A passage's id.
  var passage: String?
  /// Whether a retry is to be asked under the relaxed filter.
  var relaxed: Bool?
  /// A run's id: its notes are wanted, whichever run is the newest.
  var run: String?
  /// Whether the page is to be shown; else it is only answered with.
  var show: Bool?
  /// Another model than the one in force, for this request alone.
  var model: String?
  /// Whether a plan is to be waited for until the model has counted it.
  var counted: Bool?
}

extension CommandArguments {
  fileprivate init(_ arguments: [JSONValue]) throws(ParamsError) {
    switch arguments.first {
    case nil, .null?: self.init()
    case let object?: self = try object.decode(at: "arguments[0]")
    }
  }
}

/// What a command answers with.
package enum CommandResult: LargeAnswer {
  case value(JSONValue)
  case report(Report)

  var isLarge: Bool { if case .report(let report) = self { report.isLarge } else { false } }

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .value(let value): try value.encode(to: encoder)
    case .report(let report): try report.encode(to: encoder)
    }
  }
}

extension Session {
  func executeCommand(_ params: ExecuteCommandParams, id: RequestID) throws -> Work<CommandResult> {
    guard let name = CommandName(rawValue: params.command) else {
      let known = CommandName.allCases.map(\.rawValue).joined(separator: ", ")
      throw ResponseError(code: .invalidParams, message: "\(params.command) is no command; there are \(known)")
    }
    let arguments = try CommandArguments(params.arguments ?? [])
    // The one command that is of no document.
    if name == .models { return models(for: id) }
    guard let uri = arguments.uri ?? touched.last else {
      throw ResponseError(code: .invalidParams, message: "\(params.command) needs a uri: no document is open")
    }
    if openDocument(uri) != nil { touch(uri) }
    switch name {
    case .summarise: return try summarise(uri, arguments)
    case .update: return try update(uri, arguments)
    case .retry: return try retry(uri, arguments)
    case .cancel: return .done(.value(cancelRuns(of: uri)))
    case .clearNotes: return .done(.value(clearNotes(of: uri)))
    case .plan: return try plan(uri, arguments)
    case .notes: return try notes(of: uri, arguments)
    case .showNotes: return .done(.value(showNotes(of: uri, arguments)))
    case .models: return models(for: id)
    }
  }

  // MARK: Runs

  private func summarise(_ uri: DocumentURI, _ arguments: CommandArguments) throws -> Work<CommandResult> {
    let range = try arguments.range.map { try offsets(of: $0, in: uri) }
    let taker = try arguments.model.map(otherNoteTaker)
    return try startRun(RunRequest(uri: uri, range: range, taker: taker)).then(self) {
      .done(.value(try $0.answer($1)))
    }
  }

  /// Only what is stale, failed or new; every other note stays, whichever model took it.
  private func update(_ uri: DocumentURI, _ arguments: CommandArguments) throws -> Work<CommandResult> {
    guard let document = openDocument(uri) else { return .done(.value(nothing("not an open document: \(uri)"))) }
    let taker = try arguments.model.map(otherNoteTaker)
    guard let run = document.runs.last(where: { !$0.isComplete }) ?? document.runs.last else {
      return try startRun(RunRequest(uri: uri, taker: taker)).then(self) { .done(.value(try $0.answer($1))) }
    }
    if !run.phase.isOver { return .done(.value(tellWhyNot("notes are being taken already"))) }
    // A buffer that grew at a border has new text that no passage holds.
    if run.isComplete && (run.scope == .selection || run.range.count == document.text.bytes.count) {
      return .done(.value(tellWhyNot("nothing to update: every note is fresh")))
    }
    let range = run.scope == .selection ? run.range : nil
    return try startRun(RunRequest(uri: uri, range: range, keeping: .anyFresh, taker: taker)).then(self) {
      .done(.value(try $0.answer($1)))
    }
  }

  private func retry(_ uri: DocumentURI, _ arguments: CommandArguments) throws -> Work<CommandResult> {
    guard let id = arguments.passage else {
      throw ResponseError(code: .invalidParams, message: "breviate.retry needs a passage: its id from breviate.notes")
    }
    guard let (run, passage) = openDocument(uri)?.passage(id: id) else {
      return .done(.value(nothing("no such passage: \(id)")))
    }
    guard passage.isSettled else { return .done(.value(nothing("the passage is being noted already"))) }
    // A summary of the notes as they were is no longer wanted.
    if run.phase == .combining {
      for job in passes.leave(run) { jobs.drop(job) }
    }
    let taker = try arguments.model.map(otherNoteTaker)
    let writer = taker.map { Writer(taker: $0, model: profiles[$0.profile.id] ?? $0.profile) }
    if let taker, isUnasked(taker.profile) { inspect(taker) }
    run.retry(id, relaxed: arguments.relaxed ?? false, writer: writer)
    run.wasCommanded = true
    forget([passage.currentKey])
    beginProgress(of: run)
    noteChange(of: uri)
    schedule()
    return .done(.value(try answer(.started(run))))
  }

  /// Cancels the runs of a document, and those that are only being planned.
  private func cancelRuns(of uri: DocumentURI) -> JSONValue {
    documents[uri]?.cancels += 1
    let runs = documents[uri]?.runs.filter { !$0.phase.isOver } ?? []
    for run in runs { cancel(run) }
    return ["cancelled": .array(runs.map { .string($0.id) })]
  }

  private func clearNotes(of uri: DocumentURI) -> JSONValue {
    guard let document = openDocument(uri) else { return ["cleared": 0] }
    for run in document.runs { cancel(run) }
    forget(Set(document.runs.flatMap(\.passages).flatMap { [$0.currentKey, $0.known.key] }))
    documents[uri]?.runs = []
    noteChange(of: uri)
    return ["cleared": .int(document.runs.reduce(0) { $0 + $1.passages.count })]
  }

  /// Forgets the notes on these contents, here and on the disk, so that they are taken anew.
  private func forget(_ contents: Set<PassageKey>) {
    shelf.forget(contents)
    let cache = cache
    perform({ cache.forget(contents) }) { _, _ in }
  }

  private func answer(_ reply: RunReply) throws -> JSONValue {
    switch reply {
    case .started(let run): ["run": .string(run.id), "plan": try JSONValue(encoding: planReport(of: run))]
    case .nothing(let reason): tellWhyNot(reason)
    // The question itself says it to the person.
    case .asked(let reason): nothing(reason)
    case .failed(let failure): throw failure
    }
  }

  /// Says why nothing was begun, also to the person: many clients drop what a command answers.
  private func tellWhyNot(_ reason: String) -> JSONValue {
    show("Breviate: \(reason)", as: .info)
    return nothing(reason)
  }

  private func nothing(_ reason: String) -> JSONValue { ["run": nil, "reason": .string(reason)] }

  // MARK: Reports

  /// What noting would take: a report in which every note is null.
  private func plan(_ uri: DocumentURI, _ arguments: CommandArguments) throws -> Work<CommandResult> {
    guard let document = openDocument(uri) else { return .done(.report(emptyReport)) }
    let range = try arguments.range.map { try offsets(of: $0, in: uri) }
    return try planning(document, range: range, model: model) { session, planned in
      guard let document = session.openDocument(uri) else { return .done(.report(session.emptyReport)) }
      let plan = try planned.plan.get()
      if arguments.counted == true, let work = session.counting(plan, planned, of: document, range: range) {
        return work
      }
      return .done(
        .report(session.report(of: plan.moved(by: document.edits(since: planned.revision) ?? []), in: document))
      )
    }
  }

  /// A plan in the model's own counts; nil where it is exact already or nothing counts.
  ///
  /// A model that fails to count leaves the estimate, which says of itself that it is one.
  private func counting(
    _ plan: Plan,
    _ planned: Planned,
    of document: Document,
    range: Range<Int>?
  ) -> Work<CommandResult>? {
    guard !plan.tokens.exact, model.countsTokens, document.revision == planned.revision,
      case .success(let taker) = noteTaker
    else { return nil }
    let id = model.id
    let uri = document.uri
    let input = planInput(document, range: range, model: model)
    let memo = counts
    return .after({
      do {
        return Result<Priced, Failure>.success(try await input.priced(planned.outline, by: taker, memo))
      } catch {
        return .failure(Failure(describing: error))
      }
    }) { session, result in
      guard let document = session.openDocument(uri) else { return .done(.report(session.emptyReport)) }
      var counted = plan
      switch result {
      case .success(let priced):
        session.prices.learn(priced, model: id)
        counted = priced.plan
      case .failure(let failure): session.log.info("counting tokens: \(failure.title): \(failure.detail)")
      }
      let edits = document.edits(since: planned.revision) ?? []
      return .done(.report(session.report(of: counted.moved(by: edits), in: document)))
    }
  }

  /// The report of the run that is asked for, or else of the newest; before any run the plan's.
  private func notes(of uri: DocumentURI, _ arguments: CommandArguments) throws -> Work<CommandResult> {
    guard let document = openDocument(uri) else { return .done(.report(emptyReport)) }
    let range = try arguments.range.map { try offsets(of: $0, in: uri) }
    if let run = document.runs.last(where: { $0.id == arguments.run }) ?? document.runs.last {
      return .done(.report(report(of: run, in: document, restrictedTo: range)))
    }
    return planning(document, model: model) { session, planned in
      guard let document = session.openDocument(uri) else { return .done(.report(session.emptyReport)) }
      // Why there is no plan is said by a diagnostic; of notes there are none, which is no error.
      guard case .success(let plan) = planned.plan else {
        return .done(.report(session.reportWithoutPlan(of: document)))
      }
      let edits = document.edits(since: planned.revision) ?? []
      let wanted = range.map { range in edits.reduce(range) { $1.moved($0) } }
      return .done(.report(session.report(of: plan.moved(by: edits), in: document, restrictedTo: wanted)))
    }
  }

  /// A range of the client's as offsets; a reversed one is refused.
  private func offsets(of range: LSPRange, in uri: DocumentURI) throws -> Range<Int> {
    guard let document = documents[uri] else { return 0..<0 }
    guard let offsets = document.text.offsets(of: range, client.encoding) else {
      throw ResponseError(code: .invalidParams, message: "arguments[0].range: its end is before its start")
    }
    return offsets
  }
}

extension Run {
  /// Whether every passage has a note of the text as it is now.
  fileprivate var isComplete: Bool { passages.allSatisfy { $0.state == .noted && !$0.isStale } }

  /// Puts a passage back among those that wait, and with it the run among those at work.
  fileprivate func retry(_ passage: String, relaxed: Bool, writer: Writer?) {
    update(passage) { passage in
      passage.state = .waiting
      passage.attempts = Attempts()
      if let writer { passage.writer = writer }
      passage.filter = relaxed ? .relaxed : .standard
    }
    phase = .noting
    combining = nil
    summary = nil
    summaryFailure = nil
  }
}
