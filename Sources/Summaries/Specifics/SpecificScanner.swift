extension Specific {
  /// The specifics of a text in order, by one linear scan without a dictionary of names.
  ///
  /// Not specifics: speaker labels, list, section and citation numbers, requirement words, headings in capitals.
  package static func scan(_ text: [UInt8], in range: Range<Int>? = nil) -> [Specific] {
    let words = lexemes(of: text, in: text.clamped(range))
    var scanner = SpecificScanner(text: text, words: words, language: Language(of: words))
    return scanner.scan()
  }
}

/// One scan over the lexemes of a text.
///
/// Each reader looks at one place and says where the scan goes on.
struct SpecificScanner {
  let text: [UInt8]
  let words: [Lexeme]
  /// Where what is scanned ends: the text may go on behind it.
  let end: Int
  let language: Language
  var found: [Specific] = []
  /// Words that the text also writes small: what opens a sentence with a capital is then no name.
  private(set) var small: WordFilter
  /// What a German text shows to be nouns.
  let germanNouns: GermanNouns
  /// The full name that a surname (or first name) stood in before.
  var knownNames: [UInt64: String] = [:]

  /// Where the text of a line begins behind its number or label: a capital there is owed to the place.
  private(set) var textStart = 0
  /// Those who speak in a transcript: their labels name them well enough.
  private(set) var speakers: Set<String> = []

  init(text: [UInt8], words: [Lexeme], language: Language) {
    self.text = text
    self.words = words
    end = words.last?.end ?? 0
    self.language = language
    small = WordFilter(capacity: words.count)
    for word in words where word.isLower { small.insert(word.hash) }
    germanNouns = GermanNouns(language == .german ? words : [])
  }

  mutating func scan() -> [Specific] {
    for index in words.indices where words[index].opensLine {
      if let end = endOfLabel(at: index) { speakers.insert(folded(text, words[index].start..<words[end - 2].end)) }
    }
    var index = 0
    while index < words.count {
      if words[index].opensLine, let next = endOfLineOpening(at: index) {
        index = max(index + 1, next)
        textStart = index
        continue
      }
      index = max(index + 1, read(at: index) ?? 0)
    }
    return found
  }

  /// Reads what begins at `index`; the index to go on with, nil when nothing begins there.
  private mutating func read(at index: Int) -> Int? {
    switch words[index].kind {
    case .number:
      readDate(at: index) ?? readTime(at: index) ?? readEastAsianTime(at: index) ?? readTechnical(at: index)
        ?? readNumber(at: index)
    case .word where saysNothing(words[index]): nil
    case .word:
      readTechnical(at: index) ?? readDate(at: index) ?? readNumberWords(at: index) ?? readName(at: index)
    case .sign: readSign(at: index)
    case .katakana: readKatakana(at: index)
    case .han: readHan(at: index)
    case .hiragana, .symbol: nil
    }
  }

  /// Nearly every word is of small letters, with a space behind it, and nothing to any reader.
  private func saysNothing(_ lexeme: Lexeme) -> Bool {
    guard language == .english, !lexeme.isCapital, lexeme.marks.isDisjoint(with: [.hump, .nonASCII]),
      lexeme.traits.isDisjoint(with: [.numberWord, .scale]), lexeme.end < end
    else { return false }
    return text[lexeme.end] == 0x20 || text[lexeme.end] == 0x0A
  }

  // MARK: What every reader asks

  func word(_ index: Int) -> Lexeme? { index >= 0 && index < words.count ? words[index] : nil }

  /// Whether the lexeme at `index` is this ASCII sign, standing once.
  func isSign(_ index: Int, _ sign: Unicode.Scalar) -> Bool {
    guard let lexeme = word(index) else { return false }
    return lexeme.kind == .sign && lexeme.count == 1 && lexeme.hash == UInt64(sign.value)
  }

  /// The same, with no white space before it.
  func touchesSign(_ index: Int, _ sign: Unicode.Scalar) -> Bool {
    isSign(index, sign) && words[index].touches
  }

  /// A number of so many digits at `index`, touching what stands before it.
  func touchingNumber(_ index: Int, digits: ClosedRange<Int>) -> Int? {
    guard let lexeme = word(index), lexeme.touches else { return nil }
    return number(index, digits: digits)
  }

  /// The value of the digits at `index`, when there are so many of them.
  func number(_ index: Int, digits: ClosedRange<Int>) -> Int? {
    guard let lexeme = word(index), lexeme.kind == .number, digits.contains(Int(lexeme.count)), digits.upperBound <= 9
    else { return nil }
    var value = 0
    var offset = lexeme.start
    while offset < lexeme.end {
      let digit = decode(text, offset, lexeme.end)
      value = value * 10 + Int(digit.folded &- 0x30) % 10
      offset += digit.length
    }
    return value
  }

  /// The first character of the lexeme at `index`, case folded.
  func firstScalar(_ index: Int) -> UInt32? {
    guard let lexeme = word(index) else { return nil }
    return decode(text, lexeme.start, lexeme.end).folded
  }

  func isWord(_ index: Int, _ traits: Vocabulary.Traits) -> Bool {
    guard let lexeme = word(index) else { return false }
    return lexeme.kind == .word && lexeme.traits.contains(traits)
  }

  /// Whether nothing of a word or an identifier touches the lexeme from the left.
  func standsFree(_ index: Int) -> Bool {
    guard words[index].touches, let before = word(index - 1) else { return true }
    switch before.kind {
    case .word, .number: return false
    case .sign: return !isASCIIJoint(text[before.end - 1]) || isOpening(index - 1)
    case .han, .hiragana, .katakana, .symbol: return true
    }
  }

  /// A joint that has nothing on its left: the dash of "-40", the dot of ".profile".
  private func isOpening(_ index: Int) -> Bool { !words[index].touches }

  private func isASCIIJoint(_ byte: UInt8) -> Bool {
    byte == 0x2E || byte == 0x2D || byte == 0x5F || byte == 0x2F || byte == 0x40 || byte == 0x2B || byte == 0x5C
  }

  func index(after offset: Int, from index: Int) -> Int {
    var index = index
    while index < words.count, words[index].start < offset { index += 1 }
    return index
  }

  mutating func add(_ kind: Specific.Kind, _ range: Range<Int>, canonical: String) {
    found.append(Specific(value: normalised(text, range), kind: kind, canonical: canonical, range: range))
  }

  /// From the lexeme at `first` to the one at `last`.
  mutating func add(_ kind: Specific.Kind, _ first: Int, through last: Int, canonical: String) {
    add(kind, words[first].start..<words[last].end, canonical: canonical)
  }
}

/// Text as a person reads it: every run of white space is one space, none at the ends.
func normalised(_ text: [UInt8], _ range: Range<Int>) -> String {
  if isPlain(text, range) { return String(decoding: text[range], as: UTF8.self) }
  return String(decoding: normalisedBytes(text, range), as: UTF8.self)
}

/// Whether a range is ASCII with single spaces inside it: it stands as it is read.
private func isPlain(_ text: [UInt8], _ range: Range<Int>) -> Bool {
  guard let first = text[range].first, let last = text[range].last, first > 0x20, last > 0x20 else { return false }
  var before: UInt8 = 0
  for byte in text[range] {
    guard byte >= 0x20, byte < 0x7F, byte != 0x20 || before != 0x20 else { return false }
    before = byte
  }
  return true
}

func normalisedBytes(_ text: [UInt8], _ range: Range<Int>) -> [UInt8] {
  var result: [UInt8] = []
  result.reserveCapacity(range.count)
  var offset = range.lowerBound
  var pending = false
  while offset < range.upperBound {
    let byte = text[offset]
    if byte <= 0x20 || byte == 0x7F {
      pending = true
      offset += 1
      continue
    }
    var length = 1
    if byte >= 0x80 {
      let character = decode(text, offset, range.upperBound)
      length = character.length
      if character.letter == .space {
        pending = true
        offset += length
        continue
      }
    }
    if pending, !result.isEmpty { result.append(0x20) }
    pending = false
    for next in offset..<min(offset + length, range.upperBound) { result.append(text[next]) }
    offset += length
  }
  return result
}

/// The case-folded form of a piece of text, white space normalised.
func folded(_ text: [UInt8], _ range: Range<Int>) -> String {
  if isPlain(text, range) {
    return String(unsafeUninitializedCapacity: range.count) { buffer in
      for (place, offset) in range.enumerated() { buffer[place] = text[offset].lowercased }
      return range.count
    }
  }
  let bytes = normalisedBytes(text, range)
  var result = String.UnicodeScalarView()
  var offset = 0
  while offset < bytes.count {
    let character = decode(bytes, offset, bytes.count)
    let value = character.folded == 0x2019 ? 0x27 : character.folded
    if let scalar = Unicode.Scalar(value) { result.append(scalar) }
    offset += character.length
  }
  return String(result)
}

/// A set of word hashes that may now and then claim a word which it never saw: small, and constant in time.
struct WordFilter {
  private var bits: [UInt64]
  private let mask: UInt64

  init(capacity: Int) {
    var size: UInt64 = 1 << 10
    while size < UInt64(clamping: capacity) &* 4, size < 1 << 22 { size <<= 1 }
    bits = Array(repeating: 0, count: Int(size / 64))
    mask = size - 1
  }

  mutating func insert(_ hash: UInt64) {
    let bit = (hash ^ hash >> 29) & mask
    bits[Int(bit >> 6)] |= 1 << (bit & 63)
  }

  func contains(_ hash: UInt64) -> Bool {
    let bit = (hash ^ hash >> 29) & mask
    return bits[Int(bit >> 6)] & 1 << (bit & 63) != 0
  }
}
