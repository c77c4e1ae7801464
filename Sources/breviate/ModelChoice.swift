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
    case .none: return BuiltIn()
    case .auto:
      guard OnDevice.isAvailable, let model = OnDevice.model(appleWishes(settings)) else { return BuiltIn() }
      return model
    case .apple:
      guard let model = OnDevice.model(appleWishes(settings)) else { throw OnDevice.absence }
      return model
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

  private static func appleWishes(_ settings: Settings) -> AppleModel.Wishes {
    AppleModel.Wishes(
      temperature: settings.temperature,
      instructions: settings.instructions,
      silence: settings.tokenTimeout
    )
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
