extension SpecificScanner {
  /// Steps over what numbers or labels a line: list and section numbers, speaker labels, cue timestamps.
  ///
  /// The index to go on with; nil when the line opens with its text.
  func endOfLineOpening(at index: Int) -> Int? {
    endOfCue(at: index) ?? endOfListNumber(at: index) ?? endOfLabel(at: index)
  }

  /// "00:01:02,345 --> 00:01:04,000", "[00:12:33] " and the like.
  private func endOfCue(at index: Int) -> Int? {
    var last = index
    if isSign(last, "[") || isSign(last, "(") { last += 1 }
    var parts = 0
    while let number = word(last), number.kind == .number, last == index || number.touches, number.count <= 3 {
      parts += 1
      guard touchesSign(last + 1, ":") || touchesSign(last + 1, ",") || touchesSign(last + 1, ".") else { break }
      last += 2
    }
    guard parts >= 2, word(last)?.kind == .number, touchesSign(index + 1, ":") || touchesSign(index + 2, ":") else {
      return nil
    }
    let bracketed = isSign(index, "[") && touchesSign(last + 1, "]")
    if bracketed { return endOfLabel(at: last + 2) ?? last + 2 }
    guard let arrow = word(last + 1), arrow.kind == .sign, text[arrow.start] == 0x2D else { return nil }
    var next = last + 1
    while let lexeme = word(next), !lexeme.opensLine { next += 1 }
    return next
  }

  /// A list number or a section number: "(2) ", "3) ", "2.4.1 Title", "## 5 Title".
  private func endOfListNumber(at index: Int) -> Int? {
    var first = index
    let isHeading = word(first)?.kind == .sign && text[words[first].start] == 0x23
    if isHeading { first += 1 }
    if isSign(first, "(") { first += 1 }
    guard let number = word(first), number.kind == .number, number.count <= 3 else { return nil }
    if dateEnd(at: first) != nil { return nil }
    var last = first
    var parts = 1
    while touchesSign(last + 1, "."), touchingNumber(last + 2, digits: 1...3) != nil {
      last += 2
      parts += 1
    }
    let closed = touchesSign(last + 1, ".") || touchesSign(last + 1, ")")
    let next = closed ? last + 2 : last + 1
    guard let following = word(next), !following.touches, !following.opensLine else { return nil }
    if closed { return next }
    let titled = following.kind == .word && following.isCapital
    return titled && (parts > 1 || isHeading) ? next : nil
  }

  /// "Project Manager: ", "PhD A: ", "Note: ".
  func endOfLabel(at index: Int) -> Int? {
    guard let first = word(index), first.kind == .word, first.isCapital else { return nil }
    var last = index
    while last < index + 6, let lexeme = word(last), last == index || !lexeme.opensLine {
      if lexeme.kind == .sign {
        if isSign(last, ":"), last > index {
          guard lexeme.touches, let after = word(last + 1), !after.touches else { return nil }
          return last + 1
        }
        guard isSign(last, ".") || isSign(last, "-") || isSign(last, "(") || isSign(last, ")") else { return nil }
      }
      last += 1
    }
    return nil
  }
}
