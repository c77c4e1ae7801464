/// What a character is to the scanners: they ask for classes, never for names of scripts.
enum Letter: UInt8 {
  case space
  case digit
  case upper
  case lower
  /// A letter of a script that has no case and puts spaces between words (Hangul, Arabic, Hebrew …).
  case caseless
  case han
  case hiragana
  case katakana
  case sign
  /// Emoji, arrows, box drawings: no part of a sentence.
  case symbol
  /// Joiners, direction marks, soft hyphens: no width.
  case invisible
}

/// One character of UTF-8 text: its class, its length in bytes and its value with case folded.
struct Decoded {
  var letter: Letter
  var length: Int
  var folded: UInt32
}

/// Reads the character at `offset`; a damaged one counts as a symbol.
func decode(_ text: [UInt8], _ offset: Int, _ end: Int) -> Decoded {
  let byte = text[offset]
  if byte < 0x80 {
    return Decoded(letter: asciiLetter(byte), length: 1, folded: UInt32(byte.lowercased))
  }
  let (scalar, length) = text.character(at: offset, before: end)
  return classify(scalar, length)
}

private func asciiLetter(_ byte: UInt8) -> Letter {
  switch byte {
  case 0x61...0x7A: .lower
  case 0x41...0x5A: .upper
  case 0x30...0x39: .digit
  case 0x00...0x20, 0x7F: .space
  default: .sign
  }
}

private func classify(_ scalar: UInt32, _ length: Int) -> Decoded {
  func made(_ letter: Letter, _ folded: UInt32? = nil) -> Decoded {
    Decoded(letter: letter, length: length, folded: folded ?? scalar)
  }
  switch scalar {
  case 0x00A0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0x0085: return made(.space)
  case 0x00AD, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFE00...0xFE0F, 0xFEFF: return made(.invisible)
  case 0x00AA, 0x00B5, 0x00BA: return made(.lower)
  case 0x0080...0x00BF, 0x00D7, 0x00F7: return made(.sign)
  case 0x00C0...0x00DE: return made(.upper, scalar + 0x20)
  case 0x00DF...0x00FF: return made(.lower)
  case 0x0139...0x0148, 0x0179...0x017E:
    return scalar & 1 == 1 ? made(.upper, scalar + 1) : made(.lower)
  case 0x0178: return made(.upper, 0xFF)
  case 0x0100...0x017F, 0x01DE...0x01EF, 0x01F8...0x021F, 0x0222...0x0233, 0x1E00...0x1EFF, 0x0460...0x0481,
    0x048A...0x04FF:
    return scalar & 1 == 0 ? made(.upper, scalar + 1) : made(.lower)
  case 0x0391...0x03A9, 0x0410...0x042F: return made(.upper, scalar + 0x20)
  case 0x0400...0x040F: return made(.upper, scalar + 0x50)
  case 0x0180...0x058F: return made(.lower)
  case 0x0590...0x1DFF: return made(.caseless)
  case 0x2010...0x205E, 0x20A0...0x20CF: return made(.sign)
  case 0x2070...0x2E7F: return made(.symbol)
  case 0x3005, 0x3007, 0x2E80...0x2FDF, 0x3400...0x9FFF, 0xF900...0xFAFF, 0x2_0000...0x3_FFFF: return made(.han)
  case 0x3041...0x309F: return made(.hiragana)
  case 0x30A1...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: return made(.katakana)
  case 0x3130...0x318F, 0xA000...0xD7FF: return made(.caseless)
  case 0xFF10...0xFF19: return made(.digit, scalar - 0xFEE0)
  case 0xFF21...0xFF3A: return made(.upper, scalar - 0xFEC0)
  case 0xFF41...0xFF5A: return made(.lower, scalar - 0xFEE0)
  case 0x3001...0x33FF, 0xFF01...0xFFEF: return made(.sign)
  case 0xFB00...0xFDFF, 0xFE70...0xFEFC: return made(.caseless)
  default: return made(.symbol)
  }
}
