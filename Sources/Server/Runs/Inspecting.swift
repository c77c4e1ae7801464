import LSP
import Summaries

// What is known of models: asked of them when one is chosen and when one is gone, off the loop, one question to each
// at a time.

/// A model that is being asked what it is; whoever wants to know waits for the same answer.
struct PendingInspection {
  /// Unique in the life of the process.
  let id: Int
  let model: String
  let task: Task<ModelProfile, Never>
}

extension Session {
  /// Says once what is the matter with the model, if anything is, and asks it what it can do.
  func announceModel() {
    isAnnounced = true
    switch noteTaker {
    case .failure(let failure): tell(failure, of: model.id)
    case .success(let taker): if !taker.profile.isBuiltIn { inspect(taker) }
    }
  }

  @discardableResult
  func inspect(_ taker: any NoteTaker) -> PendingInspection {
    let model = taker.profile.id
    if let pending = inspections[model] { return pending }
    let pending = PendingInspection(
      id: ids.inspection(),
      model: model,
      task: Task.detached(executorPreference: Workers.shared, priority: .utility) { await taker.inspect() }
    )
    inspections[model] = pending
    perform({ await pending.task.value }) { session, result in
      if case .success(let profile as ModelProfile) = result { session.finish(pending, profile) }
    }
    return pending
  }

  /// Takes the answer once, unless another note taker has taken the model's place since.
  func finish(_ pending: PendingInspection, _ profile: ModelProfile) {
    guard inspections[pending.model]?.id == pending.id else { return }
    inspections[pending.model] = nil
    var profile = profile
    profile.id = pending.model
    take(profile)
    updateModelLists(pending.model)
  }

  private func take(_ profile: ModelProfile) {
    let id = profile.id
    let before = model.id == id ? model : profiles[id]
    profiles[id] = profile
    if let before, before.window != profile.window { prices.forgetWindow(of: id) }
    for run in documents.values.flatMap(\.runs) where run.model.id == id { run.model = profile }
    if model.id == id {
      model = profile
      switch profile.availability {
      case .unavailable(let failure): tell(failure, of: id)
      case .available, .unknown: toldFailures[id] = nil
      }
    }
    if before != profile { refit(to: id) }
    if model.id == id, documents.values.contains(where: { $0.isOpen && !$0.isHidden }) { prewarm() }
  }

  /// Tells the person what is the matter with a model, once and not of each document.
  private func tell(_ failure: Failure, of model: String) {
    guard isAnnounced, toldFailures.updateValue(failure, forKey: model) != failure else { return }
    show("Breviate: \(failure.title): \(failure.detail)", as: .warning)
  }

  /// A pass found nobody there: the model is asked anew, unless that is known already.
  func lostConnection(to pass: PassTable.Active) {
    warmth.forget(pass.model.id)
    if !isKnownToBeUnavailable(pass.model.id) { inspect(pass.writer.taker) }
  }

  func isKnownToBeUnavailable(_ model: String) -> Bool {
    if case .unavailable? = profiles[model]?.availability { true } else { false }
  }
}
