/// Writes what cannot be seen but changes how text is shown as `\uXXXX`: the controls that `JSONEncoder` leaves as
/// they are, line and paragraph separators, and the marks that turn the direction of writing (UAX #9), so that no
/// log or terminal that shows the JSON is fooled by it.
///
/// `json` must be valid JSON: only its strings hold such.
package func escapingInvisibles(_ json: [UInt8]) -> [UInt8] {
  guard var next = json.indices.first(where: { invisible(in: json, at: $0) != nil }) else { return json }
  var escaped: [UInt8] = []
  escaped.reserveCapacity(json.count + 64)
  var copied = 0
  while next < json.count {
    guard let (scalar, length) = invisible(in: json, at: next) else {
      next += 1
      continue
    }
    escaped += json[copied..<next]
    let digits = String(scalar, radix: 16)
    escaped += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
    next += length
    copied = next
  }
  escaped += json[copied...]
  return escaped
}

/// The scalar to escape that begins at `index` and its length in bytes; nil where none begins.
private func invisible(in json: [UInt8], at index: Int) -> (scalar: UInt32, length: Int)? {
  let lead = json[index]
  // DEL, U+0080–9F, U+061C, U+200E … U+2069
  guard lead == 0x7F || lead == 0xC2 || lead == 0xD8 || lead == 0xE2 else { return nil }
  if lead == 0x7F { return (0x7F, 1) }
  guard index + 1 < json.count else { return nil }
  let second = json[index + 1]
  if lead == 0xC2 { return second < 0xA0 ? (UInt32(second), 2) : nil }
  if lead == 0xD8 { return second == 0x9C ? (0x061C, 2) : nil }
  guard second == 0x80 || second == 0x81, index + 2 < json.count else { return nil }
  let scalar = 0x2000 + UInt32(second & 0x3F) << 6 + UInt32(json[index + 2] & 0x3F)
  switch scalar {
  case 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: return (scalar, 3)
  default: return nil
  }
}
