/// The words around a value, the value among them, as they stand in its sentence: what says what it is a value of.
///
/// Whole words, three to six besides the value where its clause has so many, no name or date cut in two.
struct SpecificContext {
  /// UTF-8 offsets; nil for what speaks for itself, and where nothing stands beside the value.
  private(set) var range: Range<Int>?

  private let reading: Reading
  private let piece: Reading.Piece

  /// Words before and behind a value; characters in CJK text, where the verb and what is counted come last.
  private static let before = 2
  private static let behind = 3
  private static let fewest = 3
  private static let charactersBefore = 24
  private static let charactersBehind = 12
  /// A name or date of more bytes than this is not taken in whole.
  private static let longestNeighbour = 60

  init(of index: Int, in piece: Reading.Piece, of reading: Reading) {
    self.reading = reading
    self.piece = piece
    let specific = reading.specifics[index]
    switch specific.kind {
    case .number, .percent, .money, .time: break
    case .version, .date, .name, .identifier, .path, .url, .address, .quote: return
    }
    var first = reading.word(at: specific.range.lowerBound)
    var last = first
    guard piece.words.contains(first) else { return }
    while last + 1 < piece.words.upperBound, reading.words[last + 1].start < specific.range.upperBound { last += 1 }
    let isCJK = isCJK(first - 1) && reading.words[first].touches || isCJK(last + 1) && reading.words[last + 1].touches
    if isCJK {
      _ = extend(&first, by: -1, units: Self.charactersBefore)
      _ = extend(&last, by: 1, units: Self.charactersBehind)
    } else {
      let isLong = last - first > 4
      let ahead = isLong ? 1 : Self.before
      let wanted = isLong ? 2 : reading.language == .german ? Self.behind + 1 : Self.behind
      var words = extend(&first, by: -1, units: ahead)
      words += extend(&last, by: 1, units: wanted)
      if words < Self.fewest { words += extend(&first, by: -1, units: Self.fewest + 1 - words, overCommas: true) }
      if words < Self.fewest { words += extend(&last, by: 1, units: Self.fewest - words, overCommas: true) }
      trim(&first, &last, around: specific.range)
    }
    let whole = whole(reading.words[first].start..<reading.words[last].end, near: index)
    range = whole == specific.range ? nil : whole
  }

  private func isCJK(_ index: Int) -> Bool {
    guard reading.words.indices.contains(index) else { return false }
    let kind = reading.words[index].kind
    return kind == .han || kind == .hiragana || kind == .katakana
  }

  /// A range that cuts no name or date in two.
  private func whole(_ range: Range<Int>, near specific: Int) -> Range<Int> {
    var range = range
    for index in max(piece.specifics.lowerBound, specific - 3)..<min(piece.specifics.upperBound, specific + 4) {
      let other = reading.specifics[index].range
      guard other.overlaps(range), other.count <= Self.longestNeighbour else { continue }
      range = min(range.lowerBound, other.lowerBound)..<max(range.upperBound, other.upperBound)
    }
    return range
  }

  /// Leaves out function words at the borders, as long as enough words stay: "crates of the" says no more than "crates".
  private func trim(_ first: inout Int, _ last: inout Int, around value: Range<Int>) {
    // What ends in "of" or "the" goes on to the word that it announces.
    if isWeak(last), reading.words[last].start >= value.upperBound {
      var end = last
      if extend(&end, by: 1, units: 1) > 0, isWeak(end) { _ = extend(&end, by: 1, units: 1) }
      if !isWeak(end) { last = end }
    }
    // What ends in another number goes on to what that counts.
    if reading.words[last].kind == .number, reading.words[last].start >= value.upperBound {
      _ = extend(&last, by: 1, units: 1)
    }
    while isWeak(last), reading.words[last].start >= value.upperBound { last -= 1 }
    while reading.words[first].end <= value.lowerBound,
      reading.words[first].kind == .sign || Self.joints.contains(reading.words[first].hash)
        || reading.words[first].traits.contains(.filler)
    {
      first += 1
    }
  }

  /// What joins a clause to the one before it.
  private static let joints = HashedWords(
    "and but or so also then that which because as while than und oder aber dass weil sowie dann denn welche die der das"
  )

  private func isWeak(_ index: Int) -> Bool {
    let lexeme = reading.words[index]
    return lexeme.kind == .sign || lexeme.kind == .word && !lexeme.traits.isDisjoint(with: [.function, .filler])
  }

  /// Moves a border outwards over so many words (of CJK: characters), not over the end of a clause; how many it was.
  private func extend(_ border: inout Int, by step: Int, units: Int, overCommas: Bool = false) -> Int {
    var left = units
    var next = border + step
    while left > 0, piece.body.contains(next) {
      let lexeme = reading.words[next]
      switch lexeme.kind {
      case .word, .number:
        if !joins(next, step) { left -= 1 }
        border = next
      case .han, .hiragana, .katakana:
        left -= Int(lexeme.count)
        border = next
      case .symbol: return units - left
      case .sign:
        if endsClause(next), !(overCommas && lexeme.hash == 0x2C) { return units - left }
        // The stop of an abbreviation and what closes a word belong to it.
        if step > 0, lexeme.touches, next + 1 < reading.words.count, !reading.words[next + 1].touches { border = next }
      }
      next += step
    }
    return units - left
  }

  /// Whether the lexeme is a further part of a word that was counted: "14" of "2018-14", "St" of "F.St".
  private func joins(_ index: Int, _ step: Int) -> Bool {
    let inner = step > 0 ? index : index + 1
    guard reading.words.indices.contains(inner), reading.words[inner].touches, inner > 0 else { return false }
    let sign = reading.words[inner - 1]
    return step > 0 ? sign.kind == .sign && sign.touches : reading.words[inner].kind == .sign
  }

  private func endsClause(_ index: Int) -> Bool {
    let sign = reading.words[index]
    switch sign.hash {
    // A point or comma inside a number or identifier joins.
    case 0x2E: return touchesNext(index) ? endsBeforeCJK(index) : !abbreviates(index)
    case 0x2C: return !touchesNext(index)
    case 0x3B, 0x3A, 0x21, 0x3F, 0x7C, 0x28, 0x29, 0x5B, 0x5D, 0x22, 0x201C, 0x201D, 0x2014, 0x2022, 0x3002, 0xFF1B,
      0xFF01, 0xFF1F, 0x300C, 0x300D:
      return true
    default: return sign.count > 1
    }
  }

  /// "…file descriptor.1967年10月": a Latin sentence that a CJK one follows at once.
  private func endsBeforeCJK(_ index: Int) -> Bool {
    guard reading.language == .cjk, index > 0, reading.words[index - 1].kind == .word else { return false }
    return reading.words[index + 1].kind != .word
  }

  private func touchesNext(_ index: Int) -> Bool {
    index + 1 < reading.words.count && reading.words[index + 1].touches
  }

  /// Whether the stop at `index` only shortens the word before it: "St.", "J.", "a.m.".
  private func abbreviates(_ index: Int) -> Bool {
    guard index > 0, index + 1 < reading.words.count, reading.words[index].touches else { return false }
    let word = reading.words[index - 1]
    guard word.kind == .word else { return false }
    return word.count == 1 && word.isCapital
      || Abbreviations.shared.kind(of: reading.text, word.start..<word.end) == .never
  }
}

extension Reading {
  /// The index of the first lexeme that ends behind an offset.
  func word(at offset: Int) -> Int {
    var low = 0
    var high = words.count
    while low < high {
      let middle = (low + high) / 2
      if words[middle].end <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
