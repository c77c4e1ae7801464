/// A polynomial hash (modulo 2^61 − 1) of text with every run of white space taken as one space.
///
/// Polynomial so that the hash of a piece follows from the hashes of two prefixes: that is what lets any run of
/// sentences be looked up in constant time. Not meant to withstand an adversary, who could only spoil the notes
/// on a text of his own.
struct ContentHash: Hashable, Sendable {
  static let modulus: UInt64 = 1 << 61 - 1
  /// Any number of that order does that has no pattern; it may never change (`Outline.format`).
  private static let base: UInt64 = 0x13A5_9C72_E1D8_4B6F
  private static let base4 = product(product(base, base), product(base, base))

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
    let base4 = Self.base4
    var hash = value
    var count = length
    var offset = range.lowerBound
    let end = range.upperBound
    var afterWhite = false
    while offset < end {
      // Four at a time where white space is single spaces: the multiplications do not wait for one another.
      if offset + 4 <= end {
        let (first, second, third, fourth) = (text[offset], text[offset + 1], text[offset + 2], text[offset + 3])
        let (space1, space2) = (first == 0x20, second == 0x20)
        let (space3, space4) = (third == 0x20, fourth == 0x20)
        let doubled = (afterWhite && space1) || (space2 && (space1 || space3)) || (space3 && space4)
        if !doubled, min(min(first, second), min(third, fourth)) >= 0x20 {
          let sum =
            Self.product(hash, base4) + steps[512 + Int(first)] + steps[256 + Int(second)] + steps[Int(third)]
            + UInt64(fourth) + 1
          hash = Self.reduced(sum)
          count += 4
          offset += 4
          afterWhite = space4
          continue
        }
      }
      let byte = text[offset]
      offset += 1
      let isWhite = byte.isWhite
      // A run of white space is one, of which the first byte may have been taken already.
      if isWhite && afterWhite { continue }
      hash = Self.reduced(Self.product(hash, Self.base) + UInt64(isWhite ? 0x20 : byte) + 1)
      count += 1
      afterWhite = isWhite
    }
    value = hash
    length = count
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

  /// What a byte adds when one, two or three bytes follow it in a step of four.
  private static let steps: [UInt64] = {
    let factors = [base, product(base, base), product(product(base, base), base)]
    return factors.flatMap { factor in (0..<256).map { product(factor, UInt64($0) + 1) } }
  }()

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

  private static func product(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let (high, low) = left.multipliedFullWidth(by: right)
    return reduced((low & modulus) + (low >> 61 | high << 3))
  }

  private static func reduced(_ value: UInt64) -> UInt64 {
    let folded = (value & modulus) + (value >> 61)
    return folded >= modulus ? folded - modulus : folded
  }
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
