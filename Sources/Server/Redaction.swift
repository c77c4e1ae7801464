/// Takes secrets out of a line before it is logged: tokens, keys, passwords, also those in addresses.
///
/// It goes by what stands before a secret, so it cannot find one that stands alone, except for the usual "sk-…".
enum Redaction {
  static let mark = "[redacted]"

  /// Names whose value is a secret, in lower case.
  private static let names = [
    "api_key", "api-key", "apikey", "secret", "password", "passwd", "access_token", "auth_token", "refresh_token",
  ].map { Array($0.utf8) }
  private static let scheme = Array("bearer ".utf8)
  private static let header = Array("authorization".utf8)
  private static let prefix = Array("sk-".utf8)

  static func redacted(_ line: String) -> String {
    let bytes = Array(line.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if let secret = secret(in: bytes, at: index) {
        result += bytes[index..<secret.lowerBound]
        result += mark.utf8
        index = secret.upperBound
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The secret that what stands at `index` announces; never empty.
  private static func secret(in bytes: [UInt8], at index: Int) -> Range<Int>? {
    let found: Range<Int>?
    switch bytes[index] | 0x20 {
    case UInt8(ascii: "a") where matches(bytes, index, header):
      found = value(in: bytes, behind: index + header.count, untilEndOfLine: true)
    case UInt8(ascii: "s") where matches(bytes, index, prefix):
      // Shorter words of that form are ordinary.
      let end = word(in: bytes, from: index)
      found = end - index >= 20 ? index..<end : nil
    case UInt8(ascii: "/") where matches(bytes, index, Array("//".utf8)):
      found = userInfo(in: bytes, from: index + 2)
    default: found = nil
    }
    if let found { return found.isEmpty ? nil : found }
    if matches(bytes, index, scheme) {
      let start = index + scheme.count
      let end = word(in: bytes, from: start)
      return end > start ? start..<end : nil
    }
    if let name = names.first(where: { matches(bytes, index, $0) }) {
      return value(in: bytes, behind: index + name.count, untilEndOfLine: false)
    }
    return nil
  }

  /// The value behind a name: `name: value`, `name=value`, `"name": "value"`.
  private static func value(in bytes: [UInt8], behind start: Int, untilEndOfLine: Bool) -> Range<Int>? {
    var index = start
    var separated = false
    while index < bytes.count, "\"'\\ :=".utf8.contains(bytes[index]) {
      separated = separated || bytes[index] == UInt8(ascii: ":") || bytes[index] == UInt8(ascii: "=")
      index += 1
    }
    guard separated else { return nil }
    var end = index
    let stops = untilEndOfLine ? "\"'\\\r\n" : "\"'\\\r\n ,;&})]"
    while end < bytes.count, !stops.utf8.contains(bytes[end]) { end += 1 }
    return end > index ? index..<end : nil
  }

  /// The user name and password of an address whose host would begin at `start`.
  private static func userInfo(in bytes: [UInt8], from start: Int) -> Range<Int>? {
    var end = start
    // Longer than any: keeps the whole scan linear.
    while end < bytes.count, end - start < 512, !" /?#\"'\r\n".utf8.contains(bytes[end]) {
      if bytes[end] == UInt8(ascii: "@") { return start..<end }
      end += 1
    }
    return nil
  }

  private static func word(in bytes: [UInt8], from start: Int) -> Int {
    var end = start
    while end < bytes.count, bytes[end] > 0x20, !"\"',;)}]\\".utf8.contains(bytes[end]) { end += 1 }
    return end
  }

  private static func matches(_ bytes: [UInt8], _ index: Int, _ word: [UInt8]) -> Bool {
    guard index + word.count <= bytes.count else { return false }
    return zip(bytes[index...], word).allSatisfy { byte, letter in
      byte == letter || (byte >= 0x41 && byte <= 0x5A && byte | 0x20 == letter)
    }
  }
}
