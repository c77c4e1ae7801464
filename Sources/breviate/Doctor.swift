import Dispatch
import Models
import Server
import Store
import Summaries
import Synchronization

extension Program {
  /// `breviate doctor`: whether everything that the program needs is there.
  func examine() -> Int32 {
    let resolved = ResolvedSettings(layers)
    var findings = [Finding(.good, "version", "\(Self.version)")]
    findings += settings(resolved)
    findings += [
      folder("config folder", folders.config), folder("cache folder", folders.cache),
      folder("runtime folder", folders.runtime), curl(),
    ]
    findings += models(resolved.settings) + [builtInNote()]
    for finding in findings { terminal.print(finding.line) }
    return findings.contains { $0.verdict == .bad } ? ExitStatus.unmet : ExitStatus.fine
  }

  private func settings(_ resolved: ResolvedSettings) -> [Finding] {
    let problems = resolved.problems.map { Finding(.bad, "settings", $0.message) }
    guard problems.isEmpty else { return problems }
    guard let file = folders.configFile else {
      return [Finding(.notable, "settings", "no HOME and no XDG_CONFIG_HOME, so no file of settings")]
    }
    let exists = Disk.exists(file)
    return [Finding(.good, "settings", exists ? file : "\(file) (not there; defaults hold)")]
  }

  private func folder(_ subject: String, _ path: String?) -> Finding {
    guard let path else { return Finding(.notable, subject, "none: neither HOME nor an XDG variable says where") }
    if Disk.isWritableFolder(path) { return Finding(.good, subject, path) }
    return Disk.exists(path)
      ? Finding(.notable, subject, "\(path) cannot be written") : Finding(.good, subject, "\(path) (made when needed)")
  }

  private func curl() -> Finding {
    let folders = (environment["PATH"] ?? "").split(separator: ":")
    let found = folders.map { $0 + "/curl" }.first { Disk.isExecutableFile($0) }
    return found.map { Finding(.good, "curl", $0) }
      ?? Finding(.notable, "curl", "not found; only models behind HTTP need it")
  }

  /// Whether the models that the settings name can be used, found out by using them.
  private func models(_ settings: Settings) -> [Finding] {
    let others = settings.models.filter { $0 != settings.model }
    return ([settings.model] + others).flatMap { model in
      var settings = settings
      settings.model = model
      return findings(of: settings)
    }
  }

  private func findings(of settings: Settings) -> [Finding] {
    let name = settings.model.description
    do throws(Failure) {
      return wait(for: try noteTaker(for: settings)) { await ModelChecks(taker: $0, name: name).findings() }
    } catch {
      return [Finding(.bad, "model", "\(name): \(error.title). \(error.detail)")]
    }
  }

  private func builtInNote() -> Finding {
    let request = NoteRequest(kind: .note, source: Array(ModelChecks.text.utf8), ceiling: 60)
    let note = wait(for: BuiltIn() as any NoteTaker) { writer in
      try? await writer.write(request).reduce(into: "") { $0 = $1.text }
    }
    return note.map { !$0.isEmpty } == true
      ? Finding(.good, "a note without a model", "taken") : Finding(.bad, "a note without a model", "came to nothing")
  }

  /// Waits, on this thread, for something that is done by the workers.
  private func wait<Result: Sendable>(
    for taker: any NoteTaker,
    _ work: @escaping @Sendable (any NoteTaker) async -> Result
  ) -> Result {
    let done = DispatchSemaphore(value: 0)
    let box = Box<Result>()
    Task.detached(executorPreference: Workers.shared) {
      let result = await work(taker)
      box.value.withLock { $0 = result }
      done.signal()
    }
    while true {
      done.wait()
      if let result = box.value.withLock({ $0 }) { return result }
    }
  }

  private final class Box<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
  }
}
