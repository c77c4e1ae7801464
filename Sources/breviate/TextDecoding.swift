/// Bytes of a file to text: UTF-8, and UTF-16 where a byte order mark says so.
enum TextDecoding {
  /// Why bytes are no text, as the end of the sentence "FILE: …".
  enum Problem: Error, Hashable, CustomStringConvertible {
    case binary(offset: Int)
    case notUTF8(offset: Int, byte: UInt8)
    case notUTF16(offset: Int)

    var description: String {
      switch self {
      case .binary(let offset): "is not a text: NUL byte at offset \(offset)"
      case .notUTF8(let offset, let byte):
        "is not UTF-8: byte 0x\(String(byte, radix: 16, uppercase: true)) at offset \(offset)"
      case .notUTF16(let offset): "is not UTF-16, as its byte order mark says: broken at offset \(offset)"
      }
    }
  }

  static func decode(_ bytes: [UInt8]) throws(Problem) -> String {
    switch (bytes.first, bytes.dropFirst().first) {
    case (0xFF, 0xFE): return try decodeUTF16(bytes, lowByteFirst: true)
    case (0xFE, 0xFF): return try decodeUTF16(bytes, lowByteFirst: false)
    default: break
    }
    if let offset = bytes.firstIndex(of: 0) { throw .binary(offset: offset) }
    let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    if let text = String(validating: content, as: UTF8.self) { return text }
    let offset = firstInvalidUTF8(content) ?? bytes.count - 1
    throw .notUTF8(offset: offset, byte: bytes[offset])
  }

  private static func decodeUTF16(_ bytes: [UInt8], lowByteFirst: Bool) throws(Problem) -> String {
    guard bytes.count.isMultiple(of: 2) else { throw .notUTF16(offset: bytes.count - 1) }
    let units = stride(from: 2, to: bytes.count, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return lowByteFirst ? second << 8 | first : first << 8 | second
    }
    if let offset = units.firstIndex(of: 0) { throw .binary(offset: 2 + 2 * offset) }
    if let text = String(validating: units, as: UTF16.self) { return text }
    var index = 0
    while index < units.count, let length = lengthOfScalar(units, at: index) { index += length }
    throw .notUTF16(offset: 2 + 2 * index)
  }

  private static func lengthOfScalar(_ units: [UInt16], at index: Int) -> Int? {
    guard UTF16.isSurrogate(units[index]) else { return 1 }
    guard UTF16.isLeadSurrogate(units[index]), index + 1 < units.count, UTF16.isTrailSurrogate(units[index + 1])
    else { return nil }
    return 2
  }

  /// The offset of the first byte that begins no whole character.
  private static func firstInvalidUTF8(_ bytes: ArraySlice<UInt8>) -> Int? {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      guard let length = lengthOfScalar(bytes[index...]) else { return index }
      index += length
    }
    return nil
  }

  /// How many bytes the character has that the bytes begin with (Unicode, table 3-7); nil when they begin with none.
  private static func lengthOfScalar(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let lead = bytes.first else { return nil }
    let second: ClosedRange<UInt8>
    let length: Int
    switch lead {
    case 0x00...0x7F: return 1
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    let rest = bytes.dropFirst().prefix(length - 1)
    guard rest.count == length - 1, let next = rest.first, second.contains(next) else { return nil }
    return rest.dropFirst().allSatisfy { (0x80...0xBF).contains($0) } ? length : nil
  }
}
