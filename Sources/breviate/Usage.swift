import Store

/// What `--help` prints, made from the same tables that arguments are read by.
enum Usage {
  static func text(of verb: Verb?) -> String {
    guard let verb else { return general }
    var text = "usage: breviate \(form(of: verb))\n\n\(summary(of: verb)).\n"
    let flags = Flag.own.filter { $0.verbs.contains(verb) && $0.name != "--version" }
    text += "\n" + table(flags.map { ([$0.name, $0.value ?? ""].joined(separator: " "), $0.summary) })
    return text + "\n" + settings
  }

  private static var general: String {
    """
    breviate takes notes on long texts, passage by passage, and says first what that takes.

    usage:
    \(table(Verb.allCases.map { ("breviate " + form(of: $0), summary(of: $0)) }))
    breviate COMMAND --help says more about one. breviate --version says the version.

    \(settings)
    exit status: 0 fine; 1 what was asked for is not so, or some passages failed; 2 it could not be done.

    """
  }

  private static func form(of verb: Verb) -> String {
    switch verb {
    case .lsp: "lsp [--log FILE] [--record FILE]"
    case .summarise: "summarise [--format FORMAT] [--max-passes N] FILE…"
    case .plan: "plan [--format FORMAT] [--max-passes N] FILE…"
    case .doctor: "doctor"
    case .config: "config"
    }
  }

  private static func summary(of verb: Verb) -> String {
    switch verb {
    case .lsp: "Serve an editor (the Language Server Protocol on standard input and output)"
    case .summarise: "Print notes on files; - is standard input"
    case .plan: "Print how many passes files take, without taking notes"
    case .doctor: "Check settings, folders and the model"
    case .config: "Print the settings in force and where each comes from"
    }
  }

  private static var settings: String {
    let rows = Setting.all.map { setting in
      ("\(setting.flagName) \(setting.isSwitch ? "true|false" : "VALUE")", "\(setting.summary) (\(setting.allowed))")
    }
    return """
      settings, also in the environment (\(Setting.all.first?.environmentName ?? "") and so on) and in config.json:
      \(table(rows))
      """
  }

  /// Two columns; a left one too wide for its column has a line of its own.
  private static func table(_ rows: [(String, String)]) -> String {
    let column = 32
    let indent = String(repeating: " ", count: column)
    return rows.map { left, right in
      let words = TextWrap.wrap(right, width: 100, indent: indent)
      return left.count + 4 <= column
        ? "  \(left)\(words.dropFirst(left.count + 2))\n"
        : "  \(left)\n\(words)\n"
    }.joined()
  }
}
