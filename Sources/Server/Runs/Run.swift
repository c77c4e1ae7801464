import LSP
import Summaries

/// The work on one plan: its passages waiting, running, done.
///
/// It stays after its end as the holder of its notes.
///
/// Touched by the loop alone, like the session that holds it.
final class Run {
  enum Scope: Hashable {
    case buffer
    /// A selection; the run's `range` says where it is now.
    case selection
  }

  enum Phase: Hashable {
    /// Passages are waiting or running.
    case noting
    /// All passages are settled and their notes are being combined.
    case combining
    case finished
    case cancelled

    var isOver: Bool { self == .finished || self == .cancelled }
  }

  /// Unique in the life of the process: "run-1".
  let id: String
  let uri: DocumentURI
  let scope: Scope
  /// UTF-8 offsets of the planned text in the document as it is now.
  var range: Range<Int>
  /// The model that takes the notes, as far as it is known now.
  var model: ModelProfile
  let taker: any NoteTaker
  /// The size that its passages were cut to, tokens.
  let passageTokens: Int
  /// The plan's figures as answered when the run started.
  let tokens: TokenCount
  var inputBudget: Int
  let combinePasses: Int
  /// What of the settings shapes its notes.
  let wishes: NoteWishes
  /// A summary where the text is one passage, else notes.
  private(set) var kind: RequestKind
  /// In text order; together they cover `range` until an edit moves them.
  var passages: [Passage] = []
  var summary: KeptNote?
  var summaryFailure: Failure?
  /// Whether a command asked for it: else it ends with the last request that is held open for it.
  var wasCommanded = false
  var phase = Phase.noting
  /// What is left of combining the notes; nil before and after.
  var combining: Combining?

  init(
    id: String,
    uri: DocumentURI,
    scope: Scope,
    range: Range<Int>,
    model: ModelProfile,
    taker: any NoteTaker,
    passageTokens: Int,
    wishes: NoteWishes = NoteWishes(),
    plan: Plan
  ) {
    self.id = id
    self.uri = uri
    self.scope = scope
    self.range = range
    self.model = model
    self.taker = taker
    self.passageTokens = passageTokens
    self.wishes = wishes
    tokens = plan.tokens
    inputBudget = plan.inputBudget
    combinePasses = plan.combinePasses
    kind = plan.passes == 1 ? .single : .note
  }

  // A passage is large, and a run of thousands looks at all of them after each pass: so they are looked at where they
  // lie, by index, and not copied one by one.

  /// Where the first passage is of which this holds.
  func firstPassage(_ holds: (borrowing Passage) -> Bool) -> Int? {
    for index in passages.indices where holds(passages[index]) { return index }
    return nil
  }

  /// Passages whose note needs no more work.
  var settledCount: Int {
    var count = 0
    for index in passages.indices where passages[index].isSettled { count += 1 }
    return count
  }

  func index(of passage: String) -> Int? { firstPassage { $0.id == passage } }

  func passage(_ id: String) -> Passage? { index(of: id).map { passages[$0] } }

  /// What writes the note of a passage.
  func writer(of passage: Passage) -> Writer { passage.writer ?? writer }

  /// What takes its notes and combines them.
  var writer: Writer { Writer(taker: taker, model: model) }

  /// Puts the parts that a passage was cut into in its place.
  ///
  /// What was one passage is now a text of several.
  func replacePassage(at index: Int, with parts: [Passage]) {
    passages.replaceSubrange(index...index, with: parts)
    kind = .note
  }

  /// Changes the passage with this id, if it is still there.
  func update(_ passage: String, _ body: (inout Passage) -> Void) {
    if let index = index(of: passage) { body(&passages[index]) }
  }
}

/// A model that a note is asked of.
struct Writer {
  let taker: any NoteTaker
  let model: ModelProfile
}

/// One passage of a run: where it is, what is known of it, and its note.
struct Passage {
  enum State: Hashable {
    case waiting
    case running
    case noted
    case failed(Failure)
    case cancelled
  }

  /// A name like "p12", unique in the life of the process.
  ///
  /// Kept when a later plan finds the passage again.
  let id: String
  /// UTF-8 offsets in the document as it is now: shifted by edits, grown by insertions inside or at its end.
  var range: Range<Int>
  /// The content as it was planned or last noted.
  var known: KnownPassage
  /// The key of the text that stands in `range` now.
  var currentKey: PassageKey
  /// Whether an edit has reached into the passage since `currentKey` was made.
  var touched: Bool = false
  var tokens: TokenCount
  var title: String?
  var state: State
  /// The note to show: provisional while the model's is not there, partial while it streams.
  @Aside var note: KeptNote?
  /// What was shown before a note streamed in, to be shown again when that note does not come to its end.
  @Aside var formerNote: KeptNote?
  /// The filter that it is asked under; relaxed only by a person's explicit act, and for this run alone.
  var filter = NoteRequest.Filter.standard
  /// Another model than the run's, by a person's explicit act.
  @Aside var writer: Writer?
  var attempts = Attempts()
  /// Whether it is a part of a passage that the model did not read to its end, and that was cut for it.
  var wasCutShort = false

  /// Whether it can be asked about now.
  var isReady: Bool { state == .waiting && attempts.pause == nil }

  var isSettled: Bool {
    switch state {
    case .waiting, .running: false
    case .noted, .failed, .cancelled: true
    }
  }

  /// Shows as much of a note as has been written.
  mutating func show(partial: KeptNote) {
    if note?.partial != true { formerNote = note }
    note = partial
  }

  /// Shows a note taken without a model until the model's comes.
  mutating func standIn(_ provisional: KeptNote) {
    if note == nil { note = provisional } else if note?.partial == true, formerNote == nil { formerNote = provisional }
  }

  mutating func finish(with final: KeptNote) {
    note = final
    formerNote = nil
    attempts = Attempts()
    state = .noted
  }

  /// Waits to be asked about once more; what stood in for the note is shown again.
  mutating func waitAgain() { finish(as: .waiting) }

  /// Ends without the note that was asked for: what stood in for it is shown again.
  mutating func finish(as state: State) {
    if note?.partial == true { note = formerNote }
    formerNote = nil
    self.state = state
  }

  /// Whether the text has changed since the note was taken.
  var isStale: Bool { note.map { $0.key != currentKey } ?? false }
}

/// A note and how it came about.
struct KeptNote {
  var note: Note
  /// The content that it was taken from.
  var key: PassageKey
  /// The model's id: `none`, `openai:…`.
  var model: String
  /// For sentences: "built-in note taker".
  var modelName: String
  /// Taken without a model, to be replaced by the model's, or standing in for one that failed.
  var provisional: Bool
  /// Whether more may come: the model is still writing.
  var partial: Bool = false
  /// Seconds since 1970, UTC.
  var createdAt: Double
  var finishReason: Draft.FinishReason?
  var truncatedInput: Bool = false
  var relaxedFilter: Bool = false
  var usage: Draft.Usage?
  /// Seconds from the request to the first snapshot.
  var timeToFirstToken: Double?
  /// Tokens of the answer each second, from the first on.
  var tokensPerSecond: Double?

  /// Whether it is the model's whole note.
  var isFinal: Bool { !provisional && !partial }
}
