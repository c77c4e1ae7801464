import Server
import Store
import Summaries

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The program: reads its arguments, does what they say, and says by its exit status how that went.
struct Program {
  static let version = "0.1.0"

  let arguments: Arguments
  let environment: [String: String]
  let folders: Folders
  /// The user's own file, the environment and the flags.
  let layers: [SettingsLayer]
  let terminal: Terminal

  /// What the whole process comes to; nothing is left to do but to end it.
  static func main() -> Int32 {
    let environment = Platform.environment()
    let terminal = Terminal(environment: environment)
    do throws(UsageError) {
      let arguments = try Arguments(words())
      switch arguments.request {
      case .help(let verb):
        terminal.print(Usage.text(of: verb))
        return ExitStatus.fine
      case .version:
        terminal.print("breviate \(version)\n")
        return ExitStatus.fine
      case .run(let verb):
        guard Platform.hasRoom(forDescriptors: descriptorsNeeded) else {
          throw UsageError("too few files may be open at once: raise the limit (ulimit -n)")
        }
        return try Program(arguments, environment: environment, terminal: terminal).run(verb)
      }
    } catch {
      terminal.complain(error.message)
      return ExitStatus.unable
    }
  }

  /// Files, pipes and what the system's libraries open for themselves, at once; four are what a run needs on Linux.
  private static let descriptorsNeeded = 8

  /// The words behind the program's name.
  ///
  /// A name of a file that is not UTF-8 would be another file's name once it is repaired.
  private static func words() throws(UsageError) -> [String] {
    let given = UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    guard !given.isEmpty else {
      throw UsageError("the arguments cannot be read: is /proc there, and may another file be open?")
    }
    var words: [String] = []
    for case let word? in given.dropFirst() {
      guard let text = String(validatingCString: word) else {
        throw UsageError(
          "\"\(String(cString: word))\" is not UTF-8; a file with such a name can be read from standard input"
        )
      }
      words.append(text)
    }
    return words
  }

  private init(
    _ arguments: Arguments,
    environment: [String: String],
    terminal: Terminal
  ) throws(UsageError) {
    self.arguments = arguments
    self.terminal = terminal
    self.environment = environment
    folders = Folders(environment: environment)
    let flags = SettingsLayer.flags(arguments.settings)
    // Whoever has just typed a value wants to know, not to be served with another.
    if let problem = flags.problems.first {
      throw UsageError("\(problem.key ?? "") \(problem.reason)")
    }
    layers = (folders.configFile.map { [SettingsLayer.file($0)] } ?? []) + [.environment(environment), flags]
  }

  private func run(_ verb: Verb) -> Int32 {
    switch verb {
    case .lsp: serve()
    case .summarise: summarise()
    case .plan: plan()
    case .doctor: examine()
    case .config: showSettings()
    }
  }

  /// The settings in force, their problems told on standard error.
  func resolvedSettings() -> ResolvedSettings {
    let resolved = ResolvedSettings(layers)
    for problem in resolved.problems { terminal.complain(problem.message) }
    return resolved
  }

  /// What the server is started with, the same for an editor and for the command line.
  func serverEnvironment(log: Log) -> ServerEnvironment {
    ServerEnvironment(
      settingsLayers: layers,
      makeNoteTaker: { [environment] (settings) throws(Failure) in
        try Self.noteTaker(for: settings, environment: environment)
      },
      log: log,
      folders: folders,
      version: Program.version,
      now: secondsSince1970
    )
  }
}

/// The clock, UTC.
@Sendable func secondsSince1970() -> Double { Date().timeIntervalSince1970 }

/// How a run of the program ended, for scripts.
enum ExitStatus {
  static let fine: Int32 = 0
  /// What was asked is not so (a plan of too many passes, a model that cannot be used), or some passages failed.
  static let unmet: Int32 = 1
  /// Nothing could be done, or not with all files; or the arguments make no sense.
  static let unable: Int32 = 2
}
