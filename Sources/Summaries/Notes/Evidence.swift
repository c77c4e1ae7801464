/// Whether a source bears out the specifics of a draft.
///
/// A number is borne out by the same number however it is written, standing beside some of the words that it stands
/// beside in the draft. "About 2,000" is borne out by what lies within a tenth of it, 1.2 million by what rounds to
/// it; a sum that the source does not hold is not borne out. A date may be told less exactly than the source has it.
/// A name may be a surname, initials, or an acronym of words that stand together in the source.
struct Evidence {
  let source: Reading
  let figures: Figures
  let places: SourcePlaces
  let sharesWords: Bool
  private var roots = Roots()
  /// Values of the source's numbers, sorted.
  private let values: [(value: Double, figure: Int)]
  private var names: NameEvidence
  private let dates: DateEvidence

  /// The share of a figure's neighbours in the draft that some other figure of the source has to have, and how many
  /// times as many as the figure itself has there, to call it moved.
  private static let movedShare = 0.5
  private static let movedRatio = 1.8
  /// Where both have about as many, the share of the sentence that has to stand at the other figure, and how much
  /// more than at the figure itself.
  private static let sentenceShare = 0.6
  private static let sentenceLead = 0.4
  /// How many places of the source are looked at for one figure.
  private static let mostPlaces = 60
  private static let mostFiguresOfPiece = 64
  /// How far what is said to be about so many may be off.
  private static let tolerance = 0.1
  /// The share of its neighbours that a number has to have beside the one that it is rounded from.
  private static let roundedShare = 0.2
  private static let mostRounded = 400

  init(in source: Reading, figures: Figures, places: SourcePlaces, sharesWords: Bool) {
    self.source = source
    self.figures = figures
    self.places = places
    self.sharesWords = sharesWords
    values = figures.all.enumerated().compactMap { index, figure in
      figure.group == .number ? Double(figure.form).map { ($0, index) } : nil
    }.sorted { $0.0 != $1.0 ? $0.0 < $1.0 : $0.1 < $1.1 }
    names = NameEvidence(in: source, places: places)
    dates = DateEvidence(in: source, figures: figures)
  }

  /// Indices of the specifics of one sentence of a draft that the source does not bear out.
  mutating func unsupported(in piece: Int, of draft: Reading, _ own: Figures) -> [Int] {
    var result: [Int] = []
    var figure = own.inPiece(piece).lowerBound
    for index in draft.pieces[piece].specifics {
      let specific = draft.specifics[index]
      switch specific.kind {
      case .number, .money, .percent, .version, .date, .time:
        while figure < own.inPiece(piece).upperBound, (own.all[figure].specific ?? -1) < index { figure += 1 }
        guard figure < own.inPiece(piece).upperBound, own.all[figure].specific == index else { continue }
        if !bears(figure, own, specific, draft) { result.append(index) }
      case .name: if !names.hold(specific, of: draft) { result.append(index) }
      case .identifier:
        // "HTTP/2" is not borne out by an HTTP here and a 2 there.
        let isNumbered = specific.value.utf8.contains(where: \.isDigit)
        let isHeld = names.hold(specific, of: draft) && (!isNumbered || names.holdSequence(specific, of: draft))
        if !isHeld { result.append(index) }
      case .path, .url, .address:
        if source.mentions[specific.canonical] == nil, !names.holdSequence(specific, of: draft) { result.append(index) }
      case .quote:
        if !names.holdQuotation(specific, of: draft) { result.append(index) }
      }
    }
    return result
  }

  /// Canonical forms of the source's specifics that a draft mentions.
  func mentioned(in draft: Reading) -> Set<String> {
    var said: Set<String> = []
    for specific in draft.specifics {
      said.insert(specific.canonical)
      guard [.number, .money, .percent].contains(specific.kind) else { continue }
      for index in figures.byForm[Figures.digits(of: specific.canonical)] ?? [] {
        if let known = figures.all[index].specific { said.insert(source.specifics[known].canonical) }
      }
    }
    return said.union(names.mentioned(in: draft))
  }

  // MARK: Numbers, dates and times

  private mutating func bears(_ index: Int, _ own: Figures, _ specific: Specific, _ draft: Reading) -> Bool {
    let figure = own.all[index]
    var known = figures.byForm[figure.form] ?? []
    if figure.group == .date { known = dates.figures(for: figure.form) }
    if figure.group == .number {
      // 1987 may be a year in the source, "2.30" a time.
      if known.isEmpty {
        // A section's number that no scanner takes for one number: 5.2.1.
        if figure.form.contains("."), names.holdSequence(specific, of: draft) { return true }
        return isRounded(index, own, draft)
      }
    }
    if known.isEmpty { return figure.group == .date && dates.hold(figure.form) }
    if figure.group == .number, hasOtherUnit(figure, known, draft) { return false }
    return !isMoved(index, own, known, draft)
  }

  /// Whether the source has the number with another unit of the same measure, and nowhere with this one.
  private func hasOtherUnit(_ figure: Figures.Figure, _ known: [Int], _ draft: Reading) -> Bool {
    guard let unit = Measures.unit(behind: figure.last, of: draft) else { return false }
    var isRivalled = false
    for candidate in known.prefix(4_000) {
      let last = figures.all[candidate].last
      if Measures.has(unit, near: last, of: source) { return false }
      if let other = Measures.unit(behind: last, of: source), unit.rivals(other) { isRivalled = true }
    }
    return isRivalled
  }

  /// Whether it stands elsewhere than in the source: beside words that stand beside another figure there.
  private mutating func isMoved(_ index: Int, _ own: Figures, _ known: [Int], _ draft: Reading) -> Bool {
    guard sharesWords else { return false }
    let figure = own.all[index]
    // What the source lacks says nothing about the place.
    let neighbours = own.neighbours(of: index, &roots).filter {
      $0.root == figure.unit || !places.pieces(of: $0.root).isEmpty
    }
    let words = neighbours.filter { $0.root != figure.unit }
    guard !words.isEmpty else { return false }
    let weights = neighbours.map { $0.weight * ($0.root == figure.unit ? 1 : places.rarity(of: $0.root)) }
    let total = weights.reduce(0, +)
    // The pieces that have most of the words, and those that have the figure.
    var shares: [Int32: Double] = [:]
    for (neighbour, weight) in zip(neighbours, weights) {
      for piece in places.pieces(of: neighbour.root).prefix(400) { shares[piece, default: 0] += weight }
    }
    let likely = shares.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }.prefix(12)
    var ownShare = 0.0
    let likeliest = known.prefix(4_000).sorted {
      let (first, second) = (shareThere($0), shareThere($1))
      return first != second ? first > second : $0 < $1
    }
    func shareThere(_ candidate: Int) -> Double {
      shares[Int32(truncatingIfNeeded: figures.all[candidate].piece)] ?? 0
    }
    for candidate in likeliest.prefix(Self.mostPlaces) {
      ownShare = max(ownShare, overlap(of: neighbours, weights, beside: candidate) / total)
    }
    // A date that says more is no other date.
    let same = figure.group == .date ? Set(known) : []
    var otherShare = 0.0
    var others: [Int] = []
    for (piece, weight) in likely where weight / total >= Self.movedShare {
      for candidate in figures.inPiece(Int(piece)).prefix(Self.mostFiguresOfPiece)
      where figures.all[candidate].group == figure.group && figures.all[candidate].form != figure.form
        && !same.contains(candidate)
      {
        let share = overlap(of: neighbours, weights, beside: candidate) / total
        if share >= Self.movedShare { others.append(Int(piece)) }
        otherShare = max(otherShare, share)
      }
    }
    guard otherShare >= Self.movedShare else { return false }
    if otherShare >= Self.movedRatio * ownShare { return true }
    // Where the words at its side do not tell, the rest of the sentence may.
    guard otherShare >= ownShare else { return false }
    let sentence = sentenceShares(of: draft.pieces[figure.piece].body, in: draft)
    func share(near piece: Int) -> Double {
      (max(0, piece - 1)...piece + 1).map { sentence[Int32(truncatingIfNeeded: $0)] ?? 0 }.max() ?? 0
    }
    let here = likeliest.prefix(Self.mostPlaces).map { share(near: figures.all[$0].piece) }.max() ?? 0
    let there = others.map { share(near: $0) }.max() ?? 0
    return there >= Self.sentenceShare && there >= here + Self.sentenceLead
  }

  /// The share of the content words of a sentence that each piece of the source holds.
  private mutating func sentenceShares(of words: Range<Int>, in draft: Reading) -> [Int32: Double] {
    var terms: Set<UInt64> = []
    draft.forEachRoot(in: words.prefix(160), &roots) { root, _ in terms.insert(root) }
    var shares: [Int32: Double] = [:]
    for term in terms {
      for piece in places.pieces(of: term).prefix(400) { shares[piece, default: 0] += 1 / Double(terms.count) }
    }
    return shares
  }

  /// The weight of the neighbours that a figure of the source has as well.
  private mutating func overlap(
    of neighbours: [Figures.Neighbour],
    _ weights: [Double],
    beside candidate: Int
  ) -> Double {
    var result = 0.0
    let there = figures.neighbours(of: candidate, &roots)
    for (neighbour, weight) in zip(neighbours, weights) {
      guard let match = there.first(where: { $0.root == neighbour.root }) else { continue }
      result += weight * min(1, match.weight / neighbour.weight)
    }
    return result
  }

  /// "About 2,000" for 2,118; "1.2 million" for 1,234,567; "3.5 %" for 3.52 %: beside the same words, some of them.
  private mutating func isRounded(_ index: Int, _ own: Figures, _ draft: Reading) -> Bool {
    let figure = own.all[index]
    guard let value = Double(figure.form), value > 0, let slack = slack(of: figure, value, draft) else { return false }
    let near = figures(from: value - slack, to: value + slack)
    guard sharesWords else { return !near.isEmpty }
    let neighbours = own.neighbours(of: index, &roots).filter { !places.pieces(of: $0.root).isEmpty }
    guard !neighbours.isEmpty else { return !near.isEmpty }
    let weights = neighbours.map { $0.weight * places.rarity(of: $0.root) }
    let least = Self.roundedShare * weights.reduce(0, +)
    return near.contains { overlap(of: neighbours, weights, beside: $0) >= least }
  }

  /// How far the number of the source may be from the one that the draft says; nil for one that is not rounded.
  private func slack(of figure: Figures.Figure, _ value: Double, _ draft: Reading) -> Double? {
    let digits = figure.form.utf8.filter { $0 != 0x2E }
    let isScaled = (figure.first...figure.last).contains { draft.words[$0].traits.contains(.scale) }
    if digits.last == 0x30 || isScaled, Approximation.stands(before: figure.first, of: draft) {
      return value * Self.tolerance
    }
    // Half of the last digit that is said, of two or more.
    let kept = digits.reversed().drop { isScaled && $0 == 0x30 }.count
    guard kept >= 2 else { return nil }
    if let point = figure.form.firstIndex(of: ".") {
      return figure.form[point...].dropFirst().reduce(0.5) { half, _ in half / 10 }
    }
    return isScaled ? (0..<(digits.count - kept)).reduce(0.5) { half, _ in half * 10 } : nil
  }

  /// The numbers of the source between two values, as many as are worth looking at.
  private func figures(from least: Double, to most: Double) -> [Int] {
    var low = 0
    var high = values.count
    while low < high {
      let middle = (low + high) / 2
      if values[middle].value < least { low = middle + 1 } else { high = middle }
    }
    return values[low...].prefix(Self.mostRounded).prefix { $0.value <= most }.map(\.figure)
  }
}

/// Words that say that a number is not exact.
enum Approximation {
  private static let words: Set<UInt64> = Set(
    """
    about around roughly approximately nearly almost over some circa ca approx under below above than least most
    etwa rund knapp fast ungefähr über unter gut als mindestens höchstens
    """
    .split(whereSeparator: \.isWhitespace).map { Fingerprint.of(String($0)) }
  )
  /// 約, 近, 超, 余 and 大约; およそ, ほぼ.
  private static let signs: Set<UInt32> = [0x7D04, 0x7EA6, 0x8FD1, 0x8D85]
  private static let hiragana: Set<UInt64> = [Fingerprint.of("およそ"), Fingerprint.of("ほぼ")]

  /// Whether one stands just before the number, a currency's sign or an article between them or not.
  static func stands(before index: Int, of reading: Reading) -> Bool {
    var index = index - 1
    var left = 3
    while index >= 0, left > 0 {
      let lexeme = reading.words[index]
      switch lexeme.kind {
      case .word: if words.contains(lexeme.hash) { return true }
      case .hiragana: return hiragana.contains(lexeme.hash)
      case .han: return signs.contains(decode(reading.text, lexeme.end - 3, lexeme.end).folded)
      case .sign: if lexeme.hash == 0x7E || lexeme.hash == 0x2248 { return true }
      case .number, .katakana, .symbol: return false
      }
      // Only a sign or an article may stand between.
      if lexeme.kind == .word, lexeme.hash != Words.a, lexeme.hash != Words.the { return false }
      index -= 1
      left -= 1
    }
    return false
  }
}
