/// Words of a text or a model, made safe to show: data, never markup (invariant 12).
///
/// In Markdown nothing that they contain becomes a link, an image, HTML, an entity, a heading, a list, a table, a
/// quotation or a block of code; a bare URL, host or mail address, which many renderers would make a link of, is shown
/// as a code span. Escapes are set only where a character would be live, because many people read Markdown as it is
/// written. In plain text there are no escapes at all. In both, controls and the characters that turn the direction
/// of writing or spell words unseen are shown by name, so that a terminal never obeys them and no word hides behind
/// another. The joiners and the zero-width space stay: scripts and emoji need them, and they hide nothing.
package struct SafeText {
  let format: Client.HoverFormat

  package init(_ format: Client.HoverFormat) {
    self.format = format
  }

  /// Words of any number of lines.
  package func block(_ text: String) -> String {
    let lines = Self.visible(text).split(separator: "\n", omittingEmptySubsequences: false)
    var shown: [String] = []
    for line in lines {
      // Indentation would make a block of code, trailing white space a hard break.
      let line = Self.trimmed(line)
      if line.isEmpty, shown.last?.isEmpty ?? true { continue }
      shown.append(format == .markdown ? MarkdownEscaper.escape(Array(line)) : Self.string(line))
    }
    while shown.last?.isEmpty == true { shown.removeLast() }
    return shown.joined(separator: "\n")
  }

  /// Words as one line, every run of white space one space, to stand where a block may begin.
  package func line(_ text: String) -> String { line(text, opensBlock: true) }

  /// Words as one line, to stand behind marks of ours, where no block can begin.
  func span(_ text: String) -> String { line(text, opensBlock: false) }

  /// A name as one line; in Markdown as code, whole, because part of it may look like a host.
  func name(_ text: String) -> String {
    let line = Self.singleLine(text)
    guard format == .markdown, !line.isEmpty else { return line }
    var longest = 0
    var run = 0
    for scalar in line.unicodeScalars {
      run = scalar == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    return longest > 0 ? "\(fence) \(line) \(fence)" : fence + line + fence
  }

  private func line(_ text: String, opensBlock: Bool) -> String {
    let line = Self.singleLine(text)
    return format == .markdown ? MarkdownEscaper.escape(Array(line.unicodeScalars), opensBlock: opensBlock) : line
  }

  /// Words for a title that is always shown plain (lens, symbol, action, progress): one line, of bounded length.
  package static func label(_ text: String, limit: Int = 60) -> String {
    plain(Wording.shortened(opening(of: text, limit), to: limit))
  }

  /// A message that is shown plain (diagnostic, notification): one line, not shortened.
  package static func message(_ text: String) -> String { plain(singleLine(text)) }

  /// Editors draw an icon for `$(name)` and a link for `[words](target)` in places that know no other markup; a space
  /// keeps them text.
  private static func plain(_ line: String) -> String {
    var plain = Words()
    var previous: Unicode.Scalar?
    for scalar in line.unicodeScalars {
      if scalar == "(", previous == "$" || previous == "]" { plain.append(" ") }
      plain.append(scalar)
      previous = scalar
    }
    return plain.string
  }

  /// The text as one line, or as much of it as settles what its first `limit` characters are, and that there are more.
  private static func opening(of text: String, _ limit: Int) -> String {
    let scalars = text.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: 3 * limit, limitedBy: scalars.endIndex) else {
      return singleLine(text)
    }
    let beginning = singleLine(String(text[..<end]))
    // One character more, because what was cut off might belong to the last one.
    return beginning.count > limit + 1 ? beginning : singleLine(text)
  }

  // MARK: Controls

  /// The text with controls and direction marks replaced by visible names, line ends by "\n" and tabs by a space.
  private static func visible(_ text: String) -> String.UnicodeScalarView {
    guard hidesSomething(text) else { return text.unicodeScalars }
    var shown = String.UnicodeScalarView()
    var afterReturn = false
    for scalar in text.unicodeScalars {
      defer { afterReturn = scalar == "\r" }
      switch scalar.value {
      case 0x0A where afterReturn: continue
      case 0x0A, 0x0D, 0x2028, 0x2029: shown.append("\n")
      case 0x09: shown.append(" ")
      case 0x00..<0x20:
        // The Control Pictures block follows the order of the controls.
        shown.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
      case 0x7F: shown.append("\u{2421}")
      case let value where isUnseen(value):
        let digits = String(scalar.value, radix: 16, uppercase: true)
        shown.append(
          contentsOf: "⟨U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)⟩".unicodeScalars
        )
      default: shown.append(scalar)
      }
    }
    return shown
  }

  /// C1 controls, direction marks (UAX #9), invisible operators, annotations and the tag characters, which can spell
  /// whole sentences that a model reads and a person does not.
  private static func isUnseen(_ value: UInt32) -> Bool {
    switch value {
    case 0x80..<0xA0, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB,
      0xE0000...0xE007F:
      true
    default: false
    }
  }

  /// Whether `visible` may have anything to replace: nearly always there is nothing.
  private static func hidesSomething(_ text: String) -> Bool {
    text.utf8.contains { byte in
      // The first bytes of U+0080…, U+0600…, U+2000…, U+F000… and U+C0000….
      switch byte {
      case 0x0A: false
      case 0x00..<0x20, 0x7F, 0xC2, 0xD8, 0xE2, 0xEF, 0xF3: true
      default: false
      }
    }
      && text.unicodeScalars.contains { scalar in
        switch scalar.value {
        case 0x0A: false
        case 0x00..<0x20, 0x7F, 0x2028, 0x2029: true
        case let value: isUnseen(value)
        }
      }
  }

  private static func singleLine(_ text: String) -> String {
    var line = Words()
    var pendingSpace = false
    for scalar in visible(text) {
      if scalar.isASCII ? scalar.value == 0x20 || scalar.value == 0x0A : scalar.properties.isWhitespace {
        pendingSpace = !line.isEmpty
      } else {
        if pendingSpace { line.append(" ") }
        pendingSpace = false
        line.append(scalar)
      }
    }
    return line.string
  }

  private static func trimmed(_ line: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
    var line = line
    while let first = line.first, first.properties.isWhitespace { line.removeFirst() }
    while let last = line.last, last.properties.isWhitespace { line.removeLast() }
    return line
  }

  private static func string(_ scalars: Substring.UnicodeScalarView) -> String { String(Substring(scalars)) }
}
