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
      "Whether opening a document makes the model ready: as the model's kind allows, always, or never",
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
