/// What the user chose for models behind a server.
package struct ServerOptions: Sendable, Hashable {
  /// Where the key for a server comes from.
  package enum KeySource: Sendable, Hashable {
    /// The environment variable of this name.
    case environment(String)
    /// What this command prints, run by the shell.
    case command(String)
  }

  /// Tokens; nil: what the server says.
  package var contextWindow: Int?
  /// What the user wants of every note.
  package var instructions: String?
  /// nil: the model's own.
  package var temperature: Double?
  package var seed: Int?
  /// nil: the model's own.
  package var maxConcurrent: Int?
  /// Seconds until a connection has to stand.
  package var connectTimeout: Int
  /// Seconds between two pieces of an answer; the first one may take `firstTokenFactor` times as long.
  package var tokenTimeout: Int
  package var key: KeySource?

  /// Reading a long prompt takes longer than the next word.
  static let firstTokenFactor = 5

  package init(
    contextWindow: Int? = nil,
    instructions: String? = nil,
    temperature: Double? = nil,
    seed: Int? = nil,
    maxConcurrent: Int? = nil,
    connectTimeout: Int = 10,
    tokenTimeout: Int = 60,
    key: KeySource? = nil
  ) {
    self.contextWindow = contextWindow
    self.instructions = instructions
    self.temperature = temperature
    self.seed = seed
    self.maxConcurrent = maxConcurrent
    self.connectTimeout = connectTimeout
    self.tokenTimeout = tokenTimeout
    self.key = key
  }

  var patience: Children.Patience {
    Children.Patience(
      untilFirstOutput: .seconds(tokenTimeout * Self.firstTokenFactor),
      between: .seconds(tokenTimeout)
    )
  }
}
