/// The specifics of a text that a note leaves out, the weightiest first, as many as the ledger has room for.
struct Ledger {
  /// Tokens of values and contexts together (strict count) that are kept.
  static let ceiling = 220

  private let reading: Reading

  init(of reading: Reading) {
    self.reading = reading
  }

  /// `ranges`: what the note shows of the text; `canonicals`: what it says besides.
  func omissions(from ranges: [Range<Int>], canonicals: Set<String> = []) -> [Note.Omission] {
    let said = canonicals.union(self.canonicals(in: ranges))
    var rows = candidates(without: said)
    rows.sort { $0.weight != $1.weight ? $0.weight > $1.weight : $0.specific < $1.specific }
    // By kinds in turn: each row of a group makes its next ones a little lighter.
    var queues: [Specific.Kind: [Row]] = [:]
    for row in rows.reversed() { queues[row.kind, default: []].append(row) }
    var taken: [Specific.Kind: Double] = [:]
    var result: [Note.Omission] = []
    var room = Self.ceiling
    var misses = 0
    var shown: [Range<Int>] = []
    while room > 0, misses < 40 {
      var best: (kind: Specific.Kind, row: Row, weight: Double)?
      for kind in Specific.Kind.allCases {
        guard let row = queues[kind]?.last else { continue }
        let weight = row.weight / (1 + 0.12 * taken[kind, default: 0])
        if let current = best, (current.weight, row.specific) >= (weight, current.row.specific) { continue }
        best = (kind, row, weight)
      }
      guard let best else { break }
      queues[best.kind]?.removeLast()
      let omission = omission(best.row)
      let cost = strictTokens(omission.value) + (omission.context.isEmpty ? 0 : strictTokens(omission.context))
      guard cost <= room else {
        misses += 1
        continue
      }
      // What stands in the context of a row before it is already shown.
      guard !shown.contains(where: { $0.contains(omission.range.lowerBound) }) else { continue }
      if let range = context(of: best.row) { shown.append(range) }
      room -= cost
      taken[best.kind, default: 0] += best.row.weight
      result.append(omission)
    }
    return result
  }

  // MARK: What is left out

  private struct Row {
    var specific: Int
    var piece: Int
    var kind: Specific.Kind
    var weight: Double
  }

  private func canonicals(in ranges: [Range<Int>]) -> Set<String> {
    var said: Set<String> = []
    var next = ranges.makeIterator()
    guard var range = next.next() else { return said }
    for specific in reading.specifics {
      while range.upperBound <= specific.range.lowerBound {
        guard let following = next.next() else { return said }
        range = following
      }
      if range.lowerBound <= specific.range.lowerBound, specific.range.upperBound <= range.upperBound {
        said.insert(specific.canonical)
      }
    }
    return said
  }

  /// The first mention of each specific that is not said, outside headings and page furniture.
  private func candidates(without said: Set<String>) -> [Row] {
    var seen = said
    var rows: [Row] = []
    for (number, piece) in reading.pieces.enumerated() {
      let share: Double
      switch piece.sentence.kind {
      case .prose, .listItem, .turn: share = 1
      case .tableRow, .code, .heading: share = 0.5
      case .furniture: continue
      }
      let company = share * Self.company(of: piece, in: reading)
      for index in piece.specifics {
        let specific = reading.specifics[index]
        let weight = company * Self.kindWeight(of: specific, in: reading)
        guard weight > 0.2, seen.insert(specific.canonical).inserted else { continue }
        rows.append(Row(specific: index, piece: number, kind: specific.kind, weight: weight))
      }
    }
    return rows
  }

  /// Who, when and how many in one sentence make a fact: each of them matters more than it would alone.
  private static func company(of piece: Reading.Piece, in reading: Reading) -> Double {
    var kinds: Set<Specific.Kind> = []
    for specific in reading.specifics[piece.specifics].prefix(12) {
      switch specific.kind {
      case .date, .time, .money, .percent, .number: kinds.insert(specific.kind)
      case .name: if specific.value.utf8.contains(0x20) { kinds.insert(.name) }
      case .version, .identifier, .path, .url, .address, .quote: break
      }
    }
    return 1 + 0.6 * Double(max(0, kinds.count - 1))
  }

  /// How much a specific matters: by its kind, a little more when it is mentioned again.
  static func weight(of specific: Specific, in reading: Reading) -> Double {
    let mentions = Double(reading.mentions[specific.canonical] ?? 1)
    return kindWeight(of: specific, in: reading) * (1 + 0.35 * Choice.logarithm(mentions))
  }

  private static func kindWeight(of specific: Specific, in reading: Reading) -> Double {
    switch specific.kind {
    // A weekday or a month alone says little.
    case .date: specific.canonical.utf8.contains(where: \.isDigit) && specific.canonical.utf8.count > 4 ? 1.2 : 0.5
    case .money: 1.2
    case .percent: 1.1
    case .time: 0.9
    case .number: numberWeight(specific)
    case .version: 0.6
    case .name: nameWeight(specific, in: reading)
    case .url, .address: 0.7
    case .path: 0.5
    case .identifier: reading.language == .cjk ? 0.3 : 0.55
    case .quote: 0.3
    }
  }

  /// A person or a place is never written small; a "Leave Policy" whose words are is a term with capitals.
  private static func nameWeight(_ specific: Specific, in reading: Reading) -> Double {
    guard specific.value.utf8.contains(where: { $0 == 0x20 || $0 == 0x2D }) else {
      return reading.language == .cjk ? 0.3 : 0.7
    }
    var proper = 0
    var common = 0
    for lexeme in lexemes(of: reading.text, in: specific.range)
    where lexeme.isCapital && lexeme.count > 2 && lexeme.traits.isDisjoint(with: [.title, .particle]) {
      let isCommon = reading.small.contains(lexeme.hash) || reading.small.contains(lexeme.stem)
      if isCommon { common += 1 } else { proper += 1 }
    }
    return common == 0 ? 1.15 : proper > 0 ? 1 : 0.65
  }

  /// Small bare numbers mostly count trifles; the same with a unit do not.
  private static func numberWeight(_ specific: Specific) -> Double {
    let isBare = specific.value.utf8.count == specific.canonical.utf8.count
    switch specific.canonical.utf8.count {
    case 1: return isBare ? 0.15 : 0.45
    case 2: return isBare ? 0.6 : 0.75
    default: return 0.9
    }
  }

  // MARK: Rows

  private func omission(_ row: Row) -> Note.Omission {
    let specific = reading.specifics[row.specific]
    return Note.Omission(
      value: specific.value,
      kind: specific.kind,
      context: context(of: row).map(reading.shown) ?? "",
      range: specific.range
    )
  }

  /// The words around a bare number, the number among them, as they stand in its sentence.
  ///
  /// "had counted 5,432 crates and signed"; nil for what speaks for itself.
  private func context(of row: Row) -> Range<Int>? {
    let specific = reading.specifics[row.specific]
    let piece = reading.pieces[row.piece]
    switch specific.kind {
    case .number, .percent, .money, .time: break
    case .version, .date, .name, .identifier, .path, .url, .address, .quote: return nil
    }
    guard var first = piece.words.first(where: { reading.words[$0].end > specific.range.lowerBound }),
      var last = piece.words.last(where: { reading.words[$0].start < specific.range.upperBound })
    else { return nil }
    let isCJK = isCJK(first - 1) && reading.words[first].touches || isCJK(last + 1) && reading.words[last + 1].touches
    extend(&first, by: -1, units: isCJK ? 20 : 2, in: piece)
    extend(&last, by: 1, units: isCJK ? 12 : reading.language == .german ? 5 : 3, in: piece)
    let range = whole(reading.words[first].start..<reading.words[last].end, near: row.specific, in: piece)
    return range == specific.range ? nil : range
  }

  private func isCJK(_ index: Int) -> Bool {
    guard reading.words.indices.contains(index) else { return false }
    let kind = reading.words[index].kind
    return kind == .han || kind == .hiragana || kind == .katakana
  }

  /// A range that cuts no name or date in two.
  private func whole(_ range: Range<Int>, near specific: Int, in piece: Reading.Piece) -> Range<Int> {
    var range = range
    for index in max(piece.specifics.lowerBound, specific - 3)..<min(piece.specifics.upperBound, specific + 4) {
      let other = reading.specifics[index].range
      guard other.overlaps(range), other.count <= 60 else { continue }
      range = min(range.lowerBound, other.lowerBound)..<max(range.upperBound, other.upperBound)
    }
    return range
  }

  /// Moves a border outwards over so many words (of CJK: characters), not over the end of a clause.
  private func extend(_ border: inout Int, by step: Int, units: Int, in piece: Reading.Piece) {
    var left = units
    var next = border + step
    while left > 0, piece.body.contains(next) {
      let lexeme = reading.words[next]
      switch lexeme.kind {
      case .word, .number:
        left -= 1
        border = next
      case .han, .hiragana, .katakana:
        left -= Int(lexeme.count)
        border = next
      case .symbol: return
      case .sign:
        if endsClause(next) { return }
      }
      next += step
    }
  }

  private func endsClause(_ index: Int) -> Bool {
    let sign = reading.words[index]
    switch sign.hash {
    // A point or comma inside a number or identifier joins.
    case 0x2E, 0x2C: return !(index + 1 < reading.words.count && reading.words[index + 1].touches)
    case 0x3B, 0x3A, 0x21, 0x3F, 0x7C, 0x28, 0x29, 0x5B, 0x5D, 0x22, 0x201C, 0x201D, 0x2014, 0x2022, 0x3002, 0xFF1B,
      0xFF01,
      0xFF1F, 0x300C, 0x300D:
      return true
    default: return sign.count > 1
    }
  }
}
