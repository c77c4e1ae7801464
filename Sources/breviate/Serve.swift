import Server
import Store

extension Program {
  /// `breviate lsp`: serves one editor until it is gone.
  func serve() -> Int32 {
    var record: (@Sendable ([UInt8]) -> Void)?
    if let path = arguments.logFile {
      do throws(Disk.Problem) {
        _ = try Disk.append([], to: path, kind: .any)
      } catch {
        terminal.complain("\(path): \(error)")
        return ExitStatus.unable
      }
    }
    if let path = arguments.recordFile {
      do throws(Disk.Problem) {
        try Disk.replace(path, with: [])
      } catch {
        terminal.complain("\(path): \(error)")
        return ExitStatus.unable
      }
      // A recording that can no longer be written must not end the session that it records.
      record = { _ = try? Disk.append($0, to: path) }
    }
    let log = Log(file: arguments.logFile, now: secondsSince1970)
    return ServerLoop.serveStandardIO(environment: serverEnvironment(log: log), record: record)
  }
}
