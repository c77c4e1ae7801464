package import LSP

/// What is known of documents' notes, in the one form that the command line, commands and requests answer with.
///
/// Every field is always present: what is not known, or does not apply, is null. Text stands as it is; making it
/// safe to show is the work of whoever shows it.
package struct Report: Codable, Hashable, Sendable {
  /// Raised when a field goes or changes its meaning, not when one is added.
  package static let schemaVersion = 1

  package var schemaVersion = Report.schemaVersion
  /// The version of the program.
  package var breviate: String
  package var documents: [Document]

  package init(breviate: String, documents: [Document]) {
    self.breviate = breviate
    self.documents = documents
  }

  /// One document: what summarising it takes, and its notes as far as they are there.
  package struct Document: Codable, Hashable, Sendable {
    package var uri: DocumentURI
    /// As the client counts; null on the command line.
    @OrNull package var version: Int?
    package var languageId: String
    /// What `character` counts in every range of this document.
    package var positionEncoding: PositionEncoding
    package var model: Model
    /// Null where there is no plan: the text leaves no room, or holds no words.
    @OrNull package var plan: Plan?
    /// In text order.
    package var passages: [Passage]
    /// The notes combined; null until they are, and for a text of one passage.
    @OrNull package var summary: Note?

    package init(
      uri: DocumentURI,
      version: Int?,
      languageId: String,
      positionEncoding: PositionEncoding,
      model: Model,
      plan: Plan?,
      passages: [Passage],
      summary: Note?
    ) {
      self.uri = uri
      self.languageId = languageId
      self.positionEncoding = positionEncoding
      self.model = model
      self.passages = passages
      self.version = version
      self.plan = plan
      self.summary = summary
    }
  }

  /// What takes the notes.
  package struct Model: Codable, Hashable, Sendable {
    /// As it is named in the settings.
    package var id: String
    /// `none`, `apple`, `ollama` or `openai`.
    package var backend: String
    /// Tokens; null with the built-in note taker, which has none.
    @OrNull package var contextWindow: Int?
    /// Whether the window is a guess because nobody could say it.
    package var windowAssumed: Bool

    package init(id: String, backend: String, contextWindow: Int?, windowAssumed: Bool) {
      self.id = id
      self.backend = backend
      self.windowAssumed = windowAssumed
      self.contextWindow = contextWindow
    }
  }

  /// What summarising takes.
  package struct Plan: Codable, Hashable, Sendable {
    package var tokens: Tokens
    /// Tokens of text that one request holds; with the built-in note taker the passage size.
    package var inputBudget: Int
    /// Requests that take notes: the number of passages.
    package var passes: Int
    /// Requests that combine the notes.
    package var combinePasses: Int
    @OrNull package var estimatedSeconds: Int?

    package init(tokens: Tokens, inputBudget: Int, passes: Int, combinePasses: Int, estimatedSeconds: Int?) {
      self.tokens = tokens
      self.inputBudget = inputBudget
      self.passes = passes
      self.combinePasses = combinePasses
      self.estimatedSeconds = estimatedSeconds
    }
  }

  /// A number of tokens and whether it was counted or estimated.
  package struct Tokens: Codable, Hashable, Sendable {
    package var value: Int
    package var exact: Bool

    package init(value: Int, exact: Bool) {
      self.value = value
      self.exact = exact
    }
  }

  /// One passage and its note.
  package struct Passage: Codable, Hashable, Sendable {
    package enum State: String, Codable, Hashable, Sendable {
      case waiting, running, fresh, stale, failed, cancelled
    }

    package var id: String
    /// From 1, in text order.
    package var number: Int
    @OrNull package var title: String?
    package var range: LSPRange
    package var tokens: Tokens
    package var state: State
    @OrNull package var note: Note?
    @OrNull package var failure: Failure?

    package init(
      id: String,
      number: Int,
      title: String?,
      range: LSPRange,
      tokens: Tokens,
      state: State,
      note: Note?,
      failure: Failure?
    ) {
      self.id = id
      self.number = number
      self.range = range
      self.tokens = tokens
      self.state = state
      self.title = title
      self.note = note
      self.failure = failure
    }
  }

  /// Why a passage has no note of the model's.
  package struct Failure: Codable, Hashable, Sendable {
    /// The kind's name: `blocked`, `timedOut`.
    package var kind: String
    package var title: String
    package var detail: String
    /// Whether asking again can help.
    package var retry: Bool
    /// Whether asking under the relaxed filter can help.
    package var relax: Bool

    package init(kind: String, title: String, detail: String, retry: Bool, relax: Bool) {
      self.kind = kind
      self.title = title
      self.detail = detail
      self.retry = retry
      self.relax = relax
    }
  }

  /// A note and how it came about.
  package struct Note: Codable, Hashable, Sendable {
    package var text: String
    @OrNull package var headline: String?
    package var sentences: [Sentence]
    /// The specifics that the note leaves out, by weight.
    package var omitted: [Omission]
    /// What of the note the text does not bear out.
    package var notInText: [Unsupported]
    /// The model's id.
    package var model: String
    /// Taken without a model, in the place of one that has not written yet or has failed.
    package var provisional: Bool
    /// ISO 8601, UTC.
    package var createdAt: String
    /// `stop`, `length`, `window` or `loop`; null while more may come.
    @OrNull package var finishReason: String?
    /// Whether the model was seen to read only a part of the passage.
    package var truncatedInput: Bool
    package var relaxedFilter: Bool
    @OrNull package var usage: Usage?
    /// Seconds.
    @OrNull package var timeToFirstToken: Double?

    package init(
      text: String,
      headline: String?,
      sentences: [Sentence],
      omitted: [Omission],
      notInText: [Unsupported],
      model: String,
      provisional: Bool,
      createdAt: String,
      finishReason: String?,
      truncatedInput: Bool,
      relaxedFilter: Bool,
      usage: Usage?,
      timeToFirstToken: Double?
    ) {
      self.text = text
      self.sentences = sentences
      self.omitted = omitted
      self.notInText = notInText
      self.model = model
      self.provisional = provisional
      self.createdAt = createdAt
      self.truncatedInput = truncatedInput
      self.relaxedFilter = relaxedFilter
      self.headline = headline
      self.finishReason = finishReason
      self.usage = usage
      self.timeToFirstToken = timeToFirstToken
    }
  }

  /// A sentence of a note and where in the document it comes from.
  package struct Sentence: Codable, Hashable, Sendable {
    package var text: String
    /// Null where no place bears it out.
    @OrNull package var range: LSPRange?

    package init(text: String, range: LSPRange?) {
      self.text = text
      self.range = range
    }
  }

  /// A specific of the text that a note leaves out.
  package struct Omission: Codable, Hashable, Sendable {
    package var value: String
    /// What it is: `date`, `name`, `number` and so on.
    package var kind: String
    /// A few words around a value that does not speak for itself, else empty.
    package var context: String
    package var range: LSPRange

    package init(value: String, kind: String, context: String, range: LSPRange) {
      self.value = value
      self.kind = kind
      self.context = context
      self.range = range
    }
  }

  /// A specific or a sentence of a note that the text does not bear out.
  package struct Unsupported: Codable, Hashable, Sendable {
    package var text: String
    /// `specific` or `sentence`.
    package var kind: String

    package init(text: String, kind: String) {
      self.text = text
      self.kind = kind
    }
  }

  /// What a request cost, as the model counted.
  package struct Usage: Codable, Hashable, Sendable {
    package var promptTokens: Int
    package var answerTokens: Int
    /// From the first token of the answer on.
    @OrNull package var tokensPerSecond: Double?

    package init(promptTokens: Int, answerTokens: Int, tokensPerSecond: Double? = nil) {
      self.promptTokens = promptTokens
      self.answerTokens = answerTokens
      self.tokensPerSecond = tokensPerSecond
    }
  }
}

/// An optional that JSON shows as null where it is nil, instead of leaving its key out.
@propertyWrapper
package struct OrNull<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  package var wrappedValue: Value?

  package init(wrappedValue: Value?) {
    self.wrappedValue = wrappedValue
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    wrappedValue = container.decodeNil() ? nil : try container.decode(Value.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension KeyedEncodingContainer {
  /// Synthesised coding calls this instead of the general one: nothing is written around the value.
  mutating func encode<Value>(_ value: OrNull<Value>, forKey key: Key) throws {
    if let value = value.wrappedValue { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
  }
}
