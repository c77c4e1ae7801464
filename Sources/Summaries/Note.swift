/// What is kept of one passage, or of all of them (a summary).
///
/// The primary result.
///
/// A note is a fact about a piece of text: its offsets are relative to the beginning of its passage (of a
/// summary: of the planned range), and it knows neither a line, nor a file, nor its passage's number.
package struct Note: Hashable, Sendable {
  /// The note's own words, sentences separated by a space, paragraphs by an empty line.
  package var text: String
  /// A few words that name the subject; nil when none was found.
  package var headline: String?
  package var sentences: [Traced]
  /// The ledger: specifics of the passage that the note left out, by weight.
  package var omitted: [Omission]
  /// What of the note its passage does not bear out.
  package var notInText: [Unsupported]

  package init(
    text: String,
    headline: String?,
    sentences: [Traced],
    omitted: [Omission] = [],
    notInText: [Unsupported] = []
  ) {
    self.text = text
    self.headline = headline
    self.sentences = sentences
    self.omitted = omitted
    self.notInText = notInText
  }

  /// One sentence of a note and where it comes from.
  package struct Traced: Hashable, Sendable {
    package var text: String
    /// UTF-8 offsets relative to the passage; nil when no place in it bears the sentence out.
    package var range: Range<Int>?

    package init(text: String, range: Range<Int>?) {
      self.text = text
      self.range = range
    }
  }

  /// A row of the ledger.
  package struct Omission: Hashable, Sendable {
    package var value: String
    package var kind: Specific.Kind
    /// A few words around the value, for a bare number; empty where the value speaks for itself.
    package var context: String
    /// UTF-8 offsets of the value relative to the passage.
    package var range: Range<Int>

    package init(value: String, kind: Specific.Kind, context: String, range: Range<Int>) {
      self.value = value
      self.kind = kind
      self.context = context
      self.range = range
    }
  }

  /// A specific or a sentence of the note that its passage does not bear out: a likely invention.
  package struct Unsupported: Hashable, Sendable {
    package enum Kind: String, Sendable { case specific, sentence }

    package var text: String
    package var kind: Kind

    package init(text: String, kind: Kind) {
      self.text = text
      self.kind = kind
    }
  }
}

/// A name, number, date, place, identifier or quoted term in a text.
package struct Specific: Hashable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case date, time, money, percent, number, version, name, identifier, path, url, address, quote
  }

  /// As it stands in the text.
  package var value: String
  package var kind: Kind
  /// The form under which two spellings of one thing are equal (2,118 and 2118; 14 March 1987 and 1987-03-14).
  package var canonical: String
  /// UTF-8 offsets in the bytes that were scanned.
  package var range: Range<Int>

  package init(value: String, kind: Kind, canonical: String, range: Range<Int>) {
    self.value = value
    self.kind = kind
    self.canonical = canonical
    self.range = range
  }
}
