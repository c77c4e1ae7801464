import Models
import Store
import Summaries

extension Program {
  /// What writes the notes, as the settings name it.
  func noteTaker(for settings: Settings) throws(Failure) -> any NoteTaker {
    try Self.noteTaker(for: settings, environment: environment)
  }

  /// The same for whoever has no program at hand.
  static func noteTaker(
    for settings: Settings,
    environment: [String: String]
  ) throws(Failure) -> any NoteTaker {
    let model = settings.model
    if !model.isLoopback && !settings.allowRemote {
      throw Failure(
        .badConfiguration,
        "\(model) is on another machine. Texts are sent there only when allowRemote is true in your own config.json, "
          + "BREVIATE_ALLOW_REMOTE or --allow-remote."
      )
    }
    switch model {
    case .auto, .none: return BuiltIn()
    case .apple:
      throw Failure(.modelUnavailable, "This build has no support for Apple's on-device model yet.")
    case .ollama(let name):
      // The key is for the server behind an address; Ollama on this machine wants none.
      var options = options(settings)
      options.key = nil
      return Ollama(name: name, options: options, environment: environment)
    case .openai(let endpoint, let name):
      return OpenAICompatible(
        id: model.description,
        url: endpoint.url,
        name: name,
        isLoopback: model.isLoopback,
        options: options(settings),
        environment: environment
      )
    }
  }

  private static func options(_ settings: Settings) -> ServerOptions {
    ServerOptions(
      contextWindow: settings.contextWindow,
      instructions: settings.instructions,
      temperature: settings.temperature,
      seed: settings.seed,
      maxConcurrent: settings.maxConcurrent,
      connectTimeout: settings.connectTimeout,
      tokenTimeout: settings.tokenTimeout,
      key: settings.apiKeyEnv.map { .environment($0) } ?? settings.apiKeyCommand.map { .command($0) }
    )
  }
}
