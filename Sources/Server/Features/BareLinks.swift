/// Finds what a renderer would make a link of without being asked: `scheme://…`, `//host.…`, `www.…`, mail addresses, `host.org`.
///
/// Any scheme counts and a word that ends in one does too: to show a little too much as code does no harm.
enum BareLinks {
  typealias Scalars = [Unicode.Scalar]

  /// The ranges of links in a line, in order, none empty, none holding a backtick or white space.
  static func ranges(in line: Scalars) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var floor = 0
    var index = 0
    while index < line.count {
      if let link = link(in: line, at: index, from: floor) {
        // Two spans of code side by side would be read as one with a longer fence.
        if let last = found.last, last.upperBound == link.lowerBound {
          found[found.count - 1] = last.lowerBound..<link.upperBound
        } else {
          found.append(link)
        }
        floor = link.upperBound
        index = max(link.upperBound, index + 1)
      } else {
        index += 1
      }
    }
    return found
  }

  /// The link whose mark ("://", "//", "www.", "mailto:", ".", "@") stands at the index; it begins no earlier than `floor`.
  private static func link(in line: Scalars, at index: Int, from floor: Int) -> Range<Int>? {
    switch line[index] {
    case ":":
      guard matches(line, index, "://") else { return nil }
      let start = start(of: line, before: index, from: floor)
      return start < index ? start..<end(of: line, from: index + 3) : nil
    case "w", "W":
      guard matches(line, index, "www.") else { return nil }
      // "Awww." is none, but whatever follows a "www." at once may be.
      guard !(index > floor && MarkdownEscaper.isWord(line[index - 1])) || has(line, index + 4) else { return nil }
      return start(of: line, before: index, from: floor)..<end(of: line, from: index + 4)
    case "m", "M":
      guard matches(line, index, "mailto:"), has(line, index + 7) else { return nil }
      return start(of: line, before: index, from: floor)..<end(of: line, from: index + 7)
    case "/":
      guard matches(line, index, "//"), has(line, index + 2) else { return nil }
      // A host has a dot; a comment that begins with "//" has a space first. Looked for as far as names are long.
      let host = line[index...].prefix(64).prefix { $0 != " " }
      return host.contains(".") ? index..<end(of: line, from: index + 2) : nil
    case ".": return domain(in: line, at: index, from: floor)
    case "@":
      let start = start(of: line, before: index, from: floor)
      var end = index + 1
      while end < line.count, isHost(line[end]) { end += 1 }
      while end > index + 1, !MarkdownEscaper.isWord(line[end - 1]) { end -= 1 }
      // What may stand before the "@" is endless; that a host follows it is enough.
      return line[(index + 1)..<end].contains(".") ? start..<end : nil
    default: return nil
    }
  }

  /// Endings of two letters are countries; linkers know these besides.
  private static let endings: Set<String> = [
    "biz", "com", "edu", "gov", "net", "org", "pro", "web", "xxx", "aero", "asia", "coop", "info", "museum", "name",
    "shop", "рф",
  ]

  /// "example.org/x", whose first dot stands at the index: some renderers link what only ends like a host.
  private static func domain(in line: Scalars, at index: Int, from floor: Int) -> Range<Int>? {
    var first = index
    while first > floor, isLinkersHost(line[first - 1]) { first -= 1 }
    guard first < index else { return nil }
    // A later dot of a run that has been looked at from its first.
    if first > floor + 1, line[first - 1] == ".", isLinkersHost(line[first - 2]) { return nil }
    var label = index + 1
    var end: Int?
    while label < line.count, line[label - 1] == ".", isLinkersHost(line[label]) {
      var labelEnd = label
      while labelEnd < line.count, isLinkersHost(line[labelEnd]) { labelEnd += 1 }
      // What follows without a space in scripts that write none is no part of the name.
      let name = line[label..<labelEnd].prefix(while: isHost)
      if endsLikeHost(name) { end = name.endIndex }
      label = labelEnd + 1
    }
    guard let end else { return nil }
    let start = start(of: line, before: index, from: max(first, floor))
    return (start < index ? start : first)..<Self.end(of: line, from: end)
  }

  private static func endsLikeHost(_ name: Scalars.SubSequence) -> Bool {
    var name = name
    while name.last == "_" || name.last == "-" { name.removeLast() }
    let isCountry = name.count == 2 && name.allSatisfy(MarkdownEscaper.isLetter)
    return isCountry || name.starts(with: "xn--".unicodeScalars)
      || name.count <= 6 && endings.contains(String(String.UnicodeScalarView(name)).lowercased())
  }

  private static func start(of line: Scalars, before index: Int, from floor: Int) -> Int {
    var start = index
    while start > floor, isHost(line[start - 1]) || line[start - 1] == "+" || line[start - 1] == "%" { start -= 1 }
    return start
  }

  /// Where the link ends whose mark ends at `index`: before what cannot stand in a URL, and before the punctuation
  /// of the sentence that it closes.
  private static func end(of line: Scalars, from index: Int) -> Int {
    var end = index
    var open = 0
    while end < line.count, isPartOfURL(line[end]) {
      if line[end] == "(" { open += 1 }
      if line[end] == ")" {
        if open == 0 { break }
        open -= 1
      }
      end += 1
    }
    while end > index, ".,;:!?'*_~".unicodeScalars.contains(line[end - 1]) { end -= 1 }
    return end
  }

  /// Whether a character other than a space stands at the index.
  private static func has(_ line: Scalars, _ index: Int) -> Bool { index < line.count && line[index] != " " }

  private static func isHost(_ scalar: Unicode.Scalar) -> Bool {
    MarkdownEscaper.isWord(scalar) && scalar.value < 0x2E80 || scalar == "." || scalar == "-" || scalar == "_"
  }

  /// What linkers take as a letter of a host's name: all but white space, controls and punctuation.
  private static func isLinkersHost(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar != "." && (isHost(scalar) || "$+=^~".unicodeScalars.contains(scalar)) }
    switch scalar.properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .connectorPunctuation, .dashPunctuation,
      .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation:
      return false
    default: return true
    }
  }

  private static func isPartOfURL(_ scalar: Unicode.Scalar) -> Bool {
    // Letters of the scripts that are written without spaces (from U+2E80 on) continue the sentence, not the URL.
    guard scalar.isASCII else { return scalar.value < 0x2E80 && scalar.properties.isAlphabetic }
    return scalar.value > 0x20 && scalar.value < 0x7F && !"<>\"`\\^{}|[]".unicodeScalars.contains(scalar)
  }

  private static func matches(_ line: Scalars, _ index: Int, _ mark: String) -> Bool {
    let end = index + mark.unicodeScalars.count
    guard end <= line.count else { return false }
    return zip(line[index..<end], mark.unicodeScalars).allSatisfy { scalar, expected in
      scalar.properties.lowercaseMapping == String(expected)
    }
  }
}
