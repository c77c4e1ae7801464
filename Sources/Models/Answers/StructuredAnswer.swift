/// A headline and points, read out of JSON that may still be growing.
struct StructuredAnswer: Equatable {
  /// What a server that knows schemas is told to keep to.
  static let schema = """
    {"type":"object","properties":{"headline":{"type":"string"},\
    "points":{"type":"array","items":{"type":"string"}}},\
    "required":["headline","points"],"additionalProperties":false}
    """

  private(set) var headline: String?
  private(set) var points: [String] = []

  /// The points as a note's text, one to a line.
  var text: String { points.joined(separator: "\n") }

  /// Nil where the text is not the beginning of such an object, so that it has to be taken as prose.
  init?(_ json: [UInt8]) {
    var index = json.firstIndex { !$0.isJSONSpace } ?? json.endIndex
    guard index < json.endIndex, json[index] == UInt8(ascii: "{") else { return nil }
    var key: String?
    var waiting: String?
    while index < json.endIndex {
      switch json[index] {
      case UInt8(ascii: "\""):
        let string = Self.string(json, from: index)
        index = string.end
        if key == nil {
          waiting = string.text
        } else {
          keep(string.text, key)
        }
      case UInt8(ascii: ":"):
        key = key ?? waiting
        waiting = nil
        index += 1
      case UInt8(ascii: "["):
        index += 1
        while index < json.endIndex, json[index] != UInt8(ascii: "]") {
          guard json[index] == UInt8(ascii: "\"") else {
            index += 1
            continue
          }
          let string = Self.string(json, from: index)
          index = string.end
          keep(string.text, key)
        }
      case UInt8(ascii: ","):
        key = nil
        index += 1
      default:
        index += 1
      }
    }
  }

  private mutating func keep(_ text: String, _ key: String?) {
    let trimmed = Self.trimmed(text)
    guard !trimmed.isEmpty else { return }
    switch key {
    case "headline": headline = headline ?? trimmed
    case "points": points.append(trimmed)
    default: break
    }
  }

  private static func trimmed(_ text: String) -> String {
    let start = text.drop { $0.isWhitespace }
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }

  /// A string that begins at a quotation mark and may have no end yet, and what comes behind it.
  private static func string(_ json: [UInt8], from start: Int) -> (text: String, end: Int) {
    var text: [UInt8] = []
    var index = start + 1
    while index < json.count, json[index] != UInt8(ascii: "\"") {
      guard json[index] == UInt8(ascii: "\\") else {
        text.append(json[index])
        index += 1
        continue
      }
      guard index + 1 < json.count else { return (String(decoding: text, as: UTF8.self), json.count) }
      switch json[index + 1] {
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "r"), UInt8(ascii: "b"), UInt8(ascii: "f"): text.append(0x20)
      case UInt8(ascii: "u"):
        guard let (scalar, length) = escapedScalar(json, at: index) else {
          return (String(decoding: text, as: UTF8.self), json.count)
        }
        text += Array(String(Character(scalar)).utf8)
        index += length
        continue
      case let other: text.append(other)
      }
      index += 2
    }
    return (String(decoding: text, as: UTF8.self), min(index + 1, json.count))
  }

  /// The character of `\uXXXX`, or of two that make a pair; nil while it is not all there.
  private static func escapedScalar(_ json: [UInt8], at index: Int) -> (scalar: Unicode.Scalar, length: Int)? {
    guard let first = unit(json, at: index) else { return nil }
    guard first & 0xFC00 == 0xD800 else { return (Unicode.Scalar(first) ?? "\u{FFFD}", 6) }
    guard index + 12 <= json.count else { return nil }
    guard let second = unit(json, at: index + 6), second & 0xFC00 == 0xDC00 else { return ("\u{FFFD}", 6) }
    return (Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + second & 0x3FF) ?? "\u{FFFD}", 12)
  }

  private static func unit(_ json: [UInt8], at index: Int) -> UInt32? {
    guard index + 6 <= json.count, json[index] == UInt8(ascii: "\\"), json[index + 1] == UInt8(ascii: "u") else {
      return nil
    }
    return UInt32(String(decoding: json[index + 2..<index + 6], as: UTF8.self), radix: 16)
  }
}
