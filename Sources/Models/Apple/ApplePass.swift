#if canImport(FoundationModels) && (canImport(Darwin) || FOUNDATION_MODELS_STAND_IN)
  import FoundationModels
  import Summaries
  import Synchronization

  /// One pass: a request to the model, its snapshots as drafts, and what may be tried once more.
  @available(macOS 26.0, *)
  struct ApplePass: Sendable {
    let request: NoteRequest
    let taker: AppleNoteTaker
    /// How long the model may be silent between two snapshots.
    let silence: Duration
    let options: GenerationOptions

    func run(_ yield: @escaping @Sendable (Draft) -> Void) async throws {
      do {
        try await write(taker.prompts.text(for: request), yield)
      } catch {
        try Task.checkCancellation()
        guard let failure = await AppleErrors.failure(for: error) else { throw CancellationError() }
        switch failure.kind {
        case .languageNotSupported:
          // Terse text and code are taken for no language at all; plain sentences around them help.
          try await write(taker.prompts.anchored(request), yield)
        case .rateLimited:
          // What streams is held back first.
          try await answerWhole(yield)
        default:
          throw failure
        }
      }
    }

    // MARK: Streams

    private func write(_ prompt: String, _ yield: @escaping @Sendable (Draft) -> Void) async throws {
      try await withSilenceLimit { heard in
        // The relaxed filter has no effect on answers with a shape.
        if request.kind == .single, request.filter == .standard {
          try await streamSummary(prompt, heard, yield)
        } else {
          try await streamText(prompt, heard, yield)
        }
      }
    }

    private func streamText(
      _ prompt: String,
      _ heard: @Sendable () -> Void,
      _ yield: @Sendable (Draft) -> Void
    ) async throws {
      let session = taker.session(for: request.kind, filter: request.filter)
      var text = ""
      do {
        for try await snapshot in session.streamResponse(to: prompt, options: options) {
          heard()
          // Before its first word a stream may say "null".
          guard snapshot.content != "null" else { continue }
          text = snapshot.content
          yield(Draft(text: text))
        }
      } catch {
        try await keep(Draft(text: text), after: error, yield)
        return
      }
      // A stream that is cancelled ends like a finished one.
      try Task.checkCancellation()
      try await finish(Draft(text: text), yield)
    }

    private func streamSummary(
      _ prompt: String,
      _ heard: @Sendable () -> Void,
      _ yield: @Sendable (Draft) -> Void
    ) async throws {
      let session = taker.session(for: request.kind, filter: request.filter)
      var draft = Draft(text: "")
      do {
        let stream = session.streamResponse(to: prompt, generating: AppleSummary.self, options: options)
        for try await snapshot in stream {
          heard()
          draft.headline = snapshot.content.headline ?? draft.headline
          draft.text = (snapshot.content.points ?? []).joined(separator: " ")
          yield(draft)
        }
      } catch {
        try await keep(draft, after: error, yield)
        return
      }
      try Task.checkCancellation()
      try await finish(draft, yield)
    }

    /// The whole answer in one piece.
    private func answerWhole(_ yield: @escaping @Sendable (Draft) -> Void) async throws {
      try await withSilenceLimit { _ in
        let session = taker.session(for: request.kind, filter: request.filter)
        let text = try await session.respond(to: taker.prompts.text(for: request), options: options).content
        try await finish(Draft(text: text), yield)
      }
    }

    // MARK: The end of an answer

    /// Ends a stream that came to its end.
    ///
    /// An answer that was cut at its ceiling ends like any other, so it is counted. One without a word is for
    /// whoever reads it to report.
    private func finish(_ draft: Draft, _ yield: @Sendable (Draft) -> Void) async throws {
      guard !draft.text.isEmpty else { return }
      if RefusalPhrases.isRefusal(draft.text) { throw Failure(.refused, "The model says: \(draft.text)") }
      var draft = draft
      let answered = try await taker.countTokens(draft.text)
      draft.finishReason = answered >= request.ceiling ? .length : .stop
      draft.usage = Draft.Usage(promptTokens: promptTokens, answerTokens: answered)
      yield(draft)
    }

    /// Keeps what was written before the window was full; every other error loses it.
    private func keep(_ draft: Draft, after error: any Error, _ yield: @Sendable (Draft) -> Void) async throws {
      guard !draft.text.isEmpty, await AppleErrors.failure(for: error)?.kind == .tooLong else { throw error }
      var draft = draft
      draft.finishReason = .window
      draft.usage = Draft.Usage(promptTokens: promptTokens, answerTokens: try await taker.countTokens(draft.text))
      yield(draft)
    }

    /// By the plan's own figures: the framework of macOS 26 does not say.
    private var promptTokens: Int {
      let text = request.sourceTokens ?? TokenWeights.standard.tokens(in: request.source)
      return text + (taker.profile.overheads[request.kind]?.total ?? 0)
    }

    // MARK: Silence

    /// Runs `body`, and ends it when nothing is heard for too long: the framework of macOS 26 has no limit of its own.
    private func withSilenceLimit(_ body: @escaping @Sendable (@escaping @Sendable () -> Void) async throws -> Void)
      async throws
    {
      let lastHeard = Watch()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await body { lastHeard.touch() } }
        group.addTask {
          while true {
            let left = silence - lastHeard.elapsed
            guard left > .zero else {
              throw Failure(
                .timedOut,
                "The model was silent for \(Int(silence / .seconds(1))) s and was given up.",
                isTransient: true
              )
            }
            try await Task.sleep(for: left)
          }
        }
        defer { group.cancelAll() }
        try await group.next()
      }
    }

    private final class Watch: Sendable {
      private let last = Mutex(ContinuousClock.now)
      func touch() { last.withLock { $0 = .now } }
      var elapsed: Duration { last.withLock { $0.duration(to: .now) } }
    }
  }
#endif
