import Summaries

/// Finds out what a server of chat completions is and can do.
struct OpenAIServer: Sendable {
  /// Servers with routes of their own that are worth asking.
  enum Kind: Sendable {
    case llamaCpp
    case vllm
    case other
  }

  let connection: ServerConnection
  let address: OpenAIAddress
  let prompts: Prompts

  /// A server that is loading its model is asked again so often, with a pause between.
  private static let loading = (tries: 60, pause: Duration.milliseconds(500))

  /// - Throws: why the model cannot be used.
  func facts() async throws -> OpenAICompatible.Facts {
    var facts = OpenAICompatible.Facts()
    let model = try await row()
    if model?.ownedBy == "vllm" {
      facts.server = .vllm
    } else if model == nil || model?.ownedBy == "llamacpp" || model?.meta != nil {
      let props = try await connection.askIfThere(OpenAIWire.Props.self, address.root + "/props")
      if let props, let window = props.settings?.window, window > 0 {
        facts.server = .llamaCpp
        facts.window = window
        facts.slots = props.slots
      }
    }
    facts.window = facts.window ?? model?.window.flatMap { $0 > 0 ? $0 : nil }
    if facts.window == nil, facts.server == .other, connection.isLoopback {
      facts.window = try await studioWindow()
    }
    facts.overheads = try await overheads(facts.server)
    return facts
  }

  /// The model's row in the server's list; nil where the server has no list.
  private func row() async throws -> OpenAIWire.Model? {
    guard let list = try await list(), let models = list.data, !models.isEmpty else { return nil }
    if let row = models.first(where: { $0.id == connection.name }) { return row }
    // llama.cpp has one model and takes every name for it.
    if models.count == 1, let only = models.first, only.ownedBy == "llamacpp" || only.meta != nil { return only }
    let names = models.prefix(8).map(\.id).joined(separator: ", ")
    throw Failure(
      .modelUnavailable,
      "The server has no model \(connection.name). It has: \(names)\(models.count > 8 ? ", …" : "")."
    )
  }

  private func list() async throws -> OpenAIWire.ModelList? {
    var tries = 0
    while true {
      let response = try await connection.http.fetch(try await connection.request(address.models))
      switch response.head.status {
      case 200..<300: return decoded(OpenAIWire.ModelList.self, response.body)
      case 404, 405, 501: return nil
      case 503 where tries < Self.loading.tries && ServerError(response.body).message == "Loading model":
        tries += 1
        try await Task.sleep(for: Self.loading.pause)
      default: throw connection.failure(response.head, response.body)
      }
    }
  }

  /// LM Studio gives the window of a loaded model in a list of its own.
  private func studioWindow() async throws -> Int? {
    let url = "\(address.root)/api/v0/models/\(connection.name)"
    let found = try await connection.askIfThere(OpenAIWire.StudioModel.self, url)
    return found?.loaded.flatMap { $0 > 0 ? $0 : nil }
  }

  // MARK: Tokens

  /// The tokens of a text by the server's own tokenizer; nil where it offers none.
  func count(_ text: String, as kind: Kind) async throws -> Int? {
    switch kind {
    case .llamaCpp: try await llamaCount(text, special: false)
    case .vllm:
      try await vllmCount(
        OpenAIWire.VLLMTokenizeRequest(model: connection.name, prompt: text, addSpecial: false)
      )
    case .other: nil
    }
  }

  private func llamaCount(_ text: String, special: Bool) async throws -> Int? {
    let body = try json(OpenAIWire.LlamaTokenizeRequest(content: text, addSpecial: special))
    return try await connection.ask(OpenAIWire.Tokens.self, address.root + "/tokenize", body)?.tokens?.count
  }

  private func vllmCount(_ request: OpenAIWire.VLLMTokenizeRequest) async throws -> Int? {
    let found = try await connection.ask(OpenAIWire.Tokens.self, address.root + "/tokenize", try json(request))
    return found?.count ?? found?.tokens?.count
  }

  /// What each kind of request costs without a text, measured where the server can tell.
  private func overheads(_ kind: Kind) async throws -> [RequestKind: Overhead] {
    var prices = PromptPrices.estimates(prompts)
    guard kind != .other else { return prices }
    for request in RequestKind.allCases.map(NoteRequest.empty) {
      let messages = prompts.messages(for: request, asJSON: request.kind == .single)
      if let tokens = try await promptTokens(messages, kind) {
        prices[request.kind] = Overhead(session: 0, instructions: tokens)
      }
    }
    return prices
  }

  private func promptTokens(_ messages: [ChatMessage], _ kind: Kind) async throws -> Int? {
    guard kind == .llamaCpp else {
      return try await vllmCount(OpenAIWire.VLLMTokenizeRequest(model: connection.name, messages: messages))
    }
    let body = try json(
      OpenAIWire.TemplateRequest(messages: messages, templateArguments: OpenAIWire.TemplateArguments())
    )
    let url = address.root + "/apply-template"
    guard let prompt = try await connection.askIfThere(OpenAIWire.AppliedTemplate.self, url, body)?.prompt else {
      return nil
    }
    return try await llamaCount(prompt, special: true)
  }
}
