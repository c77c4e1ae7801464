/// Breaks text into lines for a terminal, by the columns that characters take there.
enum TextWrap {
  /// The text with each of its lines broken at spaces so that, indented, it is no wider than `width`.
  ///
  /// A word that is wider than a line is broken anywhere, as text without spaces has to be.
  static func wrap(_ text: String, width: Int, indent: String = "") -> String {
    let room = max(width - columns(indent), 10)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { wrapLine($0, room) }
    return lines.map { $0.isEmpty ? "" : indent + $0 }.joined(separator: "\n")
  }

  /// The beginning of one line that takes no more columns than `width`.
  static func cut(_ line: String, width: Int) -> String {
    var taken = 0
    let end = line.firstIndex { character in
      taken += columns(character)
      return taken > width
    }
    return end.map { String(line[..<$0]) } ?? line
  }

  private static func wrapLine(_ line: Substring, _ room: Int) -> [String] {
    var lines: [String] = []
    var current = ""
    var used = 0
    for word in line.split(separator: " ") {
      var word = word
      var wide = columns(word)
      if !current.isEmpty && used + 1 + wide <= room {
        current += " " + word
        used += 1 + wide
        continue
      }
      if !current.isEmpty { lines.append(current) }
      while wide > room {
        let head = cut(String(word), width: room)
        lines.append(head)
        word = word.dropFirst(max(head.count, 1))
        wide = columns(word)
      }
      current = String(word)
      used = wide
    }
    if !current.isEmpty || lines.isEmpty { lines.append(current) }
    return lines
  }

  static func columns(_ text: some StringProtocol) -> Int { text.reduce(0) { $0 + columns($1) } }

  /// Two for the wide characters of East Asian scripts and for emoji, else one.
  private static func columns(_ character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF,
      0x20000...0x3FFFD:
      return 2
    default:
      return 1
    }
  }
}
