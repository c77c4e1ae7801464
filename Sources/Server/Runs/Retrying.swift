import Store
import Summaries

// What fails for a moment is asked for again by the loop, after a while that a timer of the loop's counts. Nothing
// sleeps, and a cancel finds nothing to end.

extension Session {
  /// Lets a passage wait to be asked about once more; false when that is of no use.
  func tryAgain(_ place: PassTable.Place, after failure: Failure, _ model: ModelProfile) -> Bool {
    guard let index = place.run.index(of: place.passage) else { return false }
    var passage = place.run.passages[index]
    let ceiling = noteCeiling(
      forPassageTokens: passage.tokens.value,
      maxAnswerTokens: settings.settings.maxAnswerTokens
    )
    switch passage.attempts.next(after: failure) {
    case .giveUp: return false
    case .wait(let seconds): pause(place.passage, for: seconds, after: failure, model)
    case .withMoreRoom:
      let room = answerRoom(of: model, kind: place.run.kind, tokens: passage.tokens.value)
      guard passage.attempts.ceiling(ceiling, room: room) > ceiling else { return false }
    }
    log.info("\(place.run.id), \(place.passage): \(failure.title); it is asked again")
    passage.waitAgain()
    place.run.passages[index] = passage
    noteChange(of: place.run.uri)
    reportProgress(of: place.run)
    return true
  }

  /// Lets the combining of a run's notes wait to be asked for once more; false when that is of no use.
  func tryCombiningAgain(_ run: Run, after failure: Failure) -> Bool {
    switch run.combining?.attempts.next(after: failure) {
    case nil, .giveUp: return false
    case .wait(let seconds): pause(run.id, for: seconds, after: failure, run.model)
    case .withMoreRoom: break
    }
    run.combining?.putGroupBack()
    reportProgress(of: run)
    return true
  }

  /// - Parameter id: of a passage, or of a run whose notes are being combined.
  private func pause(_ id: String, for seconds: Double, after failure: Failure, _ model: ModelProfile) {
    timers.set(.retry(id), after: environment.retryDelay(seconds))
    // Whoever says that there are too many requests means all of them.
    guard failure.kind == .rateLimited else { return }
    passes.pause(model.id)
    timers.set(.resume(model: model.id), after: environment.retryDelay(seconds))
  }

  /// The time has come to ask again.
  func askAgain(_ id: String) {
    for run in documents.values.flatMap(\.runs) {
      if run.id == id { run.combining?.attempts.goOn() }
      run.update(id) { $0.attempts.goOn() }
    }
    schedule()
  }

  func goOn(with model: String) {
    passes.goOn(model)
    schedule()
  }

  /// A run that has ended waits for nothing.
  func forgetPauses(of run: Run) {
    timers.cancel(.retry(run.id))
    for index in run.passages.indices where run.passages[index].attempts.pause != nil {
      timers.cancel(.retry(run.passages[index].id))
      run.passages[index].attempts.goOn()
    }
  }
}

extension Failure {
  /// Whether there was more text than the model could read.
  var isOfSize: Bool { kind == .tooLong || kind == .truncatedInput }

  /// Whether the model may be gone altogether.
  var isOfConnection: Bool { kind == .connectionLost || kind == .modelUnavailable }
}
