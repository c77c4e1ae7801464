package import Summaries
import Synchronization

/// A model behind a server that speaks OpenAI's chat completions: llama.cpp, LM Studio, vLLM and others.
///
/// Nothing is asked of the server before `inspect` or the first request.
package struct OpenAICompatible: NoteTaker {
  private let id: String
  private let address: OpenAIAddress
  private let connection: ServerConnection
  private let prompts: Prompts
  private let learnt = Learnt()

  /// - Parameters:
  ///   - id: as the user names the model.
  ///   - url: the server's address, with or without `/v1`.
  ///   - name: the model on that server.
  ///   - environment: where curl, the key and proxies are looked for.
  package init(
    id: String,
    url: String,
    name: String,
    isLoopback: Bool,
    options: ServerOptions,
    environment: [String: String]
  ) {
    self.id = id
    address = OpenAIAddress(url)
    prompts = Prompts(wish: options.instructions)
    connection = ServerConnection(name: name, isLoopback: isLoopback, options: options, environment: environment)
  }

  /// What the server has shown of itself.
  struct Facts: Sendable {
    var server = OpenAIServer.Kind.other
    var window: Int?
    var slots: Int?
    var overheads: [RequestKind: Overhead] = [:]
  }

  private final class Learnt: Sendable {
    struct State {
      var facts: Facts?
      var availability = ModelProfile.Availability.unknown
      /// What the server was found not to take.
      var refused: Set<OpenAIField> = []
    }
    let state = Mutex(State())
  }

  package var profile: ModelProfile {
    let state = learnt.state.withLock { $0 }
    let options = connection.options
    // The user's figure holds where the server gives none; together, the smaller one.
    let window =
      switch (state.facts?.window, options.contextWindow) {
      case (let own?, let wanted?): Window(size: min(own, wanted))
      case (let size?, nil), (nil, let size?): Window(size: size)
      case (nil, nil): Window(reported: nil)
      }
    return ModelProfile(
      id: id,
      backend: "openai",
      displayName: connection.name,
      window: window,
      overheads: state.facts?.overheads ?? PromptPrices.estimates(prompts),
      availability: state.availability,
      requestVersion: prompts.requestVersion(
        options.temperature.map { "\($0)" } ?? "",
        options.seed.map { "\($0)" } ?? ""
      ),
      prewarmsOnOpen: connection.isLoopback && state.facts?.server == .llamaCpp,
      maxConcurrent: options.maxConcurrent ?? (connection.isLoopback ? 1 : Self.remoteConcurrency),
      countsTokens: state.facts.map { $0.server != .other } ?? false
    )
  }

  /// Remote services answer several at a time; more than a few run into their limits.
  private static let remoteConcurrency = 4

  package func inspect() async -> ModelProfile {
    do {
      _ = try await discover()
      learnt.state.withLock { $0.availability = .available }
    } catch let failure as Failure {
      learnt.state.withLock { $0.availability = .unavailable(failure) }
    } catch {
      // Cancelled: nothing was learnt.
    }
    return profile
  }

  private func discover() async throws -> Facts {
    let facts = try await OpenAIServer(connection: connection, address: address, prompts: prompts).facts()
    learnt.state.withLock { $0.facts = facts }
    return facts
  }

  private func facts() async throws -> Facts {
    if let known = learnt.state.withLock({ $0.facts }) { return known }
    return try await discover()
  }

  package func countTokens(_ text: String) async throws -> Int {
    let server = OpenAIServer(connection: connection, address: address, prompts: prompts)
    return try await server.count(text, as: try await facts().server)
      ?? TokenWeights.standard.tokens(in: Array(text.utf8))
  }

  /// Lets the server read the instructions, so that they are in its cache when a text follows.
  package func prewarm(_ kind: RequestKind) async {
    guard let facts = try? await facts(), facts.server == .llamaCpp else { return }
    let empty = NoteRequest(kind: kind, source: [], ceiling: 1)
    var body = body(for: empty, ceiling: 1, facts)
    body.stream = false
    body.streamOptions = nil
    body.responseFormat = nil
    // Whatever is wrong shows when a note is asked for.
    guard let bytes = try? json(body), let request = try? await connection.request(address.chat, body: bytes) else {
      return
    }
    _ = try? await connection.http.fetch(request)
  }

  package func write(_ request: NoteRequest) -> AsyncThrowingStream<Draft, any Error> {
    connection.drafts(ceiling: request.ceiling) { ceiling, show in
      let facts = try await facts()
      var tries = OpenAIField.allCases.count
      while true {
        let body = body(for: request, ceiling: ceiling, facts)
        let expectation = connection.expectation(
          of: request,
          ceiling: ceiling,
          profile: profile,
          isStructured: body.responseFormat != nil
        )
        do {
          return try await connection.answer(
            to: try await connection.request(address.chat, body: try json(body)),
            parser: OpenAIStream(),
            reader: AnswerReader(expectation),
            show: show
          )
        } catch let failure as Failure {
          // A server that names a field which it does not take is asked again without it.
          guard tries > 0, failure.kind == .modelError, let field = OpenAIField.named(in: failure.detail),
            learnt.state.withLock({ $0.refused.insert(field).inserted })
          else { throw failure }
          tries -= 1
        }
      }
    }
  }

  private func body(for request: NoteRequest, ceiling: Int, _ facts: Facts) -> OpenAIWire.Request {
    let refused = learnt.state.withLock { $0.refused }
    let isStructured = request.kind == .single && facts.server != .other && !refused.contains(.responseFormat)
    let knowsTemplates = facts.server != .other && !refused.contains(.templateArguments)
    let limitIsNew = refused.contains(.maxTokens)
    let messages = prompts.messages(for: request, asJSON: isStructured)
    return OpenAIWire.Request(
      model: connection.name,
      messages: messages,
      stream: true,
      streamOptions: refused.contains(.streamOptions) ? nil : OpenAIWire.StreamOptions(),
      maxTokens: limitIsNew ? nil : ceiling,
      maxCompletionTokens: limitIsNew ? ceiling : nil,
      temperature: refused.contains(.temperature) ? nil : connection.options.temperature,
      seed: refused.contains(.seed) ? nil : connection.options.seed,
      responseFormat: isStructured ? OpenAIWire.responseFormat : nil,
      templateArguments: knowsTemplates ? OpenAIWire.TemplateArguments() : nil,
      cachePrompt: facts.server == .llamaCpp ? true : nil
    )
  }
}

/// A field of a request that some servers do not take.
enum OpenAIField: String, CaseIterable {
  case streamOptions = "stream_options"
  case responseFormat = "response_format"
  case templateArguments = "chat_template_kwargs"
  case maxTokens = "max_tokens"
  case temperature
  case seed

  /// The field that an error message is about.
  static func named(in message: String) -> OpenAIField? { allCases.first { message.contains($0.rawValue) } }
}

/// The addresses of a server's routes.
struct OpenAIAddress: Sendable {
  /// Where the routes of OpenAI's own begin.
  let base: String
  /// Where a server's further routes begin.
  let root: String

  /// - Parameter url: one without a path means `/v1`, as all servers have it; any other is taken as it is.
  init(_ url: String) {
    let trimmed = String(url.reversed().drop { $0 == "/" }.reversed())
    let slashes = trimmed.filter { $0 == "/" }.count
    base = slashes <= 2 ? trimmed + "/v1" : trimmed
    root = base.hasSuffix("/v1") ? String(base.dropLast(3)) : base
  }

  var chat: String { base + "/chat/completions" }
  var models: String { base + "/models" }
}
