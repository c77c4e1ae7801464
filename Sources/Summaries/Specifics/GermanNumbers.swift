/// The numbers that German writes as one word: "dreiundzwanzig", "fünfhundert", "zweitausendvierhundert".
struct GermanNumber {
  private let text: [UInt8]
  private let end: Int
  private var offset: Int

  /// The value of the word in a range of the text; nil for any other word.
  static func value(of text: [UInt8], _ range: Range<Int>) -> Int? {
    // "elfeinhalb" and the like are short, and no number is longer than this.
    guard range.count >= 6, range.count <= 80 else { return nil }
    var reader = GermanNumber(text: text, end: range.upperBound, offset: range.lowerBound)
    let value = reader.belowMillion()
    return reader.offset == reader.end ? value : nil
  }

  private init(text: [UInt8], end: Int, offset: Int) {
    self.text = text
    self.end = end
    self.offset = offset
  }

  private mutating func belowMillion() -> Int? {
    if takes("tausend") { return 1_000 + (belowThousand() ?? 0) }
    guard let first = belowThousand() else { return nil }
    guard takes("tausend") else { return first }
    if offset == end { return first * 1_000 }
    return belowThousand().map { first * 1_000 + $0 }
  }

  private mutating func belowThousand() -> Int? {
    if takes("hundert") { return 100 + rest() }
    let start = offset
    if let unit = unit(), takes("hundert") { return unit * 100 + rest() }
    offset = start
    return belowHundred()
  }

  private mutating func rest() -> Int {
    let start = offset
    _ = takes("und")
    guard let value = belowHundred() else {
      offset = start
      return 0
    }
    return value
  }

  private mutating func belowHundred() -> Int? {
    let start = offset
    if let unit = unit(), takes("und"), let tens = entry(Self.tens) { return tens + unit }
    offset = start
    return entry(Self.teens) ?? entry(Self.tens) ?? unit()
  }

  private mutating func unit() -> Int? { entry(Self.units) }

  private mutating func entry(_ words: [(StaticString, Int)]) -> Int? {
    for (word, value) in words where takes(word) { return value }
    return nil
  }

  private mutating func takes(_ word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard offset + length <= end else { return false }
    let matches = word.withUTF8Buffer { pattern in
      pattern.indices.allSatisfy { pattern[$0] == text[offset + $0].lowercased }
    }
    if matches { offset += length }
    return matches
  }

  private static let units: [(StaticString, Int)] = [
    ("eins", 1), ("eine", 1), ("ein", 1), ("zwei", 2), ("drei", 3), ("vier", 4), ("fünf", 5), ("sechs", 6),
    ("sieben", 7),
    ("acht", 8), ("neun", 9),
  ]
  private static let teens: [(StaticString, Int)] = [
    ("zehn", 10), ("elf", 11), ("zwölf", 12), ("dreizehn", 13), ("vierzehn", 14), ("fünfzehn", 15), ("sechzehn", 16),
    ("siebzehn", 17), ("achtzehn", 18), ("neunzehn", 19),
  ]
  private static let tens: [(StaticString, Int)] = [
    ("zwanzig", 20), ("dreißig", 30), ("dreissig", 30), ("vierzig", 40), ("fünfzig", 50), ("sechzig", 60),
    ("siebzig", 70), ("achtzig", 80), ("neunzig", 90),
  ]
}

extension SpecificScanner {
  mutating func readGermanNumber(at index: Int) -> Int? {
    let lexeme = words[index]
    guard lexeme.count >= 6, lexeme.isLower || opensSentence(index), !lexeme.traits.contains(.numberWord),
      let value = GermanNumber.value(of: text, lexeme.start..<lexeme.end), value > 10
    else { return nil }
    if isPercent(index + 1) {
      add(.percent, index, through: index + 1, canonical: "\(value)%")
      return index + 2
    }
    if isWord(index + 1, .currency) {
      add(.money, index, through: index + 1, canonical: "\(currencyCode(words[index + 1])) \(value)")
      return index + 2
    }
    let end = counted(behind: index)
    add(.number, lexeme.start..<end, canonical: "\(value)")
    return self.index(after: end, from: index + 1)
  }
}
