/// One setting: its name in every source, what it may be, and who may set it.
package struct Setting: Sendable {
  /// What a client's configuration may do, which a cloned repository can bring along.
  package enum ClientRule: String, Sendable {
    case free
    /// Only a value that keeps text on this machine.
    case loopbackOnly
    /// Only the user's own file, the environment and flags count.
    case never
  }

  /// As in JSON, nested by dots: `diagnostics.tooLong`.
  package let key: String
  /// For people: `220`, `1000 without a model, 2000 with one`.
  package let standard: String
  /// What it may be, as the end of the sentence "must be …".
  package let allowed: String
  /// What it does, in one line.
  package let summary: String
  package let clientRule: ClientRule
  /// Whether its flag may stand without a value.
  package let isSwitch: Bool
  let read: @Sendable (SettingValue, inout Settings) throws(SettingValue.Refusal) -> Void
  /// The value in force; nil when its default depends on the model.
  package let show: @Sendable (Settings) -> String?

  /// `BREVIATE_DIAGNOSTICS_TOO_LONG`.
  package var environmentName: String { "BREVIATE_" + words.map { $0.uppercased() }.joined(separator: "_") }
  /// `--diagnostics-too-long`.
  package var flagName: String { "--" + words.joined(separator: "-") }

  /// The key's words in lower case.
  private var words: [String] {
    var words = [""]
    for character in key {
      if character == "." {
        words.append("")
      } else if character.isUppercase {
        words.append(character.lowercased())
      } else {
        words[words.count - 1].append(character)
      }
    }
    return words
  }
}

extension Setting {
  /// Every setting there is, in the order in which people read of them.
  ///
  /// README's table is checked against it.
  package static let all: [Setting] = [
    Setting(
      "model",
      .model,
      standard: "auto",
      clientRule: .loopbackOnly,
      "What writes the notes",
      set: { $0.model = $1 },
      show: { $0.model.description }
    ),
    Setting(
      "contextWindow",
      .count(1...10_000_000),
      standard: "what the model says, else 4096",
      "Tokens that the model holds at once, prompt and answer together",
      set: { $0.contextWindow = $1 },
      show: { $0.contextWindow.map(String.init) }
    ),
    Setting(
      "passageTokens",
      .count(64...1_000_000),
      standard: "2000 with a model, 1000 without",
      "The most tokens of text that one note is taken of",
      set: { $0.passageTokens = $1 },
      show: { $0.passageTokens.map(String.init) }
    ),
    Setting(
      "maxAnswerTokens",
      .count(16...16_384),
      standard: "220",
      "The most tokens of one note",
      set: { $0.maxAnswerTokens = $1 },
      show: { String($0.maxAnswerTokens) }
    ),
    Setting(
      "hover",
      .choice(HoverStyle.self),
      standard: "passage",
      "Where hovering shows a note: anywhere in its passage, or on the passage's first line",
      set: { $0.hover = $1 },
      show: { $0.hover.rawValue }
    ),
    Setting(
      "diagnostics.tooLong",
      .choice(TooLongSeverity.self),
      standard: "information with a model, hint without",
      "How a text that takes more than one request is pointed out",
      set: { $0.tooLong = $1 },
      show: { $0.tooLong?.rawValue }
    ),
    Setting(
      "prewarm",
      .choice(Prewarm.self),
      standard: "auto",
      "Whether opening a document makes a model on this machine ready: where that costs nothing, always, or never",
      set: { $0.prewarm = $1 },
      show: { $0.prewarm.rawValue }
    ),
    Setting(
      "allowRemote",
      .yesOrNo,
      standard: "false",
      clientRule: .never,
      "Whether text may be sent to a configured model on another machine",
      set: { $0.allowRemote = $1 },
      show: { String($0.allowRemote) }
    ),
    Setting(
      "models",
      .models,
      standard: "none",
      clientRule: .loopbackOnly,
      "Further models that may be switched to, as `breviate.models` lists them",
      set: { $0.models = $1 },
      show: { $0.models.isEmpty ? nil : $0.models.map(\.description).joined(separator: " ") }
    ),
    Setting(
      "instructions",
      .text("a text", limit: 4_096),
      standard: "none",
      "What you want of every note, in your own words, added to what the model is told",
      set: { $0.instructions = $1 },
      show: { $0.instructions.map(SettingValue.excerpt) }
    ),
    Setting(
      "temperature",
      .number(0...2),
      standard: "the model's own",
      "How freely the model chooses its words; 0 is the least",
      set: { $0.temperature = $1 },
      show: { $0.temperature.map(SettingType<Double>.plain) }
    ),
    Setting(
      "seed",
      .count(0...2_147_483_647),
      standard: "none",
      "With a seed, a server that takes one answers the same again",
      set: { $0.seed = $1 },
      show: { $0.seed.map(String.init) }
    ),
    Setting(
      "maxConcurrent",
      .count(1...64),
      standard: "the model's own, 1 on this machine",
      "Requests that a model is given at a time",
      set: { $0.maxConcurrent = $1 },
      show: { $0.maxConcurrent.map(String.init) }
    ),
    Setting(
      "connectTimeout",
      .count(1...600),
      standard: "10",
      "Seconds until a connection to the model's server has to stand",
      set: { $0.connectTimeout = $1 },
      show: { String($0.connectTimeout) }
    ),
    Setting(
      "tokenTimeout",
      .count(1...3_600),
      standard: "60",
      "Seconds that a model may be silent between two tokens; the first one may take five times as long",
      set: { $0.tokenTimeout = $1 },
      show: { String($0.tokenTimeout) }
    ),
    Setting(
      "apiKeyEnv",
      .text("the name of an environment variable", limit: 256) { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "=") },
      standard: "none",
      clientRule: .never,
      "The environment variable that holds the key for the model's server",
      set: { $0.apiKeyEnv = $1 },
      show: { $0.apiKeyEnv }
    ),
    Setting(
      "apiKeyCommand",
      .text("a command", limit: 4_096),
      standard: "none",
      clientRule: .never,
      "A command that prints that key, run when it is first needed",
      set: { $0.apiKeyCommand = $1 },
      show: { $0.apiKeyCommand.map(SettingValue.excerpt) }
    ),
    Setting(
      "confirmAbove",
      .count(0...1_000_000),
      standard: "20 with a model on another machine, else never",
      "Passes above which you are asked before a run starts",
      set: { $0.confirmAbove = $1 },
      show: { $0.confirmAbove.map(String.init) }
    ),
    Setting(
      "repair",
      .yesOrNo,
      standard: "false",
      "Whether the model is asked once more for the specifics that a note left out; for models that are able to",
      set: { $0.repair = $1 },
      show: { String($0.repair) }
    ),
  ]

  package static func named(key: String) -> Setting? { all.first { $0.key == key } }
  package static func named(environment name: String) -> Setting? { all.first { $0.environmentName == name } }
  package static func named(flag name: String) -> Setting? { all.first { $0.flagName == name } }

  private init<Value>(
    _ key: String,
    _ type: SettingType<Value>,
    standard: String,
    clientRule: ClientRule = .free,
    _ summary: String,
    set: @escaping @Sendable (inout Settings, Value) -> Void,
    show: @escaping @Sendable (Settings) -> String?
  ) {
    self.key = key
    self.standard = standard
    self.summary = summary
    self.clientRule = clientRule
    self.show = show
    allowed = type.allowed
    isSwitch = Value.self == Bool.self
    read = { (value, settings) throws(SettingValue.Refusal) in set(&settings, try type.read(value)) }
  }
}
