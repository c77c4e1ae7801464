import TestSupport

@testable import Summaries

/// Notes made of the sentences of a text by rule: reworded ones that are true, and the same with one specific altered.
struct AlteredNotes {
  /// A sentence of a note and what is wrong with it.
  struct Sample {
    var text: String
    /// The specific that was put in; nil in a true sentence.
    var altered: String?
    /// The sentence of the source that it was made of, UTF-8 offsets.
    var origin: Range<Int>
  }

  let source: [UInt8]
  private let reading: Reading
  private var random: SeededGenerator

  init(of source: [UInt8], seed: UInt64) {
    self.source = source
    reading = Reading(source)
    random = SeededGenerator(seed: seed)
  }

  /// One true sample, and one altered where that can be done, of each sentence that holds a specific worth altering.
  mutating func samples() -> (true: [Sample], altered: [Sample]) {
    var truths: [Sample] = []
    var altered: [Sample] = []
    for (number, piece) in reading.pieces.enumerated() {
      guard [.prose, .turn, .listItem].contains(piece.sentence.kind), (6...60).contains(piece.body.count),
        let first = piece.body.first
      else { continue }
      let specifics = piece.specifics.filter { reading.specifics[$0].range.lowerBound >= reading.words[first].start }
      guard !specifics.isEmpty else { continue }
      let range = reading.words[first].start..<piece.content.upperBound
      truths.append(Sample(text: reworded(range, replacing: nil), altered: nil, origin: piece.content))
      let candidates = specifics.filter { isWorthAltering(reading.specifics[$0]) }
      guard !candidates.isEmpty else { continue }
      let chosen = reading.specifics[candidates[random.below(candidates.count)]]
      guard let value = replacement(for: chosen, in: number) else { continue }
      altered.append(
        Sample(text: reworded(range, replacing: (chosen.range, value)), altered: value, origin: piece.content)
      )
    }
    return (truths, altered)
  }

  // MARK: Alterations

  private func isWorthAltering(_ specific: Specific) -> Bool {
    switch specific.kind {
    case .number: !specific.canonical.utf8.contains(0x2D)
    case .date, .time, .money, .percent: specific.canonical.utf8.contains { $0 >= 0x30 && $0 <= 0x39 }
    case .name: specific.value.utf8.contains(0x20) && isProper(specific)
    case .version, .identifier, .path, .url, .address, .quote: false
    }
  }

  /// Whether the text writes none of its words small: "Begin Date" names nobody.
  private func isProper(_ specific: Specific) -> Bool {
    lexemes(of: source, in: specific.range).allSatisfy { !reading.small.contains($0.hash) }
  }

  /// Another value of its kind: every other time one from elsewhere in the text, where there is one.
  private mutating func replacement(for specific: Specific, in piece: Int) -> String? {
    if specific.kind == .name { return invented(specific) }
    let own = reading.text[reading.pieces[piece].content]
    let others = reading.specifics.filter { other in
      other.kind == specific.kind && isWorthAltering(other) && other.canonical != specific.canonical
        && digits(other.value).count > 1 && !contains(Array(own), digits(other.value))
        && !stands(digits(other.value), in: max(0, piece - 2)...min(reading.pieces.count - 1, piece + 2))
    }
    if random.below(2) == 0, !others.isEmpty {
      let other = others[random.below(others.count)]
      return specific.kind == .number ? swappedDigits(of: specific.value, for: other.value) : other.value
    }
    return invented(specific)
  }

  private func stands(_ digits: String, in pieces: ClosedRange<Int>) -> Bool {
    pieces.contains { contains(Array(reading.text[reading.pieces[$0].content]), digits) }
  }

  private func contains(_ text: [UInt8], _ digits: String) -> Bool {
    let plain = text.filter { $0 != 0x2C }
    let wanted = Array(digits.utf8)
    guard plain.count >= wanted.count else { return false }
    return (0...plain.count - wanted.count).contains { Array(plain[$0..<$0 + wanted.count]) == wanted }
  }

  private func digits(_ value: String) -> String { value.filter { $0 >= "0" && $0 <= "9" } }

  /// The number keeps its unit: "40 cases" becomes "1,240 cases".
  private func swappedDigits(of value: String, for other: String) -> String? {
    guard let first = value.firstIndex(where: \.isNumber), let last = value.lastIndex(where: \.isNumber),
      let from = other.firstIndex(where: \.isNumber), let to = other.lastIndex(where: \.isNumber)
    else { return nil }
    return String(value[..<first] + other[from...to] + value[value.index(after: last)...])
  }

  /// What the text does not hold.
  private mutating func invented(_ specific: Specific) -> String? {
    if specific.kind == .name {
      let names = ["Vesna Hollister", "Tobias Quandt", "Marlene Abernathy", "Ruben Zeller", "Ottilie Okonjo"]
      return names[random.below(names.count)]
    }
    var changed = ""
    for character in specific.value {
      guard let digit = character.wholeNumberValue, character.isASCII, changed.allSatisfy({ !$0.isNumber }) || digit > 0
      else {
        changed.append(character)
        continue
      }
      changed.append("\((digit + 1 + random.below(7)) % 9 + 1)")
    }
    let known = Set(reading.specifics.map { Figures.digits(of: $0.canonical) })
    guard changed != specific.value, let scanned = Specific.scan(Array("The \(changed) stayed.".utf8)).first,
      scanned.kind == specific.kind, !known.contains(Figures.digits(of: scanned.canonical)),
      !contains(source, digits(changed))
    else { return nil }
    return changed
  }

  // MARK: Rewording

  private static let synonyms: [String: String] = [
    "said": "stated", "also": "in addition", "must": "has to", "shall": "must", "may": "can", "because": "since",
    "use": "employ", "used": "employed", "big": "large", "but": "although", "started": "began", "very": "highly",
    "many": "numerous", "like": "such as", "show": "display", "get": "receive", "need": "require", "about": "regarding",
    "small": "little", "however": "still", "looked": "gazed", "old": "aged", "think": "believe", "going": "moving",
  ]

  /// The words of a range with small words changed or left out, numbers written otherwise, and marks of Markdown.
  private mutating func reworded(_ range: Range<Int>, replacing: (range: Range<Int>, value: String)?) -> String {
    var text = ""
    var offset = range.lowerBound
    let specifics = reading.specifics.filter {
      range.contains($0.range.lowerBound) && $0.range.upperBound <= range.upperBound
    }
    for specific in specifics where specific.range.lowerBound >= offset {
      text += plain(offset..<specific.range.lowerBound)
      let isReplaced = specific.range == replacing?.range
      text += isReplaced ? replacing?.value ?? "" : otherForm(of: specific)
      offset = specific.range.upperBound
    }
    text += plain(offset..<range.upperBound)
    return text.split(separator: " ").joined(separator: " ")
  }

  private mutating func plain(_ range: Range<Int>) -> String {
    var words: [String] = []
    let text = normalised(source, range)
    for word in text.split(separator: " ") {
      if let other = Self.synonyms[String(word)], random.below(2) == 0 {
        words.append(other)
      } else if ["really", "just", "well", "um", "uh", "even", "only", "that"].contains(word), random.below(2) == 0 {
        continue
      } else if word.count > 7, word.allSatisfy({ $0.isASCII && $0.isLetter }), random.below(14) == 0 {
        continue
      } else {
        words.append(String(word))
      }
    }
    let opens = range.lowerBound < source.count && source[range.lowerBound] <= 0x20
    let closes = range.upperBound > range.lowerBound && source[range.upperBound - 1] <= 0x20
    return (opens ? " " : "") + words.joined(separator: " ") + (closes ? " " : "")
  }

  private mutating func otherForm(of specific: Specific) -> String {
    let value = specific.value
    let isFree = [specific.range.lowerBound - 1, specific.range.upperBound].allSatisfy { offset in
      !source.indices.contains(offset) || source[offset] <= 0x20
    }
    guard isFree else { return value }
    switch specific.kind {
    case .number where value.allSatisfy({ $0.isNumber || $0 == "," }) && random.below(2) == 0:
      if value.contains(",") { return value.filter { $0 != "," } }
      return Int(value).flatMap { Self.inWords[$0] } ?? value
    case .percent where random.below(2) == 0 && value.hasSuffix("%"): return value.dropLast() + " percent"
    case .name where value.utf8.contains(0x20) && random.below(4) == 0: return "**\(value)**"
    default: return value
    }
  }

  private static let inWords = [
    2: "two", 3: "three", 4: "four", 5: "five", 12: "twelve", 20: "twenty", 24: "twenty-four",
  ]
}

extension SeededGenerator {
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
