/// Chooses the sentences of a note: greedily by what each adds for its price, gist before specifics.
///
/// Lazy greedy with a heap: what a sentence adds only shrinks as others are chosen, so a gain that is still the
/// best after it was computed afresh is the best. Near-linear, and the same on every machine: ties go to the
/// sentence that stands first.
struct Choice {
  private let reading: Reading
  /// Tokens that the chosen sentences may have together.
  private let limit: Int
  /// Sections or passages over which the choice is to spread, by piece; empty for none.
  private let groups: [Int32]

  private var merits: [Merit?]
  private var costs: [Int]
  private var isChosen: [Bool]
  private var termTaken: [UInt8]
  private var termWeights: [Double]
  private var specificsTaken: Set<String> = []
  private var groupTaken: [Int32: Int] = [:]
  private var spent = 0

  /// Shares of gist and of specifics in a sentence's gain (measured: 60/40 keeps the planted facts and reads well).
  private static let gistShare = 0.6
  private static let specificShare = 0.4
  /// A sentence is not chosen for its specifics alone: those also stand in the ledger.
  private static let mostForSpecifics = 2.0
  private static let costExponent = 0.65
  /// Tokens; a sentence that is shorter than this gets no better for it.
  private static let leastCost = 18

  /// `candidates`: the pieces to choose from, all of the reading's when nil.
  init(from reading: Reading, candidates: [Int]? = nil, groups: [Int32] = [], limit: Int) {
    self.reading = reading
    self.limit = limit
    self.groups = groups
    let count = reading.pieces.count
    merits = Array(repeating: nil, count: count)
    costs = Array(repeating: 0, count: count)
    isChosen = Array(repeating: false, count: count)
    termTaken = Array(repeating: 0, count: reading.frequency.count)
    let sentences = Double(max(1, count))
    termWeights = reading.frequency.map { frequency in
      guard frequency > 1 else { return 0.3 }
      let often = Double(frequency)
      return often.squareRoot() * max(0.2, Self.logarithm(1 + sentences / often)) / 6
    }
    let judge = Judge(reading: reading)
    for index in candidates ?? Array(0..<count) {
      merits[index] = judge.merit(of: index)
      costs[index] = strictTokens(reading.text, reading.pieces[index].content)
    }
  }

  /// The chosen pieces in text order; empty when nothing is fit to be a sentence of a note.
  mutating func choose() -> [Int] {
    var heap = Heap()
    for index in merits.indices where merits[index] != nil {
      heap.push(Heap.Entry(score: score(of: index), piece: index))
    }
    var cheapest = Int.max
    for index in merits.indices where merits[index] != nil { cheapest = min(cheapest, costs[index]) }
    var best: (piece: Int, score: Double)?
    while let entry = heap.pop() {
      guard spent == 0 || spent + cheapest <= limit else { break }
      guard !isChosen[entry.piece] else { continue }
      let fresh = score(of: entry.piece)
      if fresh < entry.score, let next = heap.top, Heap.Entry(score: fresh, piece: entry.piece) < next {
        heap.push(Heap.Entry(score: fresh, piece: entry.piece))
        continue
      }
      guard fresh > 0 || spent == 0 else { break }
      if best == nil { best = (entry.piece, fresh) }
      guard spent + price(of: entry.piece) <= limit else { continue }
      take(entry.piece, &heap)
    }
    // At least one, even over the limit.
    if spent == 0, let best { take(best.piece, &heap) }
    return isChosen.indices.filter { isChosen[$0] }
  }

  // MARK: What a piece brings and costs

  /// The pieces that are taken together with one: the sentence that it leans on, the reply that settles it.
  private func unit(of index: Int) -> ClosedRange<Int> {
    switch merits[index]?.bond {
    case .leansOnPrevious(let count): max(0, index - count)...index
    case .settledByNext: index...index + 1
    case .free, nil: index...index
    }
  }

  private func price(of index: Int) -> Int {
    var price = 0
    for member in unit(of: index) where !isChosen[member] { price += cost(of: member) }
    return price
  }

  private func cost(of index: Int) -> Int {
    costs[index] > 0 ? costs[index] : strictTokens(reading.text, reading.pieces[index].content)
  }

  private func score(of index: Int) -> Double {
    guard let merit = merits[index] else { return 0 }
    var terms = 0.0
    var specifics = 0.0
    for member in unit(of: index) where !isChosen[member] {
      let share = member == index ? 1 : 0.6
      terms += share * termGain(of: member)
      specifics += share * specificGain(of: member)
    }
    var gist = merit.value + min(3, terms)
    if !groups.isEmpty {
      gist += groupTaken[groups[index]] == nil ? 0.7 : -0.25 * Double(groupTaken[groups[index]] ?? 0)
    }
    let gain = Self.gistShare * gist + Self.specificShare * min(Self.mostForSpecifics, specifics)
    return gain / Self.power(Double(max(Self.leastCost, price(of: index))), Self.costExponent)
  }

  private func termGain(of index: Int) -> Double {
    var gain = 0.0
    // Bounded: an endless sentence is no better for it.
    for term in reading.terms[reading.pieces[index].terms].prefix(60) {
      gain += termWeights[Int(term)] / Double(1 + 2 * Int(termTaken[Int(term)]))
    }
    return gain * 0.35
  }

  private func specificGain(of index: Int) -> Double {
    var gain = 0.0
    for specific in reading.specifics[reading.pieces[index].specifics].prefix(20)
    where !specificsTaken.contains(specific.canonical) {
      gain += Ledger.weight(of: specific, in: reading)
    }
    return gain
  }

  private mutating func take(_ index: Int, _ heap: inout Heap) {
    for member in unit(of: index) where !isChosen[member] {
      isChosen[member] = true
      spent += cost(of: member)
      for term in reading.terms[reading.pieces[member].terms] where termTaken[Int(term)] < 200 {
        termTaken[Int(term)] += 1
      }
      for specific in reading.specifics[reading.pieces[member].specifics] {
        specificsTaken.insert(specific.canonical)
      }
      // What leans on it has just become cheaper.
      let next = member + 1
      if next < merits.count, merits[next] != nil, !isChosen[next], unit(of: next).lowerBound == member {
        heap.push(Heap.Entry(score: score(of: next), piece: next))
      }
    }
    if !groups.isEmpty { groupTaken[groups[index], default: 0] += 1 }
  }

  // MARK: Arithmetic without a library

  /// The natural logarithm, to about six digits; the standard library has none, and C's may differ by machine.
  static func logarithm(_ value: Double) -> Double {
    guard value > 0 else { return 0 }
    let fraction = value.significand
    // ln(m) by its series in (m − 1)/(m + 1), m in 1..<2.
    let ratio = (fraction - 1) / (fraction + 1)
    let square = ratio * ratio
    let series = 2 * ratio * (1 + square * (1.0 / 3 + square * (1.0 / 5 + square * (1.0 / 7 + square / 9))))
    return series + Double(value.exponent) * 0.693_147_180_559_945_3
  }

  /// `value` to a power of less than one.
  static func power(_ value: Double, _ exponent: Double) -> Double { exponential(exponent * logarithm(value)) }

  private static func exponential(_ value: Double) -> Double {
    let whole = (value / 0.693_147_180_559_945_3).rounded()
    let rest = value - whole * 0.693_147_180_559_945_3
    var sum = 1.0
    var term = 1.0
    for step in 1...10 {
      term *= rest / Double(step)
      sum += term
    }
    return Double(sign: .plus, exponent: Int(max(-1_000, min(1_000, whole))), significand: sum)
  }
}
