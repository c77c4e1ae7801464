/// The words of a heading, fit to stand in a list of passages.
enum Title {
  /// The most characters of a title; longer ones are cut at a word.
  private static let longest = 80

  /// As much of a heading's text as a title is made of: a heading may be a line of any length.
  static func source(_ text: [UInt8], _ range: Range<Int>) -> [UInt8] {
    Array(text[text.clamped(range.lowerBound..<min(range.upperBound, range.lowerBound + 8 * longest))])
  }

  /// The title that a heading holds, without its markup; nil when nothing is left.
  static func of(_ heading: [UInt8]) -> String? {
    let words = normalised(heading, 0..<heading.count).split(separator: " ")
      .filter { !$0.utf8.allSatisfy { $0 == 0x23 || $0 == 0x3D } }
    let plain = withoutEntities(withoutMarkup(words.joined(separator: " ")))
    guard plain.count > longest else { return plain.isEmpty ? nil : plain }
    let head = plain.prefix(longest - 1)
    let border = head.lastIndex(of: " ").map { head[..<$0] } ?? head
    return border + "…"
  }

  /// The characters that a page is most often written without.
  private static let entities = [
    "mdash": "—", "ndash": "–", "nbsp": " ", "amp": "&", "quot": "\"", "apos": "'", "#39": "'", "lt": "<", "gt": ">",
    "hellip": "…", "rsquo": "’", "lsquo": "‘", "ldquo": "“", "rdquo": "”", "copy": "©", "reg": "®", "trade": "™",
  ]

  /// With the characters that "&mdash;" and the like stand for.
  private static func withoutEntities(_ line: String) -> String {
    guard line.utf8.contains(0x26) else { return line }
    var plain = ""
    var rest = Substring(line)
    while let mark = rest.firstIndex(of: "&") {
      plain += rest[..<mark]
      rest = rest[rest.index(after: mark)...]
      if let end = rest.prefix(8).firstIndex(of: ";"), let character = entities[String(rest[..<end])] {
        plain += character
        rest = rest[rest.index(after: end)...]
      } else {
        plain += "&"
      }
    }
    return plain + rest
  }

  /// Without emphasis, code marks and the targets of links.
  private static func withoutMarkup(_ line: String) -> String {
    var plain = ""
    var rest = Substring(line)
    while let character = rest.first {
      rest = rest.dropFirst()
      switch character {
      case "`", "*": continue
      case "[":
        guard let close = rest.range(of: "]("), let end = rest[close.upperBound...].firstIndex(of: ")") else { break }
        plain += rest[..<close.lowerBound].filter { $0 != "`" && $0 != "*" }
        rest = rest[rest.index(after: end)...]
        continue
      default: break
      }
      plain.append(character)
    }
    return plain
  }
}

extension Substring {
  /// Where a short pattern first stands.
  fileprivate func range(of pattern: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(pattern) { return start..<index(start, offsetBy: pattern.count) }
      start = index(after: start)
    }
    return nil
  }
}
