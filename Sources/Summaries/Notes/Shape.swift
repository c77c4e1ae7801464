/// What can be told of a sentence from its words and signs alone.
struct Shape {
  /// Fit to stand in a note: long enough, made of words, with an end.
  private(set) var isSentence = false
  private(set) var isQuestion = false
  private(set) var cues: Vocabulary.Traits = []
  /// What its words and form earn it.
  private(set) var value = 0.0

  private var wordCount = 0
  private var contentCount = 0
  private var cjkCount = 0
  private var signCount = 0
  /// Signs of grammar rules, code and drawings.
  private var oddCount = 0
  private var fillers = 0
  private var references = 0
  private var pointers = 0

  /// Fewer words say too little by themselves (measured: below six most are backchannels).
  private static let fewestWords = 6
  private static let fewestCJK = 12

  private static let cueWeights: [(Vocabulary.Traits, Double)] = [
    (.decision, 0.8), (.definition, 0.5), (.proposal, 0.45), (.obligation, 0.4), (.reason, 0.4), (.result, 0.4),
    (.purpose, 0.35),
  ]

  init(of piece: Reading.Piece, in reading: Reading) {
    guard !piece.body.isEmpty else { return }
    var definesAt: Int?
    var hasLower = false
    for index in piece.body {
      let lexeme = reading.words[index]
      switch lexeme.kind {
      case .word:
        wordCount += 1
        if lexeme.isLower { hasLower = true }
        count(lexeme)
        if lexeme.hash == Words.isWord || lexeme.hash == Words.are || lexeme.hash == Words.ist
          || lexeme.hash == Words.sind, definesAt == nil, index - piece.body.lowerBound < 8
        {
          definesAt = index
        }
      case .han, .hiragana, .katakana: cjkCount += Int(lexeme.count)
      case .number: wordCount += 1
      case .sign:
        signCount += 1
        if isOdd(lexeme) { oddCount += 1 }
      case .symbol: oddCount += 1
      }
    }
    if let definesAt, isArticle(definesAt + 1, in: reading, piece) { cues.insert(.definition) }
    let last = lastSign(of: piece, in: reading)
    isQuestion = last == 0x3F || last == 0xFF1F
    let lexemeCount = piece.body.count
    isSentence =
      (wordCount >= Self.fewestWords && contentCount >= 3 && hasLower || cjkCount >= Self.fewestCJK)
      && last != 0x3A && last != 0xFF1A && oddCount * 12 <= lexemeCount && signCount * 5 <= lexemeCount * 2
    guard isSentence else { return }
    weigh(piece, reading, endsWell: endsWell(last, piece))
  }

  /// A sentence that begins with a small letter is the rest of one.
  private func opensSmall(_ piece: Reading.Piece, _ reading: Reading) -> Bool {
    guard let first = piece.body.first else { return false }
    return reading.words[first].isLower && reading.words[first].marks.contains(.hasLower)
      && !reading.words[first].marks.contains(.hump)
  }

  /// Part of a quotation that began or goes on elsewhere.
  private func hasOpenQuote(_ piece: Reading.Piece, _ reading: Reading) -> Bool {
    var straight = 0
    var open = 0
    for index in piece.words where reading.words[index].kind == .sign {
      switch reading.words[index].hash {
      case 0x22: straight += Int(reading.words[index].count)
      case 0x201C: open += 1
      case 0x201D: open -= 1
      default: break
      }
    }
    return straight % 2 == 1 || open != 0
  }

  private mutating func count(_ lexeme: Lexeme) {
    let traits = lexeme.traits
    // "May" is a month, "may" is none.
    let isMonth = traits.contains(.month) && lexeme.isCapital
    if isMonth || traits.isDisjoint(with: [.function, .filler]) { contentCount += 1 }
    if traits.contains(.filler) { fillers += 1 }
    if traits.contains(.reference) { references += 1 }
    if traits.contains(.pointer) { pointers += 1 }
    cues.formUnion(traits.intersection(.cues))
  }

  private mutating func weigh(_ piece: Reading.Piece, _ reading: Reading, endsWell: Bool) {
    var cued = 0.0
    for (cue, weight) in Self.cueWeights where cues.contains(cue) { cued += weight }
    if cjkCount > wordCount { cued = 0.45 * Double(CJKCues.important.count { contains($0, piece, reading.text) }) }
    value += min(1.3, cued)
    value -= min(1.4, Double(fillers) * 0.35)
    value -= min(0.9, Double(references) * 0.3)
    value -= min(1, Double(pointers) * 0.5)
    // Speech is written down without stops; elsewhere what has none is a scrap of a list or a table.
    if !endsWell { value -= piece.sentence.kind == .turn ? 1 : 2.5 }
    if piece.sentence.kind == .prose, !piece.sentence.opensParagraph, opensSmall(piece, reading) { value -= 1 }
    if hasOpenQuote(piece, reading) { value -= 0.5 }
    if opensWithQuote(piece, reading.text) { value -= 0.5 }
    if wordCount + cjkCount / 2 < 9 { value -= 0.3 }
  }

  private func contains(_ cue: StaticString, _ piece: Reading.Piece, _ text: [UInt8]) -> Bool {
    // Bounded: a cue far into an endless sentence says nothing about it.
    let end = min(piece.content.upperBound, piece.content.lowerBound + 600)
    return (piece.content.lowerBound..<max(piece.content.lowerBound, end)).contains { offset in
      text.starts(with: cue, at: offset, before: end)
    }
  }

  private func isOdd(_ lexeme: Lexeme) -> Bool {
    if lexeme.count > 3 { return true }
    switch lexeme.hash {
    case 0x3D, 0x7C, 0x3C, 0x3E, 0x7B, 0x7D, 0x5C, 0x5E, 0x7E, 0x2B, 0x2A, 0x23, 0x5F, 0x40, 0x24: return true
    default: return false
    }
  }

  private func isArticle(_ index: Int, in reading: Reading, _ piece: Reading.Piece) -> Bool {
    guard index < piece.body.upperBound else { return false }
    let hash = reading.words[index].hash
    return hash == Words.a || hash == Words.an || hash == Words.the || hash == Words.ein || hash == Words.eine
  }

  /// The last sign that is no closing quote or bracket.
  private func lastSign(of piece: Reading.Piece, in reading: Reading) -> UInt64 {
    for index in piece.body.suffix(4).reversed() {
      let lexeme = reading.words[index]
      guard lexeme.kind == .sign else { return 0 }
      switch lexeme.hash {
      case 0x22, 0x27, 0x29, 0x5D, 0x2019, 0x201C, 0x201D, 0xBB, 0x300D, 0x300F, 0xFF09: continue
      default: return lexeme.hash
      }
    }
    return 0
  }

  private func endsWell(_ last: UInt64, _ piece: Reading.Piece) -> Bool {
    switch last {
    case 0x2E, 0x21, 0x3F, 0x2026, 0x3002, 0xFF01, 0xFF1F: true
    default: piece.sentence.kind == .listItem && last != 0x3A && last != 0x2C
    }
  }

  private func opensWithQuote(_ piece: Reading.Piece, _ text: [UInt8]) -> Bool {
    guard piece.sentence.kind == .prose, piece.content.lowerBound < piece.content.upperBound else { return false }
    switch decode(text, piece.content.lowerBound, piece.content.upperBound).folded {
    case 0x22, 0x201C, 0x201E, 0xAB, 0x300C: return true
    default: return false
    }
  }
}
