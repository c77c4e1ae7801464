/// One reading of a text for taking notes: its sentences, their words, the specifics, the terms that it repeats.
///
/// Everything that is chosen, left out or traced is decided on a reading; it is made in one linear pass.
struct Reading {
  /// A sentence as the choice sees it.
  struct Piece {
    var sentence: Sentence
    /// Indices of its lexemes; `body` leaves out a speaker's label and a bullet.
    var words: Range<Int>
    var body: Range<Int>
    /// Indices of the specifics that begin in it.
    var specifics: Range<Int>
    /// Indices into `terms`.
    var terms: Range<Int>
    /// UTF-8 offsets without the white space around it and without a bullet: what a note quotes.
    var content: Range<Int>
  }

  let text: [UInt8]
  let outline: Outline
  let words: [Lexeme]
  let language: Language
  let specifics: [Specific]
  /// Words that the text also writes small.
  let small: WordFilter
  private(set) var pieces: [Piece] = []
  /// The content terms of all pieces in order, as numbers into `frequency`; everyday words are none.
  private(set) var terms: [Int32] = []
  /// How often each term occurs.
  private(set) var frequency: [Int32] = []
  let mentions: Mentions

  init(_ text: [UInt8], in range: Range<Int>? = nil, languageId: String = "") {
    self.text = text
    outline = Outline(of: text, in: range, languageId: languageId)
    words = lexemes(of: text, in: outline.range)
    language = Language(of: words)
    var scanner = SpecificScanner(text: text, words: words, language: language)
    specifics = scanner.scan()
    small = scanner.small
    mentions = Mentions(specifics)
    readPieces()
  }

  private mutating func readPieces() {
    // Gathered apart: what a closure appends to a property of the value that it was called on is copied each time.
    var pieces: [Piece] = []
    var terms: [Int32] = []
    pieces.reserveCapacity(outline.sentences.count)
    terms.reserveCapacity(words.count / 2)
    var numbers = TermNumbers(for: words.count)
    var word = 0
    var specific = 0
    for sentence in outline.sentences {
      let first = word
      while word < words.count, words[word].start < sentence.range.upperBound { word += 1 }
      let firstSpecific = specific
      while specific < specifics.count, specifics[specific].range.lowerBound < sentence.range.upperBound {
        specific += 1
      }
      let body = bodyStart(of: sentence, first..<word)..<word
      let firstTerm = terms.count
      for index in body where words[index].traits.isDisjoint(with: .everyday) {
        forEachTerm(in: index..<index + 1) { terms.append(numbers.number(of: $0)) }
      }
      var start = text.contentStart(in: sentence.range)
      if sentence.kind == .listItem || sentence.kind == .prose, !body.isEmpty { start = words[body.lowerBound].start }
      pieces.append(
        Piece(
          sentence: sentence,
          words: first..<word,
          body: body,
          specifics: firstSpecific..<specific,
          terms: firstTerm..<terms.count,
          content: start..<max(start, sentence.contentEnd)
        )
      )
    }
    self.pieces = pieces
    self.terms = terms
    frequency = numbers.frequency
  }

  /// Behind the label of a speaker's turn and behind bullets.
  private func bodyStart(of sentence: Sentence, _ range: Range<Int>) -> Int {
    var index = range.lowerBound
    if sentence.kind == .turn, index < range.upperBound, words[index].opensLine {
      for next in range.prefix(16) where words[next].kind == .sign && words[next].hash == 0x3A { return next + 1 }
    }
    if sentence.kind == .listItem, let behind = behindNumber(range) { return behind }
    while index + 1 < range.upperBound, isBullet(words[index]), !words[index + 1].touches { index += 1 }
    return index
  }

  /// Behind "1." or "a)" at the beginning of a list item.
  private func behindNumber(_ range: Range<Int>) -> Int? {
    guard range.count > 2, words[range.lowerBound].opensLine, words[range.lowerBound].count <= 3 else { return nil }
    let sign = words[range.lowerBound + 1]
    guard sign.kind == .sign, sign.touches, sign.hash == 0x2E || sign.hash == 0x29 else { return nil }
    return words[range.lowerBound + 2].touches ? nil : range.lowerBound + 2
  }

  /// What marks a list item, a quoted line or a comment, when a space stands behind it.
  private func isBullet(_ lexeme: Lexeme) -> Bool {
    guard lexeme.kind == .sign else { return lexeme.kind == .symbol }
    switch lexeme.hash {
    case 0x2A, 0x2B, 0x2D, 0x2F, 0x23, 0x3E, 0x3B, 0x2013, 0x2014, 0x2022, 0x2023, 0xB7, 0x30FB: return true
    default: return false
    }
  }

  /// The words that carry content, and for CJK pairs of ideographs, as hashes.
  func forEachTerm(in range: Range<Int>, _ visit: (UInt64) -> Void) {
    for index in range {
      let lexeme = words[index]
      switch lexeme.kind {
      case .word:
        if lexeme.count > 2, lexeme.traits.isDisjoint(with: [.function, .filler]) { visit(lexeme.stem) }
      case .katakana: if lexeme.count > 1 { visit(lexeme.hash) }
      case .han:
        var previous: UInt32?
        var offset = lexeme.start
        while offset < lexeme.end {
          let character = decode(text, offset, lexeme.end)
          if let previous {
            visit(Fingerprint.add(Fingerprint.add(Fingerprint.seed, previous), character.folded))
          }
          previous = character.folded
          offset += character.length
        }
      case .number, .hiragana, .sign, .symbol: break
      }
    }
  }

  /// The text of a piece as a note shows it: verbatim, white space normalised.
  func shown(_ range: Range<Int>) -> String { normalised(text, range) }
}

/// How often each canonical form of a specific occurs, and a number for each form.
struct Mentions {
  private var numbers: [String: Int32] = [:]
  private var counts: [Int] = []
  /// The numbers of the specifics that were counted, in their order.
  private(set) var numberOfSpecific: [Int32] = []

  init(_ specifics: [Specific]) {
    numberOfSpecific.reserveCapacity(specifics.count)
    for specific in specifics {
      let next = Int32(truncatingIfNeeded: counts.count)
      let number = numbers[specific.canonical, default: next]
      if number == next {
        numbers[specific.canonical] = next
        counts.append(0)
      }
      counts[Int(number)] += 1
      numberOfSpecific.append(number)
    }
  }

  /// How many different forms there are.
  var count: Int { counts.count }

  subscript(_ canonical: String) -> Int? { numbers[canonical].map { counts[Int($0)] } }
}

/// Numbers the terms of a text as they come and counts them.
///
/// Open addressing: there is one look-up for each word of content.
private struct TermNumbers {
  private(set) var frequency: [Int32] = []
  private var keys: [UInt64]
  private var slots: [Int32]
  private var mask: Int

  init(for words: Int) {
    var size = 64
    while size < words { size *= 2 }
    keys = Array(repeating: 0, count: size)
    slots = Array(repeating: -1, count: size)
    mask = size - 1
  }

  mutating func number(of term: UInt64) -> Int32 {
    var slot = Self.slot(of: term, mask)
    while slots[slot] >= 0 {
      if keys[slot] == term {
        frequency[Int(slots[slot])] += 1
        return slots[slot]
      }
      slot = (slot + 1) & mask
    }
    let number = Int32(truncatingIfNeeded: frequency.count)
    keys[slot] = term
    slots[slot] = number
    frequency.append(1)
    if frequency.count * 2 > keys.count { grow() }
    return number
  }

  private mutating func grow() {
    let old = (keys, slots)
    mask = keys.count * 2 - 1
    keys = Array(repeating: 0, count: mask + 1)
    slots = Array(repeating: -1, count: mask + 1)
    for index in old.1.indices where old.1[index] >= 0 {
      var slot = Self.slot(of: old.0[index], mask)
      while slots[slot] >= 0 { slot = (slot + 1) & mask }
      keys[slot] = old.0[index]
      slots[slot] = old.1[index]
    }
  }

  private static func slot(of term: UInt64, _ mask: Int) -> Int { Int(truncatingIfNeeded: term ^ term >> 32) & mask }
}
