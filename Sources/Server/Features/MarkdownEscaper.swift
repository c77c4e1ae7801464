/// Escapes one line of plain words for Markdown (CommonMark with GitHub's extensions), only where they would be live.
///
/// Linear in the length of the line: every character is looked at once for escaping and at most once more as part
/// of a URL.
enum MarkdownEscaper {
  typealias Scalars = [Unicode.Scalar]

  /// The line, which holds no line end and no white space at its ends, as Markdown that shows the same words.
  ///
  /// - Parameter opensBlock: whether the line stands where a heading, a list item or the like could begin.
  static func escape(_ line: Scalars, opensBlock: Bool = true) -> String {
    var escaped = Words()
    let marker = opensBlock ? blockMarker(of: line) : nil
    var index = 0
    for link in BareLinks.ranges(in: line) {
      escape(line, index..<link.lowerBound, marker, into: &escaped)
      // A link holds no backtick, so one is enough of a fence.
      escaped.append("`")
      escaped.append(contentsOf: line[link])
      escaped.append("`")
      index = link.upperBound
    }
    escape(line, index..<line.count, marker, into: &escaped)
    return escaped.string
  }

  private static func escape(
    _ line: Scalars,
    _ range: Range<Int>,
    _ marker: Int?,
    into escaped: inout Words
  ) {
    for index in range {
      // A backslash just before a link would disarm the link's fence.
      let touchesFence = line[index] == "\\" && index + 1 == range.upperBound
      if index == marker || touchesFence || isLive(line, index) { escaped.append("\\") }
      escaped.append(line[index])
    }
  }

  /// The character at the beginning of a line that would make it a heading, quotation, list item, table, rule or
  /// the underline of a heading, if there is one.
  private static func blockMarker(of line: Scalars) -> Int? {
    guard let first = line.first else { return nil }
    switch first {
    case "#", ">", "|": return 0
    case "=", ":": return line.allSatisfy { "=:-| ".unicodeScalars.contains($0) } ? 0 : nil
    case "-", "+", "*", "_":
      guard line.count > 1 else { return 0 }
      return line[1] == " " || line[1] == "-" || line[1] == "|" || line[1] == ":" ? 0 : nil
    default:
      // "1." and "1)" number a list item; CommonMark takes up to nine digits.
      guard let end = line.prefix(10).firstIndex(where: { !isDigit($0) }), end > 0 else { return nil }
      guard line[end] == "." || line[end] == ")" else { return nil }
      return end + 1 == line.count || line[end + 1] == " " ? end : nil
    }
  }

  private static func isLive(_ line: Scalars, _ index: Int) -> Bool {
    let isAtEnd = index == 0 || index + 1 == line.count
    let previous = index > 0 ? line[index - 1] : " "
    let next = index + 1 < line.count ? line[index + 1] : " "
    switch line[index] {
    case "`", "[", "~": return true
    // Dead without a live "[" before it, except to tools that read the raw text for links.
    case "]": return next == "(" || next == "[" || next == ":"
    // Emphasis needs a neighbour on one side, at the ends of the line perhaps a mark of ours; an underscore within
    // a word is none.
    case "*": return isAtEnd || previous != " " || next != " "
    case "_": return isAtEnd || (previous != " " || next != " ") && !(isWord(previous) && isWord(next))
    case "<": return isLetter(next) || next == "/" || next == "!" || next == "?"
    case "&": return opensEntity(line, index)
    // Behind a space at the end of a heading it would be taken for the heading's closing mark.
    case "#": return index + 1 == line.count && (line.last { $0 != "#" } ?? " ") == " "
    // Elsewhere a backslash is one already, as in a path. At the end of a line it would be a hard break.
    case "\\": return isAtEnd && index > 0 || isPunctuation(next)
    default: return false
    }
  }

  /// Whether a character reference (`&amp;`, `&#39;`) begins at the index.
  private static func opensEntity(_ line: Scalars, _ index: Int) -> Bool {
    // In HTML the shortest name has two characters, the longest 32.
    for (length, next) in line[(index + 1)...].prefix(34).enumerated() {
      if next == ";" { return length >= 2 }
      guard isLetter(next) || isDigit(next) || next == "#" else { return false }
    }
    return false
  }

  static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? isLetter(scalar) || isDigit(scalar) : scalar.properties.isAlphabetic
  }

  private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && scalar.value > 0x20 && scalar.value < 0x7F && !isWord(scalar)
  }
}
