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
  private var isChosen: [Bool]
  private var chosen: [Int] = []
  private var termTaken: [UInt8]
  private var termWeights: [Double]
  /// By the numbers of canonical forms: what a specific weighs, 0 once it was taken.
  private var specificWeights: [Double]
  private var groupTaken: [Int32: Int] = [:]
  /// Strict tokens of what is chosen.
  private(set) var spent = 0

  /// What counts for how much in a sentence's gain.
  ///
  /// Measured on half of the meetings, stories and manuals at hand with planted facts, checked on the other half. A
  /// sentence with several specifics tells a fact; in a summary of notes, which were chosen for their facts already,
  /// the gist has more of a say.
  private struct Shares {
    var specifics: Double
    /// A sentence is not chosen for its specifics alone: those also stand in the ledger.
    var mostForSpecifics: Double

    static let note = Shares(specifics: 0.6, mostForSpecifics: 5)
    static let summary = Shares(specifics: 0.45, mostForSpecifics: 3)
  }

  private let shares: Shares
  private static let termShare = 0.8
  private static let mostForTerms = 7.0
  private static let newGroupBonus = 0.4
  private static let takenGroupMalus = 0.25
  /// Tokens; a sentence that is shorter than this gets no better for it.
  private static let leastCost = 22
  /// What is worth less by itself does not fill up a note: half sentences, items in small letters.
  private static let leastValue = -1.2

  /// `candidates`: the pieces to choose from, all of the reading's when nil.
  init(from reading: Reading, candidates: [Int]? = nil, groups: [Int32] = [], limit: Int) {
    self.reading = reading
    self.limit = limit
    self.groups = groups
    shares = candidates == nil ? .note : .summary
    let count = reading.pieces.count
    merits = Array(repeating: nil, count: count)
    isChosen = Array(repeating: false, count: count)
    termTaken = Array(repeating: 0, count: reading.frequency.count)
    termWeights = Self.weights(of: reading)
    specificWeights = Array(repeating: .nan, count: reading.mentions.count)
    let judge = Judge(reading: reading, isSummary: candidates != nil)
    if let candidates {
      for index in candidates { merits[index] = judge.merit(of: index) }
    } else {
      for index in 0..<count { merits[index] = judge.merit(of: index) }
    }
  }

  /// Weighs what a piece mentions, each form once.
  private mutating func weighSpecifics(of index: Int) {
    for specific in reading.pieces[index].specifics.prefix(20) {
      let number = Int(reading.mentions.numberOfSpecific[specific])
      guard specificWeights[number].isNaN else { continue }
      specificWeights[number] = Ledger.weight(of: reading.specifics[specific], in: reading)
    }
  }

  /// What each term is worth: the more often the text comes back to it the more, but less than in proportion.
  private static func weights(of reading: Reading) -> [Double] {
    let sentences = Double(max(1, reading.pieces.count))
    var byFrequency: [Double] = []
    return reading.frequency.map { frequency in
      let often = Int(frequency)
      while byFrequency.count <= min(often, 255) {
        let often = Double(max(1, byFrequency.count))
        byFrequency.append(
          often == 1 ? 0.3 : often.squareRoot() * max(0.2, Powers.logarithm(1 + sentences / often)) / 6
        )
      }
      return byFrequency[min(often, 255)]
    }
  }

  /// The chosen pieces in text order; empty when nothing is fit to be a sentence of a note.
  mutating func choose() -> [Int] {
    var heap = Heap()
    var cheapest = Int.max
    for index in merits.indices where merits[index] != nil {
      for member in unit(of: index) { weighSpecifics(of: member) }
      heap.push(Heap.Entry(score: score(of: index), piece: index))
      cheapest = min(cheapest, cost(of: index))
    }
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
      guard spent == 0 || !isScrap(entry.piece) else { continue }
      if best == nil { best = (entry.piece, fresh) }
      guard spent + price(of: entry.piece) <= limit, !repeatsChosen(entry.piece),
        spent + strictPrice(of: entry.piece) <= limit
      else { continue }
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

  /// About what a piece costs; what it costs at most is counted when it is taken.
  private func cost(of index: Int) -> Int { reading.pieces[index].sentence.tokens }

  private func strictPrice(of index: Int) -> Int {
    var price = 0
    for member in unit(of: index) where !isChosen[member] { price += reading.price(ofPiece: member) }
    return price
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
    var gist = merit.value + min(Self.mostForTerms, Self.termShare * terms)
    if !groups.isEmpty {
      gist += groupTaken[groups[index]].map { -Self.takenGroupMalus * Double($0) } ?? Self.newGroupBonus
    }
    let gain = (1 - shares.specifics) * gist + shares.specifics * min(shares.mostForSpecifics, specifics)
    return gain / Double(max(Self.leastCost, price(of: index))).squareRoot()
  }

  private func termGain(of index: Int) -> Double {
    var gain = 0.0
    // Bounded: an endless sentence is no better for it.
    for term in reading.terms[reading.pieces[index].terms].prefix(60) {
      gain += termWeights[Int(term)] / Double(1 + Int(termTaken[Int(term)]))
    }
    return gain
  }

  private func specificGain(of index: Int) -> Double {
    var gain = 0.0
    for specific in reading.pieces[index].specifics.prefix(20) {
      gain += specificWeights[Int(reading.mentions.numberOfSpecific[specific])]
    }
    return gain
  }

  /// Whether a piece is worth a place only where there is nothing better.
  private func isScrap(_ index: Int) -> Bool { merits[index].map { $0.value < Self.leastValue } ?? true }

  /// Whether a chosen sentence says nearly the same.
  private func repeatsChosen(_ index: Int) -> Bool {
    let terms = reading.terms[reading.pieces[index].terms].prefix(60)
    guard terms.count > 2, terms.count(where: { termTaken[Int($0)] > 0 }) * 4 >= terms.count * 3 else { return false }
    return chosen.contains { other in
      let others = reading.terms[reading.pieces[other].terms].prefix(60)
      let shared = terms.count { others.contains($0) }
      return shared * 4 >= terms.count * 3 && shared * 2 >= others.count
    }
  }

  private mutating func take(_ index: Int, _ heap: inout Heap) {
    for member in unit(of: index) where !isChosen[member] {
      isChosen[member] = true
      chosen.append(member)
      spent += reading.price(ofPiece: member)
      for term in reading.terms[reading.pieces[member].terms] where termTaken[Int(term)] < 200 {
        termTaken[Int(term)] += 1
      }
      for specific in reading.pieces[member].specifics {
        specificWeights[Int(reading.mentions.numberOfSpecific[specific])] = 0
      }
      // What leans on it has just become cheaper.
      let next = member + 1
      if next < merits.count, merits[next] != nil, !isChosen[next], unit(of: next).lowerBound == member {
        heap.push(Heap.Entry(score: score(of: next), piece: next))
      }
    }
    if !groups.isEmpty { groupTaken[groups[index], default: 0] += 1 }
  }
}
