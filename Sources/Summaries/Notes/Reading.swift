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

    /// UTF-8 offsets without the white space around it: what a note quotes.
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
  /// The content terms of all pieces in order, as numbers into `frequency`.
  private(set) var terms: [Int32] = []
  /// How often each term occurs.
  private(set) var frequency: [Int32] = []
  /// How often each canonical form of a specific occurs.
  private(set) var mentions: [String: Int] = [:]

  init(_ text: [UInt8], in range: Range<Int>? = nil, languageId: String = "") {
    self.text = text
    outline = Outline(of: text, in: range, languageId: languageId)
    words = lexemes(of: text, in: outline.range)
    language = Language(of: words)
    var scanner = SpecificScanner(text: text, words: words, language: language)
    specifics = scanner.scan()
    small = scanner.small
    for specific in specifics { mentions[specific.canonical, default: 0] += 1 }
    readPieces()
  }

  private mutating func readPieces() {
    // Gathered apart: what a closure appends to a property of the value that it was called on is copied each time.
    var pieces: [Piece] = []
    var terms: [Int32] = []
    var frequency: [Int32] = []
    pieces.reserveCapacity(outline.sentences.count)
    var numbers: [UInt64: Int32] = [:]
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
      forEachTerm(in: body) { term in
        if let number = numbers[term] {
          frequency[Int(number)] += 1
          terms.append(number)
        } else {
          numbers[term] = Int32(truncatingIfNeeded: frequency.count)
          terms.append(Int32(truncatingIfNeeded: frequency.count))
          frequency.append(1)
        }
      }
      let start = text.contentStart(in: sentence.range)
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
    self.frequency = frequency
  }

  /// Behind the label of a speaker's turn and behind bullets.
  private func bodyStart(of sentence: Sentence, _ range: Range<Int>) -> Int {
    var index = range.lowerBound
    if sentence.kind == .turn {
      for next in range.prefix(8) where words[next].kind == .sign && words[next].hash == 0x3A { return next + 1 }
    }
    while index < range.upperBound, words[index].kind == .sign || words[index].kind == .symbol { index += 1 }
    return index
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
