import Summaries
import Synchronization

/// The key for a server: read when it is first needed, kept in memory alone, and sent in a header.
final class APIKey: Sendable {
  private let source: ServerOptions.KeySource?
  private let environment: [String: String]
  private let known = Mutex<String?>(nil)
  /// A command may ask the user for a password first.
  private static let patience = Children.Patience(untilFirstOutput: .seconds(60), between: .seconds(60))

  init(_ source: ServerOptions.KeySource?, environment: [String: String]) {
    self.source = source
    self.environment = environment
  }

  /// Nil where none is configured.
  func value() async throws -> String? {
    guard let source else { return nil }
    if let known = known.withLock({ $0 }) { return known }
    let found: String
    switch source {
    case .environment(let name):
      guard let value = environment[name] else {
        throw Failure(.badConfiguration, "apiKeyEnv names \(name), and there is no such environment variable.")
      }
      found = value
    case .command(let command): found = try await output(of: command)
    }
    let key = String(found.prefix { !$0.isNewline })
    guard !key.isEmpty, key.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw Failure(
        .badConfiguration,
        "What apiKeyEnv or apiKeyCommand gives is no key: empty, or with characters that no key has."
      )
    }
    known.withLock { $0 = key }
    return key
  }

  /// Lets the key be read anew: the server did not take this one.
  func forget() { known.withLock { $0 = nil } }

  private func output(of command: String) async throws -> String {
    let shell = ChildProcess.Command(program: "/bin/sh", arguments: ["-c", command], environment: environment)
    let events: AsyncStream<Children.Event>
    do throws(ChildProcess.Problem) {
      events = try Children.all.run(shell, patience: Self.patience)
    } catch {
      throw Failure(.badConfiguration, "apiKeyCommand could not be started: \(error.words).")
    }
    var output: [UInt8] = []
    for await event in events {
      switch event {
      case .output(let bytes): output += bytes.prefix(max(0, 65_536 - output.count))
      case .side: break
      case .silent: throw Failure(.badConfiguration, "apiKeyCommand took longer than a minute and was ended.")
      case .ended(.status(0), _): return String(decoding: output, as: UTF8.self)
      case .ended(let end, _):
        // What it printed may hold the key, or half of it: it is not repeated.
        throw Failure(.badConfiguration, "apiKeyCommand failed (\(end.words)). Run it in a terminal to see why.")
      }
    }
    throw CancellationError()
  }
}

extension ChildProcess.End {
  fileprivate var words: String {
    switch self {
    case .status(let status): "status \(status)"
    case .signal(let signal): "signal \(signal)"
    }
  }
}
