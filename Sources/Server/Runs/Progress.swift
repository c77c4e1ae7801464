import LSP
import Summaries

/// A run's progress on one token: begun when the client made room, percentages never falling, ended exactly once.
struct RunProgress {
  enum State {
    /// The client was asked to make room and has not answered.
    case asked
    case begun
  }

  let token: ProgressToken
  var state: State
  var percentage = 0
}

extension Session {
  /// Begins progress on a token of ours, where the client can show it.
  ///
  /// A client's own token dies with its request, so it is used only by a request that is held open (`heldSummaries`).
  func beginProgress(of run: Run) {
    guard client.createsProgress, documents[run.uri]?.isHidden == false, !run.phase.isOver else { return }
    // A run that goes on, by a retry, goes on where it is shown.
    guard progress[run.id] == nil else { return reportProgress(of: run) }
    let token = ids.progressToken()
    progress[run.id] = RunProgress(token: token, state: .asked)
    ask(WorkDoneProgressCreateRequest.self, WorkDoneProgressTokenParams(token: token)) { session, answer in
      guard case .success = answer else {
        session.progress[run.id] = nil
        return
      }
      session.startProgress(of: run, on: token)
    }
  }

  func startProgress(of run: Run, on token: ProgressToken) {
    // A run that ended while the client was being asked still gets its begin and its end.
    let percentage = run.percentage
    progress[run.id] = RunProgress(token: token, state: .begun, percentage: percentage)
    let name = SafeText.label(run.uri.name)
    report(
      token,
      WorkDoneProgressBegin(
        title: "Notes on \(name)",
        cancellable: true,
        message: run.progressMessage,
        percentage: percentage
      )
    )
    if run.phase.isOver { endProgress(of: run) }
  }

  func reportProgress(of run: Run) {
    guard let current = progress[run.id], current.state == .begun, !run.phase.isOver else { return }
    // A passage that was cut smaller makes more work; what was shown is not taken back.
    let percentage = max(current.percentage, run.percentage)
    progress[run.id]?.percentage = percentage
    report(
      current.token,
      WorkDoneProgressReport(cancellable: true, message: run.progressMessage, percentage: percentage)
    )
  }

  func endProgress(of run: Run) {
    guard let current = progress[run.id], current.state == .begun else { return }
    progress[run.id] = nil
    report(current.token, WorkDoneProgressEnd(message: run.outcome))
  }

  private func report<Value: Codable & Hashable & Sendable>(_ token: ProgressToken, _ value: Value) {
    notify(ProgressNotification<Value>.self, ProgressParams(token: token, value: value))
  }

  /// The run whose progress is shown on this token.
  func run(onProgress token: ProgressToken) -> Run? {
    guard let id = progress.first(where: { $0.value.token == token })?.key else { return nil }
    return documents.values.flatMap(\.runs).first { $0.id == id }
  }
}

extension Run {
  /// 0 to 99 while there is work: a pass done is a step, and so is each request that combines notes.
  var percentage: Int {
    let steps = passages.count + combinePasses
    return steps == 0 ? 0 : min(99, settledCount * 100 / steps)
  }

  fileprivate var progressMessage: String {
    if phase == .combining {
      return "combining \(passages.count) notes" + (combining?.attempts.words.map { ": \($0)" } ?? "")
    }
    if let index = firstPassage({ $0.attempts.pause != nil }), let words = passages[index].attempts.words {
      return "passage \(index + 1) of \(passages.count): \(words)"
    }
    return "\(settledCount) of \(Wording.count(passages.count, "passage", "passages"))"
  }

  /// What came of it, in a few words.
  var outcome: String {
    let noted = passages.count { $0.state == .noted }
    let failed = passages.count { if case .failed = $0.state { true } else { false } }
    var words = noted == 1 ? "1 note" : "\(noted) notes"
    if failed > 0 { words += ", \(failed) failed" }
    if summaryFailure != nil { words += ", not combined" }
    return phase == .cancelled ? "cancelled, \(words) kept" : words
  }
}
