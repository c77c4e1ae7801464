/// What a line is, judged by itself and by the lines around it.
enum LineKind: Equatable {
  case prose
  case heading
  /// With the offset behind its marker.
  case listItem(Int)
  /// With the offset behind the speaker's name.
  case turn(Int)
  case tableRow
  case code
  case furniture
  /// The mark that opens or closes a block of code.
  case fence

  /// Whether sentences run on from this line to the next.
  var isRunning: Bool {
    switch self {
    case .prose, .listItem, .turn: true
    case .heading, .tableRow, .code, .furniture, .fence: false
    }
  }
}

/// A line with its neighbours, ready to be judged.
struct LineInContext {
  let text: [UInt8]
  let line: Line
  let previous: Line?
  let previousKind: LineKind?
  let next: Line?

  /// Longer lines are no headings.
  private static let longestHeading = 100
  /// More bytes than this before a colon are no speaker's name.
  private static let longestName = 64

  var kind: LineKind {
    let first = text[line.start]
    if isRule(line) || isPageFooter || text.isWideBlank(line.content) { return .furniture }
    if isTableRow(first) { return .tableRow }
    if isMarkedHeading(first) || isUnderlinedHeading { return .heading }
    let marker = markerEnd(of: line)
    if isTitle(numbered: marker) { return .heading }
    if let marker, mayBeginItem(first) { return .listItem(marker) }
    if line.end - line.start > 2, first == 0x24, text[line.start + 1] == 0x20 { return .code }
    if let colon = nameEnd(of: line), hasTurnBeside { return .turn(colon) }
    return .prose
  }

  private var standsAlone: Bool { line.blankBefore && (next?.blankBefore ?? true) }
  private var length: Int { line.end - line.start }

  // MARK: Furniture and tables

  /// Rules and borders: nothing but dashes, stars, pipes and the like, three at least, or lines drawn in boxes.
  private func isRule(_ line: Line) -> Bool {
    var marks = 0
    var offset = line.start
    while offset < line.end {
      switch text[offset] {
      case 0x20, 0x09: offset += 1
      case 0x2D, 0x3D, 0x2A, 0x5F, 0x7E, 0x23, 0x2B, 0x7C, 0x3A, 0x2E, 0x3E:
        marks += 1
        offset += 1
      case 0xE2 where offset + 2 < line.end && (text[offset + 1] == 0x94 || text[offset + 1] == 0x95):
        marks += 1
        offset += 3
      default: return false
      }
    }
    return marks >= 3 || (marks > 0 && text[line.start] == 0x3E)
  }

  /// "[Page 12]" at the end of a line, or alone between blank lines a page number or "LS(1)   Commands   LS(1)".
  private var isPageFooter: Bool {
    if text[line.end - 1] == 0x5D {
      var offset = line.end - 2
      while offset > line.start, text[offset].isDigit { offset -= 1 }
      return offset < line.end - 2 && text.starts(with: "[Page ", at: offset - 5, from: line.start)
    }
    guard standsAlone else { return false }
    if length > 12 {
      guard text[line.end - 1] == 0x29, text[line.start].isUpper, length <= 200, hasColumns else { return false }
      let name = text[line.content].prefix { !$0.isWhite }
      return text[line.content].suffix(name.count) == name
    }
    var digits = 0
    for byte in text[line.content] {
      if byte.isDigit { digits += 1 } else if byte != 0x2D && byte != 0x20 { return false }
    }
    return digits > 0 && digits <= 4
  }

  private func isTableRow(_ first: UInt8) -> Bool {
    if text.starts(with: "│", at: line.start, before: line.end) { return true }
    if first == 0x7C {
      return text[line.end - 1] == 0x7C || text[line.start + 1..<line.end].contains(0x7C)
    }
    return first != 0x3E && length <= 200 && line.mayHaveGaps && hasColumns
  }

  /// Whether it is set in three columns or more, four spaces or a tab apart; two spaces under another row.
  private var hasColumns: Bool {
    let gap = previousKind == .tableRow && !line.blankBefore ? 2 : 4
    var columns = 1
    var spaces = 0
    for offset in line.content {
      let byte = text[offset]
      if byte == 0x20 {
        spaces += 1
      } else if byte == 0x09 {
        spaces += 4
      } else {
        if spaces >= gap { columns += 1 }
        spaces = 0
      }
    }
    return columns >= 3
  }

  // MARK: Headings

  /// "# Title" and "== Title ==".
  private func isMarkedHeading(_ first: UInt8) -> Bool {
    guard first == 0x23 || first == 0x3D, line.indent <= 3 else { return false }
    var offset = line.start
    while offset < line.end, text[offset] == first { offset += 1 }
    return offset - line.start <= 6 && offset < line.end && text[offset].isWhite
  }

  /// A single line with a rule of "=" or "-" under it.
  private var isUnderlinedHeading: Bool {
    guard let next, !next.blankBefore, length <= Self.longestHeading, line.indent <= 3,
      line.blankBefore || !(previousKind?.isRunning ?? false), next.end - next.start >= 3
    else { return false }
    let mark = text[next.start]
    if text[line.end - 1] == 0x2E || text[line.end - 1] == 0x2C { return false }
    return (mark == 0x3D || mark == 0x2D) && text[next.content].allSatisfy { $0 == mark }
  }

  /// A short line that stands where titles stand: numbered, in capitals, over indented text, or first of all.
  private func isTitle(numbered marker: Int?) -> Bool {
    guard line.blankBefore, let next, length <= Self.longestHeading, line.indent <= 3,
      !endsLikeSentence, let letter = firstLetter(from: line.start)
    else { return false }
    let aside = next.indent >= line.indent + 3
    guard next.blankBefore || aside else { return false }
    if isChapter { return true }
    if let number = numberEnd {
      // "1. Title" is an item when items stand beside it.
      let single = marker != nil && !text[line.start..<number].dropLast().contains(0x2E)
      if single, isItem(previousKind) || markerEnd(of: next) != nil { return false }
      return firstLetter(from: number).map { !text[$0].isLower } ?? false && letter - number <= 4
    }
    guard marker == nil, letter == line.start, !text[letter].isLower else { return false }
    if previous == nil { return next.blankBefore && nameEnd(of: line) == nil }
    return aside && length <= 60 || line.indent == 0 && isInCapitals
  }

  private func isItem(_ kind: LineKind?) -> Bool {
    if case .listItem = kind { return true }
    return false
  }

  /// The offset behind "3", "3.2", "3.2.1." at the beginning, if a space follows.
  private var numberEnd: Int? {
    guard text[line.start].isDigit else { return nil }
    var offset = line.start
    while offset < line.end, text[offset].isDigit || text[offset] == 0x2E { offset += 1 }
    guard offset < line.end, text[offset] == 0x20, offset - line.start <= 16 else { return nil }
    return offset
  }

  private var isChapter: Bool {
    let words: [StaticString] = [
      "Chapter ", "CHAPTER ", "Part ", "PART ", "Appendix ", "APPENDIX ", "Section ", "SECTION ", "Kapitel ",
      "Teil ", "Anhang ", "Abschnitt ", "第",
    ]
    return words.contains { text.starts(with: $0, at: line.start, before: line.end) }
  }

  private var isInCapitals: Bool {
    var capitals = 0
    for byte in text[line.content] {
      if byte.isLower { return false }
      if byte.isUpper { capitals += 1 }
    }
    return capitals >= 2
  }

  private var endsLikeSentence: Bool {
    switch text[line.end - 1] {
    case 0x2E, 0x21, 0x3F, 0x3A, 0x3B, 0x2C, 0x22, 0x29: true
    default:
      ["。", "！", "？", "”", "…", "」", "，", "："].contains { text.starts(with: $0, at: line.end - 3, from: line.start) }
    }
  }

  private func firstLetter(from start: Int) -> Int? {
    text[start..<line.end].firstIndex { $0.isLetter || $0 >= 0x80 }
  }

  // MARK: Items and turns

  /// The offset behind the marker of a list item: "-", "•", "1.", "a)", "(iv)", "3.2.".
  private func markerEnd(of line: Line) -> Int? {
    let bullets: [StaticString] = ["•", "‣", "◦", "▪", "–", "—", "・", "·"]
    switch text[line.start] {
    case 0x2D, 0x2A, 0x2B: return end(of: line, ifSpaceAt: line.start + 1)
    case 0xC2, 0xE2, 0xE3:
      for bullet in bullets where text.starts(with: bullet, at: line.start, before: line.end) {
        return end(of: line, ifSpaceAt: line.start + bullet.utf8CodeUnitCount)
      }
      return nil
    default: break
    }
    var offset = line.start
    let opened = text[offset] == 0x28
    if opened { offset += 1 }
    let start = offset
    while offset < line.end, text[offset].isDigit || text[offset] == 0x2E { offset += 1 }
    if offset > start {
      let dotted = text[offset - 1] == 0x2E
      let number = text[start..<offset].prefix { $0.isDigit }
      guard (1...3).contains(number.count), offset - start <= 12 else { return nil }
      if dotted, !opened { return text[start].isDigit ? end(of: line, ifSpaceAt: offset) : nil }
    } else {
      while offset < line.end, offset - start < 4, isRoman(text[offset]) { offset += 1 }
      if offset == start, offset < line.end, text[offset].isLower { offset += 1 }
      guard offset > start, offset < line.end else { return nil }
      if text[offset] == 0x2E, offset == start + 1, !opened { return end(of: line, ifSpaceAt: offset + 1) }
    }
    guard offset < line.end, text[offset] == 0x29 else { return nil }
    return end(of: line, ifSpaceAt: offset + 1)
  }

  private func isRoman(_ byte: UInt8) -> Bool { byte == 0x69 || byte == 0x76 || byte == 0x78 }

  private func end(of line: Line, ifSpaceAt offset: Int) -> Int? {
    guard offset < line.end, text[offset].isWhite else { return nil }
    return text.contentStart(in: offset..<line.end)
  }

  /// Whether what looks like a marker can be one here.
  ///
  /// In running text a number at the beginning of a line may be a figure that was wrapped ("in section\n3. The").
  private func mayBeginItem(_ first: UInt8) -> Bool {
    if line.blankBefore || !(first.isDigit || first.isLower) { return true }
    guard let previous, let previousKind, previousKind.isRunning else { return true }
    if isItem(previousKind) { return true }
    switch text[previous.end - 1] {
    case 0x2E, 0x3A, 0x3F, 0x21, 0x3B: return true
    default: return first == 0x31 && text[line.start + 1] != 0x31
    }
  }

  /// The offset behind "Name:", if the line begins with what may be a speaker's name.
  private func nameEnd(of line: Line) -> Int? {
    guard text[line.start].isUpper || text[line.start] >= 0xC3 else { return nil }
    var words = 1
    var inBrackets = false
    var offset = line.start
    while offset < line.end, offset - line.start < Self.longestName {
      switch text[offset] {
      case 0x3A:
        guard offset + 1 == line.end || text[offset + 1].isWhite else { return nil }
        return offset + 1
      case 0x28: inBrackets = true
      case 0x29: inBrackets = false
      case 0x20:
        guard offset + 1 < line.end else { return nil }
        let byte = text[offset + 1]
        words += 1
        guard inBrackets || words <= 5 && (byte.isUpper || byte.isDigit || byte >= 0x80 || byte == 0x28) else {
          return nil
        }
      case 0x2C, 0x3B, 0x21, 0x3F: guard inBrackets else { return nil }
      default: break
      }
      offset += 1
    }
    return nil
  }

  /// A lone "Note: …" is prose; speakers take turns.
  private var hasTurnBeside: Bool {
    if case .turn = previousKind { return true }
    return next.map { nameEnd(of: $0) != nil } ?? false
  }
}

extension [UInt8] {
  func starts(with bytes: StaticString, at offset: Int, from start: Int) -> Bool {
    offset >= start && starts(with: bytes, at: offset, before: count)
  }
}
