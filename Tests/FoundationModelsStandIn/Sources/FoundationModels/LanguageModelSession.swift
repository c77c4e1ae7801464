import Foundation
public import Observation
import Synchronization

/// A conversation with the model, one request at a time.
public final class LanguageModelSession: @unchecked Sendable {
  struct State: Sendable {
    var transcript: Transcript
    var isResponding = false
  }

  let model: SystemLanguageModel
  let instructions: String
  let number: Int
  let state: Mutex<State>

  private init(model: SystemLanguageModel, instructions: String, transcript: Transcript) {
    self.model = model
    self.instructions = instructions
    number = StandIn.record(session: instructions, isPermissive: model.guardrails.isPermissive)
    state = Mutex(State(transcript: transcript))
  }

  private convenience init(model: SystemLanguageModel, instructions: Instructions?) {
    let text = instructions?.text ?? ""
    let entry = Transcript.Instructions(segments: [.text(Transcript.TextSegment(content: text))])
    self.init(
      model: model,
      instructions: text,
      transcript: Transcript(entries: text.isEmpty ? [] : [.instructions(entry)])
    )
  }

  @_disfavoredOverload
  public convenience init(
    model: SystemLanguageModel = .default,
    tools: [any Tool] = [],
    instructions: String? = nil
  ) {
    self.init(model: model, instructions: instructions.map { Instructions(text: $0) })
  }

  public convenience init(
    model: SystemLanguageModel = .default,
    tools: [any Tool] = [],
    instructions: Instructions? = nil
  ) {
    self.init(model: model, instructions: instructions)
  }

  public convenience init(
    model: SystemLanguageModel = .default,
    tools: [any Tool] = [],
    @InstructionsBuilder instructions: () throws -> Instructions
  ) rethrows {
    self.init(model: model, instructions: try instructions())
  }

  public convenience init(model: SystemLanguageModel = .default, tools: [any Tool] = [], transcript: Transcript) {
    self.init(model: model, instructions: transcript.first?.text ?? "", transcript: transcript)
  }

  public final var transcript: Transcript { state.withLock { $0.transcript } }
  public final var isResponding: Bool { state.withLock { $0.isResponding } }

  public final func prewarm(promptPrefix: Prompt? = nil) {
    StandIn.record(prewarm: number, prefix: promptPrefix?.text)
  }
}

nonisolated extension LanguageModelSession: Observation.Observable {}

extension LanguageModelSession {
  public struct Response<Content: Generable> {
    public let content: Content
    public let rawContent: GeneratedContent
    public let transcriptEntries: ArraySlice<Transcript.Entry>

    init(content: Content, rawContent: GeneratedContent, transcriptEntries: ArraySlice<Transcript.Entry>) {
      self.content = content
      self.rawContent = rawContent
      self.transcriptEntries = transcriptEntries
    }
  }

  public struct ResponseStream<Content: Generable>: AsyncSequence {
    public typealias Element = Snapshot

    public struct Snapshot {
      public var content: Content.PartiallyGenerated
      public var rawContent: GeneratedContent
    }

    public struct AsyncIterator: AsyncIteratorProtocol {
      var source: AsyncThrowingStream<GeneratedContent, any Swift.Error>.AsyncIterator

      public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> Snapshot? {
        guard let raw = try await source.next(isolation: actor) else { return nil }
        return Snapshot(content: try Content.PartiallyGenerated(raw), rawContent: raw)
      }
    }

    let source: AsyncThrowingStream<GeneratedContent, any Swift.Error>

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(source: source.makeAsyncIterator()) }

    public nonisolated(nonsending) func collect() async throws -> sending Response<Content> {
      var last = GeneratedContent(value: .null)
      for try await raw in source { last = raw }
      return Response(content: try Content(last), rawContent: last, transcriptEntries: [])
    }
  }
}

#if SDK_27
  extension LanguageModelSession.Response: Sendable where Content: Sendable {}
#endif

extension LanguageModelSession {
  // MARK: Whole answers

  @discardableResult
  public nonisolated(nonsending) final func respond(
    to prompt: Prompt,
    options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<String> {
    try await collected(generate(prompt, options, isGuided: false))
  }

  @_disfavoredOverload @discardableResult
  public nonisolated(nonsending) final func respond(
    to prompt: String,
    options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<String> {
    try await collected(generate(Prompt(text: prompt), options, isGuided: false))
  }

  @discardableResult
  public nonisolated(nonsending) final func respond(
    options: GenerationOptions = GenerationOptions(),
    @PromptBuilder prompt: () throws -> Prompt
  ) async throws -> Response<String> {
    try await collected(generate(try prompt(), options, isGuided: false))
  }

  @discardableResult
  public nonisolated(nonsending) final func respond<Content: Generable>(
    to prompt: Prompt,
    generating type: Content.Type = Content.self,
    includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<Content> {
    try await collected(generate(prompt, options, isGuided: true))
  }

  @_disfavoredOverload @discardableResult
  public nonisolated(nonsending) final func respond<Content: Generable>(
    to prompt: String,
    generating type: Content.Type = Content.self,
    includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<Content> {
    try await collected(generate(Prompt(text: prompt), options, isGuided: true))
  }

  private nonisolated(nonsending) func collected<Content: Generable>(
    _ source: AsyncThrowingStream<GeneratedContent, any Swift.Error>
  ) async throws -> Response<Content> {
    var last = GeneratedContent(value: .string(""))
    for try await raw in source { last = raw }
    return Response(content: try Content(last), rawContent: last, transcriptEntries: Array(transcript)[...].suffix(2))
  }

  // MARK: Answers as they come

  public final func streamResponse(
    to prompt: Prompt,
    options: GenerationOptions = GenerationOptions()
  ) -> sending ResponseStream<String> {
    ResponseStream(source: generate(prompt, options, isGuided: false))
  }

  @_disfavoredOverload
  public final func streamResponse(
    to prompt: String,
    options: GenerationOptions = GenerationOptions()
  ) -> sending ResponseStream<String> {
    ResponseStream(source: generate(Prompt(text: prompt), options, isGuided: false))
  }

  public final func streamResponse(
    options: GenerationOptions = GenerationOptions(),
    @PromptBuilder prompt: () throws -> Prompt
  ) rethrows -> sending ResponseStream<String> {
    ResponseStream(source: generate(try prompt(), options, isGuided: false))
  }

  public final func streamResponse<Content: Generable>(
    to prompt: Prompt,
    generating type: Content.Type = Content.self,
    includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) -> sending ResponseStream<Content> {
    ResponseStream(source: generate(prompt, options, isGuided: true))
  }

  @_disfavoredOverload
  public final func streamResponse<Content: Generable>(
    to prompt: String,
    generating type: Content.Type = Content.self,
    includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) -> sending ResponseStream<Content> {
    ResponseStream(source: generate(Prompt(text: prompt), options, isGuided: true))
  }
}
