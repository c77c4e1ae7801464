import Store

/// What the program can be asked to do.
enum Verb: String, CaseIterable {
  case lsp, summarise, plan, doctor, config

  init?(word: String) {
    self.init(rawValue: word == "summarize" ? "summarise" : word)
  }
}

/// How notes are printed.
enum Format: String, CaseIterable {
  case text, markdown, json, jsonl
}

/// Arguments that make no sense, with a sentence that says which and what would.
struct UsageError: Error, Hashable {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}

/// The words behind the program's name, read.
struct Arguments {
  enum Request: Hashable {
    case run(Verb)
    case help(Verb?)
    case version
  }

  var request = Request.help(nil)
  /// Files in the order given; `-` is standard input.
  var files: [String] = []
  /// Flags that are settings, by their names with dashes.
  var settings: [(name: String, value: String)] = []
  var format = Format.text
  var maxPasses: Int?
  var logFile: String?
  var recordFile: String?

  /// Words are read in any order: flags may stand before the command, between files and behind them.
  init(_ words: [String]) throws(UsageError) {
    var rest = words[...]
    var plain: [String] = []
    var flags: [(flag: Flag, value: String)] = []
    while let word = rest.popFirst() {
      if word == "--" {
        plain += rest
        rest = []
      } else if word.hasPrefix("-") && word != "-" {
        flags.append(try Self.flag(word, &rest))
      } else {
        plain.append(word)
      }
    }
    if flags.contains(where: { $0.flag.name == "--version" }) {
      request = .version
      return
    }
    try takeVerb(from: &plain, wantsHelp: flags.contains { $0.flag.name == "--help" })
    guard case .run(let verb) = request else { return }
    for (flag, value) in flags { try take(flag, value, for: verb) }
    try takeFiles(plain, for: verb)
  }

  /// Reads one flag, `--name`, `--name=value` or `--name value`, with its value from the words behind it.
  private static func flag(_ word: String, _ rest: inout ArraySlice<String>) throws(UsageError) -> (Flag, String) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let name = parts[0] == "-h" ? "--help" : parts[0]
    guard let flag = Flag.all.first(where: { $0.name == name }) else {
      let meant = nearest(name, among: Flag.all.map(\.name)).map { "; did you mean \($0)?" } ?? ""
      throw UsageError("unknown flag \(name)\(meant)")
    }
    if parts.count == 2 {
      guard flag.value != nil else { throw UsageError("\(name) takes no value") }
      return (flag, parts[1])
    }
    if flag.value == nil || flag.isSwitch { return (flag, "true") }
    guard let value = rest.first, !value.hasPrefix("--") else {
      throw UsageError("\(name) needs a value: \(name) \(flag.value ?? "")")
    }
    rest = rest.dropFirst()
    return (flag, value)
  }

  private mutating func takeVerb(from plain: inout [String], wantsHelp: Bool) throws(UsageError) {
    let isHelp = plain.first == "help"
    if isHelp { plain.removeFirst() }
    guard let word = plain.first else {
      guard isHelp || wantsHelp else { throw UsageError("what to do? See breviate --help") }
      return
    }
    guard let verb = Verb(word: word) else {
      let words = Verb.allCases.map(\.rawValue)
      let meant = nearest(word, among: words + ["summarize", "help"]) ?? words.joined(separator: ", ")
      throw UsageError("unknown command \(word); did you mean \(meant)?")
    }
    plain.removeFirst()
    request = isHelp || wantsHelp ? .help(verb) : .run(verb)
  }

  private mutating func take(_ flag: Flag, _ value: String, for verb: Verb) throws(UsageError) {
    guard flag.verbs.contains(verb) else {
      throw UsageError("\(verb.rawValue) takes no \(flag.name); see breviate \(verb.rawValue) --help")
    }
    switch flag.name {
    case "--log": logFile = value
    case "--record": recordFile = value
    case "--stdio": break
    case "--format":
      guard let format = Format(rawValue: value) else {
        throw UsageError("--format is \"\(value)\" but must be \(flag.value ?? "")")
      }
      self.format = format
    case "--max-passes":
      guard let number = Int(value), number >= 0 else {
        throw UsageError("--max-passes is \"\(value)\" but must be a whole number")
      }
      maxPasses = number
    default: settings.append((flag.name, value))
    }
  }

  private mutating func takeFiles(_ plain: [String], for verb: Verb) throws(UsageError) {
    switch verb {
    case .summarise, .plan:
      guard !plain.isEmpty else {
        throw UsageError("\(verb.rawValue) needs a file, or - for standard input")
      }
      guard plain.count(where: { $0 == "-" }) < 2 else { throw UsageError("- stands for standard input: once only") }
      files = plain
    case .lsp, .doctor, .config:
      if let word = plain.first { throw UsageError("\(verb.rawValue) takes no \"\(word)\"") }
    }
  }
}
