import Foundation
import Synchronization

// How a session answers: what it charges, what stops it, and what it leaves behind.

extension LanguageModelSession {
  /// The session itself, before a word is said.
  static let sessionCost = 22
  /// The last tokens of a window are never reached: answers died at 4,089 and 4,090 of 4,096.
  static let unreachable = 6
  /// How much more the count of a schema says than a session charges for it.
  static let schemaOverReport = 19

  func generate(
    _ prompt: Prompt,
    _ options: GenerationOptions,
    isGuided: Bool
  ) -> AsyncThrowingStream<GeneratedContent, any Swift.Error> {
    AsyncThrowingStream { continuation in
      let isBusy = state.withLock { state in
        defer { state.isResponding = true }
        return state.isResponding
      }
      guard !isBusy else {
        continuation.finish(throwing: StandIn.concurrentRequests())
        return
      }
      let task = Task { [self] in
        do {
          let begun = transcript.count
          do {
            try await answer(prompt.text, options, isGuided) { continuation.yield($0) }
          } catch {
            #if SDK_27
              state.withLock { $0.transcript.removeLast(downTo: begun) }
            #endif
            _ = begun
            throw error
          }
          state.withLock { $0.isResponding = false }
          continuation.finish()
        } catch {
          // A stream that nobody reads any more leaves its session busy.
          if !(error is CancellationError) { state.withLock { $0.isResponding = false } }
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { reason in
        if case .cancelled = reason { task.cancel() }
      }
    }
  }

  private func answer(
    _ prompt: String,
    _ options: GenerationOptions,
    _ isGuided: Bool,
    _ yield: (GeneratedContent) -> Void
  ) async throws {
    let behaviour = StandIn.behaviour
    StandIn.record(request: number, prompt: prompt, options: options, isGuided: isGuided)
    state.withLock {
      let segment = Transcript.TextSegment(content: prompt)
      $0.transcript.append(.prompt(Transcript.Prompt(segments: [.text(segment)], options: options)))
    }
    if let failure = behaviour.failure { throw failure }
    guard behaviour.availability == .available, behaviour.assetsAreThere else { throw StandIn.assetsUnavailable() }
    if StandIn.takeRateLimit() { throw StandIn.rateLimited() }
    if behaviour.isUnsupported(prompt) { throw StandIn.unsupportedLanguage() }
    let isRelaxed = model.guardrails.isPermissive && !isGuided
    if behaviour.isBlocked(prompt), !isRelaxed { throw StandIn.guardrailViolation() }
    if let explanation = behaviour.refusal {
      guard isRelaxed || behaviour.refusesInText else { throw StandIn.refusal(explanation) }
      yield(GeneratedContent(value: .string(explanation)))
      return
    }
    let window = behaviour.window - Self.unreachable
    let schema = isGuided ? behaviour.schemaTokens - Self.schemaOverReport : 0
    let charged = Self.sessionCost + behaviour.count(instructions) + schema + behaviour.count(prompt)
    StandIn.record(charged: charged)
    guard charged < window else { throw StandIn.overflow(charged, behaviour.window) }

    let ceiling = options.maximumResponseTokens ?? .max
    for (index, piece) in behaviour.answer(prompt, isGuided).enumerated() {
      try Task.checkCancellation()
      await behaviour.beforeSnapshot(index)
      try Task.checkCancellation()
      if let limit = behaviour.overflowAfter, index >= limit {
        throw StandIn.overflow(behaviour.window + 1, behaviour.window)
      }
      // At its ceiling an answer just stops, with no word of it.
      let (shown, isCut) = piece.cut(to: ceiling, by: behaviour.count)
      yield(shown.content)
      if isCut { break }
      guard charged + piece.tokens(behaviour.count) < window else {
        throw StandIn.overflow(charged + piece.tokens(behaviour.count), behaviour.window)
      }
    }
  }
}

/// A snapshot of an answer: everything so far.
enum Piece: Sendable {
  case text(String)
  case summary(headline: String?, points: [String])

  var content: GeneratedContent {
    switch self {
    case .text(let text): GeneratedContent(value: .string(text), isComplete: false)
    case .summary(let headline, let points):
      GeneratedContent(
        value: .object(
          ["headline": headline.map { .string($0) }, "points": .array(points.map { .string($0) })]
            .compactMapValues { $0 }
        ),
        isComplete: false
      )
    }
  }

  func tokens(_ count: (String) -> Int) -> Int {
    switch self {
    case .text(let text): count(text)
    case .summary(let headline, let points): count((headline.map { [$0] } ?? [] + points).joined(separator: " "))
    }
  }

  func cut(to ceiling: Int, by count: (String) -> Int) -> (Piece, isCut: Bool) {
    guard case .text(let text) = self, count(text) > ceiling else { return (self, false) }
    var words = text.split(separator: " ", omittingEmptySubsequences: false)
    while words.count > 1, count(words.joined(separator: " ")) > ceiling { words.removeLast() }
    return (.text(words.joined(separator: " ")), true)
  }
}
