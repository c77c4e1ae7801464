import LSP
import Store
import Summaries

// Planning: what a text costs, worked out off the loop on a copy, brought up to date when it comes back.

/// A plan and the revision of the document that it is a plan of.
struct Planned: Sendable {
  var outline: Outline
  var plan: Result<Plan, Failure>
  var revision: Int
}

/// A price that is being worked out.
///
/// Whoever waits for it shares the work.
struct PendingPrice {
  /// Unique in the life of the process.
  let id: Int
  let task: Task<Planned, Never>
}

/// Everything that a plan is made from, as values that a job may take with it.
struct PlanInput: Sendable {
  var text: [UInt8]
  var range: Range<Int>?
  var languageId: String
  var limits: Result<PlanLimits, Failure>
  /// The passages of the text's own last plan, in its order, and those known from elsewhere.
  var known: [KnownPassage]
  var elsewhere: [KnownPassage]
  var counts: [PassageKey: Int]
  var revision: Int

  func planned(outline: Outline? = nil) -> Planned {
    let outline = outline ?? Outline(of: text, in: range, languageId: languageId)
    return Planned(outline: outline, plan: limits.flatMap { plan(outline, $0) }, revision: revision)
  }

  /// The plan in a model's own counts.
  func priced(_ outline: Outline, by taker: any NoteTaker, _ memo: CountMemo) async throws -> Priced {
    try await Pricer().price(
      text: text,
      outline: outline,
      limits: try limits.get(),
      known: known,
      elsewhere: elsewhere,
      counts: counts,
      count: { try await memo.count($0, by: taker) }
    )
  }

  private func plan(_ outline: Outline, _ limits: PlanLimits) -> Result<Plan, Failure> {
    do throws(Failure) {
      return .success(
        try Plan(of: outline, text: text, limits: limits, known: known, elsewhere: elsewhere, counts: counts)
      )
    } catch {
      return .failure(error)
    }
  }
}

extension Session {
  /// The limits that a model and the settings put on passages, or why there is no room for any.
  func limits(for profile: ModelProfile) -> Result<PlanLimits, Failure> {
    limits(for: profile, in: window(of: profile))
  }

  func limits(for profile: ModelProfile, in window: Window?) -> Result<PlanLimits, Failure> {
    let settings = settings.settings
    let passageTokens = settings.passageTokens(builtIn: profile.isBuiltIn)
    guard let window else {
      return .success(
        PlanLimits(
          inputBudget: passageTokens,
          passageTokens: passageTokens,
          exactEstimate: true,
          density: 1,
          noteCeiling: settings.maxAnswerTokens,
          combineBudget: nil
        )
      )
    }
    do throws(Failure) {
      func budget(_ kind: RequestKind) throws(Failure) -> Int {
        try window.inputBudget(overhead: profile.overheads[kind] ?? Overhead(), answer: settings.maxAnswerTokens)
      }
      return .success(
        PlanLimits(
          inputBudget: min(try budget(.note), try budget(.single)),
          passageTokens: passageTokens,
          exactEstimate: false,
          density: prices.density(of: profile.id),
          noteCeiling: settings.maxAnswerTokens,
          combineBudget: try budget(.combine)
        )
      )
    } catch {
      return .failure(error)
    }
  }

  /// The window to plan for: the model's own as it says or turned out to have, unless it is a guess and the settings
  /// know better, or the settings ask for less.
  func window(of profile: ModelProfile) -> Window? {
    guard var own = profile.window else { return nil }
    if let size = prices.window(of: profile.id), own.assumed || size < own.size { own = Window(size: size) }
    guard let wanted = settings.settings.contextWindow else { return own }
    return own.assumed ? Window(size: wanted) : Window(size: min(own.size, wanted))
  }

  func planInput(_ document: Document, range: Range<Int>? = nil, model profile: ModelProfile) -> PlanInput {
    var room = limits(for: profile)
    if !profile.countsTokens, case .success(var limits) = room {
      limits.density = density(of: document, profile)
      room = .success(limits)
    }
    let limits = profile.id == model.id ? noteTaker.flatMap { _ in room } : room
    var known: [KnownPassage] = []
    var elsewhere: [KnownPassage] = []
    if case .success(let limits) = limits {
      let cut = NoteShelf.Cut(model: profile.id, passageTokens: limits.passageTokens)
      let runs = document.runs.filter { $0.model.id == cut.model && $0.passageTokens == cut.passageTokens }
      let own = runs.last { ($0.scope == .buffer) == (range == nil) }
      known = own?.passages.map(\.known) ?? []
      elsewhere = runs.filter { $0 !== own }.flatMap(\.passages).map(\.known) + shelf.borders(cut)
    }
    return PlanInput(
      text: document.text.bytes,
      range: range,
      languageId: document.languageId,
      limits: limits,
      known: known,
      elsewhere: elsewhere,
      counts: prices.counts(of: profile.id),
      revision: document.revision
    )
  }

  /// How far the estimate is off for a model without a tokenizer.
  ///
  /// Each answer corrects it, so it is kept with the text: one that has not changed is planned as it was.
  private func density(of document: Document, _ profile: ModelProfile) -> Double {
    if let kept = document.densities[profile.id], kept.revision == document.revision { return kept.density }
    let density = prices.density(of: profile.id)
    documents[document.uri]?.densities[profile.id] = Document.Density(density: density, revision: document.revision)
    return density
  }

  /// Plans a document, or a range of it, and goes on with the plan of a text that may have moved on since.
  ///
  /// What was outlined already is planned on the loop, which takes moments; reading a text is a job.
  func planning<Value>(
    _ document: Document,
    range: Range<Int>? = nil,
    model profile: ModelProfile,
    then finish: @escaping (Session, Planned) throws -> Work<Value>
  ) rethrows -> Work<Value> {
    let input = planInput(document, range: range, model: profile)
    if range == nil, let pricing = document.pricing, pricing.revision == document.revision {
      return try finish(self, input.planned(outline: pricing.outline))
    }
    guard range == nil, let price = document.pendingPrice else { return .after({ input.planned() }, then: finish) }
    // The text is being read already; what its price finds out is waited for, not found out twice.
    return .after(
      {
        let priced = await price.task.value
        return input.planned(outline: priced.revision == input.revision ? priced.outline : nil)
      },
      then: finish
    )
  }

  // MARK: The price of the whole buffer

  /// Prices a document now, off the loop, and tells the client what came of it.
  ///
  /// What was under way for an older text, other settings or another model is of no interest any more.
  func startPricing(_ uri: DocumentURI) {
    guard let document = documents[uri], document.isOpen, !document.isHidden else { return }
    stopPricing(uri)
    let input = planInput(document, model: model)
    let task = Task.detached(executorPreference: Workers.shared, priority: .utility) { input.planned() }
    let price = PendingPrice(id: ids.price(), task: task)
    documents[uri]?.pendingPrice = price
    perform({ await price.task.value }) { session, result in
      guard case .success(let value) = result, let planned = value as? Planned else { return }
      session.keepPricing(planned, price, of: uri)
    }
  }

  func stopPricing(_ uri: DocumentURI) {
    if let job = documents[uri]?.countingJob { jobs.drop(job) }
    documents[uri]?.countingJob = nil
    documents[uri]?.pendingPrice = nil
  }

  /// Goes on when a document has a price, which takes milliseconds after it was opened: a client that cannot be told to
  /// ask again would keep what it is shown now.
  ///
  /// Later prices are not waited for.
  func afterFirstPrice<Value>(
    of uri: DocumentURI,
    then finish: @escaping (Session) throws -> Work<Value>
  ) throws -> Work<Value> {
    guard let document = openDocument(uri), document.pricing == nil, let price = document.pendingPrice else {
      return try finish(self)
    }
    return .after({ await price.task.value }) { session, planned in
      session.keepPricing(planned, price, of: uri)
      return try finish(session)
    }
  }

  /// From so many bytes on the memory that a text was opened and read with is worth giving back.
  private static let largeText = 256 * 1_024
  /// How long after the last such text, lest the next one has to ask for the memory again.
  private static let quiet = Duration.milliseconds(250)

  /// Keeps a price once, unless it was asked for anew since.
  private func keepPricing(_ planned: Planned, _ price: PendingPrice, of uri: DocumentURI) {
    guard let document = documents[uri], document.pendingPrice?.id == price.id else { return }
    documents[uri]?.pendingPrice = nil
    // A newer text has a timer of its own.
    guard document.revision == planned.revision else { return }
    if document.pricing == nil, document.text.count >= Self.largeText {
      timers.set(.giveBackMemory, after: Self.quiet)
    }
    documents[uri]?.pricing = Document.Pricing(
      outline: planned.outline,
      plan: planned.plan,
      revision: planned.revision,
      seconds: (try? planned.plan.get()).flatMap { view(of: document).estimatedSeconds($0.tokens) }
    )
    announcePrice(of: uri)
    if case .success(let plan) = planned.plan, !plan.tokens.exact { startCounting(planned, of: uri) }
  }

  /// Asks the model for exact counts.
  ///
  /// No request waits for it; what it learns is kept by content.
  private func startCounting(_ planned: Planned, of uri: DocumentURI) {
    guard model.countsTokens, let document = documents[uri], case .success(let taker) = noteTaker else { return }
    let input = planInput(document, model: model)
    let memo = counts
    let profile = model
    let job = perform({ try await input.priced(planned.outline, by: taker, memo) }) { session, result in
      session.documents[uri]?.countingJob = nil
      switch result {
      case .success(let value):
        guard let priced = value as? Priced else { return }
        session.prices.learn(priced, model: profile.id)
        session.keepExactPlan(priced.plan, revision: planned.revision, of: uri)
      case .failure(let error):
        session.log.info("counting tokens: \(ResponseError(describing: error).message)")
      }
    }
    documents[uri]?.countingJob = job
  }

  private func keepExactPlan(_ plan: Plan, revision: Int, of uri: DocumentURI) {
    guard documents[uri]?.pricing?.revision == revision else { return }
    documents[uri]?.pricing?.plan = .success(plan)
    announcePrice(of: uri)
  }
}

extension Plan {
  /// The plan with its passages where they are after these edits.
  func moved(by edits: [TextEdit]) -> Plan {
    var plan = self
    for edit in edits {
      for index in plan.passages.indices { plan.passages[index].range = edit.moved(plan.passages[index].range) }
    }
    return plan
  }
}
