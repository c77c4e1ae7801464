/// What a sentence is worth in a note by itself, before anything else is chosen.
struct Merit {
  /// In units of which a sentence that opens a paragraph earns most of one.
  var value: Double
  /// How it hangs on its neighbours.
  var bond: Bond

  enum Bond {
    case free
    /// Opens with "this", "it", "however": not without the one or two sentences before it.
    case leansOnPrevious(Int)
    /// The next one is a short reply that settles it: not without that.
    case settledByNext
  }
}

/// Judges sentences for gist: what a careful person would write down.
///
/// Weights by hand, after the comparison of selectors on meetings and stories: openings of paragraphs, cues of
/// definition, decision, proposal, obligation, reason, result and purpose count for a sentence; fillers, quotations
/// and what only goes on with a story count against it.
struct Judge {
  let reading: Reading

  /// What a text is comes first in its summary, whatever it costs to say.
  private static let sayingWhatItIs = 4.0
  private static let openingText = 0.8

  /// Whether the text is mostly what people say to each other.
  private let isTalk: Bool
  /// Whether what is chosen stands far from what was around it.
  private let isSummary: Bool

  init(reading: Reading, isSummary: Bool = false) {
    self.reading = reading
    self.isSummary = isSummary
    isTalk = reading.pieces.count { $0.sentence.kind == .turn } * 5 > reading.pieces.count
  }

  /// The merit of a sentence; nil when it can be no sentence of a note: questions, fragments, headings, tables.
  func merit(of index: Int) -> Merit? {
    let piece = reading.pieces[index]
    switch piece.sentence.kind {
    case .prose, .listItem, .turn: break
    case .heading, .tableRow, .code, .furniture: return nil
    }
    let shape = Shape(of: piece, in: reading)
    guard shape.isSentence else { return nil }
    let next = index + 1 < reading.pieces.count && isVerdict(index + 1) ? index + 1 : nil
    if shape.isQuestion {
      guard next != nil, !shape.cues.isDisjoint(with: [.proposal, .obligation, .decision]) else { return nil }
    }
    var value = shape.value
    value += position(of: index)
    // Talk without a cue or a specific is mostly talk about what is on the table.
    if isTalk, shape.cues.isEmpty, piece.specifics.isEmpty { value -= 0.5 }
    value -= (isSummary ? 1 : 0.2) * Double(shape.demonstratives)
    if isSummary, !isTalk, shape.references == 0, opensText(index) {
      value += shape.cues.contains(.definition) ? Self.sayingWhatItIs : Self.openingText
    }
    if !shape.hasVerb, reading.lead(of: index) != nil { value += 1 }
    var bond = Merit.Bond.free
    switch opening(of: piece) {
    case .free: break
    case .goesOn: value -= isSummary ? 0.7 : 0.35
    case .leans:
      if lacksSubject(piece), reading.lead(of: index) != nil { break }
      guard let support = support(of: index) else { return nil }
      bond = .leansOnPrevious(support)
    }
    if dissents(piece), index > 0 { bond = .leansOnPrevious(1) }
    if next != nil, !shape.cues.isDisjoint(with: [.proposal, .obligation, .decision]) {
      bond = .settledByNext
      value += 0.6
    }
    return Merit(value: value, bond: bond)
  }

  // MARK: Place

  private func position(of index: Int) -> Double {
    let piece = reading.pieces[index]
    var value = 0.0
    let before = previousWithWords(index)
    if let before, reading.pieces[before].sentence.kind == .heading {
      value += 1
    } else if before == nil {
      value += 1
    } else if piece.sentence.opensParagraph, piece.sentence.kind == .prose {
      value += 0.6
    }
    if piece.sentence.kind == .listItem { value -= 0.25 }
    return value
  }

  /// Whether a sentence stands where a text says what it is: in its first sections, at the beginning of one.
  private func opensText(_ index: Int) -> Bool {
    guard index < max(12, reading.pieces.count / 33), reading.pieces[index].sentence.kind == .prose else {
      return false
    }
    return previousWithWords(index).map { reading.pieces[$0].sentence.kind == .heading } ?? true
  }

  private func previousWithWords(_ index: Int) -> Int? {
    var before = index - 1
    while before >= 0, before > index - 4 {
      if !reading.pieces[before].words.isEmpty, reading.pieces[before].sentence.kind != .furniture { return before }
      before -= 1
    }
    return nil
  }

  /// How many sentences before one it needs to be understood: back to the first that stands by itself, two at
  /// most and within the paragraph; nil when they do not help.
  private func support(of index: Int) -> Int? {
    for count in 1...2 {
      let before = index - count
      guard before >= 0, !reading.pieces[before + 1].sentence.opensParagraph else { return nil }
      let piece = reading.pieces[before]
      let kind = reading.pieces[index].sentence.kind
      guard piece.sentence.kind == kind || piece.sentence.kind == .turn && kind == .prose, kind != .turn else {
        return nil
      }
      let shape = Shape(of: piece, in: reading)
      guard shape.isSentence, !shape.isQuestion else { return nil }
      if case .leans = opening(of: piece) { continue }
      return count
    }
    return nil
  }

  // MARK: Openings

  private enum Opening { case free, goesOn, leans }

  private func opening(of piece: Reading.Piece) -> Opening {
    var seen = 0
    var goesOn = false
    for index in piece.body.prefix(8) {
      let lexeme = reading.words[index]
      guard lexeme.kind == .word else { continue }
      // "Um, so this …": what people say before they begin.
      if lexeme.traits.contains(.filler), !lexeme.traits.contains(.goingOn) { continue }
      if lexeme.traits.contains(.leaning) {
        let next = index + 1 < piece.body.upperBound ? reading.words[index + 1].traits : []
        // "this document", and "such" or "that" far from the beginning, lean on nothing.
        if seen == 0 || !next.contains(.document) && lexeme.traits.isDisjoint(with: [.reason]) {
          return next.contains(.document) ? .free : .leans
        }
      }
      if seen == 0, lexeme.traits.contains(.goingOn) { goesOn = true }
      // "If this", "In that case", "By contrast": still the opening; a word of content ends it.
      seen += 1
      guard seen < 3, lexeme.traits.contains(.function) else { break }
    }
    if lacksSubject(piece) { return .leans }
    if goesOn { return .goesOn }
    return opensWithCJKLeaning(piece) ? .leans : .free
  }

  /// "Sends a signal …", "Zeigt die Units …": what is said of something that was named before.
  private func lacksSubject(_ piece: Reading.Piece) -> Bool {
    guard let first = piece.body.first, first + 1 < piece.body.upperBound, reading.words[first].kind == .word,
      reading.words[first].isCapital, reading.words[first].count > 3, reading.words[first + 1].kind == .word
    else { return false }
    let ending = reading.text[reading.words[first].end - 1]
    guard ending == (reading.language == .german ? 0x74 : 0x73), reading.words[first].traits.isDisjoint(with: .function)
    else { return false }
    return Self.articles.contains(reading.words[first + 1].hash)
  }

  private static let articles = ["a", "an", "the", "ein", "eine", "einen", "der", "die", "das", "den", "dem"]
    .map(Fingerprint.of)

  private func opensWithCJKLeaning(_ piece: Reading.Piece) -> Bool {
    guard reading.language == .cjk else { return false }
    return CJKCues.leaning.contains {
      reading.text.starts(with: $0, at: piece.content.lowerBound, before: piece.content.upperBound)
    }
  }

  // MARK: Replies

  private func asks(_ piece: Reading.Piece) -> Bool {
    reading.words[piece.body].suffix(3).contains { $0.kind == .sign && ($0.hash == 0x3F || $0.hash == 0xFF1F) }
  }

  /// Whether a sentence of a running paragraph or talk opens by contradicting what stands before it.
  private func dissents(_ piece: Reading.Piece) -> Bool {
    (!piece.sentence.opensParagraph || piece.sentence.kind == .turn)
      && reading.words[piece.body.prefix(10)].contains { $0.traits.contains(.dissent) }
  }

  /// A short reply that agrees, refuses or decides ("Anna: I disagree."), or any sentence that opens with dissent.
  private func isVerdict(_ index: Int) -> Bool {
    let piece = reading.pieces[index]
    guard piece.sentence.kind == .prose || piece.sentence.kind == .turn, !piece.body.isEmpty, !asks(piece) else {
      return false
    }
    if dissents(piece) { return true }
    guard piece.body.count <= 12 else { return false }
    var wordCount = 0
    var settles = false
    for lexeme in reading.words[piece.body] where lexeme.kind == .word {
      wordCount += 1
      if lexeme.traits.contains(.verdict) { settles = true }
    }
    return settles && wordCount <= 7
  }
}

/// Openings and cues of Japanese and Chinese, which have no spaces to make words by.
enum CJKCues {
  static let leaning: [StaticString] = [
    "この", "その", "これ", "それ", "しかし", "また", "ただし", "这", "该", "此", "但", "然而", "因此", "所以", "它",
  ]
  static let important: [StaticString] = [
    "とは", "である", "必要", "決定", "提案", "理由", "ため", "目的", "結果", "べき", "是指", "就是", "必须", "应该", "需要", "决定", "建议", "因为", "由于",
    "目的",
    "结果", "用于", "称为",
  ]
}
