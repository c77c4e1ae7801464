/// A number of tokens and whether it was counted or estimated.
package struct TokenCount: Hashable, Sendable {
  package var value: Int
  package var exact: Bool

  package init(_ value: Int, exact: Bool) {
    self.value = value
    self.exact = exact
  }
}

/// The passages of one text, their prices, the passes that they take and the passes that combine their notes.
package struct Plan: Hashable, Sendable {
  package struct Passage: Hashable, Sendable {
    /// UTF-8 offsets in the text that was planned.
    ///
    /// Passages touch: together they cover the planned range.
    package var range: Range<Int>
    package var known: KnownPassage
    package var tokens: TokenCount
    /// The section heading that opens it or stands nearest before it, without markup; nil where there is none.
    package var title: String?

    package init(range: Range<Int>, known: KnownPassage, tokens: TokenCount, title: String?) {
      self.range = range
      self.known = known
      self.tokens = tokens
      self.title = title
    }

    package var key: PassageKey { known.key }
  }

  /// In text order; empty when the text has no words.
  package var passages: [Passage]
  /// The price of the whole text.
  package var tokens: TokenCount
  /// Tokens of text that one request holds; with the built-in note taker the passage size.
  package var inputBudget: Int
  /// Requests that combine the notes, all levels together; 0 for one passage or none.
  package var combinePasses: Int

  package init(passages: [Passage], tokens: TokenCount, inputBudget: Int, combinePasses: Int) {
    self.passages = passages
    self.tokens = tokens
    self.inputBudget = inputBudget
    self.combinePasses = combinePasses
  }

  /// How many requests take notes, combining not counted.
  package var passes: Int { passages.count }
}
