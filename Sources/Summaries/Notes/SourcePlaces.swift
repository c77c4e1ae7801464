/// Where a source says what a draft says: for each word of the draft, the sentences of the source that hold it.
///
/// Made in one scan of the source that keeps nothing but what the draft asks for.
struct SourcePlaces {
  /// A word or specific of a sentence, and how much it tells about where the sentence comes from.
  struct Term: Hashable {
    var key: UInt64
    var weight: Double
  }

  /// A run of the source's sentences and the share of the terms' weight that stands in it.
  struct Window {
    var pieces: ClosedRange<Int>
    var share: Double
    /// How many terms that count, not only break a tie, stand in it.
    var hits: Int
  }

  /// Terms of less weight only decide between places that are else alike.
  static let leastWeight = 0.15

  /// Of a word that stands everywhere the first places are enough: it tells little.
  private static let mostPlaces = 1_000

  /// Root or specific → pieces of the source, in order.
  private var places: [UInt64: [Int32]] = [:]
  /// Hash of a word of a specific → lexemes of the source, in order.
  private var positions: [UInt64: [Int32]] = [:]

  init(of source: Reading, figures: Figures, for draft: Reading) {
    var roots = Roots()
    var wanted: Set<UInt64> = []
    draft.forEachRoot(in: draft.words.indices, all: true, &roots) { root, _ in wanted.insert(root) }
    for word in draft.words where word.kind == .word || word.kind == .number || word.kind == .katakana {
      positions[word.hash] = []
      positions[word.stem] = []
    }
    let keys = Set(draft.specifics.map(Self.key))
    var places: [UInt64: [Int32]] = [:]
    var positions = self.positions
    for (number, piece) in source.pieces.enumerated() {
      let place = Int32(truncatingIfNeeded: number)
      func add(_ key: UInt64) {
        if places[key]?.last != place { places[key, default: []].append(place) }
      }
      source.forEachRoot(in: piece.words, all: true, &roots) { root, _ in if wanted.contains(root) { add(root) } }
      for index in piece.specifics {
        let key = Self.key(source.specifics[index])
        if keys.contains(key) { add(key) }
      }
      for index in piece.words {
        let word = source.words[index]
        guard word.kind == .word || word.kind == .number || word.kind == .katakana else { continue }
        let position = Int32(truncatingIfNeeded: index)
        positions[word.hash]?.append(position)
        if word.stem != word.hash { positions[word.stem]?.append(position) }
      }
      for index in figures.inPiece(number) {
        let key = Self.key(figures.all[index].form)
        if keys.contains(key) { add(key) }
      }
    }
    self.places = places
    self.positions = positions
  }

  /// Under which a specific stands among the terms; figures are the same whatever they count.
  static func key(_ specific: Specific) -> UInt64 {
    switch specific.kind {
    case .number, .money, .percent: key(Figures.digits(of: specific.canonical))
    default: key(specific.canonical)
    }
  }

  private static func key(_ form: String) -> UInt64 {
    // Apart from the words that are written alike.
    form.utf8.reduce(Fingerprint.add(Fingerprint.seed, 1)) { Fingerprint.add($0, UInt32($1)) }
  }

  func pieces(of key: UInt64) -> [Int32] { places[key] ?? [] }

  func positions(of hash: UInt64) -> [Int32] { positions[hash] ?? [] }

  /// What a term tells: the less, the more sentences hold it.
  func rarity(of key: UInt64) -> Double {
    1 / (1 + 0.3 * Powers.logarithm(Double(max(1, pieces(of: key).count))))
  }

  /// The window of at most `width` sentences that holds most of the terms, the first of equals.
  func window(_ width: Int, for terms: [Term]) -> Window? {
    var hits: [(piece: Int32, term: Int)] = []
    var total = 0.0
    for (number, term) in terms.enumerated() {
      total += term.weight
      for place in pieces(of: term.key).prefix(Self.mostPlaces) { hits.append((place, number)) }
    }
    guard !hits.isEmpty, total > 0 else { return nil }
    hits.sort { $0.piece != $1.piece ? $0.piece < $1.piece : $0.term < $1.term }
    var counts = Array(repeating: 0, count: terms.count)
    var weight = 0.0
    var distinct = 0
    var left = 0
    var best: (weight: Double, hits: Int, pieces: ClosedRange<Int>)?
    for right in hits.indices {
      if counts[hits[right].term] == 0 {
        weight += terms[hits[right].term].weight
        if terms[hits[right].term].weight >= Self.leastWeight { distinct += 1 }
      }
      counts[hits[right].term] += 1
      // Too wide, or nothing lost: what stands in the window again need not stand at its beginning.
      while hits[right].piece - hits[left].piece >= Int32(width) || left < right && counts[hits[left].term] > 1 {
        counts[hits[left].term] -= 1
        if counts[hits[left].term] == 0 {
          weight -= terms[hits[left].term].weight
          if terms[hits[left].term].weight >= Self.leastWeight { distinct -= 1 }
        }
        left += 1
      }
      // A little more for nothing: sums of the same weights in another order are not quite equal.
      if weight > (best?.weight ?? 0) + 1e-6 {
        best = (weight, distinct, Int(hits[left].piece)...Int(hits[right].piece))
      }
    }
    return best.map { Window(pieces: $0.pieces, share: $0.weight / total, hits: $0.hits) }
  }
}
