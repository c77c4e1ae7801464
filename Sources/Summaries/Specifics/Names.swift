extension SpecificScanner {
  /// A name of a person, place, organisation or work: capitalised words that stand together.
  ///
  /// With their particles, initials and title; one word alone only where a capital means something.
  mutating func readName(at index: Int) -> Int? {
    guard let first = word(index), first.kind == .word, first.isCapital else { return nil }
    guard !first.isShouted || isInitials(index) else { return endOfShouting(at: index) }
    guard canBegin(index) else { return nil }
    let parts = nameParts(from: index)
    guard let last = parts.last else { return nil }
    let next = last + 1
    let count = parts.count
    // What stands behind it is read by itself: a name, or a word of capitals.
    if count > 1, isNoPart(index, before: parts[1]) { return parts[1] }
    // Initials alone ("P.S.") name nobody.
    if parts.allSatisfy({ words[$0].count == 1 }) { return next }
    if isHeadingLine(from: index, to: last) { return next }
    if count == 1 {
      guard isSingleName(index, opens: opensSentence(index)) else { return next }
    } else if words[index].traits.contains(.title), count == 2, words[last].count < 2 {
      return next
    }
    // "Unix-Welt", "Alt-Taste": a German compound, however many capitals it has.
    if language == .german, count > 1, isCompound(from: index, to: last) { return next }
    addName(index, last, isSingle: count == 1)
    return next
  }

  private func isCompound(from first: Int, to last: Int) -> Bool {
    (first + 1...last).allSatisfy { words[$0].touches } && words[first].count > 1
  }

  /// Whether the first capital of several belongs to no name: "Yesterday Anna Berg", "R Thu".
  private func isNoPart(_ index: Int, before next: Int) -> Bool {
    let lexeme = words[index]
    if lexeme.traits.contains(.title) { return false }
    if lexeme.count == 1 { return !touchesSign(index + 1, ".") }
    guard opensSentence(index) else { return false }
    return small.contains(lexeme.hash) || lexeme.traits.contains(.verb) || EverydayWords.shared.opens(lexeme)
      || isKnown(next, without: index)
  }

  private mutating func addName(_ start: Int, _ last: Int, isSingle: Bool) {
    let range = words[start].start..<nameEnd(words[last])
    var bare = start
    while bare < last, words[bare].traits.contains(.title) || words[bare].kind != .word { bare += 1 }
    let canonical = folded(text, words[bare].start..<range.upperBound)
    if speakers.contains(canonical) { return }
    guard !isSingle, bare < last else {
      add(.name, range, canonical: knownNames[words[bare].hash] ?? canonical)
      return
    }
    // Two or three words without "of": most likely a person or a place, later called by one of its words.
    if words[last].kind == .word, knownNames[words[last].hash] == nil { knownNames[words[last].hash] = canonical }
    if words[bare].count > 2, knownNames[words[bare].hash] == nil, !small.contains(words[bare].hash) {
      knownNames[words[bare].hash] = canonical
    }
    add(.name, range, canonical: canonical)
  }

  /// "Later Kovarik agreed", where Ines Kovarik is known.
  private func isKnown(_ second: Int, without first: Int) -> Bool {
    guard let name = knownNames[words[second].hash] else { return false }
    return !name.hasPrefix(folded(text, words[first].start..<words[first].end))
  }

  private func canBegin(_ index: Int) -> Bool {
    let lexeme = words[index]
    if lexeme.traits.contains(.particle), !opensSentence(index), word(index + 1)?.isCapital == true { return true }
    if !lexeme.traits.isDisjoint(with: [.function, .filler, .month, .question, .reference]) { return false }
    if language == .german, germanNouns.contains(index, words, text), !lexeme.traits.contains(.title) { return false }
    return standsFree(index) || words[index - 1].kind == .sign
  }

  /// The indices of the words of a name from `index` on: at most eight lexemes' worth of words.
  private func nameParts(from index: Int) -> [Int] {
    var parts = [index]
    var last = index
    while parts.count < 6, let next = nextPart(behind: last) {
      parts.append(next)
      last = next
    }
    return parts
  }

  private func nextPart(behind last: Int) -> Int? {
    guard let next = word(last + 1), !next.marks.contains(.blankLineBefore) else { return nil }
    if nameEnd(words[last]) < words[last].end { return nil }
    switch next.kind {
    case .word:
      if next.touches { return nil }
      if isNamePart(last + 1) { return last + 1 }
      // "van der Berg", "Bank of England"
      guard next.isLower, next.traits.contains(.particle), !next.opensLine else { return nil }
      // "Tipps zur Anpassung", "Liste der Befehle": in German only what makes a family name joins.
      if language == .german, !germanNouns.joinsNames(next) { return nil }
      if isNamePart(last + 2), !words[last + 2].touches, !words[last + 2].opensLine { return last + 2 }
      guard isWord(last + 2, .particle), isNamePart(last + 3), !words[last + 3].opensLine else { return nil }
      return last + 3
    case .sign:
      guard next.touches else { return nil }
      if isSign(last + 1, "-"), let hyphenated = word(last + 2), hyphenated.touches, hyphenated.kind == .word,
        hyphenated.isCapital
      {
        return last + 2
      }
      let abbreviates = words[last].count == 1 || words[last].traits.contains(.title) && words[last].count <= 4
      if isSign(last + 1, "."), abbreviates, isNamePart(last + 2) || isInitials(last + 2), !words[last + 2].opensLine {
        // "J.R. Berg", but not "C.UTF".
        return words[last + 2].touches && !isInitials(last + 2) ? nil : last + 2
      }
      return nil
    default: return nil
    }
  }

  private func isNamePart(_ index: Int) -> Bool {
    guard let lexeme = word(index), lexeme.kind == .word, lexeme.isCapital, !lexeme.marks.contains(.blankLineBefore)
    else { return false }
    guard lexeme.traits.isDisjoint(with: [.function, .filler, .month, .weekday]) || lexeme.traits.contains(.particle)
    else { return false }
    if language == .german, germanNouns.contains(index, words, text), !lexeme.traits.contains(.title) { return false }
    return !lexeme.isShouted || isInitials(index) || lexeme.count <= 4
  }

  /// "J." or "J.R." as a part of a name.
  private func isInitials(_ index: Int) -> Bool {
    guard let lexeme = word(index), lexeme.kind == .word, lexeme.count == 1, lexeme.isCapital else { return false }
    return touchesSign(index + 1, ".") && !lexeme.traits.contains(.function)
  }

  private func isSingleName(_ index: Int, opens: Bool) -> Bool {
    let lexeme = words[index]
    if knownNames[lexeme.hash] != nil { return true }
    guard lexeme.count >= 3, !small.contains(lexeme.hash) else { return false }
    if language == .german { return germanNouns.isPlace(index, words, text) }
    let never: Vocabulary.Traits = [
      .verb, .title, .reference, .requirement, .numberWord, .scale, .leaning, .pointer, .weekday, .unit,
    ]
    guard lexeme.traits.isDisjoint(with: never), !EverydayWords.shared.opens(lexeme) else { return false }
    if opens, EverydayWords.shared.contains(lexeme) { return false }
    // A label that a colon ends, and Roman numerals, name nothing.
    if touchesSign(index + 1, ":") { return false }
    return !opens || actsAlone(index)
  }

  /// Whether the word that opens a sentence is followed by a verb of the past or an auxiliary, as a name would be.
  private func actsAlone(_ index: Int) -> Bool {
    guard language == .english, let verb = word(index + 1), verb.isLower, !verb.touches, !verb.opensLine else {
      return false
    }
    let lexeme = words[index]
    let last = text[lexeme.end - 1].lowercased
    let beforeLast = text[lexeme.end - 2].lowercased
    // "Finally", "Meetings", "Nothing", "Adoption": no names as a rule.
    if last == 0x79 && beforeLast == 0x6C || last == 0x67 && beforeLast == 0x6E { return false }
    if last == 0x73 || last == 0x6E && beforeLast == 0x6F && lexeme.count > 6 { return false }
    if verb.traits.contains(.verb) { return true }
    if verb.hash == Words.and, isWord(index + 2, .function) || word(index + 2)?.isCapital == true { return true }
    return verb.count > 4 && text[verb.end - 1] == 0x64 && text[verb.end - 2] == 0x65
  }

  /// Whether a capital at `index` is owed to its place: the first word of a sentence, line, quotation or bracket.
  func opensSentence(_ index: Int) -> Bool {
    guard index != textStart, let before = word(index - 1) else { return true }
    let lexeme = words[index]
    if lexeme.marks.contains(.blankLineBefore) { return true }
    if before.kind == .sign {
      let byte = text[before.end - 1]
      // A comma, semicolon, dash, slash or closing bracket goes on with the sentence.
      if before.count == 1, byte == 0x2C || byte == 0x3B || byte == 0x2F || byte == 0x26 { return false }
      if before.count == 1, byte == 0x29 || byte == 0x5D { return lexeme.opensLine }
      // An initial or an abbreviated title is no end of a sentence.
      if isSign(index - 1, "."), let abbreviated = word(index - 2), abbreviated.traits.contains(.title) { return false }
      return true
    }
    // A hard-wrapped line goes on in small letters or names; a list or verse opens with capitals.
    return lexeme.opensLine && before.kind == .word && before.isCapital
  }

  /// "RUNNING HEADS AND TITLES" are no names; a word of three capitals or more among small ones is an identifier.
  private func endOfShouting(at index: Int) -> Int? {
    var next = index
    while let lexeme = word(next), lexeme.kind == .word, lexeme.isShouted || lexeme.count == 1, next < index + 40 {
      next += 1
    }
    return next
  }

  /// A line of capitalised words alone is a heading.
  private func isHeadingLine(from first: Int, to last: Int) -> Bool {
    guard last > first, words[first].opensLine || isMarkdownHeading(first), let next = word(last + 1) else {
      return false
    }
    return next.marks.contains(.blankLineBefore)
  }

  private func isMarkdownHeading(_ index: Int) -> Bool {
    guard let before = word(index - 1), before.kind == .sign else { return false }
    return text[before.start] == 0x23 && before.opensLine
  }

  /// A run of Katakana: a foreign name or term; at least three signs, joined by middle dots.
  mutating func readKatakana(at index: Int) -> Int? {
    guard words[index].count >= 3 else { return nil }
    var last = index
    while isSign(last + 1, "\u{30FB}"), touchesNext(last), let next = word(last + 2), next.kind == .katakana,
      next.touches, next.count >= 2
    {
      last += 2
    }
    add(.name, index, through: last, canonical: folded(text, words[index].start..<words[last].end))
    return last + 1
  }

  private func touchesNext(_ index: Int) -> Bool { word(index + 1)?.touches == true }
}
