/// How deep arrays and objects may nest in a body.
///
/// What is sent nests less than twenty deep; the decoder recurses.
let deepestNesting = 256

/// Makes the body of a frame readable for `JSONDecoder`, which would lose the whole message otherwise.
///
/// An escape of half a surrogate pair (`\ud800`), which clients written in JavaScript can send, becomes `\ufffd`:
/// one UTF-16 unit for another, so that positions hold. Bytes that are no UTF-8, which clients can send that open
/// files as they are, become U+FFFD. Nothing is copied where nothing has to change.
func makeReadable(_ body: inout [UInt8]) throws(MalformedJSON) {
  var halves: [Int] = []
  let isASCII = try body.withUnsafeBufferPointer { bytes throws(MalformedJSON) in
    try checkJSON(bytes, halves: &halves)
  }
  for half in halves {
    for (index, byte) in "\\ufffd".utf8.enumerated() {
      body[half + index] = byte
    }
  }
  if !isASCII, String(validating: body, as: UTF8.self) == nil {
    body = Array(String(decoding: body, as: UTF8.self).utf8)
  }
}

/// Goes over the bytes once: collects where half a pair is escaped and says whether all is ASCII.
///
/// `JSONDecoder` checks escapes only when a string is read. Checking them here makes a broken one what it is,
/// malformed JSON, wherever it stands.
private func checkJSON(
  _ bytes: UnsafeBufferPointer<UInt8>,
  halves: inout [Int]
) throws(MalformedJSON) -> Bool {
  var nesting = 0
  var isInString = false
  var allBits: UInt8 = 0
  var index = 0
  while index < bytes.count {
    if isInString { index = skipPlain(bytes, from: index, &allBits) }
    guard index < bytes.count else { break }
    let byte = bytes[index]
    allBits |= byte
    switch byte {
    case UInt8(ascii: "\""):
      isInString.toggle()
    case UInt8(ascii: "\\"):
      guard isInString else { throw MalformedJSON(reason: "a backslash outside of a string") }
      index = try checkEscape(bytes, at: index, halves: &halves)
      continue
    case UInt8(ascii: "{") where !isInString, UInt8(ascii: "[") where !isInString:
      nesting += 1
      if nesting > deepestNesting { throw MalformedJSON(reason: "nested more than \(deepestNesting) deep") }
    case UInt8(ascii: "}") where !isInString, UInt8(ascii: "]") where !isInString:
      nesting -= 1
    case 0..<0x20 where isInString:
      throw MalformedJSON(reason: "a control character in a string")
    default:
      break
    }
    index += 1
  }
  return allBits < 0x80
}

/// The index of the next byte in a string that is a quotation mark, a backslash or a control, found eight bytes at a
/// time; near the end of the body perhaps one before it.
private func skipPlain(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ allBits: inout UInt8) -> Int {
  let ones: UInt64 = 0x0101_0101_0101_0101
  let highs = ones << 7
  let raw = UnsafeRawBufferPointer(bytes)
  var index = start
  var seen: UInt64 = 0
  while index + 8 <= bytes.count {
    let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    seen |= word
    // The high bit of a byte is set where it is one of the three. What is borrowed can set it for a byte behind such
    // a one, never before.
    let controls = (word &- ones &* 0x20) & ~word
    let marks = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
    let slashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
    let special = (controls | ((marks &- ones) & ~marks) | ((slashes &- ones) & ~slashes)) & highs
    if special != 0 {
      index += special.trailingZeroBitCount / 8
      break
    }
    index += 8
  }
  if seen & highs != 0 { allBits |= 0x80 }
  return index
}

/// Checks the escape at `index` and returns the index behind it; behind both halves of a surrogate pair.
private func checkEscape(
  _ bytes: UnsafeBufferPointer<UInt8>,
  at index: Int,
  halves: inout [Int]
) throws(MalformedJSON) -> Int {
  guard index + 1 < bytes.count else { throw MalformedJSON(reason: "an unfinished escape") }
  switch bytes[index + 1] {
  case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
    UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
    return index + 2
  default:
    guard let unit = escapedUnit(bytes, at: index) else { throw MalformedJSON(reason: "an escape that is none") }
    guard UTF16.isSurrogate(unit) else { return index + 6 }
    if UTF16.isLeadSurrogate(unit), let next = escapedUnit(bytes, at: index + 6), UTF16.isTrailSurrogate(next) {
      return index + 12
    }
    halves.append(index)
    return index + 6
  }
}

/// The UTF-16 unit that `\uXXXX` at `index` stands for; nil where no such escape is.
private func escapedUnit(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt16? {
  guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u") else {
    return nil
  }
  var unit: UInt16 = 0
  for digit in index + 2..<index + 6 {
    guard let value = bytes[digit].hexDigitValue else { return nil }
    unit = unit << 4 | UInt16(value)
  }
  return unit
}
