/// What is left of a word without its endings: "reports", "reported" and "reporting" have one root.
///
/// Loose on purpose: they compare a paraphrase with its source, where a form taken for another one does little harm.
struct Roots {
  /// Letters that count: longer words that begin alike are forms of one.
  private static let longest = 8
  private static let endings: [[UInt32]] = [
    "ingly", "ungen", "ings", "ions", "edly", "ing", "ied", "ies", "ion", "ung", "ern", "est", "ed", "es", "er", "en",
    "em", "ly", "te", "s", "e", "y", "t",
  ].map { $0.unicodeScalars.map(\.value) }

  private var letters: [UInt32] = []

  init() { letters.reserveCapacity(32) }

  mutating func root(of lexeme: Lexeme, in text: [UInt8]) -> UInt64 {
    letters.removeAll(keepingCapacity: true)
    var offset = lexeme.start
    while offset < lexeme.end, letters.count < 32 {
      let character = decode(text, offset, lexeme.end)
      if character.folded == 0x27 || character.folded == 0x2019 { break }
      if character.letter != .invisible { letters.append(Self.plain(character.folded)) }
      offset += character.length
    }
    // "makers" and "maker" have to come to the same.
    if strip() { _ = strip() }
    // "planned" and "plan", "carried" and "carry".
    if letters.count > 3, let last = letters.last, last == letters[letters.count - 2] || last == 0x69 {
      letters.removeLast()
    }
    return letters.prefix(Self.longest).reduce(Fingerprint.seed) { Fingerprint.add($0, $1) }
  }

  /// Takes the longest ending that leaves a word; whether there was one.
  private mutating func strip() -> Bool {
    for ending in Self.endings where letters.count >= ending.count + 3 {
      if ending.count == 1, letters.count < 5 { continue }
      if letters.suffix(ending.count).elementsEqual(ending) {
        letters.removeLast(ending.count)
        return true
      }
    }
    return false
  }

  /// Without the dots of a German vowel, which come and go with the form.
  private static func plain(_ letter: UInt32) -> UInt32 {
    switch letter {
    case 0xE4: 0x61
    case 0xF6: 0x6F
    case 0xFC: 0x75
    case 0xDF: 0x73
    default: letter
    }
  }
}

extension Reading {
  /// The roots of the words that carry content, and of CJK pairs of ideographs, each with its lexeme's index.
  ///
  /// - Parameter all: whether words without content, numbers and Hiragana are visited too.
  func forEachRoot(in range: Range<Int>, all: Bool = false, _ roots: inout Roots, _ visit: (UInt64, Int) -> Void) {
    for index in range {
      let lexeme = words[index]
      switch lexeme.kind {
      case .word:
        guard
          all
            || lexeme.count > 2
              && lexeme.traits.isDisjoint(with: [.function, .filler, .numberWord, .scale, .month, .weekday])
        else { continue }
        visit(roots.root(of: lexeme, in: text), index)
      case .katakana: if lexeme.count > 1 { visit(lexeme.hash, index) }
      case .han:
        var previous: UInt32?
        var offset = lexeme.start
        while offset < lexeme.end {
          let character = decode(text, offset, lexeme.end)
          if let previous {
            visit(Fingerprint.add(Fingerprint.add(Fingerprint.seed, previous), character.folded), index)
          } else if lexeme.count == 1 {
            visit(lexeme.hash, index)
          }
          previous = character.folded
          offset += character.length
        }
      case .number, .hiragana: if all { visit(lexeme.hash, index) }
      case .sign, .symbol: break
      }
    }
  }
}
