#if canImport(FoundationModels) && (canImport(Darwin) || FOUNDATION_MODELS_STAND_IN)
  import FoundationModels
  import Summaries
  import Synchronization

  /// Notes by the model that is on the device: in this process's name, private, and ready without a server.
  @available(macOS 26.0, *)
  final class AppleNoteTaker: NoteTaker {
    private let wishes: AppleModel.Wishes
    let prompts: Prompts
    private let state = Mutex(State())

    private struct State {
      /// The largest window that the model has owned up to: it says 0 until it is ready, which is never kept.
      var window: Int?
      var overheads: [RequestKind: Overhead] = [:]
      var availability = ModelProfile.Availability.unknown
      /// What an empty text counts: scaffolding that a text inside a request does not pay.
      var scaffolding: Int?
      var warm: Warm?
    }

    /// A session that has been made ready, to be used once.
    private struct Warm {
      let session: LanguageModelSession
      let kind: RequestKind
      let since: ContinuousClock.Instant
    }

    /// Measured on macOS 26: what a session costs before its first word, and the tokens of a window that no answer
    /// has reached.
    private static let sessionCost = 22
    private static let reserve = 8
    /// The model goes cold after about a minute without a request.
    private static let warmth = Duration.seconds(55)

    init(_ wishes: AppleModel.Wishes) {
      self.wishes = wishes
      prompts = Prompts(wish: wishes.instructions)
    }

    // MARK: What the model is

    var profile: ModelProfile {
      let (window, overheads, availability) = state.withLock { ($0.window, $0.overheads, $0.availability) }
      return ModelProfile(
        id: AppleModel.id,
        backend: "apple",
        displayName: "Apple on-device model",
        window: Window(reported: window),
        overheads: overheads,
        availability: availability,
        requestVersion: prompts.requestVersion(),
        prewarmsOnOpen: true,
        maxConcurrent: 1,
        countsTokens: countsTokens
      )
    }

    private var countsTokens: Bool {
      if #available(macOS 26.4, *) { true } else { false }
    }

    func inspect() async -> ModelProfile {
      let availability = AppleAvailability.now
      let size = SystemLanguageModel.default.contextSize
      state.withLock { state in
        state.availability = availability
        if size > 0 { state.window = max(size, state.window ?? 0) }
      }
      guard availability == .available, state.withLock({ $0.overheads.isEmpty }) else { return profile }
      var overheads: [RequestKind: Overhead] = [:]
      for kind in RequestKind.allCases {
        overheads[kind] = Overhead(
          session: Self.sessionCost,
          reserve: Self.reserve,
          instructions: await price(prompts.instructions(for: kind))
            + price(prompts.text(for: NoteRequest(kind: kind, source: [], ceiling: 1))),
          schema: kind == .single ? await schemaPrice() : 0
        )
      }
      state.withLock { $0.overheads = overheads }
      return profile
    }

    private func price(_ text: String) async -> Int {
      if let count = try? await countTokens(text) { return count }
      return TokenWeights.standard.tokens(in: Array(text.utf8))
    }

    /// As the model counts it, which is a little more than a session charges.
    private func schemaPrice() async -> Int {
      if #available(macOS 26.4, *),
        let count = try? await SystemLanguageModel.default.tokenCount(for: AppleSummary.generationSchema)
      {
        return count
      }
      return 138  // Measured for a schema of this shape.
    }

    func countTokens(_ text: String) async throws -> Int {
      guard #available(macOS 26.4, *) else { return TokenWeights.standard.tokens(in: Array(text.utf8)) }
      do {
        let scaffolding = try await scaffolding()
        return max(0, try await SystemLanguageModel.default.tokenCount(for: text) - scaffolding)
      } catch {
        if let failure = await AppleErrors.failure(for: error) { throw failure }
        throw CancellationError()
      }
    }

    @available(macOS 26.4, *)
    private func scaffolding() async throws -> Int {
      if let known = state.withLock({ $0.scaffolding }) { return known }
      let count = try await SystemLanguageModel.default.tokenCount(for: "")
      state.withLock { $0.scaffolding = count }
      return count
    }

    // MARK: Sessions

    func prewarm(_ kind: RequestKind) async {
      guard AppleAvailability.now == .available else { return }
      let isWarm = state.withLock { state in
        guard let warm = state.warm else { return false }
        return warm.kind == kind && warm.since.duration(to: .now) < Self.warmth
      }
      guard !isWarm else { return }
      let session = makeSession(for: kind, filter: .standard)
      session.prewarm()
      state.withLock { $0.warm = Warm(session: session, kind: kind, since: .now) }
    }

    /// A session of its own for each pass, since what was said in it before would count against its window.
    ///
    /// One that was made ready is used, once, if it was for this kind of request.
    func session(for kind: RequestKind, filter: NoteRequest.Filter) -> LanguageModelSession {
      let warm = state.withLock { state in
        defer { if state.warm?.kind == kind { state.warm = nil } }
        return state.warm
      }
      if filter == .standard, let warm, warm.kind == kind { return warm.session }
      return makeSession(for: kind, filter: filter)
    }

    private func makeSession(for kind: RequestKind, filter: NoteRequest.Filter) -> LanguageModelSession {
      let model =
        filter == .relaxed
        ? SystemLanguageModel(guardrails: .permissiveContentTransformations) : SystemLanguageModel.default
      return LanguageModelSession(
        model: model,
        instructions: prompts.instructions(for: kind)
      )
    }

    // MARK: Writing

    func write(_ request: NoteRequest) -> AsyncThrowingStream<Draft, any Error> {
      let (stream, continuation) = AsyncThrowingStream<Draft, any Error>.makeStream()
      let pass = ApplePass(request: request, taker: self, silence: .seconds(wishes.silence), options: options(request))
      let task = Task(priority: .utility) {
        do {
          try await AppleSlots.all.use { try await pass.run { continuation.yield($0) } }
          continuation.finish()
        } catch {
          continuation.finish(throwing: await AppleErrors.failure(for: error) ?? CancellationError())
        }
      }
      continuation.onTermination = { reason in
        if case .cancelled = reason { task.cancel() }
      }
      return stream
    }

    private func options(_ request: NoteRequest) -> GenerationOptions {
      guard wishes.temperature == 0 else {
        return GenerationOptions(temperature: wishes.temperature, maximumResponseTokens: request.ceiling)
      }
      #if canImport(FoundationModels, _version: 2)
        return GenerationOptions(samplingMode: .greedy, maximumResponseTokens: request.ceiling)
      #else
        return GenerationOptions(sampling: .greedy, maximumResponseTokens: request.ceiling)
      #endif
    }
  }
#endif
