package import Summaries

/// A model that does what a test says: answers, fails, streams, waits until it is let go, and remembers what it was
/// asked for.
package final class ScriptedModel: NoteTaker {
  /// What a request comes to.
  package enum Answer: Sendable {
    case text(String)
    /// Cumulative snapshots; the last one is the answer.
    case snapshots([String])
    /// Drafts as they are; the last one is the answer.
    case drafts([Draft])
    /// Snapshots, then a failure.
    case breaksOff([String], Failure)
    case fails(Failure)
    /// The stream ends without a word.
    case nothing
  }

  package struct State: Sendable {
    /// In the order in which they entered.
    package var requests: [NoteRequest] = []
    /// How many streams have ended, well or not.
    package var ended = 0
    /// How many of them ended because nobody wanted them any more.
    package var cancelled = 0
    package var counted: [String] = []
    package var prewarmed: [RequestKind] = []
    package var inspections = 0
    fileprivate var holds = false
    fileprivate var held: Set<String> = []
    fileprivate var released = 0
    fileprivate var holdsCounts = false
    fileprivate var holdsInspection = false
    fileprivate var answers: @Sendable (NoteRequest) -> Answer = ScriptedModel.answer
    /// What the next requests on a passage come to, before `answers` is asked.
    fileprivate var turns: [String: [Answer]] = [:]
    fileprivate var inspected: ModelProfile?
  }

  package let profile: ModelProfile
  private let watched = Watched(State())
  private let count: @Sendable (String) throws -> Int

  /// One that passes for the built-in note taker, but can be held.
  package init(inPlaceOf profile: ModelProfile) {
    self.profile = profile
    count = { TokenWeights.standard.tokens(in: Array($0.utf8)) }
  }

  /// - Parameter count: tokens of a text; without it the estimate is right.
  package init(
    _ name: String = "scripted",
    window: Int? = 4_096,
    concurrent: Int = 1,
    prewarmsOnOpen: Bool = false,
    countsTokens: Bool = true,
    id: String? = nil,
    count: @escaping @Sendable (String) throws -> Int = { TokenWeights.standard.tokens(in: Array($0.utf8)) }
  ) {
    profile = ModelProfile(
      id: id ?? "ollama:\(name)",
      backend: id == nil ? "ollama" : "openai",
      displayName: name,
      window: Window(reported: window),
      prewarmsOnOpen: prewarmsOnOpen,
      maxConcurrent: concurrent,
      countsTokens: countsTokens
    )
    self.count = count
  }

  package var state: State { watched.state }

  /// The first word of each passage that a note was asked for, in order; "combine" for a combining request.
  package var asked: [String] { state.requests.map(Self.name) }

  /// What it answers of itself: a note that begins with the passage's first word.
  package static func answer(to request: NoteRequest) -> Answer {
    request.kind == .combine
      ? .text("All of them counted boats: \(request.parts.count).") : .text("\(name(of: request)) counted the boats.")
  }

  private static func name(of request: NoteRequest) -> String {
    if request.kind == .combine { return "combine" }
    if request.kind == .repair { return "repair" }
    let words = String(decoding: request.source, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    return words.first.map(String.init) ?? ""
  }

  // MARK: The script

  /// Says what requests come to from now on; nil leaves one to the usual answer.
  package func answers(_ answer: @escaping @Sendable (NoteRequest) -> Answer?) {
    watched.change { $0.answers = { answer($0) ?? Self.answer(to: $0) } }
  }

  /// Says what the requests on a passage that begins with this word come to.
  package func answers(_ passage: String, _ answer: Answer) {
    answers { Self.name(of: $0) == passage ? answer : nil }
  }

  /// Says what the next requests on a passage that begins with this word come to, one after the other.
  package func answersInTurn(_ passage: String, _ answers: [Answer]) {
    watched.change { $0.turns[passage] = answers }
  }

  /// Holds every request from now on until it is released, one after the other.
  package func hold() { watched.change { $0.holds = true } }

  /// Holds the requests on the passage that begins with this word.
  package func hold(_ passage: String) { watched.change { _ = $0.held.insert(passage) } }

  /// Lets the requests on that passage go on.
  package func release(_ passage: String) { watched.change { _ = $0.held.remove(passage) } }

  /// Lets the next held request end, in the order in which they entered.
  package func releaseNext() { watched.change { $0.released += 1 } }

  /// Lets everything go on, now and later.
  package func releaseAll() {
    watched.change { state in
      state.holds = false
      state.held = []
      state.holdsCounts = false
      state.holdsInspection = false
    }
  }

  package func releaseInspection() { watched.change { $0.holdsInspection = false } }

  package func holdCounts() { watched.change { $0.holdsCounts = true } }
  package func releaseCounts() { watched.change { $0.holdsCounts = false } }

  /// What `inspect` brings, and whether it has to be released first.
  package func inspects(held: Bool = false, _ change: (inout ModelProfile) -> Void) {
    var inspected = profile
    change(&inspected)
    let result = inspected
    watched.change { state in
      state.inspected = result
      state.holdsInspection = held
    }
  }

  // MARK: What a test waits for

  /// Waits until so many requests have entered since the beginning.
  package func entered(_ count: Int) async throws {
    try await watched.wait(for: "request \(count) to \(profile.displayName), which had \(asked)") {
      $0.requests.count >= count ? () : nil
    }
  }

  /// Waits until a request on the passage that begins with this word has entered.
  package func entered(_ passage: String) async throws {
    try await watched.wait(for: "a request on \(passage), but there were \(asked)") { state in
      state.requests.contains { Self.name(of: $0) == passage } ? () : nil
    }
  }

  package func inspected(_ times: Int) async throws {
    try await watched.wait(for: "inspection \(times)") { $0.inspections >= times ? () : nil }
  }

  /// Waits until a count has been asked for.
  package func counting() async throws { try await watched.wait(for: "a count") { $0.counted.isEmpty ? nil : () } }

  package func prewarmed(_ times: Int = 1) async throws {
    try await watched.wait(for: "prewarming") { $0.prewarmed.count >= times ? () : nil }
  }

  /// Waits until so many streams have ended because nobody wanted them.
  package func cancelled(_ count: Int) async throws {
    try await watched.wait(for: "cancelled request \(count)") { $0.cancelled >= count ? () : nil }
  }

  // MARK: NoteTaker

  package func inspect() async -> ModelProfile {
    watched.change { $0.inspections += 1 }
    let inspected = try? await watched.wait(for: "release of an inspection") { state in
      state.holdsInspection ? nil : .some(state.inspected)
    }
    return (inspected ?? nil) ?? profile
  }

  package func countTokens(_ text: String) async throws -> Int {
    watched.change { $0.counted.append(text) }
    try await watched.wait(for: "release of a count") { $0.holdsCounts ? nil : () }
    return try count(text)
  }

  package func prewarm(_ kind: RequestKind) async { watched.change { $0.prewarmed.append(kind) } }

  package func write(_ request: NoteRequest) -> AsyncThrowingStream<Draft, any Error> {
    let name = Self.name(of: request)
    let (place, answer) = watched.change { state in
      state.requests.append(request)
      let turn = state.turns[name]?.isEmpty == false ? state.turns[name]?.removeFirst() : nil
      return (state.requests.count, turn ?? state.answers(request))
    }
    return AsyncThrowingStream { continuation in
      let task = Task { [watched] in
        func hold() async throws {
          try await watched.wait(for: "release of \(name)") { state in
            state.held.contains(name) || (state.holds && state.released < place) ? nil : ()
          }
        }
        do {
          switch answer {
          case .text(let text):
            try await hold()
            continuation.yield(Draft(text: text, finishReason: .stop))
          case .snapshots(let texts):
            for text in texts.dropLast() { continuation.yield(Draft(text: text)) }
            try await hold()
            if let last = texts.last { continuation.yield(Draft(text: last, finishReason: .stop)) }
          case .drafts(let drafts):
            for draft in drafts.dropLast() { continuation.yield(draft) }
            try await hold()
            if let last = drafts.last { continuation.yield(last) }
          case .breaksOff(let texts, let failure):
            for text in texts { continuation.yield(Draft(text: text)) }
            try await hold()
            throw failure
          case .fails(let failure):
            try await hold()
            throw failure
          case .nothing:
            try await hold()
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { [watched] reason in
        watched.change { state in
          state.ended += 1
          if case .cancelled = reason { state.cancelled += 1 }
        }
        task.cancel()
      }
    }
  }
}
