/// A text cut into sentences, with what it takes to price, name and recognise any run of them at once.
package struct Outline: Sendable {
  /// Changes when splitting or hashing does: keys made under another format mean nothing.
  package static let format = 1

  /// The UTF-8 range of the text that it outlines.
  package let range: Range<Int>
  /// They cover `range`, in order; only the first can be blank: white space before the text begins.
  package let sentences: [Sentence]
  /// Estimated tokens of the whole range.
  package let tokens: Int
  let weights: TokenWeights
  /// One more than sentences: what stands before each, and the end.
  let marks: [Mark]
  private let headings: [Int]
  /// The headings' text as it stands, cut where no title reaches.
  private let headingText: [[UInt8]]

  /// What precedes a sentence, and the sentence itself where that does not follow from the next mark.
  struct Mark: Sendable {
    /// The hash of everything before the sentence, the space that separates it included.
    var start: ContentHash
    /// The hash of everything up to the last character of the sentence.
    var end: ContentHash
    /// Thousandths of a token before the sentence.
    var price: Int
    /// How many sentences before it have words.
    var wordy: Int
  }

  /// Outlines a text or a part of it.
  ///
  /// - Parameters:
  ///   - languageId: the client's; the lines of a program are code, whatever they look like.
  ///   - weights: what the reader's tokenizer charges.
  package init(
    of text: [UInt8],
    in range: Range<Int>? = nil,
    languageId: String = "",
    weights: TokenWeights = .standard
  ) {
    let range = text.clamped(range)
    var sentences = SentenceSplitter.split(text, in: range, languageId: languageId)
    var marks: [Mark] = []
    marks.reserveCapacity(sentences.count + 1)
    var headings: [Int] = []
    var hash = ContentHash()
    var price = 0
    var wordy = 0
    var needsSpace = false
    for index in sentences.indices {
      let sentence = sentences[index]
      let estimate = weights.price(of: text, in: sentence.range)
      sentences[index].tokens = TokenWeights.whole(estimate.thousandths)
      if needsSpace { hash.appendSpace() }
      let start = hash
      if !sentence.isBlank { hash.append(text, in: sentence.range.lowerBound..<sentence.contentEnd) }
      needsSpace = !sentence.isBlank && sentence.contentEnd < sentence.range.upperBound
      marks.append(Mark(start: start, end: hash, price: price, wordy: wordy))
      if sentence.kind == .heading, estimate.hasWords { headings.append(index) }
      price += estimate.thousandths
      wordy += estimate.hasWords ? 1 : 0
    }
    marks.append(Mark(start: hash, end: hash, price: price, wordy: wordy))
    self.range = range
    self.sentences = sentences
    self.weights = weights
    self.marks = marks
    self.headings = headings
    headingText = headings.map { Title.source(text, sentences[$0].range) }
    tokens = sentences.isEmpty ? 0 : TokenWeights.whole(price)
  }

  /// Whether there is anything to take notes on: a letter, a digit, an ideograph, a picture.
  package var hasWords: Bool { hasWords(sentences.indices) }

  /// What is remembered of a run of sentences, in time that does not depend on its length.
  package func known(_ run: Range<Int>) -> KnownPassage {
    let run = trimmed(run)
    return KnownPassage(key: key(run), first: key(run.prefix(1)), count: max(1, run.count))
  }

  /// The heading that opens a sentence's section, without markup; nil before the first.
  package func title(forSentence index: Int) -> String? { title(ofSection: section(ofSentence: index)) }

  /// How many headings stand before the end of a sentence: the number of its section.
  func section(ofSentence index: Int) -> Int {
    var low = 0
    var high = headings.count
    while low < high {
      let middle = low + (high - low) / 2
      if headings[middle] <= index { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func title(ofSection number: Int) -> String? {
    number > 0 ? Title.of(headingText[number - 1]) : nil
  }

  /// The key of a run of sentences that does not begin with a blank one.
  func key(_ run: Range<Int>) -> PassageKey {
    guard !run.isEmpty else { return PassageKey(value: 0) }
    return PassageKey(value: marks[run.upperBound - 1].end.removing(prefix: marks[run.lowerBound].start))
  }

  /// Thousandths of a token.
  func price(_ run: Range<Int>) -> Int { marks[run.upperBound].price - marks[run.lowerBound].price }

  func hasWords(_ run: Range<Int>) -> Bool { marks[run.upperBound].wordy > marks[run.lowerBound].wordy }

  /// A run without the blank sentence that may open the text.
  private func trimmed(_ run: Range<Int>) -> Range<Int> {
    let run = run.clamped(to: sentences.indices)
    guard let first = run.first, sentences[first].isBlank else { return run }
    return first + 1..<run.upperBound
  }
}
