/// One sentence of a text, or what stands for one: a heading, a list item, a row of a table, a line of code.
///
/// The sentences of a text cover it: the first begins where the text begins, each next one begins where the
/// one before it ends, the last ends where the text ends. White space after a sentence belongs to it.
package struct Sentence: Hashable, Sendable {
  package enum Kind: UInt8, Sendable {
    case prose
    case heading
    case listItem
    case tableRow
    case code
    /// A speaker's turn in a dialogue or transcript ("Anna: I disagree.").
    case turn
    /// What carries no statement: rules of dashes, page footers, markers, blank text.
    case furniture
  }

  /// UTF-8 offsets in the text, trailing white space included.
  package var range: Range<Int>
  /// UTF-8 offset behind the last character that is not white space; `range.lowerBound` of a blank sentence.
  package var contentEnd: Int
  package var kind: Kind
  /// Whether a blank line, or the beginning of the text, stands before it: it opens a paragraph.
  package var opensParagraph: Bool
  /// Estimated tokens, white space included.
  package var tokens: Int

  package init(
    range: Range<Int>,
    contentEnd: Int,
    kind: Kind,
    opensParagraph: Bool,
    tokens: Int
  ) {
    self.range = range
    self.contentEnd = contentEnd
    self.kind = kind
    self.opensParagraph = opensParagraph
    self.tokens = tokens
  }

  package var isBlank: Bool { contentEnd <= range.lowerBound }
}
