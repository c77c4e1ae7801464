import LSP
import Store
import Summaries

@testable import Server

/// A document with its passages, plan and notes made by hand, and what one client sees of it.
///
/// The text is marked: `|` stands where a passage ends and the next one begins.
struct Scene {
  var document: Document
  var client = Client()
  var settings = Settings()
  var model = Scene.builtIn
  /// A moment a little after the notes were taken.
  var now = Scene.noted + 200
  private let ranges: [Range<Int>]

  static let noted = 1_767_225_600.0
  static let builtIn = ModelProfile(
    id: "none",
    backend: "none",
    displayName: "built-in note taker",
    window: nil,
    availability: .available
  )
  static let local = ModelProfile(
    id: "ollama:qwen3:4b",
    backend: "ollama",
    displayName: "qwen3:4b",
    window: Window(size: 4_096)
  )

  init(_ marked: String, uri: String = "file:///notes/report.md") {
    var text: [UInt8] = []
    var ranges: [Range<Int>] = []
    var start = 0
    for byte in marked.utf8 {
      if byte == UInt8(ascii: "|") {
        ranges.append(start..<text.count)
        start = text.count
      } else {
        text.append(byte)
      }
    }
    ranges.append(start..<text.count)
    self.ranges = ranges
    document = Document(
      uri: DocumentURI(uri),
      languageId: "markdown",
      version: 1,
      text: DocumentText(String(decoding: text, as: UTF8.self)),
      firstRevision: 0
    )
    client.hoverFormat = .plaintext
    client.hierarchicalSymbols = true
    client.codeActionLiterals = true
    client.showsRelatedInformation = true
  }

  var view: DocumentView { view(pace: nil) }

  /// - Parameter pace: seconds that the model takes for a token of text.
  func view(pace: Double?) -> DocumentView {
    DocumentView(document: document, client: client, settings: settings, model: model, now: now, pace: pace)
  }

  // MARK: Plan and run

  func plan(tokens: TokenCount = TokenCount(9_842, exact: false), budget: Int = 3_697, title: String? = nil) -> Plan {
    Plan(
      passages: ranges.map { range in
        Plan.Passage(range: range, known: known(range), tokens: TokenCount(1_969, exact: false), title: title)
      },
      tokens: tokens,
      inputBudget: budget,
      combinePasses: ranges.count > 1 ? 1 : 0
    )
  }

  /// Prices the buffer, as opening it does.
  mutating func price(_ plan: Result<Plan, Failure>, seconds: Int? = nil) {
    document.pricing = Document.Pricing(
      outline: Outline(of: document.text.bytes),
      plan: plan,
      revision: document.revision,
      seconds: seconds
    )
  }

  /// Begins a run whose passages all wait.
  mutating func run(_ scope: Run.Scope = .buffer, id: String = "run-1", over passages: Range<Int>? = nil) {
    let chosen = Array(ranges[passages ?? ranges.indices])
    let whole = (chosen.first?.lowerBound ?? 0)..<(chosen.last?.upperBound ?? 0)
    let plan = plan()
    let run = Run(
      id: id,
      uri: document.uri,
      scope: scope,
      range: whole,
      model: model,
      taker: IdleTaker(profile: model),
      passageTokens: 2_000,
      plan: plan
    )
    run.passages = chosen.enumerated().map { index, range in
      Passage(
        id: "\(id)-p\(index + 1)",
        range: range,
        known: known(range),
        currentKey: PassageKey(of: document.text.bytes, in: range),
        tokens: TokenCount(1_969, exact: false),
        title: nil,
        state: .waiting
      )
    }
    document.runs.append(run)
  }

  /// Changes a passage of the newest run, counted from 1 as people see them.
  func passage(_ number: Int, _ change: (inout Passage) -> Void) {
    guard let run = document.runs.last else { return }
    change(&run.passages[number - 1])
  }

  /// Gives a passage of the newest run its note.
  func note(_ number: Int, _ note: Note, _ change: (inout KeptNote) -> Void = { _ in }) {
    passage(number) { passage in
      passage.state = .noted
      passage.note = kept(note, key: passage.currentKey)
      if var kept = passage.note {
        change(&kept)
        passage.note = kept
      }
    }
  }

  func kept(_ note: Note, key: PassageKey = PassageKey(value: 0)) -> KeptNote {
    KeptNote(
      note: note,
      key: key,
      model: model.id,
      modelName: model.displayName,
      provisional: false,
      createdAt: Self.noted
    )
  }

  func finish(_ phase: Run.Phase = .finished) { document.runs.last?.phase = phase }

  /// Says that the text of a passage has changed since its note was taken.
  func touch(_ number: Int) {
    passage(number) { $0.currentKey = PassageKey(value: $0.currentKey.value ^ 1) }
  }

  private func known(_ range: Range<Int>) -> KnownPassage {
    let key = PassageKey(of: document.text.bytes, in: range)
    return KnownPassage(key: key, first: key, count: 1)
  }
}

extension Note {
  /// A note of which nothing is known but its words.
  static func of(_ text: String, headline: String? = nil, omitted: [Omission] = []) -> Note {
    Note(text: text, headline: headline, sentences: [Traced(text: text, range: nil)], omitted: omitted)
  }
}

extension Note.Omission {
  static func of(_ value: String, _ kind: Specific.Kind, context: String = "") -> Note.Omission {
    Note.Omission(value: value, kind: kind, context: context, range: 0..<1)
  }
}

/// A note taker that nobody asks.
private struct IdleTaker: NoteTaker {
  let profile: ModelProfile

  func inspect() async -> ModelProfile { profile }
  func countTokens(_ text: String) async throws -> Int { 0 }
  func prewarm(_ kind: RequestKind) async {}
  func write(_ request: NoteRequest) -> AsyncThrowingStream<Draft, any Error> {
    AsyncThrowingStream { $0.finish() }
  }
}
