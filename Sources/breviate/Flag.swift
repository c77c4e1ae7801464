import Store

/// A flag of the command line; most are settings and come from their schema.
struct Flag {
  /// With its dashes.
  let name: String
  /// What stands for its value in help; nil when it takes none.
  let value: String?
  /// Whether it may stand without its value, which is then true.
  let isSwitch: Bool
  let summary: String
  let verbs: Set<Verb>

  private init(_ name: String, value: String? = nil, isSwitch: Bool = false, _ summary: String, _ verbs: Set<Verb>) {
    self.name = name
    self.value = value
    self.isSwitch = isSwitch
    self.summary = summary
    self.verbs = verbs
  }

  static let own: [Flag] = [
    Flag("--format", value: "text|markdown|json|jsonl", "How to print, text by default", [.summarise, .plan]),
    Flag(
      "--max-passes",
      value: "N",
      "Do nothing, with status 1, for a text that takes more passes than N",
      [.summarise, .plan]
    ),
    Flag("--log", value: "FILE", "Write what the server does to a file", [.lsp]),
    Flag("--record", value: "FILE", "Write all that the editor sends to a file, texts included", [.lsp]),
    Flag("--stdio", "Accepted: the server always speaks on standard input and output", [.lsp]),
    Flag("--help", "Say how to use a command", Set(Verb.allCases)),
    Flag("--version", "Say the version", Set(Verb.allCases)),
  ]

  static let settings: [Flag] = Setting.all.map { setting in
    Flag(
      setting.flagName,
      value: setting.isSwitch ? "true|false" : "VALUE",
      isSwitch: setting.isSwitch,
      setting.summary,
      Set(Verb.allCases)
    )
  }

  static let all = own + settings
}
