import Foundation
import Synchronization

/// What the stand-in does, for tests to set, and what was asked of it, for tests to read.
///
/// One for the whole process, as the real model is one for the whole machine.
enum StandIn {
  struct Behaviour: Sendable {
    var availability = SystemLanguageModel.Availability.available
    /// A model that says that it is available and then has nothing to work with.
    var assetsAreThere = true
    /// What `contextSize` says, in turn; the last one stays.
    var contextSizes = [4096]
    var languages = ["de", "en", "en-GB", "es", "fr", "it", "ja", "ko", "pt", "zh"]
    var count: @Sendable (String) -> Int = StandIn.estimate
    /// What counting throws, if anything.
    var countFailure: (any Error)?
    var schemaTokens = 138
    var isBlocked: @Sendable (String) -> Bool = { _ in false }
    var isUnsupported: @Sendable (String) -> Bool = { _ in false }
    /// What the model says instead of answering; as an error, or under the relaxed filter as a text.
    var refusal: String?
    var refusesInText = false
    /// How many more requests are refused for now; `Int.max` until the process ends.
    var rateLimit = 0
    var resetDate: Date?
    var answer: @Sendable (_ prompt: String, _ isGuided: Bool) -> [Piece] = { _, isGuided in
      isGuided
        ? [.summary(headline: "A head", points: []), .summary(headline: "A headline", points: ["One point."])]
        : [.text("A note"), .text("A note on the passage.")]
    }
    /// Runs before each snapshot, with its number from 0.
    var beforeSnapshot: @Sendable (Int) async -> Void = { _ in }
    /// After how many snapshots the window is full.
    var overflowAfter: Int?
    /// Thrown as it is, by every request.
    var failure: (any Error)?
    /// Built with the 27 SDK, running on 26: the new errors do not exist there.
    var runsOn26 = false

    /// What the window really is, whatever `contextSize` says at first.
    var window: Int { max(contextSizes.last ?? 0, 4096) }
  }

  struct Request: Sendable {
    var session: Int
    var prompt: String
    var options: GenerationOptions
    var isGuided: Bool
  }

  struct Log: Sendable {
    var instructions: [String] = []
    var permissive: [Bool] = []
    var prewarms: [(session: Int, prefix: String?)] = []
    var requests: [Request] = []
    var charged: [Int] = []
    var counts = 0
  }

  static let promptOverhead = 8
  static let instructionsOverhead = 15

  private static let state = Mutex((behaviour: Behaviour(), log: Log()))

  static var behaviour: Behaviour {
    get { state.withLock { $0.behaviour } }
    set { state.withLock { $0.behaviour = newValue } }
  }

  static var log: Log { state.withLock { $0.log } }

  static func reset() { state.withLock { $0 = (Behaviour(), Log()) } }

  /// About four letters to a token, whole words only.
  @Sendable static func estimate(_ text: String) -> Int {
    text.split(whereSeparator: \.isWhitespace).reduce(0) { $0 + ($1.utf8.count + 3) / 4 }
  }

  // MARK: What the declarations ask

  static func takeContextSize() -> Int {
    state.withLock { state in
      let size = state.behaviour.contextSizes.first ?? 0
      if state.behaviour.contextSizes.count > 1 { state.behaviour.contextSizes.removeFirst() }
      return size
    }
  }

  static func takeRateLimit() -> Bool {
    state.withLock { state in
      guard state.behaviour.rateLimit > 0 else { return false }
      if state.behaviour.rateLimit < .max { state.behaviour.rateLimit -= 1 }
      return true
    }
  }

  static func count(_ text: String, overhead: Int) throws -> Int {
    let behaviour = state.withLock { state in
      state.log.counts += 1
      return state.behaviour
    }
    if let failure = behaviour.countFailure { throw failure }
    return overhead + behaviour.count(text)
  }

  static func countSchema() throws -> Int {
    let behaviour = state.withLock { state in
      state.log.counts += 1
      return state.behaviour
    }
    if let failure = behaviour.countFailure { throw failure }
    return behaviour.schemaTokens
  }

  static func record(session instructions: String, isPermissive: Bool) -> Int {
    state.withLock { state in
      state.log.instructions.append(instructions)
      state.log.permissive.append(isPermissive)
      return state.log.instructions.count - 1
    }
  }

  static func record(prewarm session: Int, prefix: String?) {
    state.withLock { $0.log.prewarms.append((session, prefix)) }
  }

  static func record(request session: Int, prompt: String, options: GenerationOptions, isGuided: Bool) {
    state.withLock {
      $0.log.requests.append(Request(session: session, prompt: prompt, options: options, isGuided: isGuided))
    }
  }

  static func record(charged tokens: Int) { state.withLock { $0.log.charged.append(tokens) } }

  // MARK: Errors, of the generation that is stood in for

  private static func context(_ text: String) -> LanguageModelSession.GenerationError.Context {
    LanguageModelSession.GenerationError.Context(debugDescription: text)
  }

  static func overflow(_ tokens: Int, _ window: Int) -> any Error {
    let text = "Content contains \(tokens) tokens, which exceeds the maximum allowed context size of \(window)."
    #if SDK_27
      if !behaviour.runsOn26 {
        return LanguageModelError.contextSizeExceeded(
          .init(contextSize: window, tokenCount: tokens, debugDescription: text)
        )
      }
    #endif
    return LanguageModelSession.GenerationError.exceededContextWindowSize(context(text))
  }

  static func guardrailViolation() -> any Error {
    let text = "May contain unsafe content"
    #if SDK_27
      if !behaviour.runsOn26 { return LanguageModelError.guardrailViolation(.init(debugDescription: text)) }
    #endif
    return LanguageModelSession.GenerationError.guardrailViolation(context(text))
  }

  static func refusal(_ explanation: String) -> any Error {
    #if SDK_27
      if !behaviour.runsOn26 {
        return LanguageModelError.refusal(.init(explanation: explanation, debugDescription: "refused"))
      }
    #endif
    let entry = Transcript.Response(segments: [.text(Transcript.TextSegment(content: explanation))])
    return LanguageModelSession.GenerationError.refusal(
      .init(transcriptEntries: [.response(entry)]),
      context("refused")
    )
  }

  static func rateLimited() -> any Error {
    #if SDK_27
      if !behaviour.runsOn26 {
        return LanguageModelError.rateLimited(.init(resetDate: behaviour.resetDate, debugDescription: "rate limited"))
      }
    #endif
    return LanguageModelSession.GenerationError.rateLimited(context("rate limited"))
  }

  static func unsupportedLanguage() -> any Error {
    #if SDK_27
      if !behaviour.runsOn26 {
        return LanguageModelError.unsupportedLanguageOrLocale(
          .init(languageCode: Locale.LanguageCode("la"), debugDescription: "unsupported language")
        )
      }
    #endif
    return LanguageModelSession.GenerationError.unsupportedLanguageOrLocale(context("unsupported language"))
  }

  static func assetsUnavailable() -> any Error {
    #if SDK_27
      if !behaviour.runsOn26 {
        return SystemLanguageModel.Error.assetsUnavailable(.init(debugDescription: "assets unavailable"))
      }
    #endif
    return LanguageModelSession.GenerationError.assetsUnavailable(context("assets unavailable"))
  }

  static func concurrentRequests() -> any Error {
    #if SDK_27
      if !behaviour.runsOn26 { return LanguageModelSession.Error.concurrentRequests }
    #endif
    return LanguageModelSession.GenerationError.concurrentRequests(context("concurrent requests"))
  }
}
