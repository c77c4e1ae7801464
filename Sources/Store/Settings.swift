/// What the user can choose, with every value in force.
///
/// The schema says what each one means.
package struct Settings: Hashable, Sendable {
  package var model = ModelName.auto
  /// Tokens, prompt and answer together, for a model that does not say; nil: ask the model.
  package var contextWindow: Int?
  /// The most tokens of text in one passage; nil: as `passageTokens(builtIn:)` says.
  package var passageTokens: Int?
  /// The most tokens of one note.
  package var maxAnswerTokens = 220
  package var hover = HoverStyle.passage
  /// Whether and how a long text is pointed out; nil: as `tooLong(builtIn:)` says.
  package var tooLong: TooLongSeverity?
  package var prewarm = Prewarm.auto
  /// Whether a configured endpoint may be on another machine.
  package var allowRemote = false
  /// Further models that a person may switch to.
  package var models: [ModelName] = []
  /// What a person wants of every note, added to the instructions of each request.
  package var instructions: String?
  /// nil: the model's own.
  package var temperature: Double?
  /// With a seed a server that knows seeds answers the same again.
  package var seed: Int?
  /// Requests at a time; nil: the model's own number, 1 for a server on this machine.
  package var maxConcurrent: Int?
  /// Seconds until a connection has to stand.
  package var connectTimeout = 10
  /// Seconds that a model may be silent between two tokens, and before the first.
  package var tokenTimeout = 60
  /// Name of the environment variable that holds the key for the model's server.
  package var apiKeyEnv: String?
  /// A command that prints that key.
  package var apiKeyCommand: String?
  /// Passes above which a person is asked first; nil: as `confirmAbove(isLoopback:)` says.
  package var confirmAbove: Int?
  /// Whether a model is asked once more for the specifics that its note left out.
  package var repair = false

  package init() {}

  /// The passage size: 2,000 tokens with a model, 1,000 without one, which keeps more of shorter passages.
  package func passageTokens(builtIn: Bool) -> Int { passageTokens ?? (builtIn ? 1_000 : 2_000) }

  /// Passes above which a person is asked before a run starts; nil for never.
  ///
  /// What is done on this machine costs nothing but time, and can be cancelled; what is sent to another one may cost
  /// money: there a long text is asked about.
  package func confirmAbove(isLoopback: Bool) -> Int? { confirmAbove ?? (isLoopback ? nil : 20) }

  /// Information when a model would need several requests; without a model nothing is at stake: a hint.
  package func tooLong(builtIn: Bool) -> TooLongSeverity { tooLong ?? (builtIn ? .hint : .information) }
}

/// Where a hover shows a passage's note.
package enum HoverStyle: String, Hashable, Sendable, CaseIterable {
  /// Anywhere in the passage.
  case passage
  /// On its first line alone, for editors in which a mouse hovers by chance.
  case firstLine
  case off
}

/// How a text that takes several requests is pointed out.
package enum TooLongSeverity: String, Hashable, Sendable, CaseIterable {
  case off, hint, information
}

/// Whether a model is made ready when a document is opened.
package enum Prewarm: String, Hashable, Sendable, CaseIterable {
  /// As the model's kind allows.
  case auto
  /// Always on opening.
  case open
  case off
}
