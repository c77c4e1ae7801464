import LSP
import Store
import Summaries

// `breviate.models`: the models that the settings name, and which of them can be reached now.

/// A list of models that waits for some of them to answer.
struct ModelList {
  enum Entry {
    case model(ModelProfile)
    /// The settings name it, and it cannot even be asked.
    case unusable(name: String, Failure)
  }

  var entries: [Entry]
  /// Ids of the models that have not answered.
  var waiting: Set<String>
}

extension Session {
  /// Asks every model that the settings name; what does not answer in time is listed without an answer.
  func models(for request: RequestID) -> Work<CommandResult> {
    var list = ModelList(entries: [], waiting: [])
    var known: Set<String> = []
    for name in [settings.settings.model] + settings.settings.models + [.none] {
      do throws(Failure) {
        let taker = try self.taker(of: name)
        guard known.insert(taker.profile.id).inserted else { continue }
        list.entries.append(.model(taker.profile))
        guard !taker.profile.isBuiltIn else { continue }
        list.waiting.insert(inspect(taker).model)
      } catch {
        guard known.insert(name.description).inserted else { continue }
        list.entries.append(.unusable(name: name.description, error))
      }
    }
    if list.waiting.isEmpty { return .done(.value(json(of: list))) }
    modelLists[request] = list
    timers.set(.listModels(request), after: environment.inspectionLimit)
    return .held(
      HeldRequest { session in
        session.forgetModelList(request)
        return nil
      }
    )
  }

  /// A model has answered: the lists that waited for no other are complete.
  func updateModelLists(_ model: String) {
    for request in modelLists.keys {
      modelLists[request]?.waiting.remove(model)
      if modelLists[request]?.waiting.isEmpty == true { answerModelList(request) }
    }
  }

  func answerModelList(_ request: RequestID) {
    guard let list = forgetModelList(request) else { return }
    answer(request, CommandResult.value(json(of: list)))
  }

  @discardableResult
  private func forgetModelList(_ request: RequestID) -> ModelList? {
    timers.cancel(.listModels(request))
    return modelLists.removeValue(forKey: request)
  }

  private func json(of list: ModelList) -> JSONValue {
    let models = list.entries.map { entry in
      switch entry {
      case .model(let profile): json(of: profiles[profile.id] ?? profile, isWaiting: list.waiting.contains(profile.id))
      case .unusable(let name, let failure):
        Self.json(name, Self.backend(of: name), name: name, isAvailable: false, problem: Self.words(failure))
      }
    }
    return ["current": .string(model.id), "models": .array(models)]
  }

  private func json(of profile: ModelProfile, isWaiting: Bool) -> JSONValue {
    let isAvailable: Bool?
    var problem: String?
    switch profile.availability {
    case _ where isWaiting:
      isAvailable = nil
      problem = "No answer yet; ask again in a moment."
    case .available: isAvailable = true
    case .unknown: isAvailable = nil
    case .unavailable(let failure):
      isAvailable = false
      problem = Self.words(failure)
    }
    return Self.json(
      profile.id,
      profile.backend,
      name: profile.displayName,
      isAvailable: isAvailable,
      window: window(of: profile),
      problem: problem
    )
  }

  private static func json(
    _ id: String,
    _ backend: String,
    name: String,
    isAvailable: Bool?,
    window: Window? = nil,
    problem: String?
  ) -> JSONValue {
    [
      "id": .string(id), "displayName": .string(name), "backend": .string(backend),
      "available": isAvailable.map(JSONValue.bool) ?? .null,
      "window": window.map { .int($0.size) } ?? .null,
      "windowAssumed": .bool(window?.assumed ?? false),
      "problem": problem.map(JSONValue.string) ?? .null,
    ]
  }

  private static func words(_ failure: Failure) -> String { "\(failure.title): \(failure.detail)" }

  static func backend(of name: String) -> String { String(name.prefix { $0 != ":" }) }

  // MARK: Another model for one request

  private func taker(of name: ModelName) throws(Failure) -> any NoteTaker {
    if name == settings.settings.model { return try noteTaker.get() }
    var wanted = settings.settings
    wanted.model = name
    return try environment.makeNoteTaker(wanted)
  }

  /// Another model for one request: one that the settings name, or else under the same rules as one that the client's
  /// configuration names.
  func otherNoteTaker(_ name: String) throws -> any NoteTaker {
    if let named = try? ModelName(name), ([settings.settings.model] + settings.settings.models).contains(named) {
      return try taker(of: named)
    }
    let json = try JSONValue.object(["model": .string(name)]).bytes()
    let layer = SettingsLayer.json(json, source: .client)
    if let problem = layer.problems.first {
      throw ResponseError(code: .invalidParams, message: "model \(problem.reason)")
    }
    return try taker(of: ResolvedSettings([layer]).settings.model)
  }
}
