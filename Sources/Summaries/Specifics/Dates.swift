extension SpecificScanner {
  /// A date whose first lexeme stands at `index`.
  mutating func readDate(at index: Int) -> Int? {
    guard let date = dateEnd(at: index) else { return nil }
    add(.date, (date.start ?? words[index].start)..<date.end, canonical: date.canonical)
    return self.index(after: date.end, from: index)
  }

  struct Date {
    /// UTF-8 offset.
    var end: Int
    /// ISO 8601, shortened where parts are unknown: 1987-03-14, 1987-03, --03-14, --05, 1987.
    var canonical: String
    /// Where it begins when that is before its first digits: a Japanese era.
    var start: Int?
  }

  func dateEnd(at index: Int) -> Date? {
    guard let first = word(index) else { return nil }
    switch first.kind {
    case .number:
      // "…descriptor.1967年": a year with its sign is one, whatever it touches.
      guard standsFree(index) else { return word(index - 1)?.kind == .sign ? eastAsianDate(index) : nil }
      return numericDate(index) ?? dayFirst(index) ?? eastAsianDate(index) ?? year(index)
    case .word: return first.isCapital ? monthFirst(index) ?? weekday(index) : nil
    default: return nil
    }
  }

  /// 1987-03-14, 14.3.1987, 14/3/1987 (day first unless that is impossible).
  private func numericDate(_ index: Int) -> Date? {
    if let year = number(index, digits: 4...4), touchesSign(index + 1, "-"),
      let month = touchingNumber(index + 2, digits: 1...2), touchesSign(index + 3, "-"),
      let day = touchingNumber(index + 4, digits: 1...2), let end = endsHere(index + 4)
    {
      return made(year, month, day, end)
    }
    for sign in [".", "/"] as [Unicode.Scalar] {
      guard let first = number(index, digits: 1...2), touchesSign(index + 1, sign),
        let second = touchingNumber(index + 2, digits: 1...2), touchesSign(index + 3, sign),
        let year = touchingNumber(index + 4, digits: 4...4), let end = endsHere(index + 4)
      else { continue }
      return made(year, second, first, end) ?? made(year, first, second, end)
    }
    return nil
  }

  /// Reads 14 March 1987, the 14th of March, 14–16 March 1987, and the German form with a stop.
  private func dayFirst(_ index: Int) -> Date? {
    guard let day = number(index, digits: 1...2), (1...31).contains(day) else { return nil }
    var next = index + 1
    var until: Int?
    if touchesSign(next, "-") || touchesSign(next, "\u{2013}"), let last = touchingNumber(next + 1, digits: 1...2) {
      until = last
      next += 2
    }
    if touchesSign(next, ".") {
      next += 1
    } else if let suffix = word(next), suffix.kind == .word, suffix.touches, isOrdinalSuffix(suffix) {
      next += 1
    }
    if let of = word(next), of.kind == .word, of.isLower, of.count == 2, isWord(next + 1, .month) { next += 1 }
    guard let month = month(next) else { return nil }
    var date = withYear(month: month, day: day, monthAt: next)
    if let until { date.canonical += "/\(padded(until))" }
    return date
  }

  /// March 14, 1987; March 1987; March 14; and a month alone behind "in", "until", "seit".
  private func monthFirst(_ index: Int) -> Date? {
    guard let month = month(index) else { return nil }
    let next = touchesSign(index + 1, ".") ? index + 2 : index + 1
    if let year = number(next, digits: 4...4), isYear(year), sameLineOrWrapped(next) {
      return Date(end: words[next].end, canonical: "\(year)-\(padded(month))")
    }
    if isWord(next, .particle), let year = number(next + 1, digits: 4...4), isYear(year) {
      return Date(end: words[next + 1].end, canonical: "\(year)-\(padded(month))")
    }
    if let day = number(next, digits: 1...2), (1...31).contains(day), sameLineOrWrapped(next),
      !touchesSign(next + 1, ":"), !isDecimal(next)
    {
      var last = next
      if let suffix = word(next + 1), suffix.touches, suffix.kind == .word, isOrdinalSuffix(suffix) { last += 1 }
      let comma = touchesSign(last + 1, ",") ? last + 2 : last + 1
      if let year = number(comma, digits: 4...4), isYear(year) {
        return Date(end: words[comma].end, canonical: "\(year)-\(padded(month))-\(padded(day))")
      }
      return Date(end: words[last].end, canonical: "--\(padded(month))-\(padded(day))")
    }
    guard isWord(index - 1, .timeLead), words[index].count > 2 else { return nil }
    return Date(end: words[index].end, canonical: "--\(padded(month))")
  }

  /// A bare year behind "in", "since", "seit" that counts nothing.
  private func year(_ index: Int) -> Date? {
    guard let year = number(index, digits: 4...4), isYear(year), isWord(index - 1, .timeLead),
      words[index - 1].isLower || language == .english
    else { return nil }
    if let next = word(index + 1) {
      switch next.kind {
      case .word: guard next.traits.contains(.function) else { return nil }
      case .sign: if next.touches, let after = word(index + 2), after.touches, after.kind == .number { return nil }
      default: return nil
      }
    }
    return Date(end: words[index].end, canonical: "\(year)")
  }

  private func weekday(_ index: Int) -> Date? {
    guard isWord(index, .weekday) else { return nil }
    return Date(end: nameEnd(words[index]), canonical: folded(text, words[index].start..<nameEnd(words[index])))
  }

  private func month(_ index: Int) -> Int? {
    guard let lexeme = word(index), lexeme.kind == .word, lexeme.traits.contains(.month), lexeme.isCapital,
      sameLineOrWrapped(index)
    else { return nil }
    return Vocabulary.shared.value(of: lexeme.hash)
  }

  private func withYear(month: Int, day: Int, monthAt index: Int) -> Date {
    var next = index + 1
    if touchesSign(next, ".") { next += 1 }
    if touchesSign(next, ",") { next += 1 }
    if let year = number(next, digits: 4...4), isYear(year), sameLineOrWrapped(next) {
      return Date(end: words[next].end, canonical: "\(year)-\(padded(month))-\(padded(day))")
    }
    return Date(end: words[index].end, canonical: "--\(padded(month))-\(padded(day))")
  }

  func made(_ year: Int, _ month: Int, _ day: Int, _ end: Int, from start: Int? = nil) -> Date? {
    guard (1...12).contains(month), (1...31).contains(day) else { return nil }
    return Date(end: end, canonical: "\(year)-\(padded(month))-\(padded(day))", start: start)
  }

  func padded(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

  private func isYear(_ value: Int) -> Bool { (1000...2199).contains(value) }

  private func sameLineOrWrapped(_ index: Int) -> Bool {
    guard let lexeme = word(index) else { return false }
    return !lexeme.marks.contains(.blankLineBefore)
  }

  private func isOrdinalSuffix(_ lexeme: Lexeme) -> Bool {
    guard lexeme.count == 2, lexeme.end - lexeme.start == 2 else { return false }
    switch (text[lexeme.start].lowercased, text[lexeme.start + 1].lowercased) {
    case (0x73, 0x74), (0x6E, 0x64), (0x72, 0x64), (0x74, 0x68): return true
    default: return false
    }
  }

  private func isDecimal(_ index: Int) -> Bool {
    touchesSign(index + 1, ".") && word(index + 2)?.kind == .number && words[index + 2].touches
  }

  /// The offset behind the number at `index`, unless more of a number or word touches it.
  private func endsHere(_ index: Int) -> Int? {
    guard let lexeme = word(index) else { return nil }
    if let next = word(index + 1), next.touches, next.kind == .word || next.kind == .number { return nil }
    return lexeme.end
  }

  /// Offset behind a name without its possessive 's.
  func nameEnd(_ lexeme: Lexeme) -> Int {
    let length = lexeme.end - lexeme.start
    guard length > 2, text[lexeme.end - 1].lowercased == 0x73 else { return lexeme.end }
    if text[lexeme.end - 2] == 0x27 { return lexeme.end - 2 }
    let isCurly =
      length > 4 && text[lexeme.end - 4] == 0xE2 && text[lexeme.end - 3] == 0x80
      && text[lexeme.end - 2] == 0x99
    return isCurly ? lexeme.end - 4 : lexeme.end
  }
}
