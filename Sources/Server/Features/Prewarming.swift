import Store
import Summaries

// Making a model ready before anybody asks it for notes: on this machine alone, for elsewhere it may cost money.

/// Which models are ready, and which are being made ready.
struct Warmth {
  private var warmSince: [String: ContinuousClock.Instant] = [:]
  private var warming: Set<String> = []

  /// Whether a model has written something in this life of the server.
  private(set) var used: Set<String> = []

  /// Begins to make a model ready; false where that is being done, or was done less than `duration` ago.
  mutating func begin(_ model: String, warmFor duration: Duration) -> Bool {
    if let since = warmSince[model], since.duration(to: .now) < duration { return false }
    return warming.insert(model).inserted
  }

  mutating func finish(_ model: String) {
    if warming.remove(model) != nil { warmSince[model] = .now }
  }

  mutating func wrote(_ model: String) {
    used.insert(model)
    warmSince[model] = .now
  }

  /// A model that was gone has to be made ready anew.
  mutating func forget(_ model: String) {
    warmSince[model] = nil
    warming.remove(model)
  }
}

extension Session {
  /// Makes the next pass start sooner, where the settings and the model's kind allow it.
  func prewarm() {
    let name = model.id
    guard case .success(let taker) = noteTaker, !model.isBuiltIn, isOnThisMachine(name), allowsPrewarming,
      warmth.begin(name, warmFor: environment.warmFor)
    else { return }
    perform({ await taker.prewarm(.note) }) { session, _ in session.warmth.finish(name) }
  }

  private var allowsPrewarming: Bool {
    switch settings.settings.prewarm {
    case .off: false
    case .auto: model.prewarmsOnOpen || warmth.used.contains(model.id)
    case .open: true
    }
  }

  /// Whether text for a model stays here; what cannot be told counts as elsewhere.
  func isOnThisMachine(_ model: String) -> Bool { (try? ModelName(model))?.isLoopback ?? false }
}
