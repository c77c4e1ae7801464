extension SpecificScanner {
  /// A number in digits, with what it counts where that is a matter of form: money, per cent, a unit, a counter.
  mutating func readNumber(at index: Int) -> Int? {
    guard !hangsOnWord(index), let literal = literal(at: index) else { return nil }
    if let last = phoneNumberEnd(at: index) {
      add(.address, index, through: last, canonical: folded(text, words[index].start..<words[last].end))
      return last + 1
    }
    if isReference(index) { return literal.last + 1 }
    if let last = spanEnd(behind: literal.last) {
      let end = counted(behind: last)
      add(.number, words[index].start..<end, canonical: folded(text, words[index].start..<words[last].end))
      return self.index(after: end, from: last + 1)
    }
    return addNumber(from: words[index].start, literal, first: index)
  }

  /// Whether the number is the tail of a name that is no identifier by itself: "rfc1123-date", "file-2".
  private func hangsOnWord(_ index: Int) -> Bool {
    guard words[index].touches, let before = word(index - 1) else { return false }
    if before.kind == .word { return true }
    guard isSign(index - 1, "-"), before.touches, let name = word(index - 2) else { return false }
    return name.kind == .word
  }

  /// "104-106", "2018–19", "24/7": two numbers that a sign makes one.
  private func spanEnd(behind last: Int) -> Int? {
    guard touchesSign(last + 1, "-") || touchesSign(last + 1, "\u{2013}") || touchesSign(last + 1, "/"),
      let next = word(last + 2),
      next.kind == .number, next.touches, let literal = literal(at: last + 2), !literal.isVersion
    else { return nil }
    return literal.last
  }

  /// Three groups of digits or more with dashes between them, the last one long: 1-800-222-0364.
  private func phoneNumberEnd(at index: Int) -> Int? {
    var last = index
    var groups = 1
    while touchesSign(last + 1, "-"), let next = word(last + 2), next.kind == .number, next.touches {
      last += 2
      groups += 1
    }
    return groups >= 3 && words[last].count >= 3 ? last : nil
  }

  /// "$5.40", "€ 3 million", "£12".
  mutating func readMoney(at index: Int) -> Int? {
    guard let code = currencyCode(firstScalar(index)), words[index].kind == .sign, word(index + 1)?.kind == .number,
      let literal = literal(at: index + 1)
    else { return nil }
    let scaled = scaled(literal)
    add(.money, index, through: scaled.last, canonical: "\(code) \(scaled.value)")
    return scaled.last + 1
  }

  struct Literal {
    var last: Int
    /// Digits with a point for the decimals; no separators, no leading zeros beyond one.
    var value: String
    var isVersion = false
  }

  /// A run of digits and separators: 2,118 · 3.5 · 1 000 000 · 4.2.1 (a version).
  func literal(at index: Int) -> Literal? {
    guard let first = word(index), first.kind == .number else { return nil }
    var last = index
    var value = digits(first)
    if first.count <= 3 {
      while let separator = groupSeparator(after: last), isGroup(separator) {
        value += digits(words[separator])
        last = separator
      }
      if last == index, language == .german {
        while touchesSign(last + 1, "."), isGroup(last + 2), words[last + 2].touches {
          value += digits(words[last + 2])
          last += 2
        }
      }
    }
    let point: Unicode.Scalar = language == .german ? "," : "."
    guard touchesSign(last + 1, point), let fraction = word(last + 2), fraction.kind == .number, fraction.touches else {
      guard touchesSign(last + 1, "."), let part = word(last + 2), part.kind == .number, part.touches, last == index
      else { return Literal(last: last, value: value) }
      return dotted(from: last, value: value)
    }
    if point == ".", last == index { return dotted(from: last, value: value) }
    return Literal(last: last + 2, value: decimal(value, digits(fraction)))
  }

  private func dotted(from index: Int, value: String) -> Literal {
    var last = index
    var parts: [String] = [value]
    while touchesSign(last + 1, "."), let part = word(last + 2), part.kind == .number, part.touches {
      parts.append(digits(part))
      last += 2
    }
    if parts.count == 2 { return Literal(last: last, value: decimal(parts[0], parts[1])) }
    return Literal(last: last, value: parts.joined(separator: "."), isVersion: true)
  }

  /// The index of the digits behind a thousands separator: a comma, or a space that does not break.
  private func groupSeparator(after index: Int) -> Int? {
    if touchesSign(index + 1, ","), language != .german, word(index + 2)?.touches == true { return index + 2 }
    guard let next = word(index + 1), next.kind == .number, !next.touches, next.start > words[index].end,
      text[words[index].end] >= 0x80, next.start - words[index].end <= 3
    else { return nil }
    return index + 1
  }

  private func isGroup(_ index: Int) -> Bool {
    guard let group = word(index), group.kind == .number, group.count == 3 else { return false }
    return true
  }

  private func digits(_ lexeme: Lexeme) -> String { folded(text, lexeme.start..<lexeme.end) }

  private func decimal(_ whole: String, _ fraction: String) -> String {
    let kept = fraction.reversed().drop { $0 == "0" }.reversed()
    return kept.isEmpty ? whole : whole + "." + String(kept)
  }

  /// Whether the number only points somewhere: "Section 5.1", "[47]", "§ 3", "page 12".
  private func isReference(_ index: Int) -> Bool {
    guard let before = word(index - 1) else { return false }
    if before.kind == .word { return before.traits.contains(.reference) && !before.touchesNext(words[index]) }
    if isSign(index - 1, "\u{A7}") { return true }
    if before.kind == .han { return announcesReference(before) }
    return isSign(index - 1, "[") && words[index].touches && citationEnd(at: index - 1) != nil
  }

  /// "表 1.18", "第 8.1 节": a table, figure or section of a Chinese or Japanese text.
  private func announcesReference(_ lexeme: Lexeme) -> Bool {
    guard lexeme.end - lexeme.start >= 3 else { return false }
    return switch decode(text, lexeme.end - 3, lexeme.end).folded {
    case 0x8868, 0x56F3, 0x56FE, 0x5716, 0x7B2C: true
    default: false
    }
  }

  /// The index behind "[47]", "[3, 14]", "[3-5]".
  func citationEnd(at index: Int) -> Int? {
    var next = index + 1
    while let lexeme = word(next), next < index + 12 {
      if isSign(next, "]") { return next > index + 1 ? next + 1 : nil }
      let joins = isSign(next, ",") || isSign(next, "-") || isSign(next, "\u{2013}") || isSign(next, ";")
      guard lexeme.kind == .number && lexeme.count <= 3 || joins && next > index + 1 else { return nil }
      next += 1
    }
    return nil
  }

  private mutating func addNumber(from start: Int, _ literal: Literal, first: Int) -> Int {
    if literal.isVersion {
      add(.version, start..<words[literal.last].end, canonical: literal.value)
      return literal.last + 1
    }
    if let start = versionStart(first, literal) {
      add(.version, start..<words[literal.last].end, canonical: folded(text, start..<words[literal.last].end))
      return literal.last + 1
    }
    let scaled = scaled(literal)
    let next = scaled.last + 1
    if isPercent(next) {
      let last = percentEnd(next)
      add(.percent, start..<words[last].end, canonical: scaled.value + "%")
      return last + 1
    }
    if isWord(next, .currency) {
      add(.money, start..<words[next].end, canonical: "\(currencyCode(words[next])) \(scaled.value)")
      return next + 1
    }
    if let count = eastAsianCount(behind: scaled) {
      let canonical = count.currency.map { "\($0) \(count.value)" } ?? count.value
      add(count.currency == nil ? .number : .money, start..<count.end, canonical: canonical)
      return index(after: count.end, from: next)
    }
    let end = counted(behind: scaled.last)
    add(.number, start..<end, canonical: scaled.value)
    return index(after: end, from: next)
  }

  /// Offset behind a number's unit, ordinal ending, compound ("64-bit") or CJK counter.
  func counted(behind last: Int) -> Int {
    let end = words[last].end
    guard let next = word(last + 1) else { return end }
    switch next.kind {
    case .word:
      if next.touches { return next.count <= 4 ? next.end : end }
      let isUnit = next.traits.contains(.unit) && (next.isLower || next.count <= 3) && !next.opensLine
      return isUnit ? nameEnd(next) : end
    case .han: return end
    case .hiragana, .katakana:
      // か所, ヶ月, カ国
      guard next.touches, next.count == 1, let counter = word(last + 2), counter.kind == .han, counter.touches else {
        return end
      }
      return counter.start + decode(text, counter.start, counter.end).length
    case .sign:
      guard isSign(last + 1, "-"), next.touches, let noun = word(last + 2), noun.kind == .word, noun.touches,
        noun.isLower
      else { return end }
      return noun.end
    case .number, .symbol: return end
    }
  }

  /// A million behind the digits belongs to the number.
  func scaled(_ literal: Literal) -> Literal {
    guard isWord(literal.last + 1, .scale), !words[literal.last + 1].touches,
      let factor = Vocabulary.shared.value(of: words[literal.last + 1].hash)
    else { return literal }
    return Literal(last: literal.last + 1, value: shifted(literal.value, by: factor))
  }

  /// `value` times a power of ten, by moving the decimal point.
  private func shifted(_ value: String, by factor: Int) -> String {
    var places = 0
    var rest = factor
    while rest >= 10 {
      rest /= 10
      places += 1
    }
    return shifted(value, places: places)
  }

  func shifted(_ value: String, places: Int) -> String {
    let parts = value.split(separator: ".", maxSplits: 1)
    guard parts.count == 2 else { return value + String(repeating: "0", count: places) }
    let fraction = parts[1]
    if fraction.count <= places {
      let whole = parts[0] == "0" ? "" : String(parts[0])
      return whole + fraction + String(repeating: "0", count: places - fraction.count)
    }
    return parts[0] + fraction.prefix(places) + "." + fraction.dropFirst(places)
  }

  /// "Linux 2.6": a number with a point behind a name in the same line.
  private func versionStart(_ index: Int, _ literal: Literal) -> Int? {
    guard literal.value.utf8.contains(0x2E), let name = word(index - 1), name.kind == .word, name.isCapital,
      name.count > 2, !words[index].touches, name.traits.isDisjoint(with: [.function, .month, .reference, .timeLead])
    else { return nil }
    return name.start
  }

  func isPercent(_ index: Int) -> Bool {
    if isSign(index, "%") || isSign(index, "\u{FF05}") { return true }
    guard let lexeme = word(index), lexeme.kind == .word else { return false }
    if lexeme.hash == Words.percent || lexeme.hash == Words.prozent { return true }
    return lexeme.hash == Words.per && word(index + 1)?.hash == Words.cent
  }

  func percentEnd(_ index: Int) -> Int { words[index].hash == Words.per ? index + 1 : index }

  private func currencyCode(_ scalar: UInt32?) -> String? {
    switch scalar {
    case 0x24: "usd"
    case 0x20AC: "eur"
    case 0xA3: "gbp"
    case 0xA5, 0xFFE5: "jpy"
    case 0x20B9: "inr"
    case 0x20A9: "krw"
    default: nil
    }
  }

  func currencyCode(_ lexeme: Lexeme) -> String {
    let name = folded(text, lexeme.start..<lexeme.end)
    return switch name {
    case "dollar", "dollars", "usd": "usd"
    case "euro", "euros", "eur": "eur"
    case "pound", "pounds", "sterling", "gbp", "pfund": "gbp"
    case "yen", "jpy": "jpy"
    case "yuan", "cny": "cny"
    case "franc", "francs", "franken", "chf": "chf"
    default: name
    }
  }
}

extension Lexeme {
  fileprivate func touchesNext(_ next: Lexeme) -> Bool { next.touches }
}
