import LSP
import Store
import Summaries

// Settings from the client, and what changes when they change.

extension Session {
  /// The section of a client's settings that is ours.
  private static let section = "breviate"

  func didChangeConfiguration(_ params: DidChangeConfigurationParams) {
    if client.answersConfiguration {
      pullConfiguration()
    } else if let ours = params.settings?[Self.section] ?? params.settings, ours != .null {
      takeClientSettings(section: ours)
    }
  }

  /// Asks a client for its section.
  ///
  /// One that answers with an error or null leaves everything as it is.
  func pullConfiguration() {
    guard client.answersConfiguration else { return }
    let params = ConfigurationParams(items: [ConfigurationItem(section: Self.section)])
    ask(ConfigurationRequest.self, params) { session, answer in
      switch answer {
      case .success(let value):
        if let ours = value[0], ours != .null { session.takeClientSettings(section: ours) }
      case .failure(let error):
        session.log.info("workspace/configuration: \(error.message)")
      }
    }
  }

  /// Puts the client's settings in force, under the flags and over everything else: its section, and under that
  /// what it said when it was initialized.
  func takeClientSettings(options: JSONValue? = nil, section: JSONValue? = nil) {
    if let options { clientOptions = Self.layer(of: options) }
    if let section { clientSection = Self.layer(of: section) }
    let before = settings
    settings = ResolvedSettings(environment.settingsLayers + [clientOptions, clientSection].compactMap { $0 })
    // Before `initialized` nothing may be said to the client; then it is.
    if phase == .running && isAnnounced && settings.problems != before.problems { reportSettingsProblems() }
    guard settings.settings != before.settings else { return }
    if settings.settings.asked != before.settings.asked {
      (noteTaker, model) = Self.makeNoteTaker(settings.settings, in: environment)
      inspections[model.id] = nil
      if isAnnounced { announceModel() }
    }
    for document in documents.values where document.isOpen { startPricing(document.uri) }
  }

  private static func layer(of value: JSONValue) -> SettingsLayer? {
    (try? value.bytes()).map { SettingsLayer.json($0, source: .client, others: [Client.notesChangesOption]) }
  }

  /// Shows each problem once, the first few in full: of a file full of them nobody reads more.
  func reportSettingsProblems() {
    let shown = 5
    let problems = settings.problems.filter { reportedProblems.insert($0).inserted }
    for problem in problems.prefix(shown) { show("Breviate: \(problem.message)", as: .warning) }
    guard problems.count > shown else { return }
    for problem in problems.dropFirst(shown) { log.info(problem.message) }
    show("Breviate: \(problems.count - shown) more settings are ignored; the log (--log) names them", as: .warning)
  }

  /// What writes notes as the settings say, or why nothing can.
  static func makeNoteTaker(
    _ settings: Settings,
    in environment: ServerEnvironment
  ) -> (Result<any NoteTaker, Failure>, ModelProfile) {
    do throws(Failure) {
      let taker = try environment.makeNoteTaker(settings)
      return (.success(taker), taker.profile)
    } catch {
      let name = settings.model.description
      let profile = ModelProfile(
        id: name,
        backend: backend(of: name),
        displayName: name,
        window: Window(reported: nil),
        availability: .unavailable(error)
      )
      return (.failure(error), profile)
    }
  }
}

extension Settings {
  /// What of them a model is asked with: where only the rest differs, the model stays as it is.
  fileprivate var asked: Settings {
    var asked = Settings()
    asked.model = model
    asked.allowRemote = allowRemote
    asked.contextWindow = contextWindow
    asked.maxAnswerTokens = maxAnswerTokens
    asked.instructions = instructions
    asked.temperature = temperature
    asked.seed = seed
    asked.connectTimeout = connectTimeout
    asked.tokenTimeout = tokenTimeout
    asked.apiKeyEnv = apiKeyEnv
    asked.apiKeyCommand = apiKeyCommand
    return asked
  }
}
