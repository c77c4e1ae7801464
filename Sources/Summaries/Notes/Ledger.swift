/// The specifics of a text that a note leaves out, the weightiest first, as many as the ledger has room for.
///
/// Lazy greedy by what a row tells for its price: what the words around a number name besides it counts for the
/// row, so that "Vesna Hollis counted 4,957 seabirds at Castle Wray" is one row rather than three.
struct Ledger {
  /// Tokens of values and contexts together (by the plain rules of `plainTokens`) that are kept.
  static let ceiling = 220
  /// A row's gain is divided by its price to this power: a fact in its words may cost more than a bare name.
  private static let costExponent = 0.5
  /// Tokens that any row costs a reader, however short: an acronym is not worth more for its length.
  private static let overhead = 3
  /// What is taken of a kind makes its next rows lighter: a ledger of thirty names would hide a date.
  private static let sameKind = 0.03
  /// Candidates of one kind that are priced: as many as the cheapest could fill a ledger with.
  private static let mostOfKind = 120

  private let reading: Reading

  init(of reading: Reading) {
    self.reading = reading
  }

  /// `ranges`: what the note shows of the text; `canonicals`: what it says besides.
  func omissions(from ranges: [Range<Int>], canonicals: Set<String> = []) -> [Note.Omission] {
    let rows = rows(without: said(in: ranges, and: canonicals))
    var state = State(count: rows.count)
    for number in rows.indices { state.heap.push(Heap.Entry(score: score(of: number, rows, state), piece: number)) }
    while let entry = state.heap.pop() {
      let number = entry.piece
      guard !state.isShown[number], price(of: number, rows, state) <= state.room else { continue }
      let fresh = score(of: number, rows, state)
      if fresh < entry.score, let next = state.heap.top, Heap.Entry(score: fresh, piece: number) < next {
        state.heap.push(Heap.Entry(score: fresh, piece: number))
        continue
      }
      take(number, rows, &state)
    }
    return state.chosen.filter { state.isChosen[$0] }.map { omission(rows[$0]) }
  }

  // MARK: The choice

  private struct State {
    var heap = Heap()
    /// Numbers of rows in the order in which they were taken; some were absorbed since.
    var chosen: [Int] = []
    var isChosen: [Bool]
    /// Chosen, or in the context of a row that is.
    var isShown: [Bool]
    /// What was taken of each kind, in weight.
    var taken: [Double]
    var room = Ledger.ceiling

    init(count: Int) {
      isChosen = Array(repeating: false, count: count)
      isShown = Array(repeating: false, count: count)
      taken = Array(repeating: 0, count: Specific.Kind.allCases.count)
    }
  }

  private func score(of number: Int, _ rows: [Row], _ state: State) -> Double {
    let row = rows[number]
    var gain = row.weight
    for other in row.others where !state.isShown[other] { gain += rows[other].weight }
    let variety = 1 + Self.sameKind * state.taken[row.group]
    return gain / variety / Powers.power(Double(Self.overhead + price(of: number, rows, state)), Self.costExponent)
  }

  /// What a row costs when the rows that stand in its context go.
  private func price(of number: Int, _ rows: [Row], _ state: State) -> Int {
    var price = rows[number].cost
    for other in rows[number].others where state.isChosen[other] && rows[other].context == nil {
      price -= rows[other].cost
    }
    return max(1, price)
  }

  private func take(_ number: Int, _ rows: [Row], _ state: inout State) {
    state.room -= price(of: number, rows, state)
    state.taken[rows[number].group] += rows[number].weight
    state.isShown[number] = true
    state.isChosen[number] = true
    state.chosen.append(number)
    for other in rows[number].others {
      state.isShown[other] = true
      if rows[other].context == nil { state.isChosen[other] = false }
    }
    // A row that could absorb this one has become cheaper.
    for holder in rows[number].holders where !state.isShown[holder] {
      state.heap.push(Heap.Entry(score: score(of: holder, rows, state), piece: holder))
    }
  }

  // MARK: What is left out

  private struct Row {
    var specific: Int
    /// The number of its kind.
    var group: Int
    var weight: Double
    /// UTF-8 offsets of the words around the value; nil for what speaks for itself.
    var context: Range<Int>?
    var cost: Int
    /// The numbers of the other rows whose values stand in the context.
    var others: [Int] = []
    /// The numbers of the rows in whose contexts this one stands.
    var holders: [Int] = []
  }

  private struct Candidate {
    var specific: Int
    var piece: Int
    var weight: Double
    var isPart: Bool
  }

  private func rows(without said: Said) -> [Row] {
    let candidates = heaviest(candidates(without: said))
    var numbers: [String: Int] = [:]
    for (number, candidate) in candidates.enumerated() {
      numbers[reading.specifics[candidate.specific].canonical] = number
    }
    var rows = candidates.map { candidate in
      let specific = reading.specifics[candidate.specific]
      let piece = reading.pieces[candidate.piece]
      let context = SpecificContext(of: candidate.specific, in: piece, of: reading).range
      let tokens = plainTokens(reading.text, specific.range) + (context.map { plainTokens(reading.text, $0) } ?? 0)
      return Row(
        specific: candidate.specific,
        group: specific.kind.number,
        weight: candidate.weight,
        context: context,
        cost: max(1, tokens)
      )
    }
    for number in rows.indices {
      guard let context = rows[number].context else { continue }
      for index in reading.pieces[candidates[number].piece].specifics {
        let other = reading.specifics[index]
        guard context.lowerBound <= other.range.lowerBound, other.range.upperBound <= context.upperBound,
          let row = numbers[other.canonical], row != number, !rows[number].others.contains(row)
        else { continue }
        rows[number].others.append(row)
        rows[row].holders.append(number)
      }
    }
    return rows
  }

  /// The heaviest of each kind, in the order of the text.
  private func heaviest(_ candidates: [Candidate]) -> [Candidate] {
    var kinds: [Specific.Kind: [Candidate]] = [:]
    for candidate in candidates { kinds[reading.specifics[candidate.specific].kind, default: []].append(candidate) }
    guard kinds.values.contains(where: { $0.count > Self.mostOfKind }) else { return candidates }
    var kept: [Candidate] = []
    for group in kinds.values {
      let sorted = group.sorted { $0.weight != $1.weight ? $0.weight > $1.weight : $0.specific < $1.specific }
      kept += sorted.prefix(Self.mostOfKind)
    }
    return kept.sorted { $0.specific < $1.specific }
  }

  /// What a note says: in full, or only a part of a name.
  private struct Said {
    var whole: Set<String>
    var partly: Set<String> = []
  }

  private func said(in ranges: [Range<Int>], and canonicals: Set<String>) -> Said {
    var said = Said(whole: canonicals)
    var next = ranges.makeIterator()
    guard var range = next.next() else { return said }
    for specific in reading.specifics {
      while range.upperBound <= specific.range.lowerBound {
        guard let following = next.next() else { return said }
        range = following
      }
      guard range.lowerBound <= specific.range.lowerBound, specific.range.upperBound <= range.upperBound else {
        continue
      }
      if Self.isPart(specific) { said.partly.insert(specific.canonical) } else { said.whole.insert(specific.canonical) }
    }
    return said
  }

  /// Whether it is a surname alone that stands for a full name.
  private static func isPart(_ specific: Specific) -> Bool {
    specific.kind == .name && specific.canonical.utf8.contains(0x20) && !specific.value.utf8.contains(0x20)
  }

  /// The fullest mention of each specific that is not said, outside page furniture, with the weight of its best one.
  private func candidates(without said: Said) -> [Candidate] {
    var numbers: [String: Int] = [:]
    var candidates: [Candidate] = []
    let weights = SpecificWeights(of: reading)
    for (number, piece) in reading.pieces.enumerated() where !piece.specifics.isEmpty {
      let share = weights.share(of: number)
      guard share > 0 else { continue }
      for index in piece.specifics {
        let specific = reading.specifics[index]
        guard !said.whole.contains(specific.canonical) else { continue }
        let isPart = Self.isPart(specific)
        // Of a name that the note cuts short, the full form is left out.
        if isPart, said.partly.contains(specific.canonical) { continue }
        let weight = share * weights.byKind[index]
        guard weight > SpecificWeights.least else { continue }
        let candidate = Candidate(specific: index, piece: number, weight: weight, isPart: isPart)
        guard let known = numbers[specific.canonical] else {
          numbers[specific.canonical] = candidates.count
          candidates.append(candidate)
          continue
        }
        let best = max(weight, candidates[known].weight)
        let isFuller = candidates[known].isPart && !isPart
        if isFuller || candidates[known].isPart == isPart && best > candidates[known].weight {
          candidates[known] = candidate
        }
        candidates[known].weight = best
      }
    }
    return candidates.sorted { $0.specific < $1.specific }
  }

  private func omission(_ row: Row) -> Note.Omission {
    let specific = reading.specifics[row.specific]
    return Note.Omission(
      value: specific.value,
      kind: specific.kind,
      context: row.context.map(reading.shown) ?? "",
      range: specific.range
    )
  }
}

extension Specific.Kind {
  fileprivate var number: Int {
    switch self {
    case .date: 0
    case .time: 1
    case .money: 2
    case .percent: 3
    case .number: 4
    case .version: 5
    case .name: 6
    case .identifier: 7
    case .path: 8
    case .url: 9
    case .address: 10
    case .quote: 11
    }
  }
}

extension Ledger {
  /// How much a specific matters to the choice of sentences: by its kind, a little more when it is mentioned again.
  static func weight(of specific: Specific, in reading: Reading) -> Double {
    let mentions = Double(reading.mentions[specific.canonical] ?? 1)
    return SpecificWeights.weight(of: specific, in: reading) * (1 + 0.35 * Powers.logarithm(mentions))
  }
}
