extension SpecificScanner {
  /// What programs and networks read: URLs, addresses, paths, versions, identifiers, CONSTANTS.
  mutating func readTechnical(at index: Int) -> Int? {
    guard standsFree(index), canBeTechnical(words[index]) else { return nil }
    let start = words[index].start
    let run = TechnicalRun(text, from: start, to: words[words.count - 1].end)
    if let number = standardNumber(at: index, behind: run.end) {
      let end = partEnd(of: number)
      add(.identifier, start..<end, canonical: folded(text, start..<end))
      return self.index(after: end, from: index + 1)
    }
    guard let kind = run.kind ?? plainKind(at: index, run) else { return nil }
    let end = run.end
    add(kind, start..<end, canonical: folded(text, start..<end))
    return self.index(after: end, from: index + 1)
  }

  /// The number of "RFC 2616", "SP 800-63C", "ISO/IEC 9241-11", "PID 1".
  private func standardNumber(at index: Int, behind end: Int) -> Lexeme? {
    guard words[index].isShouted, text[words[index].start..<end].allSatisfy({ $0.isUpper || $0 == 0x2F }) else {
      return nil
    }
    let next = self.index(after: end, from: index + 1)
    guard let number = word(next), number.kind == .number, !number.opensLine, number.start == end + 1,
      number.count <= 5,
      words[index].count > 2 || number.count > 2,
      words[index].traits.isDisjoint(with: [.function, .month, .requirement]),
      literal(at: next)?.last == next
    else { return nil }
    return number
  }

  /// The offset behind a number and the parts that dashes join to it.
  private func partEnd(of number: Lexeme) -> Int {
    var last = number.end
    while last + 1 < end, text[last] == 0x2D, text[last + 1].isDigit {
      last += 1
      while last < end, text[last].isDigit || text[last].isUpper { last += 1 }
    }
    return last
  }

  /// A look at the next two bytes spares most words the full reading.
  private func canBeTechnical(_ lexeme: Lexeme) -> Bool {
    if lexeme.marks.contains(.hump) || lexeme.isShouted || language == .cjk || isPlural(lexeme) { return true }
    guard lexeme.end + 1 < end else { return false }
    let next = text[lexeme.end + 1]
    switch text[lexeme.end] {
    case 0x2E, 0x2D, 0x2F, 0x2B, 0x7E: return next.isLetter || next.isDigit || next == 0x5F || next == 0x2F
    case 0x3A: return next == 0x2F
    case 0x28: return next == 0x29 || next.isDigit
    case 0x5F, 0x40, 0x30...0x39: return true
    default: return false
    }
  }

  /// What one word alone can be: camelCase, a word of capitals, in CJK text any Latin word.
  private func plainKind(at index: Int, _ run: TechnicalRun) -> Specific.Kind? {
    let lexeme = words[index]
    guard lexeme.kind == .word, run.isPlain, run.end == lexeme.end else { return nil }
    if lexeme.marks.contains(.hump), !isScottish(lexeme) { return .identifier }
    if lexeme.isShouted { return isConstant(index) ? .identifier : nil }
    if isPlural(lexeme) { return .identifier }
    guard language == .cjk, !lexeme.marks.contains(.nonASCII), lexeme.count >= 2 else { return nil }
    // A Latin word of a CJK sentence, not one of an English sentence between them.
    let isAlone = !isLatin(index - 1) && !isLatin(index + 1) && lexeme.traits.isDisjoint(with: [.function, .weekday])
    return isAlone ? .identifier : nil
  }

  private func isLatin(_ index: Int) -> Bool { word(index)?.kind == .word && words[index].isLower }

  /// "APIs", "URLs": several of what capitals stand for.
  private func isPlural(_ lexeme: Lexeme) -> Bool {
    guard lexeme.isCapital, lexeme.count >= 3, lexeme.count <= 6, lexeme.end - lexeme.start == Int(lexeme.count) else {
      return false
    }
    return text[lexeme.end - 1] == 0x73 && text[lexeme.start..<lexeme.end - 1].allSatisfy(\.isUpper)
  }

  private func isScottish(_ lexeme: Lexeme) -> Bool {
    let bytes = text[lexeme.start..<lexeme.end]
    return bytes.starts(with: [0x4D, 0x63]) || bytes.starts(with: [0x4D, 0x61, 0x63]) || bytes.contains(0x27)
      || bytes.starts(with: [0x4C, 0x65]) || bytes.starts(with: [0x44, 0x65])
  }

  /// Three capitals or more that stand among small letters and are neither a requirement word nor a numeral.
  private func isConstant(_ index: Int) -> Bool {
    let lexeme = words[index]
    guard lexeme.count >= 3, !lexeme.traits.contains(.requirement), !isRomanNumeral(lexeme) else { return false }
    guard lexeme.traits.isDisjoint(with: [.function, .month, .numberWord, .filler]) || lexeme.count > 5 else {
      return false
    }
    if isLongShout(index - 1, before: index) || isLongShout(index + 1, before: index + 1) { return false }
    return lexeme.count <= 5 || word(index - 1)?.isShouted != true
  }

  /// Whether the neighbour is a word of capitals on the same line, so that both belong to a heading.
  private func isLongShout(_ neighbour: Int, before border: Int) -> Bool {
    guard let lexeme = word(neighbour), lexeme.isShouted, let second = word(border), !second.opensLine else {
      return false
    }
    return lexeme.count > 3 || lexeme.traits.contains(.function)
  }

  private func isRomanNumeral(_ lexeme: Lexeme) -> Bool {
    text[lexeme.start..<lexeme.end].allSatisfy {
      $0 == 0x49 || $0 == 0x56 || $0 == 0x58 || $0 == 0x4C || $0 == 0x43 || $0 == 0x44 || $0 == 0x4D
    }
  }

  /// What a sign opens: money, an option, a path, an issue number, a citation, a quoted term.
  mutating func readSign(at index: Int) -> Int? {
    if let next = readMoney(at: index) ?? entityEnd(at: index) { return next }
    let sign = words[index]
    switch text[sign.start] {
    case 0x5B: return citationEnd(at: index)
    case 0x2D where sign.count == 2: return readOption(at: index)
    case 0x2F, 0x7E, 0x2E: return standsFree(index) && sign.count <= 2 ? readPath(at: index) : nil
    case 0x23: return readIssueNumber(at: index)
    default: return readQuote(at: index)
    }
  }

  /// "&amp;", "&#8217;": a character of a marked-up text.
  private func entityEnd(at index: Int) -> Int? {
    guard isSign(index, "&") else { return nil }
    let name = touchesSign(index + 1, "#") ? index + 2 : index + 1
    guard let lexeme = word(name), lexeme.touches, lexeme.kind == .word || lexeme.kind == .number else { return nil }
    // "&#x2019;" is a word and digits.
    let end = word(name + 1)?.kind == .number && words[name + 1].touches ? name + 2 : name + 1
    return touchesSign(end, ";") ? end + 1 : nil
  }

  private mutating func readOption(at index: Int) -> Int? {
    guard standsFree(index), let name = word(index + 1), name.touches, name.kind == .word, name.isLower else {
      return nil
    }
    let run = TechnicalRun(text, from: name.start, to: words[words.count - 1].end)
    let end = run.isOption ? run.end : name.end
    add(.identifier, words[index].start..<end, canonical: folded(text, words[index].start..<end))
    return self.index(after: end, from: index + 1)
  }

  private mutating func readPath(at index: Int) -> Int? {
    let run = TechnicalRun(text, from: words[index].start, to: words[words.count - 1].end)
    guard run.isRootedPath else { return nil }
    add(.path, words[index].start..<run.end, canonical: folded(text, words[index].start..<run.end))
    return self.index(after: run.end, from: index + 1)
  }

  private mutating func readIssueNumber(at index: Int) -> Int? {
    guard words[index].count == 1, standsFree(index), let number = word(index + 1), number.touches,
      number.kind == .number
    else { return nil }
    add(.identifier, index, through: index + 1, canonical: folded(text, words[index].start..<number.end))
    return index + 2
  }

  /// A quoted term: in Latin text two to five words that end no sentence, in CJK text up to 24 signs.
  private mutating func readQuote(at index: Int) -> Int? {
    guard let closing = closingQuote(of: firstScalar(index)), words[index].count == 1 else { return nil }
    let isCJK = closing == 0x300D || closing == 0x300F || closing == 0x300B
    guard isCJK || words[index].kind == .sign && word(index + 1)?.touches == true else { return nil }
    var last = index + 1
    var inner = 0
    while let lexeme = word(last), last < index + 26, !lexeme.marks.contains(.blankLineBefore) {
      if lexeme.kind == .sign, lexeme.hash == closing {
        guard last > index + 1, isCJK || lexeme.touches else { return nil }
        let range = words[index + 1].start..<words[last - 1].end
        guard isTerm(range, words: inner, isCJK: isCJK, last: last - 1) else { return nil }
        add(.quote, range, canonical: folded(text, range))
        return last + 1
      }
      if lexeme.kind == .word { inner += 1 }
      last += 1
    }
    return nil
  }

  private func isTerm(_ range: Range<Int>, words inner: Int, isCJK: Bool, last: Int) -> Bool {
    if words[last].isShouted, words[last].traits.contains(.requirement) || range.count < 3 { return false }
    if isCJK { return range.count >= 6 && range.count <= 72 }
    guard (1...5).contains(inner), range.count > 2, range.count <= 60 else { return false }
    return words[last].kind != .sign || isSign(last, ")")
  }

  private func closingQuote(of scalar: UInt32?) -> UInt64? {
    switch scalar {
    case 0x22: 0x22
    case 0x201C: 0x201D
    case 0x201E: 0x201C
    case 0xAB: 0xBB
    case 0x300C: 0x300D
    case 0x300E: 0x300F
    case 0x300A: 0x300B
    default: nil
    }
  }
}
