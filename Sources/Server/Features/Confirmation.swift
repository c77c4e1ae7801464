import LSP
import Store
import Summaries

// A person is asked before a run that takes more passes than `confirmAbove`.

extension Session {
  /// Asks whether to begin a run, where it is long and the client puts questions; the words are why it has not begun.
  ///
  /// A client that puts none is not kept from its notes: what they take stood in the diagnostic and the lens.
  func question(about run: Run, _ request: RunRequest) -> String? {
    let passes = run.passages.count { passage in
      passage.state == .waiting && shelf.cachedNote(noteKey(passage.currentKey, in: run, kind: run.kind)) == nil
    }
    guard !request.isHeld, !request.isConfirmed, client.putsQuestions, !run.model.isBuiltIn,
      let limit = settings.settings.confirmAbove(isLoopback: isOnThisMachine(run.model.id)), passes > limit
    else { return nil }
    let words = "\(Wording.passes(passes)) with \(SafeText.label(run.model.displayName))"
    guard questions.insert(request.uri).inserted else { return "a question waits for its answer" }
    let yes = MessageActionItem(title: "Take \(Wording.count(passes, "note", "notes"))")
    let params = ShowMessageRequestParams(
      type: .info,
      message: "Breviate: notes on \(SafeText.label(request.uri.name)) take \(words).",
      actions: [yes, MessageActionItem(title: "Cancel")]
    )
    ask(ShowMessageRequest.self, params) { session, answer in
      session.questions.remove(request.uri)
      guard case .success(let value) = answer, value["title"]?.stringValue == yes.title else { return }
      var confirmed = request
      confirmed.isConfirmed = true
      session.startConfirmed(confirmed)
    }
    return "asked first: \(words)"
  }

  private func startConfirmed(_ request: RunRequest) {
    do {
      run(try startRun(request))
    } catch {
      log.error("a run that was agreed to: \(ResponseError(describing: error).message)")
    }
  }

  /// Sees to the start of a run that no request waits for.
  private func run(_ work: Work<RunReply>) {
    switch work {
    case .done(.failed(let failure)): show("Breviate: \(failure.title): \(failure.detail)", as: .warning)
    case .done, .held: break
    case .later(let job):
      perform(job.run) { session, result in
        do {
          session.run(try job.finish(session, result.get()))
        } catch {
          session.log.error("a run that was agreed to: \(ResponseError(describing: error).message)")
        }
      }
    }
  }
}
