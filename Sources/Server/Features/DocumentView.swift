import LSP
import Store
import Summaries

/// A document as one client sees it now: all that a feature renders from, as values.
///
/// The features are extensions of it, one file each, and pure: the same view shows the same things.
struct DocumentView {
  let document: Document
  let client: Client
  let settings: Settings
  /// The model that would take notes now; its window is the one that is planned for.
  let model: ModelProfile
  /// Seconds since 1970, UTC.
  let now: Double
  /// Seconds that the model takes for a token of text; nil when that is not known.
  let pace: Double?
  private let positions: PositionReader

  init(
    document: Document,
    client: Client,
    settings: Settings,
    model: ModelProfile,
    now: Double,
    pace: Double? = nil
  ) {
    self.document = document
    self.client = client
    self.settings = settings
    self.model = model
    self.now = now
    self.pace = pace
    positions = PositionReader(document.text, client.encoding)
  }

  /// A passage that a person sees, and its place in its run.
  struct Shown {
    let run: Run
    let passage: Passage
    /// From 1.
    let number: Int

    init(_ run: Run, _ passage: Passage) {
      self.run = run
      self.passage = passage
      number = run.number(of: passage)
    }

    /// "2", of a selection's notes "Selection 2".
    var name: String { run.scope == .buffer ? Wording.number(number) : "Selection \(Wording.number(number))" }

    /// "2 of 5".
    var place: String { "\(Wording.number(number)) of \(Wording.number(run.passages.count))" }
  }

  /// The passages that a person sees, in text order.
  var shown: [Shown] { document.shownPassages.map { Shown($0.run, $0.passage) } }

  func shown(at offset: Int) -> Shown? {
    document.shownPassage(at: offset).map { Shown($0.run, $0.passage) }
  }

  /// How long taking notes would take, in whole seconds.
  func estimatedSeconds(_ tokens: TokenCount) -> Int? {
    pace.map { Int((min(max($0, 0), 3_600) * Double(tokens.value)).rounded(.up)) }
  }

  // MARK: Places

  /// A stretch of the text as the client counts it; what lies outside of the text is drawn into it.
  func range(_ range: Range<Int>) -> LSPRange {
    positions.range(of: range.clamped(to: 0..<document.text.count))
  }

  func offset(of position: Position) -> Int { document.text.offset(of: position, client.encoding) }

  /// The first line of the document that has text, without the white space around it; nil when there is none.
  var firstLine: Range<Int>? { firstLine(in: 0..<document.text.count) }

  /// The first line with text within a stretch of the document, without the white space around it.
  func firstLine(in range: Range<Int>) -> Range<Int>? {
    let bytes = document.text.bytes
    let range = range.clamped(to: bytes.indices)
    guard let start = bytes[range].firstIndex(where: { !Self.isSpace($0) }) else { return nil }
    let line = document.text.lineRange(document.text.line(containing: start))
    let lineEnd = min(line.upperBound, range.upperBound)
    let end = bytes[start..<lineEnd].lastIndex { !Self.isSpace($0) } ?? start
    return start..<(end + 1)
  }

  /// Where a passage is announced: its first line with text; its beginning when an edit has blanked it.
  func opening(of passage: Passage) -> Range<Int> {
    firstLine(in: passage.range) ?? passage.range.lowerBound..<passage.range.lowerBound
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 }

  // MARK: Titles

  /// What a passage is called: its section's title, its note's headline, or else its first words; never blank.
  func title(of passage: Passage) -> String {
    title(
      among: [passage.title, passage.note?.note.headline, passage.note?.note.text],
      orWordsOf: passage.range
    )
  }

  func title(of passage: Plan.Passage) -> String { title(among: [passage.title], orWordsOf: passage.range) }

  private func title(among candidates: [String?], orWordsOf range: Range<Int>) -> String {
    for case let candidate? in candidates {
      let title = SafeText.label(candidate)
      if !title.isEmpty { return title }
    }
    // What marks a heading, a quotation or an item says nothing in a title.
    let words = SafeText.label(String(openingWords(in: range).drop { "#>*-+ ".contains($0) }))
    return words.isEmpty ? "Passage" : words
  }

  /// The beginning of the first line with text, as much as a title can show.
  private func openingWords(in range: Range<Int>) -> String {
    guard let line = firstLine(in: range) else { return "" }
    // Four bytes for each character that a label has room for.
    return document.text.string(in: line.lowerBound..<min(line.upperBound, line.lowerBound + 240))
  }
}

extension Session {
  /// The view of an open document that a request names, its passages compared with the text of now; nil where there
  /// is none: a request may cross the document's closing, and then there is nothing to show.
  func view(of uri: DocumentURI) -> DocumentView? { openDocument(uri).map(view) }

  func view(of document: Document) -> DocumentView {
    var model = model
    model.window = window(of: model)
    return DocumentView(
      document: document,
      client: client,
      settings: settings.settings,
      model: model,
      now: environment.now(),
      pace: prices.pace(of: model.id)
    )
  }
}

extension Run {
  /// Whether passes are still to come.
  var isActive: Bool { phase == .noting || phase == .combining }

  /// The place of a passage that an edit has not emptied, from 1.
  ///
  /// Found by halving, because passages are in text order: it is the last one that begins no later.
  func number(of passage: Passage) -> Int {
    var below = 0
    var above = passages.count
    while below < above {
      let middle = below + (above - below) / 2
      if passages[middle].range.lowerBound <= passage.range.lowerBound {
        below = middle + 1
      } else {
        above = middle
      }
    }
    return max(below, 1)
  }
}

extension Passage {
  /// Whether its note is the one that was asked for and true of the text as it is now.
  var isFresh: Bool { state == .noted && !isStale }

  var failure: Failure? { if case .failed(let failure) = state { failure } else { nil } }
}
