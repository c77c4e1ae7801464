/// Hashes of the single words that a rule asks for by name.
enum Words {
  static let percent = Fingerprint.of("percent")
  static let prozent = Fingerprint.of("prozent")
  static let per = Fingerprint.of("per")
  static let cent = Fingerprint.of("cent")
  static let and = Fingerprint.of("and")
  static let a = Fingerprint.of("a")
  static let an = Fingerprint.of("an")
  static let the = Fingerprint.of("the")
  static let ein = Fingerprint.of("ein")
  static let eine = Fingerprint.of("eine")
  static let isWord = Fingerprint.of("is")
  static let are = Fingerprint.of("are")
  static let ist = Fingerprint.of("ist")
  static let sind = Fingerprint.of("sind")
  static let am = Fingerprint.of("am")
  static let pm = Fingerprint.of("pm")
  static let uhr = Fingerprint.of("uhr")
}

extension SpecificScanner {
  /// "seventeen", "forty-two", "nine hundred and five", "three million"; a small number only with its unit.
  mutating func readNumberWords(at index: Int) -> Int? {
    if language == .german, let next = readGermanNumber(at: index) { return next }
    guard let first = word(index), !first.traits.isDisjoint(with: [.numberWord, .scale]),
      first.traits.contains(.numberWord), let start = Vocabulary.shared.value(of: first.hash)
    else { return nil }
    // Below the next scale; `total` holds what stands before it.
    var total = 0
    var group = start
    var last = index
    while let next = nextNumberWord(behind: last) {
      guard let value = Vocabulary.shared.value(of: words[next].hash) else { break }
      if words[next].traits.contains(.scale) {
        guard group <= 999_999, value <= 1_000_000_000_000 else { break }
        let (product, overflow) = max(group, 1).multipliedReportingOverflow(by: value)
        if overflow { break }
        if value == 100 {
          group = product
        } else {
          total = total.addingReportingOverflow(product).partialValue
          group = 0
        }
      } else {
        // "twenty one" and "hundred five" go on; "five six" is a list.
        guard group == 0 || group % 100 == 0 || group % 100 >= 20 && group % 10 == 0 && value < 10 else { break }
        group += value
      }
      last = next
    }
    let value = "\(total.addingReportingOverflow(group).partialValue)"
    if isPercent(last + 1) {
      let end = percentEnd(last + 1)
      add(.percent, index, through: end, canonical: value + "%")
      return end + 1
    }
    if isWord(last + 1, .currency) {
      add(.money, index, through: last + 1, canonical: "\(currencyCode(words[last + 1])) \(value)")
      return last + 2
    }
    let end = counted(behind: last)
    guard last > index || start > 10 || end > words[last].end && start > 1 else { return nil }
    add(.number, first.start..<end, canonical: value)
    return self.index(after: end, from: last + 1)
  }

  /// The next number word of the same number: behind a space, a hyphen, or "and".
  private func nextNumberWord(behind index: Int) -> Int? {
    let wanted: Vocabulary.Traits = [.numberWord, .scale]
    if let next = word(index + 1), next.kind == .word, !next.marks.contains(.blankLineBefore) {
      if !next.traits.isDisjoint(with: wanted) { return index + 1 }
      if next.hash == Words.and, words[index].traits.contains(.scale), let after = word(index + 2),
        after.traits.contains(.numberWord)
      {
        return index + 2
      }
      return nil
    }
    guard touchesSign(index + 1, "-"), let next = word(index + 2), next.touches,
      !next.traits.isDisjoint(with: wanted)
    else { return nil }
    return index + 2
  }

  /// 14:30, 14:30:05, 2.30 pm, 5 pm, 20 Uhr.
  mutating func readTime(at index: Int) -> Int? {
    guard standsFree(index), let hour = number(index, digits: 1...2), hour <= 24 else { return nil }
    var last = index
    var minutes = 0
    var seconds: Int?
    if touchesSign(index + 1, ":"), word(index + 2)?.count == 2,
      let read = touchingNumber(index + 2, digits: 2...2), read < 60
    {
      minutes = read
      last = index + 2
      if touchesSign(last + 1, ":"), let read = touchingNumber(last + 2, digits: 2...2) {
        seconds = read
        last += 2
      }
      if touchesSign(last + 1, ":") || word(last + 1)?.kind == .number && words[last + 1].touches { return nil }
    } else if touchesSign(index + 1, "."), let read = touchingNumber(index + 2, digits: 2...2), read < 60,
      halfDay(index + 3) != nil
    {
      minutes = read
      last = index + 2
    }
    let half = hour <= 12 ? halfDay(last + 1) : nil
    guard last > index || half != nil else { return nil }
    var hourOfDay = hour
    if let half {
      last = half.last
      if half.isAfternoon, hour < 12 { hourOfDay += 12 }
      if half.isMorning, hour == 12 { hourOfDay = 0 }
    }
    let tail = seconds.map { ":\(padded($0))" } ?? ""
    add(.time, index, through: last, canonical: "\(padded(hourOfDay)):\(padded(minutes))\(tail)")
    return last + 1
  }

  private struct HalfDay {
    var last: Int
    var isAfternoon: Bool
    var isMorning: Bool
  }

  /// "pm", "p.m.", "Uhr".
  private func halfDay(_ index: Int) -> HalfDay? {
    guard let lexeme = word(index), lexeme.kind == .word, !lexeme.opensLine else { return nil }
    if lexeme.hash == Words.pm { return HalfDay(last: index, isAfternoon: true, isMorning: false) }
    if lexeme.hash == Words.am, lexeme.end - lexeme.start == 2, language == .english {
      return HalfDay(last: index, isAfternoon: false, isMorning: true)
    }
    if lexeme.hash == Words.uhr { return HalfDay(last: index, isAfternoon: false, isMorning: false) }
    guard lexeme.count == 1, touchesSign(index + 1, "."), let m = word(index + 2), m.touches,
      firstScalar(index + 2) == 0x6D, m.count == 1
    else { return nil }
    let last = touchesSign(index + 3, ".") ? index + 3 : index + 2
    switch firstScalar(index) {
    case 0x70: return HalfDay(last: last, isAfternoon: true, isMorning: false)
    case 0x61: return HalfDay(last: last, isAfternoon: false, isMorning: true)
    default: return nil
    }
  }
}
