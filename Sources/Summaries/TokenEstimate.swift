/// What characters cost in tokens, by runs of their classes; one profile for each size of vocabulary.
///
/// The figures of `medium` and `large` are non-negative least-squares fits against cl100k and o200k, on prose,
/// manuals, transcripts and source code in English and in some twenty languages and ten scripts: on held-out text
/// off by 6 and 5 % on average, by 20 and 14 % in the worst twentieth. `small` is set by hand to what SmolLM2 was
/// seen to need. In thousandths of a token, so that sums do not depend on how a text was cut into sentences.
package struct TokenWeights: Hashable, Sendable {
  /// A run of 1 to 4 ASCII letters, and a longer one, with the space before it.
  var shortWord: Int
  var word: Int
  /// Each letter past the tenth.
  var letter: Int
  var digits: Int
  var digit: Int
  /// A run of ASCII punctuation, and each character of it past the first.
  var mark: Int
  var nextMark: Int
  var lineEnds: Int
  /// A run of two spaces or more.
  var spaces: Int
  /// A letter beyond ASCII in a Latin script, and what it costs more in the middle of a word.
  var latin: Int
  var latinInWord: Int
  /// A letter of the Cyrillic, Greek, Hebrew, Arabic, and of any other alphabet.
  var cyrillic: Int
  var greek: Int
  var semitic: Int
  var otherLetter: Int
  var han: Int
  var kana: Int
  var hangul: Int
  /// A mark beyond ASCII: quotation marks, dashes, CJK stops.
  var wideMark: Int
  var picture: Int

  /// Vocabularies of about 50,000 tokens, mostly English (SmolLM2).
  package static let small = TokenWeights(
    shortWord: 1_040,
    word: 1_250,
    letter: 600,
    digits: 200,
    digit: 1_000,
    mark: 700,
    nextMark: 250,
    lineEnds: 1_070,
    spaces: 900,
    latin: 1_200,
    latinInWord: 2_000,
    cyrillic: 1_300,
    greek: 1_600,
    semitic: 1_600,
    otherLetter: 2_500,
    han: 1_830,
    kana: 1_780,
    hangul: 2_500,
    wideMark: 1_800,
    picture: 3_600
  )

  /// Vocabularies of about 100,000 tokens (cl100k).
  package static let medium = TokenWeights(
    shortWord: 1_071,
    word: 1_077,
    letter: 431,
    digits: 1_392,
    digit: 411,
    mark: 606,
    nextMark: 159,
    lineEnds: 871,
    spaces: 816,
    latin: 300,
    latinInWord: 1_740,
    cyrillic: 487,
    greek: 1_075,
    semitic: 939,
    otherLetter: 1_267,
    han: 935,
    kana: 994,
    hangul: 1_164,
    wideMark: 1_263,
    picture: 2_743
  )

  /// Vocabularies of 150,000 tokens and more (o200k, Gemma, Qwen).
  package static let large = TokenWeights(
    shortWord: 985,
    word: 1_127,
    letter: 309,
    digits: 1_561,
    digit: 302,
    mark: 611,
    nextMark: 140,
    lineEnds: 1_068,
    spaces: 879,
    latin: 300,
    latinInWord: 690,
    cyrillic: 295,
    greek: 431,
    semitic: 382,
    otherLetter: 408,
    han: 726,
    kana: 697,
    hangul: 740,
    wideMark: 884,
    picture: 2_261
  )

  package static let standard = large

  /// The estimated tokens of a text or a part of it; at least 1 where there is any text, 0 where there is none.
  package func tokens(in text: [UInt8], _ range: Range<Int>? = nil) -> Int {
    let range = text.clamped(range)
    return range.isEmpty ? 0 : Self.whole(price(of: text, in: range).thousandths)
  }

  /// Thousandths of a token as whole tokens: rounded, and never 0.
  static func whole(_ thousandths: Int) -> Int { max(1, (thousandths + 500) / 1_000) }

  /// The cost in thousandths of a token, and whether anything in it is a word.
  ///
  /// It adds up: no run reaches over the border of two sentences, because white space ends every sentence that
  /// does not end in a character which stands for itself.
  func price(of text: [UInt8], in range: Range<Int>) -> (thousandths: Int, hasWords: Bool) {
    text.withUnsafeBufferPointer { text in
      ByteClass.table.withUnsafeBufferPointer { price(of: text, in: range.clamped(to: text.indices), $0) }
    }
  }

  private func price(
    of text: UnsafeBufferPointer<UInt8>,
    in range: Range<Int>,
    _ classes: UnsafeBufferPointer<ByteClass>
  ) -> (thousandths: Int, hasWords: Bool) {
    let end = range.upperBound
    var offset = range.lowerBound
    var sum = 0
    var hasWords = false
    while offset < end {
      let start = offset
      let kind = classes[Int(text[offset])]
      if kind == .beyondASCII {
        let (value, length) = text.character(at: offset, before: end)
        let afterLetter = offset > range.lowerBound && text[offset - 1].isLetter
        sum += price(of: value, afterLetter: afterLetter)
        hasWords = hasWords || value.isWord
        offset += length
        continue
      }
      if kind == .letter {
        hasWords = true
        offset = endOfWord(text, from: start, before: end)
        let length = offset - start
        sum += length <= 4 ? shortWord : word + max(0, length - 10) * letter
        // The one space between two words costs nothing.
        if offset + 1 < end, text[offset] == 0x20, text[offset + 1].isLetter { offset += 1 }
        continue
      }
      offset += 1
      while offset < end, classes[Int(text[offset])] == kind { offset += 1 }
      let length = offset - start
      switch kind {
      case .digit:
        hasWords = true
        sum += digits + length * digit
      case .lineEnd:
        // Runs have tokens of their own up to some length. Nobody pays for more than a few of them: whoever sends
        // such a text can shorten them.
        sum += lineEnds * min(1 + length / 16, 4)
      case .space:
        if length > 1 { sum += spaces * min(1 + length / 80, 4) }
      case .mark, .letter, .beyondASCII:
        sum += mark + (length - 1) * nextMark
      }
    }
    return (sum, hasWords)
  }

  /// The offset behind the letters of ASCII that begin at `start`; eight at a time.
  @inline(__always)
  private func endOfWord(_ text: UnsafeBufferPointer<UInt8>, from start: Int, before end: Int) -> Int {
    let bytes = UnsafeRawBufferPointer(text)
    var offset = start
    while offset + 8 <= end {
      let others = ~ByteLanes(bytes, at: offset).letters & 0x8080_8080_8080_8080
      offset += others.lanesBefore
      if others != 0 { return offset }
    }
    while offset < end, text[offset].isLetter { offset += 1 }
    return offset
  }

  private func price(of character: UInt32, afterLetter: Bool) -> Int {
    switch character {
    case 0x00...0xBF, 0x2000...0x2BFF, 0x3000...0x3020, 0xFE10...0xFE6F, 0xFF00...0xFFFF: wideMark
    case 0xC0...0x24F, 0x1E00...0x1EFF: latin + (afterLetter ? latinInWord : 0)
    case 0x250...0x36F: wideMark
    case 0x370...0x3FF, 0x1F00...0x1FFF: greek
    case 0x400...0x52F: cyrillic
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE: semitic
    case 0x3021...0x30FF: kana
    case 0x1100...0x11FF, 0x3130...0x318F, 0xAC00...0xD7AF: hangul
    case 0x2E80...0x2FFF, 0x3100...0x9FFF, 0xF900...0xFAFF: han
    case 0x20000...0x3FFFF: 2 * han
    case 0x10000...0x1FFFF: picture
    case 0xFE00...0xFE0F, 0xFEFF, 0x40000...0x10FFFF: wideMark
    default: otherLetter
    }
  }
}

/// The classes of ASCII whose runs have a price; everything else is priced by character.
private enum ByteClass: UInt8 {
  case letter, digit, lineEnd, space, mark, beyondASCII

  static let table: [ByteClass] = (0...255).map { (byte: UInt8) in
    if byte >= 0x80 { return .beyondASCII }
    if byte.isLetter { return .letter }
    if byte.isDigit { return .digit }
    if byte.isLineEnd { return .lineEnd }
    return byte.isWhite ? .space : .mark
  }
}
