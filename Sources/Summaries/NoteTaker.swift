/// What writes notes: the built-in note taker or a language model.
///
/// The seam between Server and Models.
///
/// A conforming type is a value that any thread may use. It never blocks a thread: it suspends. What it throws is
/// a `Failure`, or `CancellationError` when its caller lost interest.
package protocol NoteTaker: Sendable {
  /// What is known without asking anyone; returned at once.
  var profile: ModelProfile { get }

  /// The profile after asking the model: its window, its overheads, whether it can be used. May take seconds;
  /// a model that cannot be reached says so in `availability` rather than by failing.
  func inspect() async -> ModelProfile

  /// Number of tokens of `text`, scaffolding not included; exact where the profile says that it counts.
  func countTokens(_ text: String) async throws -> Int

  /// Makes the next request of this kind start sooner. Does nothing where nothing can be warmed.
  func prewarm(_ kind: RequestKind) async

  /// Writes one note: cumulative snapshots, each replacing the one before, the last one whole.
  ///
  /// Cancelled by dropping the stream (or by cancelling the task that reads it). A stream that ends
  /// without a snapshot is a failure of its reader to report (`answerEmpty`).
  func write(_ request: NoteRequest) -> AsyncThrowingStream<Draft, any Error>
}

/// What a request asks for; each kind has instructions, and so an overhead, of its own.
package enum RequestKind: String, Hashable, Sendable, CaseIterable {
  /// Notes on one passage of a longer document.
  case note
  /// A summary of a text that is one passage.
  case single
  /// One text out of the notes of several passages.
  case combine
  /// An answer from the text to a person's question.
  case question
  /// A note once more, with specifics that its first form left out.
  case repair
}

/// What a model is, as far as the planner and a person need to know.
package struct ModelProfile: Hashable, Sendable {
  package enum Availability: Hashable, Sendable {
    case available
    /// Not now, with the reason and the remedy.
    case unavailable(Failure)
    /// Nobody has asked yet.
    case unknown
  }

  /// How a person names it: `none`, `apple`, `ollama:NAME`, `openai:URL#NAME`.
  package var id: String
  /// `none`, `apple`, `ollama` or `openai`.
  package var backend: String
  /// For sentences: "built-in note taker", "qwen3:4b".
  package var displayName: String
  /// Tokens, prompt and answer together; nil for the built-in note taker, which has none.
  package var window: Window?
  package var overheads: [RequestKind: Overhead]
  package var availability: Availability
  /// The version of its instructions and prompts: a note made under another one is another note.
  package var requestVersion: String
  /// Whether prewarming on didOpen costs nothing that a user would mind (a loaded local model).
  package var prewarmsOnOpen: Bool
  /// How many requests it takes at a time; at least 1.
  package var maxConcurrent: Int
  /// Whether `countTokens` counts as the model does; false where all that can be had is an estimate.
  package var countsTokens: Bool

  package init(
    id: String,
    backend: String,
    displayName: String,
    window: Window?,
    overheads: [RequestKind: Overhead] = [:],
    availability: Availability = .unknown,
    requestVersion: String = "1",
    prewarmsOnOpen: Bool = false,
    maxConcurrent: Int = 1,
    countsTokens: Bool = true
  ) {
    self.id = id
    self.backend = backend
    self.displayName = displayName
    self.window = window
    self.overheads = overheads
    self.availability = availability
    self.requestVersion = requestVersion
    self.prewarmsOnOpen = prewarmsOnOpen
    self.maxConcurrent = maxConcurrent
    self.countsTokens = countsTokens
  }

  /// The built-in note taker: no window, no model, counts that are exact by definition.
  package static let builtIn = ModelProfile(
    id: "none",
    backend: "none",
    displayName: "built-in note taker",
    window: nil,
    availability: .available
  )

  package var isBuiltIn: Bool { window == nil }
}

/// A request for one note.
package struct NoteRequest: Sendable {
  package enum Filter: String, Sendable { case standard, relaxed }

  package var kind: RequestKind
  /// The passage (of a combining request: the whole planned range) as it is in the document, UTF-8.
  package var source: [UInt8]
  /// The notes to combine, in text order, each with the UTF-8 offset of its passage in `source`; empty otherwise.
  package var parts: [Part]
  /// The most tokens that the answer may have.
  package var ceiling: Int
  package var filter: Filter
  /// Tokens of `source` as they were counted or estimated; nil when nobody did.
  ///
  /// A model that says it read far fewer has cut the text silently.
  package var sourceTokens: Int?
  /// Of a repairing request: the note as it is, and the specifics that it should mention besides.
  package var repair: Repair?
  /// The client's language id ("markdown", "swift"), for the framing of code; "" when unknown.
  package var languageId: String

  package init(
    kind: RequestKind,
    source: [UInt8],
    parts: [Part] = [],
    ceiling: Int,
    filter: Filter = .standard,
    sourceTokens: Int? = nil,
    repair: Repair? = nil,
    languageId: String = ""
  ) {
    self.kind = kind
    self.source = source
    self.parts = parts
    self.ceiling = ceiling
    self.filter = filter
    self.sourceTokens = sourceTokens
    self.repair = repair
    self.languageId = languageId
  }

  package struct Repair: Sendable {
    package var text: String
    package var missing: [String]

    package init(text: String, missing: [String]) {
      self.text = text
      self.missing = missing
    }
  }

  package struct Part: Sendable {
    package var note: Note
    package var offset: Int

    package init(note: Note, offset: Int) {
      self.note = note
      self.offset = offset
    }
  }
}

/// A snapshot of an answer that is being written, or the whole of it.
package struct Draft: Sendable {
  package enum FinishReason: String, Sendable {
    case stop
    /// The answer reached its ceiling.
    case length
    /// The answer filled the model's window before its ceiling.
    case window
    /// The answer said the same again and again, and was cut where it began to.
    case loop
  }

  package struct Usage: Hashable, Sendable {
    package var promptTokens: Int
    package var answerTokens: Int

    package init(promptTokens: Int, answerTokens: Int) {
      self.promptTokens = promptTokens
      self.answerTokens = answerTokens
    }
  }

  /// Everything written so far.
  package var text: String
  package var headline: String?
  /// The sentences with their sources, from a writer that knows them; nil from a model, whose prose is traced.
  package var sentences: [Note.Traced]?
  /// What the sentences leave out, from a writer that has read the text for it; nil where that is still to be found.
  package var omitted: [Note.Omission]?
  /// nil while more may come.
  package var finishReason: FinishReason?
  package var usage: Usage?
  /// The model has not read all of the text, by its own count of the prompt.
  package var truncatedInput: Bool

  package init(
    text: String,
    headline: String? = nil,
    sentences: [Note.Traced]? = nil,
    omitted: [Note.Omission]? = nil,
    finishReason: FinishReason? = nil,
    usage: Usage? = nil,
    truncatedInput: Bool = false
  ) {
    self.text = text
    self.headline = headline
    self.sentences = sentences
    self.omitted = omitted
    self.finishReason = finishReason
    self.usage = usage
    self.truncatedInput = truncatedInput
  }
}
