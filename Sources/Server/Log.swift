import Store
import Synchronization

/// Where the program says what it does, for whoever looks for a fault: standard error and, when asked for, a file.
///
/// Any thread may write. Nothing here throws, waits for a reader or logs about logging: a line that cannot be
/// written is lost. Never a word of a document or of a note goes in: only names, numbers and reasons.
package final class Log: Sendable {
  package enum Level: Int, Comparable, Sendable {
    case debug, info, warning, error

    package static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }

    fileprivate var name: String {
      switch self {
      case .debug: "debug"
      case .info: "info"
      case .warning: "warning"
      case .error: "error"
      }
    }
  }

  /// A log file of this many bytes gives way to a new one and is kept as `FILE.1`.
  package static let rotationSize = 1_048_576

  private let file: String?
  private let fileLevel: Level
  private let standardErrorLevel: Level?
  private let now: @Sendable () -> Double
  private let rotationSize: Int
  /// Held while a line is written, so that two threads do not rotate the file at once.
  private let writing = Mutex(())

  /// A log for a person at a terminal or an editor that shows standard error, and for a file with more in it.
  ///
  /// - Parameter standardErrorLevel: nil: nothing goes to standard error.
  /// - Parameter now: seconds since 1970, UTC.
  package init(
    file: String? = nil,
    fileLevel: Level = .debug,
    standardErrorLevel: Level? = .warning,
    rotationSize: Int = Log.rotationSize,
    now: @escaping @Sendable () -> Double
  ) {
    self.file = file
    self.fileLevel = fileLevel
    self.standardErrorLevel = standardErrorLevel
    self.rotationSize = rotationSize
    self.now = now
  }

  package func debug(_ message: @autoclosure () -> String) { write(.debug, message) }
  package func info(_ message: @autoclosure () -> String) { write(.info, message) }
  package func warning(_ message: @autoclosure () -> String) { write(.warning, message) }
  package func error(_ message: @autoclosure () -> String) { write(.error, message) }

  private func write(_ level: Level, _ message: () -> String) {
    let toFile = file != nil && level >= fileLevel
    let toStandardError = standardErrorLevel.map { level >= $0 } ?? false
    guard toFile || toStandardError else { return }
    let words = Self.oneLine(Redaction.redacted(message()))
    if toStandardError {
      Platform.writeWithoutWaiting(Platform.standardError, Array("breviate: \(words)\n".utf8))
    }
    if toFile, let file {
      let line = "\(Timestamp.text(now(), thousandths: true)) \(level.name) \(words)\n"
      writing.withLock { _ in append(Array(line.utf8), to: file) }
    }
  }

  private func append(_ line: [UInt8], to file: String) {
    guard let size = try? Disk.append(line, to: file, kind: .any), size >= rotationSize else { return }
    try? Disk.move(file, to: file + ".1")
  }

  /// Line breaks and other controls would let a message forge lines of the log, or command a terminal.
  private static func oneLine(_ text: String) -> String {
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(2_000) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: line.append("\u{FFFD}")
      default: line.append(scalar)
      }
    }
    return String(line)
  }
}
