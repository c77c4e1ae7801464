/// Finds where sentences end within running text.
struct StopFinder {
  let text: [UInt8]
  private let abbreviations = Abbreviations.shared
  private let candidates = Self.candidates

  init(text: [UInt8]) {
    self.text = text
  }

  /// The bytes with which a character that may end a sentence begins.
  private static let candidates: [Bool] = (0...255).map { (byte: UInt8) in
    switch byte {
    case 0x2E, 0x21, 0x3F, 0xD8, 0xDB, 0xE0, 0xE2, 0xE3, 0xEF: true
    default: false
    }
  }

  /// The offset behind the sentence that ends first at or after `offset` in a line, closing marks included.
  ///
  /// - Parameters:
  ///   - sentence: where the sentence began, maybe on a line before.
  ///   - following: the next line when no blank line is between.
  func next(from offset: Int, in line: Line, sentence: Int, following: Line?) -> Int? {
    let end = line.end
    var offset = offset
    while true {
      offset = candidate(from: offset, before: end)
      guard offset < end else { return nil }
      let (stop, length) = stop(at: offset, before: end)
      guard let stop else {
        offset += length
        continue
      }
      var behind = offset + length
      while behind < end {
        let (more, length) = self.stop(at: behind, before: end)
        guard more != nil else { break }
        behind += length
      }
      let single = behind == offset + 1
      let closed = closersEnd(from: behind, before: end)
      let place = Place(offset: offset, behind: closed, closed: closed > behind, sentence: sentence)
      let isEnd =
        stop == .wide
        ? wideStopEnds(place, before: end)
        : (closed == end || text[closed].isWhite)
          && stopEnds(place, single: single && text[offset] == 0x2E, in: line, following: following)
      if isEnd { return closed }
      offset = closed
    }
  }

  /// The offset of the next byte that may begin a stop; eight bytes at a time as long as they are ASCII.
  private func candidate(from start: Int, before end: Int) -> Int {
    text.withUnsafeBytes { text in
      candidates.withUnsafeBufferPointer { candidates in
        let end = min(end, text.count)
        var offset = start
        while offset < end {
          if offset + 8 <= end {
            let lanes = ByteLanes(text, at: offset)
            let found =
              lanes.equal(to: 0x2E) | lanes.equal(to: 0x21) | lanes.equal(to: 0x3F) | lanes.beyondASCII
            offset += found.lanesBefore
            if found == 0 { continue }
          }
          // The rest of a word beyond ASCII would stop the lanes at each byte.
          repeat {
            if candidates[Int(text[offset])] { return offset }
            offset += 1
          } while offset < end && text[offset] >= 0x80
        }
        return end
      }
    }
  }

  /// Whether a line cannot be the end of anything: it ends in a comma, a hyphen or a word like "the".
  func leavesOpen(_ line: Line) -> Bool {
    switch text[line.end - 1] {
    case 0x2C, 0x2D, 0x28: return true
    default: break
    }
    var start = line.end
    while start > line.start, line.end - start <= 8, text[start - 1].isLetter { start -= 1 }
    return abbreviations.opensSentence(text, at: start, before: line.end)
  }

  private enum Stop {
    /// Ends a sentence only before white space.
    case narrow
    /// Ends a sentence wherever it stands: the full stops of Chinese and Japanese.
    case wide
  }

  private struct Place {
    var offset: Int
    /// Behind the closing marks.
    var behind: Int
    /// Whether there are closing marks.
    var closed: Bool
    /// Where the sentence began.
    var sentence: Int
  }

  private func stop(at offset: Int, before end: Int) -> (Stop?, length: Int) {
    let byte = text[offset]
    if byte < 0x80 { return (byte == 0x2E || byte == 0x21 || byte == 0x3F ? .narrow : nil, 1) }
    guard candidates[Int(byte)] else { return (nil, 1) }
    let (value, length) = text.character(at: offset, before: end)
    switch value {
    case 0x3002, 0xFF01, 0xFF1F, 0xFF61, 0xFF0E: return (.wide, length)
    case 0x2026, 0x203C, 0x2047...0x2049, 0x061F, 0x06D4, 0x0964: return (.narrow, length)
    default: return (nil, length)
    }
  }

  /// The offset behind closing quotation marks, brackets and references to notes ("[12]").
  private func closersEnd(from start: Int, before end: Int) -> Int {
    var offset = start
    while offset < end {
      switch text[offset] {
      case 0x22, 0x27, 0x29, 0x5D, 0x7D, 0x2A, 0x5F, 0x60: offset += 1
      case 0x5B:
        var note = offset + 1
        while note < end, note - offset <= 4, text[note].isDigit { note += 1 }
        guard note > offset + 1, note < end, text[note] == 0x5D else { return offset }
        offset = note + 1
      case 0xC2, 0xE2, 0xE3, 0xEF:
        let (value, length) = text.character(at: offset, before: end)
        switch value {
        case 0xBB, 0x2018...0x201F, 0x203A, 0x3009, 0x300B, 0x300D, 0x300F, 0x3011, 0x3015, 0x301E, 0x301F, 0xFF09,
          0xFF3D, 0xFF63:
          offset += length
        default: return offset
        }
      default: return offset
      }
    }
    return offset
  }

  /// A quotation that a particle follows goes on: 「行く。」と言った。 A digit behind makes a number of it.
  private func wideStopEnds(_ place: Place, before end: Int) -> Bool {
    guard place.behind < end else { return true }
    let next = text.character(at: place.behind, before: end).value
    if place.closed, next.isHiragana { return false }
    return text.character(at: place.offset, before: end).value != 0xFF0E
      || !(0xFF10...0xFF19).contains(next) && !text[place.behind].isDigit
  }

  private func stopEnds(_ place: Place, single: Bool, in line: Line, following: Line?) -> Bool {
    var next = text.contentStart(in: place.behind..<line.end)
    var end = line.end
    if next == line.end {
      guard let following else { return true }
      next = following.start
      end = following.end
    }
    next = openersEnd(from: next, before: end)
    guard next < end else { return true }
    let nextCharacter = text.character(at: next, before: end).value
    let isNumber = single && text[next].isDigit
    if nextCharacter.isLowercase {
      // Text without capitals ends its sentences too, and so does a line before an entry that stands further out.
      let isOut = end != line.end && following.map { $0.indent + 2 <= line.indent } ?? false
      guard isOut || text.character(at: place.sentence, before: place.offset).value.isLowercase else { return false }
    }
    guard single, !place.closed || text[place.behind - 1] != 0x22 else { return true }
    return !isAbbreviation(endingAt: place.offset, sentence: place.sentence, next: next, before: end, isNumber)
  }

  /// Skips what may stand before the first letter of a sentence.
  private func openersEnd(from start: Int, before end: Int) -> Int {
    var offset = start
    while offset < end, offset - start < 8 {
      let (value, length) = text.character(at: offset, before: end)
      switch value {
      case 0x22, 0x27, 0x28, 0x2A, 0x5B, 0x5F, 0x60, 0x7B, 0xAB, 0xA1, 0xBF, 0x2018...0x201F, 0x2039:
        offset += length
      default: return offset
      }
    }
    return offset
  }

  /// Whether the stop at an offset belongs to the word before it rather than to the sentence.
  private func isAbbreviation(
    endingAt stop: Int,
    sentence: Int,
    next: Int,
    before end: Int,
    _ numberFollows: Bool
  ) -> Bool {
    var start = stop
    var dotted = false
    // Longer words are none, whatever they are.
    while start > sentence, stop - start < 16 {
      let byte = text[start - 1]
      if byte == 0x2E { dotted = true } else if !(byte.isLetter || byte.isDigit || byte >= 0x80) { break }
      start -= 1
    }
    guard start < stop else { return false }
    if text[start..<stop].allSatisfy(\.isDigit) {
      // A number that opens a sentence counts what follows; one before a month is a German date.
      return stop - start <= 3
        && (start == sentence || abbreviations.followsOrdinal(text, at: next, before: end))
    }
    let isLetter = stop - start == 1 && text[start].isLetter
    // "z. B.", "J. R. R.": the next or the one before is of the same kind.
    let letterFollows = next + 1 < end && text[next].isLetter && text[next + 1] == 0x2E
    let isOneOfSome = isLetter && (letterFollows || followsLetterAndStop(start, sentence))
    let isInitial = isLetter && text[start].isUpper || isOneOfSome
    if !isInitial {
      switch abbreviations.kind(of: text, start..<stop) {
      case .never: return true
      case .beforeNumber: return numberFollows
      case .maybe: return text.character(at: next, before: end).value.isLowercase || numberFollows
      case nil: break
      }
    }
    let isDottedInitials = dotted && text[start..<stop].split(separator: 0x2E).allSatisfy { $0.count <= 2 }
    guard isInitial || isDottedInitials, !text[start].isDigit else { return false }
    return !abbreviations.opensSentence(text, at: next, before: end)
  }

  /// Whether a single letter and a stop stand before an offset, a space between.
  private func followsLetterAndStop(_ offset: Int, _ sentence: Int) -> Bool {
    offset >= sentence + 3 && text[offset - 1].isWhite && text[offset - 2] == 0x2E && text[offset - 3].isLetter
      && (offset == sentence + 3 || !text[offset - 4].isLetter)
  }
}
