package import Summaries
import Synchronization

/// A model behind Ollama's own interface, which is told the window and says which one it has allocated.
package struct Ollama: NoteTaker {
  private let connection: ServerConnection
  private let base: String
  private let prompts: Prompts
  private let learnt = Learnt()

  /// - Parameters:
  ///   - name: the model, as Ollama lists it.
  ///   - environment: where curl is looked for, and `OLLAMA_HOST`, which counts as far as it names this machine.
  package init(name: String, options: ServerOptions, environment: [String: String]) {
    base = OllamaAddress.base(environment["OLLAMA_HOST"])
    prompts = Prompts(wish: options.instructions)
    connection = ServerConnection(name: name, isLoopback: true, options: options, environment: environment)
  }

  private struct Facts {
    /// What the model was made for, in tokens.
    var native: Int?
    /// What its own file asks for.
    var wanted: Int?
    /// What the server has allocated, as far as it is known.
    var allocated: Int?
    var thinks = false
    var isLoaded = false
  }

  private final class Learnt: Sendable {
    struct State {
      var facts: Facts?
      var availability = ModelProfile.Availability.unknown
    }
    let state = Mutex(State())
  }

  /// The window that is asked for: the user's, else the one in memory, else what the model's file asks for, else
  /// the default; never more than the model was made for.
  private var window: Window {
    let facts = learnt.state.withLock { $0.facts }
    guard let facts else { return connection.options.contextWindow.map { Window(size: $0) } ?? Window(reported: nil) }
    let wanted = connection.options.contextWindow ?? facts.allocated ?? facts.wanted ?? Window.assumedSize
    let size = min(wanted, facts.native ?? wanted)
    return Window(size: facts.allocated.map { min($0, size) } ?? size)
  }

  package var profile: ModelProfile {
    let state = learnt.state.withLock { $0 }
    let options = connection.options
    return ModelProfile(
      id: "ollama:\(connection.name)",
      backend: "ollama",
      displayName: connection.name,
      window: window,
      overheads: PromptPrices.estimates(prompts),
      availability: state.availability,
      requestVersion: prompts.requestVersion(
        options.temperature.map { "\($0)" } ?? "",
        options.seed.map { "\($0)" } ?? ""
      ),
      prewarmsOnOpen: state.facts?.isLoaded ?? false,
      maxConcurrent: options.maxConcurrent ?? 1,
      countsTokens: false
    )
  }

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
    let body = try json(OllamaWire.ShowRequest(model: connection.name))
    let response = try await connection.http.fetch(try await connection.request(base + "/api/show", body: body))
    guard response.head.status != 404 else {
      throw Failure(
        .modelUnavailable,
        "Ollama has no model \(connection.name). Fetch it with: ollama pull \(connection.name)"
      )
    }
    guard response.head.isSuccess else { throw connection.failure(response.head, response.body) }
    guard let show = decoded(OllamaWire.Show.self, response.body) else { throw Failure.garbage(response.body) }
    var facts = Facts(native: show.window, wanted: show.ownWindow)
    facts.thinks = show.capabilities?.contains("thinking") ?? false
    let row = try await running()
    facts.isLoaded = row != nil
    facts.allocated = row?.window
    learnt.state.withLock { $0.facts = facts }
    return facts
  }

  private func running() async throws -> OllamaWire.Running.Model? {
    try await connection.askIfThere(OllamaWire.Running.self, base + "/api/ps")?.row(of: connection.name)
  }

  private func facts() async throws -> Facts {
    if let known = learnt.state.withLock({ $0.facts }) { return known }
    return try await discover()
  }

  /// An estimate: Ollama has no tokenizer to ask.
  package func countTokens(_ text: String) async throws -> Int {
    TokenWeights.standard.tokens(in: Array(text.utf8))
  }

  /// Loads the model and lets it read the instructions.
  package func prewarm(_ kind: RequestKind) async {
    guard let facts = try? await facts() else { return }
    var body = body(for: .empty(kind), ceiling: 1, facts)
    body.stream = false
    body.format = nil
    // Whatever is wrong shows when a note is asked for.
    guard let bytes = try? json(body), let request = try? await connection.request(base + "/api/chat", body: bytes)
    else { return }
    _ = try? await connection.http.fetch(request)
    await readBackWindow()
  }

  /// Learns which window the server has really allocated, which can be smaller than the one asked for.
  private func readBackWindow() async {
    guard let row = try? await running() else { return }
    learnt.state.withLock { state in
      state.facts?.isLoaded = true
      if let window = row.window { state.facts?.allocated = window }
    }
  }

  package func write(_ request: NoteRequest) -> AsyncThrowingStream<Draft, any Error> {
    connection.drafts(ceiling: request.ceiling) { ceiling, show in
      let facts = try await facts()
      let body = body(for: request, ceiling: ceiling, facts)
      let expectation = connection.expectation(
        of: request,
        ceiling: ceiling,
        profile: profile,
        isStructured: body.format != nil
      )
      var draft = try await connection.answer(
        to: try await connection.request(base + "/api/chat", body: try json(body)),
        parser: OllamaStream(),
        reader: AnswerReader(expectation),
        show: show
      )
      // What is in Ollama's cache is not always counted: only a count about as large as a window says that the text
      // was cut to fit it. Half of it is what Ollama then keeps.
      let read = draft.usage?.promptTokens ?? 0
      draft.truncatedInput = draft.truncatedInput && read >= window.size * 2 / 5
      if !facts.isLoaded || draft.truncatedInput { await readBackWindow() }
      return draft
    }
  }

  private func body(for request: NoteRequest, ceiling: Int, _ facts: Facts) -> OllamaWire.Request {
    let isStructured = request.kind == .single
    return OllamaWire.Request(
      model: connection.name,
      messages: prompts.messages(for: request, asJSON: isStructured),
      stream: true,
      options: OllamaWire.Options(
        window: window.size,
        ceiling: ceiling,
        temperature: connection.options.temperature,
        seed: connection.options.seed
      ),
      format: isStructured ? RawJSON(StructuredAnswer.schema) : nil,
      think: facts.thinks ? false : nil,
      keepAlive: Self.keepAlive
    )
  }

  /// How long the model stays in memory: as long as one reads in a text.
  private static let keepAlive = "15m"
}

/// Where Ollama's server is.
enum OllamaAddress {
  private static let port = "11434"

  /// Its address on this machine.
  ///
  /// - Parameter host: what `OLLAMA_HOST` holds: the server's own setting, so that it may name all addresses. One that
  ///   names another machine is not followed: such a server is named by `openai:`.
  static func base(_ host: String?) -> String {
    var rest = (host ?? "")[...]
    if let scheme = rest.utf8Prefix("http://") { rest = scheme }
    rest = rest.prefix { $0 != "/" }
    let isBracketed = rest.hasPrefix("[")
    let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
    let name = isBracketed ? String(rest.prefix { $0 != "]" }.dropFirst()) : String(parts.first ?? "")
    let given = isBracketed ? rest.drop { $0 != "]" }.dropFirst(2) : parts.count == 2 ? parts[1] : ""
    let isHere = ["", "localhost", "0.0.0.0", "::", "::1"].contains(name) || name.hasPrefix("127.")
    let isPort = UInt16(given).map { $0 > 0 } ?? false
    return "http://127.0.0.1:\(isHere && isPort ? String(given) : port)"
  }
}

extension Substring {
  fileprivate func utf8Prefix(_ prefix: String) -> Substring? {
    hasPrefix(prefix) ? dropFirst(prefix.utf8.count) : nil
  }
}
