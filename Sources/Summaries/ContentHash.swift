/// A polynomial hash (modulo 2^61 − 1) of text with every run of white space taken as one space.
///
/// Polynomial so that the hash of a piece follows from the hashes of two prefixes: that is what lets any run of
/// sentences be looked up in constant time. Not meant to withstand an adversary, who could only spoil the notes
/// on a text of his own.
struct ContentHash: Hashable, Sendable {
  static let modulus: UInt64 = 1 << 61 - 1
  /// Any number of that order does that has no pattern; it may never change (`Outline.format`).
  private static let base: UInt64 = 0x13A5_9C72_E1D8_4B6F
  private static let base8 = product(power(4), power(4))

  /// The hash of everything appended.
  private(set) var value: UInt64 = 0
  /// How many bytes were appended, a run of white space counted as one.
  private(set) var length = 0

  /// Appends text as it stands, runs of white space made one space each.
  mutating func append(_ text: [UInt8], in range: Range<Int>) {
    text.withUnsafeBufferPointer { text in
      Self.steps.withUnsafeBufferPointer { append(text, in: range.clamped(to: text.indices), $0) }
    }
  }

  private mutating func append(
    _ text: UnsafeBufferPointer<UInt8>,
    in range: Range<Int>,
    _ steps: UnsafeBufferPointer<UInt64>
  ) {
    let base8 = Self.base8
    let bytes = UnsafeRawBufferPointer(text)
    var hash = value
    var count = length
    var offset = range.lowerBound
    let end = range.upperBound
    var afterWhite = false
    while offset < end {
      var next = end
      // Eight at a time where white space is single spaces: the multiplications do not wait for one another.
      if offset + 8 <= end {
        let lanes = ByteLanes(bytes, at: offset)
        let controls = lanes.controls
        let lineEnds = controls == 0 ? 0 : lanes.equal(to: 0x0A)
        let white = lanes.equal(to: 0x20) | lineEnds
        let odd = controls ^ lineEnds | white & (white << 8 | (afterWhite ? 0x80 : 0))
        if odd == 0 {
          // A line end is a space: 0x0A ^ 0x2A.
          hash = Self.appended(lanes.word ^ (lineEnds >> 7) &* 0x2A, to: hash, base8, steps)
          count += 8
          offset += 8
          afterWhite = white >> 63 == 1
          continue
        }
        next = offset + odd.lanesBefore + 1
      }
      while offset < next {
        let byte = text[offset]
        offset += 1
        let isWhite = byte.isWhite
        // A run of white space is one, of which the first byte may have been taken already.
        if isWhite && afterWhite { continue }
        hash = Self.product(hash, Self.base) &+ UInt64(isWhite ? 0x20 : byte) &+ 1
        count += 1
        afterWhite = isWhite
      }
    }
    value = Self.reduced(hash)
    length = count
  }

  /// A hash with eight bytes more, the first of them the lowest.
  @inline(__always)
  private static func appended(
    _ word: UInt64,
    to hash: UInt64,
    _ base8: UInt64,
    _ steps: UnsafeBufferPointer<UInt64>
  ) -> UInt64 {
    func step(_ place: Int) -> UInt64 {
      steps[place << 8 | Int(UInt8(truncatingIfNeeded: word >> (8 * UInt64(place))))]
    }
    // Nothing overflows: seven numbers below the modulus and a byte fit into 64 bits, and so do two folded ones. The
    // hash stays below four times the modulus, which `product` takes, and is reduced when all is appended.
    let sum =
      step(0) &+ step(1) &+ step(2) &+ step(3) &+ step(4) &+ step(5) &+ step(6) &+ (word >> 56) &+ 1
    return folded(sum) &+ folded(unreducedProduct(hash, base8))
  }

  mutating func appendSpace() {
    value = Self.reduced(Self.product(value, Self.base) + 0x21)
    length += 1
  }

  /// The hash of what was appended after `prefix`.
  func removing(prefix: ContentHash) -> UInt64 {
    let shifted = Self.product(prefix.value, Self.power(length - prefix.length))
    return value >= shifted ? value - shifted : value + Self.modulus - shifted
  }

  /// What each byte adds that is the first, second … seventh of eight.
  private static let steps: [UInt64] = (0..<7).flatMap { place in
    let factor = power(7 - place)
    return (0..<256).map { product(factor, UInt64($0) + 1) }
  }

  /// The base raised to the powers 1, 2, 4, 8 and so on.
  private static let squares: [UInt64] = {
    var squares = [base]
    for index in 0..<62 { squares.append(product(squares[index], squares[index])) }
    return squares
  }()

  private static func power(_ exponent: Int) -> UInt64 {
    let squares = squares
    var power: UInt64 = 1
    var rest = exponent
    var index = 0
    while rest > 0 {
      if rest & 1 == 1 { power = product(power, squares[index]) }
      rest >>= 1
      index += 1
    }
    return power
  }

  /// Below the modulus, for a `left` below four times and a `right` below the modulus.
  private static func product(_ left: UInt64, _ right: UInt64) -> UInt64 { reduced(unreducedProduct(left, right)) }

  private static func unreducedProduct(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let (high, low) = left.multipliedFullWidth(by: right)
    return (low & modulus) &+ (low >> 61 | high << 3)
  }

  private static func reduced(_ value: UInt64) -> UInt64 {
    let folded = folded(value)
    return folded >= modulus ? folded &- modulus : folded
  }

  /// The same modulo the modulus, at most a few more than it.
  private static func folded(_ value: UInt64) -> UInt64 { (value & modulus) &+ (value >> 61) }
}

extension PassageKey {
  /// The key of a piece of text: the same as `Outline.known` gives for the sentences that it consists of.
  package init(of text: [UInt8], in range: Range<Int>) {
    let range = text.clamped(range)
    let start = text.contentStart(in: range)
    var hash = ContentHash()
    hash.append(text, in: start..<text.contentEnd(in: start..<range.upperBound))
    self.init(value: hash.value)
  }
}
