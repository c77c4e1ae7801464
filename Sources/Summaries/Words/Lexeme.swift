/// A run of characters that belong together: a word, a number, a run of one CJK script, a sign.
struct Lexeme {
  enum Kind: UInt8 {
    /// Letters with the apostrophes inside them.
    case word
    /// Digits alone; separators are signs of their own.
    case number
    case han
    case hiragana
    case katakana
    /// One sign, or several of the same ("...", "-----").
    case sign
    case symbol
  }

  struct Marks: OptionSet {
    let rawValue: UInt8

    static let spaceBefore = Marks(rawValue: 1)
    static let lineBefore = Marks(rawValue: 2)
    static let blankLineBefore = Marks(rawValue: 4)
    /// Begins with a capital letter.
    static let capital = Marks(rawValue: 8)
    static let hasLower = Marks(rawValue: 16)
    /// A capital letter behind a small one ("camelCase").
    static let hump = Marks(rawValue: 32)
    static let nonASCII = Marks(rawValue: 64)
  }

  var kind: Kind
  var marks: Marks
  /// Characters, not bytes; at most 65,535.
  var count: UInt16
  var traits: Vocabulary.Traits
  /// UTF-8 offsets in the text that was read.
  var start: Int
  var end: Int
  /// Of the case-folded text, a possessive 's left out; words that are equal but for case have the same.
  var hash: UInt64
  /// The same without the "s" of a plural; what counts as one word of the content.
  var stem: UInt64

  var isCapital: Bool { marks.contains(.capital) }
  var isLower: Bool { kind == .word && !marks.contains(.capital) }
  /// Capital letters only, two or more.
  var isShouted: Bool { kind == .word && marks.contains(.capital) && !marks.contains(.hasLower) && count > 1 }
  var opensLine: Bool { marks.contains(.lineBefore) }
  var touches: Bool { !marks.contains(.spaceBefore) }
}

/// FNV-1a, 64 bits: short, the same on every machine, good enough for a table of words.
enum Fingerprint {
  static let seed: UInt64 = 0xCBF2_9CE4_8422_2325

  @inline(__always)
  static func add(_ hash: UInt64, _ value: UInt32) -> UInt64 { (hash ^ UInt64(value)) &* 0x0000_0100_0000_01B3 }

  static func of(_ word: String) -> UInt64 {
    let bytes = Array(word.utf8)
    var hash = seed
    var offset = 0
    while offset < bytes.count {
      let character = decode(bytes, offset, bytes.count)
      hash = add(hash, character.folded)
      offset += character.length
    }
    return hash
  }
}

/// Reads `range` of a text as lexemes, in one pass.
func lexemes(of text: [UInt8], in range: Range<Int>) -> [Lexeme] {
  var result: [Lexeme] = []
  result.reserveCapacity(range.count / 5 + 4)
  let end = range.upperBound
  var offset = range.lowerBound
  var marks: Lexeme.Marks = [.spaceBefore, .lineBefore, .blankLineBefore]
  var linesSkipped = 0
  let vocabulary = Vocabulary.shared
  while offset < end {
    if text[offset] == 0x20 {
      marks.insert(.spaceBefore)
      offset += 1
      continue
    }
    let first = decode(text, offset, end)
    switch first.letter {
    case .space:
      marks.insert(.spaceBefore)
      if endsLine(text, offset, end) {
        linesSkipped += 1
        marks.insert(linesSkipped > 1 ? [.lineBefore, .blankLineBefore] : .lineBefore)
      }
      offset += first.length
      continue
    case .invisible:
      offset += first.length
      continue
    case .upper, .lower, .caseless:
      result.append(word(text, offset, end, marks, vocabulary))
    case .digit, .han, .hiragana, .katakana, .symbol:
      result.append(run(text, offset, end, first, marks))
    case .sign:
      result.append(signs(text, offset, end, first, marks))
    }
    offset = result[result.count - 1].end
    marks = []
    linesSkipped = 0
  }
  return result
}

/// Whether a line ends at this white space; the two bytes of a CRLF end one.
private func endsLine(_ text: [UInt8], _ offset: Int, _ end: Int) -> Bool {
  text[offset] == 0x0A || text[offset] == 0x0D && !(offset + 1 < end && text[offset + 1] == 0x0A)
}

private func word(
  _ text: [UInt8],
  _ start: Int,
  _ end: Int,
  _ marks: Lexeme.Marks,
  _ vocabulary: Vocabulary
) -> Lexeme {
  if let plain = plainWord(text, start, end, marks, vocabulary) { return plain }
  var marks = marks
  var hash = Fingerprint.seed
  var beforePossessive: UInt64?
  var beforeLast = Fingerprint.seed
  var last: UInt32 = 0
  var secondLast: UInt32 = 0
  var offset = start
  var count = 0
  var lastWasLower = false
  while offset < end {
    let byte = text[offset]
    var character: Decoded
    if byte < 0x80 {
      guard byte.isLetter else {
        guard byte == 0x27, offset > start, offset + 1 < end, text[offset + 1].isLetter else { break }
        beforePossessive = possessive(text, offset + 1, end) ? hash : nil
        hash = Fingerprint.add(hash, 0x27)
        offset += 1
        continue
      }
      character = Decoded(letter: byte.isUpper ? .upper : .lower, length: 1, folded: UInt32(byte | 0x20))
    } else {
      marks.insert(.nonASCII)
      character = decode(text, offset, end)
      if character.folded == 0x2019 {
        guard offset + 3 < end, text[offset + 3].isLetter else { break }
        beforePossessive = possessive(text, offset + 3, end) ? hash : nil
        hash = Fingerprint.add(hash, 0x27)
        offset += 3
        continue
      }
    }
    switch character.letter {
    case .upper:
      if offset == start { marks.insert(.capital) }
      if lastWasLower { marks.insert(.hump) }
      lastWasLower = false
    case .lower:
      marks.insert(.hasLower)
      lastWasLower = true
    case .caseless: lastWasLower = false
    case .invisible:
      offset += character.length
      continue
    default:
      return made(offset)
    }
    beforeLast = hash
    secondLast = last
    last = character.folded
    hash = Fingerprint.add(hash, character.folded)
    count += 1
    offset += character.length
  }
  return made(offset)

  func made(_ end: Int) -> Lexeme {
    let isPlural = beforePossessive == nil && last == 0x73 && secondLast != 0x73 && count > 3
    let hash = beforePossessive ?? hash
    return Lexeme(
      kind: .word,
      marks: marks,
      count: UInt16(clamping: count),
      traits: vocabulary.traits(of: hash),
      start: start,
      end: end,
      hash: hash,
      stem: isPlural ? beforeLast : hash
    )
  }
}

/// A word of ASCII letters alone, as nearly all are in most texts; nil when anything else belongs to it.
private func plainWord(
  _ text: [UInt8],
  _ start: Int,
  _ end: Int,
  _ marks: Lexeme.Marks,
  _ vocabulary: Vocabulary
) -> Lexeme? {
  var hash = Fingerprint.seed
  var beforeLast = hash
  var offset = start
  // The bit that tells small letters: gathered over the word, and of the letter before.
  var gathered: UInt8 = 0
  var lastCase: UInt8 = 0
  var isHumped = false
  text.withUnsafeBufferPointer { bytes in
    while offset < end {
      let byte = bytes[offset]
      guard byte.isLetter else { break }
      beforeLast = hash
      hash = Fingerprint.add(hash, UInt32(byte | 0x20))
      let letterCase = byte & 0x20
      if letterCase == 0, lastCase != 0 { isHumped = true }
      gathered |= letterCase
      lastCase = letterCase
      offset += 1
    }
  }
  guard offset > start, offset == end || text[offset] < 0x80 && text[offset] != 0x27 else { return nil }
  let count = offset - start
  var marks = marks
  if text[start].isUpper { marks.insert(.capital) }
  if gathered != 0 { marks.insert(.hasLower) }
  if isHumped { marks.insert(.hump) }
  let isPlural = count > 3 && text[offset - 1] | 0x20 == 0x73 && text[offset - 2] | 0x20 != 0x73
  return Lexeme(
    kind: .word,
    marks: marks,
    count: UInt16(clamping: count),
    traits: vocabulary.traits(of: hash),
    start: start,
    end: offset,
    hash: hash,
    stem: isPlural ? beforeLast : hash
  )
}

/// Whether a lone "s" that ends a word stands here, behind an apostrophe.
private func possessive(_ text: [UInt8], _ offset: Int, _ end: Int) -> Bool {
  guard text[offset] | 0x20 == 0x73 else { return false }
  guard offset + 1 < end else { return true }
  let next = decode(text, offset + 1, end).letter
  return next != .lower && next != .upper && next != .caseless
}

/// Consecutive characters of one class.
private func run(_ text: [UInt8], _ start: Int, _ end: Int, _ first: Decoded, _ marks: Lexeme.Marks) -> Lexeme {
  var hash = Fingerprint.seed
  var offset = start
  var count = 0
  while offset < end {
    let character = decode(text, offset, end)
    guard character.letter == first.letter else { break }
    hash = Fingerprint.add(hash, character.folded)
    offset += character.length
    count += 1
  }
  let kind: Lexeme.Kind =
    switch first.letter {
    case .digit: .number
    case .han: .han
    case .hiragana: .hiragana
    case .katakana: .katakana
    default: .symbol
    }
  return Lexeme(
    kind: kind,
    marks: marks,
    count: UInt16(clamping: count),
    traits: [],
    start: start,
    end: offset,
    hash: hash,
    stem: hash
  )
}

private func signs(_ text: [UInt8], _ start: Int, _ end: Int, _ first: Decoded, _ marks: Lexeme.Marks) -> Lexeme {
  var offset = start + first.length
  var count = 1
  while first.length == 1, offset < end, text[offset] == text[start] {
    offset += 1
    count += 1
  }
  return Lexeme(
    kind: .sign,
    marks: marks,
    count: UInt16(clamping: count),
    traits: [],
    start: start,
    end: offset,
    hash: UInt64(first.folded),
    stem: UInt64(first.folded)
  )
}
