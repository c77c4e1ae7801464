/// How much a specific that is left out would be missed: by its kind, and by what it stands beside.
///
/// Judged by forms alone: who, when and how much before terms of the trade, whole dates before weekdays, names whose
/// words are no common ones before terms with capitals.
struct SpecificWeights {
  /// What weighs less is left out even where there is room.
  static let least = 0.15

  private let reading: Reading
  /// Of each specific, by kind alone.
  private(set) var byKind: [Double]
  /// Of each piece: which of who, when and how many it tells.
  private var told: [UInt8]

  private static let who: UInt8 = 1
  private static let when: UInt8 = 2
  private static let howMany: UInt8 = 4

  init(of reading: Reading) {
    self.reading = reading
    let byKind = reading.specifics.map { Self.weight(of: $0, in: reading) }
    self.byKind = byKind
    told = reading.pieces.map { piece in
      piece.specifics.prefix(12).reduce(0) { $0 | Self.told(reading.specifics[$1], byKind[$1]) }
    }
  }

  // MARK: By place

  /// What a piece makes of the weight of its specifics; nothing for page furniture.
  func share(of number: Int) -> Double {
    switch reading.pieces[number].sentence.kind {
    case .prose, .listItem, .turn: company(of: number)
    case .heading: 0.5 * company(of: number)
    case .tableRow, .code: 0.4 * company(of: number)
    case .furniture: 0
    }
  }

  /// Who, when and how many in one sentence make a fact: each of them matters more than it would alone.
  private func company(of number: Int) -> Double {
    var known = told[number]
    var company = 1 + 0.5 * Double(max(0, known.nonzeroBitCount - 1))
    guard known != 0 else { return company }
    // A fact may be told in two sentences.
    for next in [number - 1, number + 1] where told.indices.contains(next) {
      guard !reading.pieces[max(next, number)].sentence.opensParagraph else { continue }
      company += 0.15 * Double((told[next] & ~known).nonzeroBitCount)
      known |= told[next]
    }
    return company
  }

  private static func told(_ specific: Specific, _ weight: Double) -> UInt8 {
    switch specific.kind {
    case .date: isFull(specific) ? when : 0
    case .money, .percent, .number: weight > 0.5 ? howMany : 0
    case .name: weight > 0.6 ? who : 0
    case .time, .version, .identifier, .path, .url, .address, .quote: 0
    }
  }

  // MARK: By kind

  static func weight(of specific: Specific, in reading: Reading) -> Double {
    switch specific.kind {
    case .date: dateWeight(specific)
    case .money: 1.2
    case .percent: 1
    case .time: 0.7
    case .number: numberWeight(specific, in: reading)
    case .version: 0.5
    case .name: nameWeight(specific, in: reading)
    case .url, .address: 0.6
    case .path: 0.45
    case .identifier: reading.language == .cjk ? 0.25 : 0.45
    case .quote: 0.3
    }
  }

  private static func isFull(_ specific: Specific) -> Bool {
    specific.canonical.utf8.count > 4 && !specific.canonical.hasPrefix("-")
  }

  /// A weekday or a month alone says little, a day without its year less than one with it.
  private static func dateWeight(_ specific: Specific) -> Double {
    let form = specific.canonical.utf8
    guard form.contains(where: \.isDigit) else { return 0.35 }
    if specific.canonical.hasPrefix("-") { return form.count > 4 ? 0.9 : 0.4 }
    return form.count > 4 ? 1.25 : 0.9
  }

  /// A person or a place is never written small; a "Leave Policy" whose words are is a term with capitals.
  private static func nameWeight(_ specific: Specific, in reading: Reading) -> Double {
    var proper = 0
    var common = 0
    var first = reading.word(at: specific.range.lowerBound)
    while first < reading.words.count, reading.words[first].start < specific.range.upperBound {
      let lexeme = reading.words[first]
      first += 1
      if lexeme.kind == .katakana { return 0.25 }
      guard lexeme.isCapital, lexeme.count > 2, lexeme.traits.isDisjoint(with: [.title, .particle]) else { continue }
      let isCommon =
        reading.small.contains(lexeme.hash) || reading.small.contains(lexeme.stem)
        || EverydayWords.shared.contains(lexeme)
      if isCommon { common += 1 } else { proper += 1 }
    }
    let isSingle = !specific.value.utf8.contains { $0 == 0x20 || $0 == 0x2D }
    if isSingle { return common == 0 ? 0.75 : 0.3 }
    return common == 0 ? 1.15 : proper > 0 ? 1 : 0.45
  }

  /// Small bare numbers mostly count trifles; the same with a unit do not.
  private static func numberWeight(_ specific: Specific, in reading: Reading) -> Double {
    let isBare = specific.value.utf8.count == specific.canonical.utf8.count
    switch specific.canonical.utf8.count {
    case 1: return isBare ? 0.1 : 0.4
    case 2: return isBare ? 0.5 : 0.65
    // The words around a counter tell of people and places that no form shows in CJK.
    default: return reading.language != .cjk ? 0.9 : specific.value.utf8.contains { $0 >= 0x80 } ? 1.3 : 0.6
    }
  }
}
