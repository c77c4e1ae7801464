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
    let model = model(resolved.settings)
    findings += [model, builtInNote()]
    for finding in findings { terminal.print(finding.line) }
    return findings.contains { $0.verdict == .bad } ? ExitStatus.unmet : ExitStatus.fine
  }

  private struct Finding {
    enum Verdict: String {
      case good = "ok"
      /// Worth knowing, and no fault.
      case notable = "note"
      case bad = "problem"
    }

    let verdict: Verdict
    let subject: String
    let words: String

    init(_ verdict: Verdict, _ subject: String, _ words: String) {
      self.verdict = verdict
      self.subject = subject
      self.words = words
    }

    var line: String {
      let label = verdict.rawValue + String(repeating: " ", count: 9 - verdict.rawValue.count)
      return label + SafeText.message("\(subject): \(words)") + "\n"
    }
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

  /// Whether what the settings name can be used.
  private func model(_ settings: Settings) -> Finding {
    do throws(Failure) {
      let profile = wait(for: try noteTaker(for: settings)) { await $0.inspect() }
      let name = settings.model.description == profile.id ? profile.id : "\(settings.model): \(profile.id)"
      switch profile.availability {
      case .available, .unknown: return Finding(.good, "model", "\(name) (\(profile.displayName))")
      case .unavailable(let failure): return Finding(.bad, "model", "\(name): \(failure.title). \(failure.detail)")
      }
    } catch {
      return Finding(.bad, "model", "\(settings.model): \(error.title). \(error.detail)")
    }
  }

  private func builtInNote() -> Finding {
    let text = "Breviate takes notes on long texts. It works passage by passage and shows the notes in the editor."
    let request = NoteRequest(kind: .note, source: Array(text.utf8), ceiling: 60)
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
