import LSP
import Store
import Summaries

/// What a pass brought.
struct PassResult: Sendable {
  var note: Note
  var draft: Draft
  /// The exact count of the passage's tokens, where it was counted before the request.
  var count: Int?
  /// Answer tokens each second, from the first on; nil where nobody counted them.
  var tokensPerSecond: Double?
  /// Whether the model was asked once more for what its note left out, and gave it.
  var isRepaired = false
  /// What the disk held instead of a new answer.
  var cached: CachedNote?

  /// A note that the disk held, with its traces and its ledger made anew from the text.
  static func recall(_ cached: CachedNote, of source: [UInt8]) -> PassResult {
    let draft = Draft(
      text: cached.text,
      headline: cached.headline,
      finishReason: cached.finishReason,
      usage: cached.usage,
      truncatedInput: cached.truncatedInput
    )
    return PassResult(note: groundedNote(draft, of: source), draft: draft, cached: cached)
  }
}

/// A passage turned out not to fit: it was counted.
struct PassageTooLong: Error {
  /// Exact tokens.
  var count: Int
}

/// One pass, off the loop: counted first where its price is only an estimate, then read to its end, then perhaps
/// asked once more for what it left out.
struct Asking: Sendable {
  /// How many left-out specifics one more request names: those of most weight.
  private static let named = 8

  var request: NoteRequest
  var taker: any NoteTaker
  /// Tokens of text that one request holds; nil where the text need not be counted.
  var limit: Int?
  var counts: CountMemo
  /// Tokens that a repairing request has for the note and what it lacks; nil where none is wanted.
  var repairRoom: Int?

  func result(show: @Sendable (Draft) -> Void) async throws -> PassResult {
    var count: Int?
    if let limit {
      let exact = try await counts.count(String(decoding: request.source, as: UTF8.self), by: taker)
      try Task.checkCancellation()
      if exact > limit { throw PassageTooLong(count: exact) }
      count = exact
    }
    var first: ContinuousClock.Instant?
    let draft = try await answer(to: request) { draft in
      if first == nil { first = .now }
      show(draft)
    }
    let note = groundedNote(draft, of: request.source)
    var result = PassResult(note: note, draft: draft, count: count)
    if let tokens = draft.usage?.answerTokens, let first, tokens > 1 {
      let seconds = first.duration(to: .now) / .seconds(1)
      if seconds > 0 { result.tokensPerSecond = Double(tokens - 1) / seconds }
    }
    guard let repaired = try await repaired(result) else { return result }
    return repaired
  }

  /// The last snapshot of an answer.
  private func answer(
    to request: NoteRequest,
    show: (Draft) -> Void = { _ in }
  ) async throws -> Draft {
    var last: Draft?
    for try await draft in taker.write(request) {
      last = draft
      if draft.finishReason == nil { show(draft) }
    }
    // A cancelled stream ends like a finished one: without this, half a note would be kept as a whole one.
    try Task.checkCancellation()
    guard let last, countWords(in: Array(last.text.utf8)) > 0 else {
      throw Failure(.answerEmpty, "The model ended its answer without a word. Retry, or choose another model.")
    }
    return last
  }

  // MARK: The repair

  /// The note once more with what it left out; nil where the first form is to be kept.
  ///
  /// It replaces the first only if it leaves out fewer specifics, none that the first had, and adds nothing that the
  /// text does not bear out.
  private func repaired(_ first: PassResult) async throws -> PassResult? {
    guard let room = repairRoom, !first.note.omitted.isEmpty, !first.draft.truncatedInput,
      first.draft.finishReason == .stop
    else { return nil }
    let missing = first.note.omitted.prefix(Self.named).map(\.value)
    let told = ([first.note.text] + missing).joined(separator: "\n")
    guard TokenWeights.standard.tokens(in: Array(told.utf8)) <= room else { return nil }
    var asked = request
    asked.kind = .repair
    asked.repair = NoteRequest.Repair(text: first.note.text, missing: missing)
    do {
      let draft = try await answer(to: asked)
      guard draft.finishReason == .stop, !draft.truncatedInput else { return nil }
      let note = groundedNote(draft, of: request.source)
      return note.isBetter(than: first.note) ? first.replaced(by: note, draft) : nil
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      // There is a note; that it was not made better is no failure of it.
      return nil
    }
  }
}

extension PassResult {
  /// The repaired note; what both requests took is summed up.
  fileprivate func replaced(by note: Note, _ draft: Draft) -> PassResult {
    var result = self
    result.note = note
    result.isRepaired = true
    result.note.headline = self.note.headline ?? note.headline
    result.draft = draft
    if let first = self.draft.usage, let second = draft.usage {
      result.draft.usage = Draft.Usage(
        promptTokens: first.promptTokens + second.promptTokens,
        answerTokens: first.answerTokens + second.answerTokens
      )
    }
    return result
  }
}

extension Note {
  fileprivate func isBetter(than first: Note) -> Bool {
    let left = Set(omitted.map(\.value))
    return omitted.count < first.omitted.count && left.isSubset(of: first.omitted.map(\.value))
      && notInText.count <= first.notInText.count
  }
}
