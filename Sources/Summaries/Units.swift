/// What the planner puts together to passages: sentences, and pieces of sentences too long for one.
///
/// They cover a part of a text. Any run of them is priced, named and recognised at once.
struct Units: Sendable {
  private let text: [UInt8]
  private let weights: TokenWeights
  private var units: [Unit] = []
  /// What the last unit ends at, and what all cost.
  private var end: Unit

  private struct Unit: Sendable {
    /// UTF-8 offset where it begins; it reaches to the next.
    var start: Int
    var sentence: Int
    var isBlank: Bool
    var border: Partition.Border
    /// Thousandths of an estimated token, and units with words, before it.
    var price: Int
    var wordy: Int
    /// Of everything before it, the space that separates it included.
    var prefix: ContentHash
    /// Of everything up to its last character.
    var hash: ContentHash
  }

  /// The sentences of a text, those that cost more than `cap` in pieces.
  init(_ outline: Outline, _ text: [UInt8], cap: Int) {
    let sentences = outline.sentences
    self.text = text
    weights = outline.weights
    let behind = outline.marks[sentences.count]
    end = Unit(
      start: outline.range.upperBound,
      sentence: sentences.count,
      isBlank: true,
      border: .plain,
      price: behind.price,
      wordy: behind.wordy,
      prefix: behind.start,
      hash: behind.end
    )
    units.reserveCapacity(sentences.count)
    var border = Partition.Border.plain
    var hasGiants = false
    for index in sentences.indices {
      let sentence = sentences[index]
      let mark = outline.marks[index]
      if sentence.kind == .heading, border != .bad {
        border = .heading
      } else if sentence.opensParagraph, border == .plain {
        border = .paragraph
      }
      units.append(
        Unit(
          start: sentence.range.lowerBound,
          sentence: index,
          isBlank: sentence.isBlank,
          border: border,
          price: mark.price,
          wordy: mark.wordy,
          prefix: mark.start,
          hash: mark.end
        )
      )
      // A heading and the rule under it are not parted from what they head.
      let heads = sentence.kind == .heading || border == .bad && sentence.kind == .furniture
      border = heads ? .bad : .plain
      hasGiants = hasGiants || outline.price(index..<index + 1) > cap
    }
    guard hasGiants else { return }
    let cut = cut(indices, cap: cap)
    units = cut.units
    end = cut.end
  }

  var indices: Range<Int> { units.indices }

  private subscript(_ index: Int) -> Unit { index < units.count ? units[index] : end }

  /// The UTF-8 range of a run of units.
  func range(_ run: Range<Int>) -> Range<Int> { self[run.lowerBound].start..<self[run.upperBound].start }

  /// Thousandths of an estimated token.
  func price(_ run: Range<Int>) -> Int { self[run.upperBound].price - self[run.lowerBound].price }

  func hasWords(_ run: Range<Int>) -> Bool { self[run.upperBound].wordy > self[run.lowerBound].wordy }

  func isBlank(_ index: Int) -> Bool { self[index].isBlank }

  func sentence(_ index: Int) -> Int { self[index].sentence }

  /// The key of a run that does not begin with a blank unit.
  func key(_ run: Range<Int>) -> PassageKey {
    guard !run.isEmpty else { return PassageKey(value: 0) }
    return PassageKey(value: self[run.upperBound - 1].hash.removing(prefix: self[run.lowerBound].prefix))
  }

  /// What is remembered of a run, blank units before it left out.
  func known(_ run: Range<Int>) -> KnownPassage {
    let start = run.first { !units[$0].isBlank } ?? run.upperBound
    let run = start..<run.upperBound
    return KnownPassage(key: key(run), first: key(run.prefix(1)), count: max(1, run.count))
  }

  /// The fewest runs of a run that cost no more than `cap`, as equal as can be.
  func packed(_ run: Range<Int>, cap: Int) -> [Range<Int>] {
    Partition.parts(of: run.map { price($0..<$0 + 1) }, cap: cap, borders: run.map { units[$0].border })
      .map { $0.lowerBound + run.lowerBound..<$0.upperBound + run.lowerBound }
  }

  /// A run of units with those over a cap cut into pieces.
  func cut(_ run: Range<Int>, cap: Int) -> Units {
    var cut = self
    cut.units = []
    // The pieces of a sentence do not cost exactly what it costs: prices are summed up anew.
    var next = self[run.lowerBound]
    for index in run {
      var unit = units[index]
      unit.price = next.price
      unit.wordy = next.wordy
      let price = price(index..<index + 1)
      if price <= cap {
        cut.units.append(unit)
        next.price += price
        next.wordy += hasWords(index..<index + 1) ? 1 : 0
      } else {
        let range = range(index..<index + 1)
        next = cut.append(
          piecesOf: unit,
          SentenceCutter(text: text, range: range, price: price, weights: weights, cap: cap)
        )
      }
    }
    cut.end = self[run.upperBound]
    cut.end.price = next.price
    cut.end.wordy = next.wordy
    return cut
  }

  /// Appends the pieces of a unit.
  ///
  /// - Returns: what stands behind them, as far as its price goes.
  private mutating func append(piecesOf unit: Unit, _ cutter: SentenceCutter) -> Unit {
    var unit = unit
    // What is blank has no prefix of its own.
    var hash = unit.isBlank ? unit.hash : unit.prefix
    // White space that a unit begins with still belongs to what stands before it: the space that its prefix ends in
    // is not part of that.
    let before = units.last?.hash ?? hash
    var hasContent = false
    var needsSpace = false
    while let piece = cutter.piece(from: unit.start) {
      let content = text.contentStart(in: piece.range)
      let contentEnd = text.contentEnd(in: content..<piece.range.upperBound)
      unit.isBlank = content == contentEnd
      if !unit.isBlank {
        // The space before the first piece is in the prefix already.
        if hasContent, needsSpace || content > piece.range.lowerBound { hash.appendSpace() }
        unit.prefix = hash
        hash.append(text, in: content..<contentEnd)
        hasContent = true
      }
      needsSpace = unit.isBlank || contentEnd < piece.range.upperBound
      unit.hash = hasContent ? hash : before
      units.append(unit)
      unit.start = piece.range.upperBound
      unit.border = .plain
      unit.price += piece.price
      unit.wordy += piece.hasWords ? 1 : 0
    }
    return unit
  }
}

extension Range<Int> {
  /// The first elements of a run.
  func prefix(_ length: Int) -> Range<Int> { lowerBound..<Swift.min(upperBound, lowerBound + length) }
}
