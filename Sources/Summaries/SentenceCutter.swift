/// Cuts a sentence that is too long for a passage into pieces, between words where there are any.
///
/// The places follow from the words that stand there, not from where the sentence begins or how long it is: so an
/// edit moves the cuts beside it and no others, and the pieces further on are found again.
struct SentenceCutter {
  let text: [UInt8]
  /// UTF-8 offsets of the sentence.
  let range: Range<Int>
  let weights: TokenWeights
  /// The most that a piece may cost, in thousandths of a token.
  let cap: Int
  /// The length of a piece that is aimed at, in bytes.
  private let length: Int

  /// So many pieces make a passage: passages made of them are as good as equal.
  private static let piecesInPassage = 16
  /// No place for a cut is looked for further away than this, in bytes.
  private static let reach = 256

  init(text: [UInt8], range: Range<Int>, price: Int, weights: TokenWeights, cap: Int) {
    self.text = text
    self.range = range
    self.weights = weights
    self.cap = cap
    // The bytes of a token as a power of two: a sentence that is edited keeps its pieces' length.
    var bytesOfToken = 1
    while bytesOfToken < 64, range.count / (2 * bytesOfToken) > price / 1_000 { bytesOfToken *= 2 }
    length = max(8, min(cap, 1 << 40) / 1_000 * bytesOfToken / Self.piecesInPassage)
  }

  struct Piece {
    var range: Range<Int>
    var price: Int
    var hasWords: Bool
  }

  /// The piece that begins at an offset, within the cap unless it is a single character; nil at the end.
  func piece(from start: Int) -> Piece? {
    guard start < range.upperBound else { return nil }
    var end = range.upperBound
    if end - start > length / 2 * 3 {
      end = bestBorder(in: start + max(1, length / 2)..<start + length / 2 * 3, from: start)
    }
    var (price, hasWords) = weights.price(of: text, in: start..<end)
    // What is denser than the whole is halved until it fits.
    while price > cap {
      let half = start + max(1, (end - start) / 2)
      var border = nextBorder(half)
      if border >= end { border = lastBorder(before: half, from: start) }
      guard border > start, border < end else { break }
      end = border
      (price, hasWords) = weights.price(of: text, in: start..<end)
    }
    return Piece(range: start..<end, price: price, hasWords: hasWords)
  }

  /// The best place for a cut: of those between words, or else between characters, the one whose following bytes
  /// are least by an arbitrary measure.
  private func bestBorder(in window: Range<Int>, from start: Int) -> Int {
    var best: (offset: Int, rank: UInt64)?
    var isBetweenWords = false
    for offset in window {
      let behindSpace = text[offset - 1].isWhite && !text[offset].isWhite
      guard behindSpace || !isBetweenWords && isCharacterBorder(offset) else { continue }
      let rank = rank(offset)
      if behindSpace && !isBetweenWords || rank < best?.rank ?? .max { best = (offset, rank) }
      isBetweenWords = isBetweenWords || behindSpace
    }
    return best?.offset ?? nextBorder(window.lowerBound)
  }

  /// The next place between characters; where there is none for long, the next between their parts.
  private func nextBorder(_ wanted: Int) -> Int {
    let end = range.upperBound
    var offset = wanted
    while offset < end, offset - wanted < Self.reach {
      if isCharacterBorder(offset) { return offset }
      offset += 1
    }
    while offset < end, text[offset].isContinuation { offset += 1 }
    return offset
  }

  /// The last place between characters; `start` where there is none.
  private func lastBorder(before wanted: Int, from start: Int) -> Int {
    var offset = wanted - 1
    while offset > start, !isCharacterBorder(offset) { offset -= 1 }
    return offset
  }

  /// A number that depends on the eight bytes at an offset, and on nothing else.
  private func rank(_ offset: Int) -> UInt64 {
    var bytes: UInt64 = 0
    for index in offset..<min(offset + 8, range.upperBound) { bytes = bytes << 8 | UInt64(text[index]) }
    bytes = (bytes ^ bytes >> 29) &* 0x9E37_79B9_7F4A_7C15
    return bytes ^ bytes >> 32
  }

  /// Whether a person sees a border of characters here.
  private func isCharacterBorder(_ offset: Int) -> Bool {
    let byte = text[offset]
    guard !byte.isContinuation else { return false }
    if byte == 0x0A, text[offset - 1] == 0x0D { return false }
    if byte >= 0xC0, text.character(at: offset, before: text.count).value.joinsPrevious { return false }
    // A zero-width joiner glues what follows to it.
    return !(offset >= 3 && text[offset - 1] == 0x8D && text[offset - 2] == 0x80 && text[offset - 3] == 0xE2)
  }
}
