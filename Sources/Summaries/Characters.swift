/// What the readers of text need to know about a byte or the character that begins at an offset.
///
/// White space is ASCII white space alone: the hash, the splitter and the planner must agree on it, and no editor
/// wraps lines with anything else.
extension UInt8 {
  var isWhite: Bool { self == 0x20 || (self >= 0x09 && self <= 0x0D) }
  var isLineEnd: Bool { self == 0x0A || self == 0x0D }
  var isDigit: Bool { self >= 0x30 && self <= 0x39 }
  var isLower: Bool { self >= 0x61 && self <= 0x7A }
  var isUpper: Bool { self >= 0x41 && self <= 0x5A }
  var isLetter: Bool { (self | 0x20).isLower }
  /// Whether it continues a character that began before it.
  var isContinuation: Bool { self & 0xC0 == 0x80 }
  var lowercased: UInt8 { isUpper ? self | 0x20 : self }

  /// The length in bytes of the character that a first byte announces; 1 for a byte that is not a first byte.
  var characterLength: Int {
    if self < 0xC0 { return 1 }
    if self < 0xE0 { return 2 }
    return self < 0xF0 ? 3 : 4
  }
}

extension RandomAccessCollection<UInt8> where Index == Int {
  /// The value of the character at `offset`, and its length; a damaged or cut one counts as one byte, U+FFFD.
  func character(at offset: Int, before end: Int) -> (value: UInt32, length: Int) {
    let lead = self[offset]
    if lead < 0x80 { return (UInt32(lead), 1) }
    let length = lead.characterLength
    guard length > 1, offset + length <= Swift.min(end, endIndex) else { return (0xFFFD, 1) }
    var value = UInt32(lead) & (0xFF >> UInt32(length + 1))
    for index in offset + 1..<offset + length {
      guard self[index].isContinuation else { return (0xFFFD, 1) }
      value = value << 6 | UInt32(self[index] & 0x3F)
    }
    return (value, length)
  }
}

extension [UInt8] {
  /// The offset of the first byte in `range` that is not white space; its upper bound if there is none.
  func contentStart(in range: Range<Int>) -> Int {
    var offset = range.lowerBound
    while offset < range.upperBound, self[offset].isWhite { offset += 1 }
    return offset
  }

  /// The offset behind the last byte in `range` that is not white space; its lower bound if there is none.
  func contentEnd(in range: Range<Int>) -> Int {
    var offset = range.upperBound
    while offset > range.lowerBound, self[offset - 1].isWhite { offset -= 1 }
    return offset
  }

  /// `range` cut to what exists of the text, on borders of characters.
  func clamped(_ range: Range<Int>?) -> Range<Int> {
    guard let range else { return 0..<count }
    return characterBorder(range.lowerBound)..<characterBorder(range.upperBound)
  }

  /// The border of a character at `offset` or, inside a character, before it.
  private func characterBorder(_ offset: Int) -> Int {
    var border = Swift.min(Swift.max(offset, 0), count)
    while border > 0, border < count, self[border].isContinuation { border -= 1 }
    return border
  }

  func starts(with bytes: StaticString, at offset: Int, before end: Int) -> Bool {
    let length = bytes.utf8CodeUnitCount
    guard offset + length <= Swift.min(end, count) else { return false }
    return bytes.withUTF8Buffer { pattern in
      for index in 0..<length where self[offset + index] != pattern[index] { return false }
      return true
    }
  }
}

extension UInt32 {
  /// Whether a character cannot stand alone: it changes the one before it or glues two together.
  var joinsPrevious: Bool {
    switch self {
    case 0x300...0x36F, 0x200D, 0x20D0...0x20FF, 0xFE00...0xFE0F, 0x1F3FB...0x1F3FF, 0xE0020...0xE007F,
      0xE0100...0xE01EF, 0x3099...0x309A:
      true
    default: false
    }
  }

  /// Whether a character beyond ASCII says something: a letter, digit, ideograph or picture rather than a mark.
  var isWord: Bool {
    switch self {
    case 0x80...0xA9, 0xAB...0xB4, 0xB6...0xB9, 0xBB...0xBF, 0xD7, 0xF7, 0x2000...0x206F, 0x2190...0x21FF,
      0x2500...0x25FF, 0x3000...0x3004, 0x3008...0x3020, 0xFE00...0xFE6F, 0xFEFF, 0xFF00...0xFF0F,
      0xFF1A...0xFF20, 0xFF3B...0xFF40, 0xFF5B...0xFF65, 0xFFF0...0xFFFF, 0xE0000...0xE0FFF:
      false
    default: !joinsPrevious
    }
  }

  var isHiragana: Bool { self >= 0x3041 && self <= 0x309F }

  /// Lower case in the alphabets that have it and are written with stops and spaces.
  var isLowercase: Bool {
    switch self {
    case 0x61...0x7A, 0xDF...0xF6, 0xF8...0xFF, 0x3AC...0x3CE, 0x430...0x45F: true
    case 0x100...0x137: self & 1 == 1
    default: false
    }
  }
}
