import Server

/// Standard output and standard error of the program.
struct Terminal: Sendable {
  /// Columns to wrap text at: those of the terminal, at most 100 because longer lines are hard to read.
  let width: Int
  /// The meter's room on standard error; nil when that is no terminal that can rewrite a line.
  let meterWidth: Int?

  init(environment: [String: String]) {
    width = min(Platform.terminalWidth(Platform.standardOutput) ?? 80, 100)
    let canRewrite = Platform.isTerminal(Platform.standardError) && (environment["TERM"] ?? "dumb") != "dumb"
    meterWidth = canRewrite ? Platform.terminalWidth(Platform.standardError) ?? 80 : nil
  }

  /// Writes to standard output.
  ///
  /// A reader that is gone (`| head`) is the end of the work, not an error.
  func print(_ text: String) {
    print(bytes: Array(text.utf8))
  }

  func print(bytes: [UInt8]) {
    switch Platform.writeAll(Platform.standardOutput, bytes) {
    case .written: return
    case .readerGone: break
    case .failed(let reason): complain("standard output: \(reason)")
    }
    Platform.exitNow(ExitStatus.unable)
  }

  /// Writes one line to standard error: "breviate: …".
  func complain(_ message: String) {
    _ = Platform.writeAll(Platform.standardError, Array("breviate: \(SafeText.message(message))\n".utf8))
  }

  /// Writes to standard error as it is.
  func meter(_ text: String) {
    _ = Platform.writeAll(Platform.standardError, Array(text.utf8))
  }
}
