/// Where the sentences of a model's prose come from, and what of them the source does not bear out.
struct Grounding {
  private(set) var sentences: [Note.Traced] = []
  private(set) var unsupported: [Note.Unsupported] = []
  /// Canonical forms of the source's specifics that the draft mentions.
  private(set) var said: Set<String> = []

  private let draft: Reading
  private let source: Reading
  private let places: SourcePlaces
  /// Whether both are written in one language: only then can their words be compared.
  private let sharesWords: Bool

  /// A sentence of a note is seldom made of more than so many sentences of the source running.
  private static let widest = 3
  /// A wider window has to show so much more of the sentence.
  private static let widening = 0.14
  /// The share of a sentence's content that has to stand together to call the place its source.
  private static let tracedShare = 0.34
  /// The words of a supported sentence may come from so many sentences running.
  private static let supportWidth = 8
  /// Below this share, nowhere in the passage, a sentence is called unsupported.
  private static let supportedShare = 0.2
  /// Fewer content words than this say too little to be called an invention.
  private static let fewestTerms = 4
  /// A specific tells more about a sentence's source than a word does.
  private static let specificWeight = 2.5
  /// Words without content tell places apart that are else alike.
  private static let smallWeight = 0.05
  /// A run-on sentence is traced by its first words.
  private static let mostTerms = 80

  init(of draft: Reading, in source: Reading) {
    self.draft = draft
    self.source = source
    sharesWords = draft.language == source.language
    let figures = Figures(of: source)
    places = SourcePlaces(of: source, figures: figures, for: draft)
    var evidence = Evidence(in: source, figures: figures, places: places, sharesWords: sharesWords)
    said = evidence.mentioned(in: draft)
    let own = Figures(of: draft)
    var flagged: Set<String> = []
    var roots = Roots()
    for (number, piece) in draft.pieces.enumerated() where !piece.words.isEmpty {
      for index in evidence.unsupported(in: number, of: draft, own) {
        let specific = draft.specifics[index]
        if flagged.insert(specific.canonical).inserted {
          unsupported.append(Note.Unsupported(text: specific.value, kind: .specific))
        }
      }
      trace(piece, &roots)
    }
  }

  private mutating func trace(_ piece: Reading.Piece, _ roots: inout Roots) {
    let text = draft.shown(piece.content)
    var seen: Set<UInt64> = []
    var words: [SourcePlaces.Term] = []
    draft.forEachRoot(in: piece.body, &roots) { root, _ in
      if words.count < Self.mostTerms, seen.insert(root).inserted {
        words.append(SourcePlaces.Term(key: root, weight: places.rarity(of: root)))
      }
    }
    var terms = words
    draft.forEachRoot(in: piece.body.prefix(2 * Self.mostTerms), all: true, &roots) { root, index in
      let isNumber = draft.words[index].kind == .number
      guard !places.pieces(of: root).isEmpty, seen.insert(root).inserted else { return }
      terms.append(SourcePlaces.Term(key: root, weight: isNumber ? places.rarity(of: root) : Self.smallWeight))
    }
    for specific in draft.specifics[piece.specifics].prefix(Self.mostTerms) {
      let key = SourcePlaces.key(specific)
      // What the source lacks is flagged apart and makes no place less likely.
      guard !places.pieces(of: key).isEmpty, seen.insert(key).inserted else { continue }
      terms.append(SourcePlaces.Term(key: key, weight: Self.specificWeight * places.rarity(of: key)))
    }
    sentences.append(Note.Traced(text: text, range: range(of: terms, in: words.count)))
    let isClaim = piece.sentence.kind != .heading && piece.sentence.kind != .furniture
    guard isClaim, sharesWords, words.count >= Self.fewestTerms else { return }
    let even = words.map { SourcePlaces.Term(key: $0.key, weight: 1) }
    if (places.window(Self.supportWidth, for: even)?.share ?? 0) < Self.supportedShare {
      unsupported.append(Note.Unsupported(text: text, kind: .sentence))
    }
  }

  /// The sentences of the source that hold most of the terms: a wider window only for clearly more of them.
  private func range(of terms: [SourcePlaces.Term], in words: Int) -> Range<Int>? {
    guard var best = places.window(1, for: terms) else { return nil }
    for width in 2...Self.widest {
      guard let wider = places.window(width, for: terms) else { break }
      if wider.share > best.share + Self.widening * Double(wider.pieces.count - best.pieces.count) { best = wider }
    }
    // One word in common is no source, unless it is all that there is.
    guard best.share >= Self.tracedShare, best.hits >= min(2, terms.count) else { return nil }
    let first = source.pieces[best.pieces.lowerBound].content
    let last = source.pieces[best.pieces.upperBound].content
    return first.lowerBound..<max(first.lowerBound, last.upperBound)
  }
}
