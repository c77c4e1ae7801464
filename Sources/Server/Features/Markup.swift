/// Composes what a person reads, in Markdown or plain text, out of words that are data: every argument is made safe.
package struct Markup {
  private let safe: SafeText
  private var blocks: [String] = []

  package init(_ format: Client.HoverFormat) {
    safe = SafeText(format)
  }

  /// The line, from zero, of the block that is added next.
  private(set) var nextLine = 0

  package var text: String { blocks.joined(separator: "\n\n") }

  package mutating func heading(_ level: Int, _ title: String) {
    add(safe.span(title)) { String(repeating: "#", count: level) + " " + $0 }
  }

  /// A heading that names a file, with words before the name where there are any.
  package mutating func heading(_ level: Int, _ words: String? = nil, file name: String) {
    let title = [words.map(safe.span), safe.name(name)].compactMap { $0 }.joined(separator: " ")
    append(safe.format == .markdown ? String(repeating: "#", count: level) + " " + title : title)
  }

  package mutating func strong(_ words: String) {
    add(safe.span(words)) { "**\($0)**" }
  }

  /// What is said about a note rather than in it.
  package mutating func aside(_ words: String) {
    add(safe.span(words)) { "*\($0)*" }
  }

  package mutating func paragraphs(_ words: String) {
    add(safe.block(words)) { $0 }
  }

  package mutating func list(_ items: [String]) {
    let lines = items.map { "- " + safe.line($0) }
    if !lines.isEmpty { append(lines.joined(separator: "\n")) }
  }

  package mutating func add(_ other: Markup) {
    for block in other.blocks { append(block) }
  }

  private mutating func add(_ words: String, _ marked: (String) -> String) {
    guard !words.isEmpty else { return }
    append(safe.format == .markdown ? marked(words) : words)
  }

  private mutating func append(_ block: String) {
    blocks.append(block)
    // The block's own lines and the empty one behind it.
    nextLine += block.utf8.count { $0 == UInt8(ascii: "\n") } + 2
  }
}
