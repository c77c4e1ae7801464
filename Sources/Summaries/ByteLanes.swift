/// Eight bytes of a text that are looked at together; the first one is the lowest.
///
/// What a question is answered with has the highest bit of each byte set that it is true of.
struct ByteLanes {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let low = ones &* 0x7F
  private static let high = ones &* 0x80

  let word: UInt64

  init(_ text: UnsafeRawBufferPointer, at offset: Int) {
    word = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// The bytes that are this one.
  func equal(to byte: UInt8) -> UInt64 {
    let difference = word ^ (Self.ones &* UInt64(byte))
    return ~(((difference & Self.low) &+ Self.low) | difference | Self.low)
  }

  /// The bytes beyond ASCII.
  var beyondASCII: UInt64 { word & Self.high }

  /// The controls of ASCII below the space, white space other than the space itself among them.
  var controls: UInt64 { ~(((word & Self.low) &+ Self.ones &* 0x60) | word) & Self.high }

  /// The letters of ASCII.
  var letters: UInt64 {
    let lower = (word | Self.ones &* 0x20) & Self.low
    let fromA = lower &+ Self.ones &* (0x80 - 0x61)
    let behindZ = lower &+ Self.ones &* (0x80 - 0x7B)
    return fromA & ~behindZ & ~word & Self.high
  }
}

extension UInt64 {
  /// How many bytes stand before the first one that a question about lanes is true of; 8 where there is none.
  var lanesBefore: Int { trailingZeroBitCount / 8 }
}
