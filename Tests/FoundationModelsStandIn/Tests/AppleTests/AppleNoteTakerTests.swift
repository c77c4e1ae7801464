import Foundation
import Summaries
import Testing

@testable import FoundationModels
@testable import Models

extension OnAppleTests {
  /// The adapter against the stand-in, whose behaviour is one for the whole process.
  @Suite struct AppleNoteTakerTests {
    init() { StandIn.reset() }

    private func taker(_ wishes: AppleModel.Wishes = AppleModel.Wishes()) throws -> any NoteTaker {
      try #require(OnDevice.model(wishes))
    }

    private func request(
      _ kind: RequestKind = .note,
      _ text: String = "The large kiln was rebuilt in March 1987 by Anna Roth.",
      ceiling: Int = 220,
      filter: NoteRequest.Filter = .standard
    ) -> NoteRequest {
      NoteRequest(kind: kind, source: Array(text.utf8), ceiling: ceiling, filter: filter)
    }

    /// Every snapshot, and the failure that ended them, if one did.
    private func answer(_ request: NoteRequest, by taker: any NoteTaker) async -> ([Draft], Failure?) {
      var drafts: [Draft] = []
      do {
        for try await draft in taker.write(request) { drafts.append(draft) }
        return (drafts, nil)
      } catch {
        return (drafts, error as? Failure)
      }
    }

    private func answer(_ request: NoteRequest) async throws -> ([Draft], Failure?) {
      await answer(request, by: try taker())
    }

    // MARK: Availability and prices

    @Test("each reason for not being there says what to do")
    func availability() async throws {
      let rows: [(SystemLanguageModel.Availability.UnavailableReason, String, isTransient: Bool)] = [
        (.deviceNotEligible, "Choose another model", false),
        (.appleIntelligenceNotEnabled, "System Settings", false),
        (.modelNotReady, "looks again", true),
      ]
      for (reason, words, isTransient) in rows {
        StandIn.behaviour.availability = .unavailable(reason)
        let profile = await (try taker()).inspect()
        guard case .unavailable(let failure) = profile.availability else {
          Issue.record("\(reason): \(profile.availability)")
          continue
        }
        #expect(failure.kind == .modelUnavailable && failure.isTransient == isTransient, "\(reason)")
        #expect(failure.detail.contains(words), "\(reason): \(failure.detail)")
      }
      StandIn.behaviour.availability = .available
      #expect(await (try taker()).inspect().availability == .available)
    }

    @Test("a window of nought is assumed, never kept, and replaced once the model is ready")
    func window() async throws {
      StandIn.behaviour.contextSizes = [0, 0, 8192, 0]
      let taker = try taker()
      #expect(await taker.inspect().window == Window(size: 4096, assumed: true))
      #expect(await taker.inspect().window == Window(size: 4096, assumed: true))
      #expect(await taker.inspect().window == Window(size: 8192))
      #expect(await taker.inspect().window == Window(size: 8192))
    }

    @Test("a text is counted without the scaffolding of a count")
    func counts() async throws {
      let taker = try taker()
      StandIn.behaviour.count = { $0.isEmpty ? 0 : 11 }
      #expect(try await taker.countTokens("the instructions") == 11)
      #expect(try await taker.countTokens("") == 0)
      #expect(StandIn.log.counts == 3)
      #expect(try await taker.countTokens("again") == 11)
      #expect(StandIn.log.counts == 4)
    }

    @Test("a count that fails is a failure, and prices fall back on the estimate")
    func countsFail() async throws {
      StandIn.behaviour.countFailure = NSError(domain: "ModelManagerServices.ModelManagerError", code: 1026)
      let taker = try taker()
      await #expect(throws: Failure.self) { try await taker.countTokens("text") }
      let overheads = await taker.inspect().overheads
      #expect(overheads[.note].map { $0.instructions > 0 } == true)
    }

    // MARK: Answers

    @Test("snapshots replace each other and the last one is whole")
    func streams() async throws {
      StandIn.behaviour.answer = { _, _ in [.text("null"), .text("Anna"), .text("Anna Roth rebuilt it.")] }
      let (drafts, failure) = try await answer(request())
      #expect(failure == nil)
      #expect(drafts.map(\.text) == ["Anna", "Anna Roth rebuilt it.", "Anna Roth rebuilt it."])
      #expect(drafts.map(\.finishReason) == [nil, nil, .stop])
      #expect(drafts.last?.usage.map { $0.promptTokens > 0 && $0.answerTokens > 0 } == true)
    }

    @Test("no snapshot at all is an answer without a word")
    func noSnapshots() async throws {
      StandIn.behaviour.answer = { _, _ in [] }
      let (drafts, failure) = try await answer(request())
      #expect(drafts.isEmpty && failure == nil)
    }

    @Test("an answer that was cut at its ceiling is told by counting")
    func ceiling() async throws {
      StandIn.behaviour.answer = { _, _ in [.text("one two three four five six seven eight")] }
      let (drafts, _) = try await answer(request(ceiling: 4))
      #expect(drafts.last?.text == "one two three")
      #expect(drafts.last?.finishReason == .length)
    }

    @Test("what was written before the window was full is kept and labelled")
    func fullWindow() async throws {
      StandIn.behaviour.answer = { _, _ in [.text("A first"), .text("A first part"), .text("never seen")] }
      StandIn.behaviour.overflowAfter = 2
      let (drafts, failure) = try await answer(request())
      #expect(failure == nil)
      #expect(drafts.last?.text == "A first part" && drafts.last?.finishReason == .window)
    }

    @Test("a prompt that does not fit fails before a word, with the window where it is told")
    func tooLong() async throws {
      let (drafts, failure) = try await answer(request(.note, String(repeating: "word ", count: 5_000)))
      #expect(drafts.isEmpty && failure?.kind == .tooLong)
      #if canImport(FoundationModels, _version: 2)
        #expect(failure?.window == 4096)
      #endif
    }

    @Test("a single text gets a summary with a headline and points, as they come")
    func guided() async throws {
      StandIn.behaviour.answer = { _, _ in
        [
          .summary(headline: nil, points: []), .summary(headline: "Kilns", points: ["One"]),
          .summary(headline: "Kilns rebuilt", points: ["One is rebuilt.", "Another is not."]),
        ]
      }
      let (drafts, failure) = try await answer(request(.single))
      #expect(failure == nil)
      #expect(drafts.map(\.headline) == [nil, "Kilns", "Kilns rebuilt", "Kilns rebuilt"])
      #expect(drafts.last?.text == "One is rebuilt. Another is not.")
      #expect(StandIn.log.requests.last?.isGuided == true)
    }

    @Test("each pass has a session of its own")
    func sessions() async throws {
      let taker = try taker()
      for _ in 0..<3 { _ = await answer(request(), by: taker) }
      #expect(StandIn.log.requests.map(\.session) == [0, 1, 2])
    }

    @Test("the options say greedy only where the likeliest words were asked for")
    func sampling() async throws {
      for (temperature, name) in [(nil, nil), (0.7, nil), (0, "greedy")] as [(Double?, String?)] {
        StandIn.reset()
        _ = await answer(request(ceiling: 99), by: try taker(AppleModel.Wishes(temperature: temperature)))
        let options = StandIn.log.requests.last?.options
        #expect(options?.chosen?.name == name)
        #expect(options?.maximumResponseTokens == 99)
        #expect(options?.temperature == (temperature == 0 ? nil : temperature))
      }
    }

    // MARK: What goes wrong

    @Test("every error of both generations is a failure that says what to do")
    func failures() async {
      typealias Old = LanguageModelSession.GenerationError
      let context = Old.Context(debugDescription: "words")
      var rows: [(any Error, Failure.Kind, canRelax: Bool, isTransient: Bool)] = [
        (Old.exceededContextWindowSize(context), .tooLong, false, false),
        (Old.assetsUnavailable(context), .modelUnavailable, false, true),
        (Old.guardrailViolation(context), .blocked, true, false),
        (Old.unsupportedGuide(context), .modelError, false, false),
        (Old.unsupportedLanguageOrLocale(context), .languageNotSupported, false, false),
        (Old.decodingFailure(context), .modelError, false, false),
        (Old.rateLimited(context), .rateLimited, false, true),
        (Old.concurrentRequests(context), .rateLimited, false, true),
        (Old.refusal(Old.Refusal(transcriptEntries: []), context), .refused, true, false),
        (NSError(domain: "com.apple.SensitiveContentAnalysisML", code: 15), .blocked, true, false),
        (NSError(domain: "ModelManagerServices.ModelManagerError", code: 1046), .modelUnavailable, false, true),
        (NSError(domain: "com.apple.UnifiedAssetFramework", code: 5000), .modelUnavailable, false, true),
        (NSError(domain: "FoundationModels.LanguageModelError", code: -1), .modelError, false, false),
      ]
      #if canImport(FoundationModels, _version: 2)
        rows += [
          (
            LanguageModelError.contextSizeExceeded(.init(contextSize: 1, tokenCount: 2, debugDescription: "")),
            .tooLong, false, false
          ),
          (LanguageModelError.rateLimited(.init(resetDate: nil, debugDescription: "")), .rateLimited, false, true),
          (LanguageModelError.guardrailViolation(.init(debugDescription: "")), .blocked, true, false),
          (LanguageModelError.refusal(.init(explanation: "no", debugDescription: "")), .refused, true, false),
          (LanguageModelError.unsupportedCapability(.init(debugDescription: "")), .modelError, false, false),
          (LanguageModelError.unsupportedTranscriptContent(.init(debugDescription: "")), .modelError, false, false),
          (
            LanguageModelError.unsupportedGenerationGuide(.init(schemaName: nil, debugDescription: "")), .modelError,
            false, false
          ),
          (
            LanguageModelError.unsupportedLanguageOrLocale(.init(languageCode: .init("la"), debugDescription: "")),
            .languageNotSupported, false, false
          ),
          (LanguageModelError.timeout(.init(debugDescription: "")), .timedOut, false, true),
          (LanguageModelSession.Error.concurrentRequests, .rateLimited, false, true),
          (LanguageModelSession.Error.transcriptMutationWhileResponding, .rateLimited, false, true),
          (SystemLanguageModel.Error.assetsUnavailable(.init(debugDescription: "")), .modelUnavailable, false, true),
          (GeneratedContent.ParsingError(rawContent: "{", debugDescription: ""), .modelError, false, true),
        ]
      #endif
      for (error, kind, canRelax, isTransient) in rows {
        let failure = await AppleErrors.failure(for: error)
        #expect(failure?.kind == kind, "\(error)")
        #expect(failure?.canRelax == canRelax, "\(error)")
        #expect(failure?.isTransient == isTransient, "\(error)")
        #expect(failure?.detail.isEmpty == false, "\(error)")
      }
      #expect(await AppleErrors.failure(for: CancellationError()) == nil)
    }

    @Test("an impostor is named by its domain and code")
    func impostors() async {
      let failure = await AppleErrors.failure(for: NSError(domain: "FoundationModels.LanguageModelError", code: -1))
      #expect(failure?.detail.contains("FoundationModels.LanguageModelError -1") == true)
    }

    @Test("errors of 26 are understood in a build for 27 that runs on 26")
    func oldErrorsInNewBuild() async throws {
      StandIn.behaviour.runsOn26 = true
      StandIn.behaviour.isBlocked = { _ in true }
      let (_, failure) = try await answer(request())
      #expect(failure?.kind == .blocked)
    }

    @Test("a refusal says what the model says")
    func refusal() async throws {
      StandIn.behaviour.refusal = "That is not for me."
      let (_, failure) = try await answer(request())
      #expect(failure?.kind == .refused && failure?.detail.contains("That is not for me.") == true)
    }

    @Test("a blocked passage passes under the relaxed filter, as plain text, and may be refused in the text")
    func relaxed() async throws {
      StandIn.behaviour.isBlocked = { $0.contains("kill the child process") }
      let text = "Then kill the child process and wait."
      let (_, failure) = try await answer(request(.note, text))
      #expect(failure?.kind == .blocked && failure?.canRelax == true)
      let (drafts, none) = try await answer(request(.single, text, filter: .relaxed))
      #expect(none == nil && drafts.last?.text == "A note on the passage.")
      #expect(StandIn.log.permissive.last == true && StandIn.log.requests.last?.isGuided == false)
      StandIn.behaviour.refusal = "I'm sorry, but I can't help with that."
      let (_, refused) = try await answer(request(.note, text, filter: .relaxed))
      #expect(refused?.kind == .refused)
    }

    @Test("text that is taken for no language is asked once more within plain sentences")
    func anchored() async throws {
      StandIn.behaviour.isUnsupported = { !$0.contains("plain") }
      let (drafts, failure) = try await answer(request(.note, "K 5.2 Na 140 Cl 101"))
      #expect(failure == nil && drafts.last?.finishReason == .stop)
      #expect(StandIn.log.requests.count == 2)
      StandIn.reset()
      StandIn.behaviour.isUnsupported = { _ in true }
      let (_, unsupported) = try await answer(request(.note, "K 5.2 Na 140 Cl 101"))
      #expect(unsupported?.kind == .languageNotSupported)
      #expect(StandIn.log.requests.count == 2)
    }

    @Test("a rate limit is met once with an answer in one piece, and never in a loop")
    func rateLimit() async throws {
      StandIn.behaviour.rateLimit = 1
      let (drafts, failure) = try await answer(request())
      #expect(failure == nil && drafts.map(\.text) == ["A note on the passage."])
      StandIn.reset()
      StandIn.behaviour.rateLimit = .max
      let (_, limited) = try await answer(request())
      #expect(limited?.kind == .rateLimited && limited?.isTransient == true)
      #expect(StandIn.log.requests.count == 2)
    }

    @Test("a model that falls silent is given up")
    func silence() async throws {
      StandIn.behaviour.beforeSnapshot = { index in
        guard index == 1 else { return }
        try? await Task.sleep(for: .seconds(3_600))
      }
      let (drafts, failure) = await answer(request(), by: try taker(AppleModel.Wishes(silence: 1)))
      #expect(failure?.kind == .timedOut && failure?.isTransient == true)
      #expect(drafts.count == 1)
    }

    @Test("a cancelled pass ends its request and its session is never used again")
    func cancelled() async throws {
      let (reached, arrived) = AsyncStream<Void>.makeStream()
      StandIn.behaviour.beforeSnapshot = { index in
        guard index == 1 else { return }
        arrived.finish()
        try? await Task.sleep(for: .seconds(3_600))
      }
      let taker = try taker()
      let pass = Task { await answer(request(), by: taker) }
      for await _ in reached {}
      pass.cancel()
      _ = await pass.value
      StandIn.behaviour.beforeSnapshot = { _ in }
      let (drafts, failure) = await answer(request(), by: taker)
      #expect(failure == nil && drafts.last?.finishReason == .stop)
      #expect(StandIn.log.requests.map(\.session) == [0, 1])
    }

    @Test("no more than two requests are under way at a time, and none is refused for it")
    func slots() async throws {
      let counter = Counter()
      StandIn.behaviour.beforeSnapshot = { _ in
        await counter.enter()
        await Task.yield()
        await counter.leave()
      }
      let taker = try taker()
      let failures = await withTaskGroup(of: Failure?.self) { group in
        for _ in 0..<12 { group.addTask { await answer(request(), by: taker).1 } }
        return await group.reduce(into: []) { if let failure = $1 { $0.append(failure) } }
      }
      #expect(failures.isEmpty)
      #expect(await counter.most <= 2)
    }

    private actor Counter {
      private var now = 0
      private(set) var most = 0
      func enter() {
        now += 1
        most = max(most, now)
      }
      func leave() { now -= 1 }
    }

    // MARK: Prewarming

    @Test("a session is made ready with the next request's instructions and used once")
    func prewarm() async throws {
      let taker = try taker()
      await taker.prewarm(.note)
      await taker.prewarm(.note)
      #expect(StandIn.log.prewarms.map(\.session) == [0])
      _ = await answer(request(), by: taker)
      _ = await answer(request(), by: taker)
      #expect(StandIn.log.requests.map(\.session) == [0, 1])
      #expect(Set(StandIn.log.instructions).count == 1)
    }

    @Test("a model that cannot be used is not made ready")
    func noPrewarm() async throws {
      StandIn.behaviour.availability = .unavailable(.modelNotReady)
      await (try taker()).prewarm(.note)
      #expect(StandIn.log.prewarms.isEmpty && StandIn.log.instructions.isEmpty)
    }
  }
}
