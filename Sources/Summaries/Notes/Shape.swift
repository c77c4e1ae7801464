/// What can be told of a sentence from its words and signs alone.
struct Shape {
  /// Fit to stand in a note: long enough, made of words, with an end.
  private(set) var isSentence = false
  private(set) var isQuestion = false
  /// Whether it has a word that looks like what a sentence says of its subject; true where nobody can tell.
  private(set) var hasVerb = true
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
  private var everyday = 0
  private(set) var references = 0
  private var pointers = 0
  /// Words said twice in a row and the stumps of words: how people speak before they know what to say.
  private var stutters = 0
  private var verbs = 0
  /// "this option", "dieser Befehl": words that point at what stands before the sentence.
  private(set) var demonstratives = 0
  /// Brackets that close what was opened elsewhere.
  private var strayBrackets = 0
  private var openBrackets = 0
  /// Links, images, templates, entities: the page, not the text.
  private var hasMarkup = false

  /// Fewer words say too little by themselves (measured: below six most are backchannels).
  private static let fewestWords = 6
  private static let fewestCJK = 12

  private static let cueWeights: [(Vocabulary.Traits, Double)] = [
    (.decision, 0.8), (.definition, 0.5), (.proposal, 0.45), (.obligation, 0.4), (.reason, 0.4), (.result, 0.4),
    (.purpose, 0.35),
  ]

  private static let copulas = ["is", "are", "ist", "sind", "was", "were"].map(Fingerprint.of)
  private static let pointing = ["see", "refer", "siehe"].map(Fingerprint.of)
  private static let demonstrative = ["this", "these", "dies", "diese", "dieser", "dieses", "diesem", "diesen"]
    .map(Fingerprint.of)
  private static let i = Fingerprint.of("i")

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
        count(lexeme, after: index > piece.body.lowerBound ? reading.words[index - 1] : nil, reading.text)
        if definesAt == nil, index - piece.body.lowerBound < 14, lexeme.count < 5, Self.copulas.contains(lexeme.hash) {
          definesAt = index
        }
      case .han, .hiragana, .katakana: cjkCount += Int(lexeme.count)
      case .number: wordCount += 1
      case .sign:
        signCount += 1
        if isOdd(lexeme) { oddCount += 1 }
        if lexeme.hash == 0x28 { openBrackets += 1 }
        if lexeme.hash == 0x29 {
          if openBrackets > 0 { openBrackets -= 1 } else { strayBrackets += 1 }
        }
        if opensMarkup(index, in: reading, piece) { hasMarkup = true }
      case .symbol: oddCount += 1
      }
    }
    if let definesAt, isArticle(definesAt + 1, in: reading, piece) { cues.insert(.definition) }
    hasVerb = reading.language != .english || verbs > 0 || cjkCount > 0
    let last = lastSign(of: piece, in: reading)
    isQuestion = last == 0x3F || last == 0xFF1F
    let lexemeCount = piece.body.count
    let endsWell = endsWell(last, piece)
    isSentence =
      (wordCount >= Self.fewestWords && contentCount >= 3 && hasLower || cjkCount >= Self.fewestCJK)
      && last != 0x3A && last != 0xFF1A && oddCount * 12 <= lexemeCount && signCount * 5 <= lexemeCount * 2
      && !hasMarkup && strayBrackets == 0 && stutters < 2 && !opensAside(piece, reading)
      && (endsWell ? !breaksOff(piece, reading) : !endsInTheMiddle(piece, reading))
    guard isSentence else { return }
    weigh(piece, reading, endsWell: endsWell)
  }

  /// A sentence that begins with a small letter is the rest of one.
  private func opensSmall(_ piece: Reading.Piece, _ reading: Reading) -> Bool {
    guard let first = reading.words[piece.body].first else { return false }
    return first.isLower && first.marks.contains(.hasLower) && !first.marks.contains(.hump)
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

  private mutating func count(_ lexeme: Lexeme, after previous: Lexeme?, _ text: [UInt8]) {
    let traits = lexeme.traits
    // "May" is a month, "may" is none.
    let isMonth = traits.contains(.month) && lexeme.isCapital
    if isMonth || traits.isDisjoint(with: [.function, .filler, .numberWord]) { contentCount += 1 }
    if traits.contains(.filler) { fillers += 1 }
    if traits.contains(.everyday) { everyday += 1 }
    if traits.contains(.reference) { references += 1 }
    if traits.contains(.pointer) { pointers += 1 }
    if traits.contains(.leaning), Self.demonstrative.contains(lexeme.hash) { demonstratives += 1 }
    if !traits.isDisjoint(with: [.verb, .decision, .proposal, .obligation, .definition])
      || lexeme.count > 3
        && text[lexeme.end - 1] | 0x20 == 0x64 && text[lexeme.end - 2] | 0x20 == 0x65
    {
      verbs += 1
    }
    if let previous, previous.kind == .word, lexeme.count > 1 || lexeme.hash == Self.i || lexeme.hash == Words.a {
      // "to to", "th the": what was begun again.
      if previous.hash == lexeme.hash || previous.count == 1 && isStump(previous, of: lexeme, text) { stutters += 1 }
    }
    cues.formUnion(traits.intersection(.cues))
  }

  private func isStump(_ stump: Lexeme, of word: Lexeme, _ text: [UInt8]) -> Bool {
    stump.hash != Words.a && stump.hash != Self.i && text[stump.start] | 0x20 == text[word.start] | 0x20
  }

  private mutating func weigh(_ piece: Reading.Piece, _ reading: Reading, endsWell: Bool) {
    var cued = 0.0
    for (cue, weight) in Self.cueWeights where cues.contains(cue) { cued += weight }
    if cjkCount > wordCount { cued = 0.45 * Double(CJKCues.important.count { contains($0, piece, reading.text) }) }
    value += min(1.3, cued)
    value -= min(1.4, Double(fillers) * 0.35)
    value -= min(0.9, Double(references) * 0.3)
    value -= min(1, Double(pointers) * 0.5)
    value -= Double(stutters) * 0.6
    // Much of what is said in talk is about nothing in particular.
    value -= 1.5 * Double(everyday) / Double(max(8, wordCount))
    if !hasVerb { value -= cues.isEmpty ? 1 : 0.5 }
    // Speech is written down without stops; elsewhere what has none is a scrap of a list or a table.
    if !endsWell { value -= piece.sentence.kind == .turn ? 1 : 2.5 }
    if !piece.sentence.opensParagraph || piece.sentence.kind == .listItem, opensSmall(piece, reading) {
      value -= 1.5
    }
    if hasOpenQuote(piece, reading) { value -= 0.5 }
    if opensWithQuote(piece, reading.text) { value -= 0.5 }
    if wordCount + cjkCount / 2 < 9 { value -= 0.4 }
  }

  private func contains(_ cue: StaticString, _ piece: Reading.Piece, _ text: [UInt8]) -> Bool {
    // Bounded: a cue far into an endless sentence says nothing about it.
    let end = min(piece.content.upperBound, piece.content.lowerBound + 600)
    return (piece.content.lowerBound..<max(piece.content.lowerBound, end)).contains { offset in
      text.starts(with: cue, at: offset, before: end)
    }
  }

  // MARK: What is no sentence

  private func isOdd(_ lexeme: Lexeme) -> Bool {
    if lexeme.count > 3 { return true }
    switch lexeme.hash {
    case 0x3D, 0x7C, 0x3C, 0x3E, 0x7B, 0x7D, 0x5C, 0x5E, 0x7E, 0x2B, 0x2A, 0x23, 0x5F, 0x40, 0x24: return true
    default: return false
    }
  }

  /// "{% image %}", "{{ x }}", "![alt](", "</a>", "&nbsp;".
  private func opensMarkup(_ index: Int, in reading: Reading, _ piece: Reading.Piece) -> Bool {
    guard index + 1 < piece.body.upperBound, reading.words[index + 1].touches else { return false }
    let sign = reading.words[index]
    let next = reading.words[index + 1]
    switch sign.hash {
    case 0x7B: return sign.count == 2 || next.hash == 0x25
    case 0x21: return next.hash == 0x5B
    case 0x3C: return next.hash == 0x2F || next.hash == 0x21
    case 0x26:
      guard index + 2 < piece.body.upperBound, next.kind == .word else { return false }
      return reading.words[index + 2].hash == 0x3B && reading.words[index + 2].touches
    default: return false
    }
  }

  /// "[Transcriber's note …", "(See section 3.)", "See also …": asides of whoever made the page.
  private func opensAside(_ piece: Reading.Piece, _ reading: Reading) -> Bool {
    guard let first = piece.body.first else { return false }
    let lexeme = reading.words[first]
    if lexeme.hash == 0x5B, lexeme.kind == .sign {
      return !reading.words[piece.body.prefix(8)].contains { $0.hash == 0x5D && $0.kind == .sign }
    }
    var opening = first
    if lexeme.kind == .sign, opening + 1 < piece.body.upperBound { opening += 1 }
    while opening + 1 < piece.body.upperBound, reading.words[opening].traits.contains(.filler) { opening += 1 }
    return reading.words[opening].traits.contains(.pointer) && Self.pointing.contains(reading.words[opening].hash)
  }

  /// "I would say that—.": somebody was interrupted.
  private func breaksOff(_ piece: Reading.Piece, _ reading: Reading) -> Bool {
    reading.words[piece.body.suffix(2)].contains { sign in
      sign.kind == .sign && (sign.hash == 0x2013 || sign.hash == 0x2014 || sign.hash == 0x2D && sign.count > 1)
    }
  }

  /// Stops at a word that no sentence ends with: "of", "and", "the".
  private func endsInTheMiddle(_ piece: Reading.Piece, _ reading: Reading) -> Bool {
    guard let last = piece.body.last else { return false }
    guard reading.words[last].kind == .word else { return false }
    return !reading.words[last].traits.isDisjoint(with: [.function, .filler])
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
      case 0x22, 0x27, 0x29, 0x2A, 0x5D, 0x5F, 0x2019, 0x201C, 0x201D, 0xBB, 0x300D, 0x300F, 0xFF09: continue
      default: return lexeme.hash
      }
    }
    return 0
  }

  private func endsWell(_ last: UInt64, _ piece: Reading.Piece) -> Bool {
    switch last {
    case 0x2E, 0x21, 0x3F, 0x2026, 0x3002, 0xFF01, 0xFF1F: true
    default: piece.sentence.kind == .listItem && last == 0
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
