/// The URI of a document, as the client spelt it.
///
/// Two spellings of one document are equal: `file:///c%3A/x`, `file:///c:/x` and `file:///C:/x`. What goes back to
/// the client is its own spelling. Any scheme will do, and so will what is no valid URI at all.
package struct DocumentURI: Sendable {
  package let string: String
  /// The normal form: equal for equal documents, ASCII only.
  ///
  /// Not to be sent to a client.
  package let key: String

  package init(_ string: String) {
    self.string = string
    self.key = URIParts(string).normalised
  }

  /// The `file` URI of an absolute path.
  package init(filePath: String) {
    var path: [UInt8] = filePath.utf8.first == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
    for byte in filePath.utf8 {
      URIParts.append(byte, to: &path)
    }
    self.init("file://" + String(decoding: path, as: UTF8.self))
  }

  /// In lower case; empty where there is none.
  package var scheme: String { URIParts(string).scheme }

  /// The path of a `file` URI of this machine; nil for every other URI.
  package var filePath: String? {
    let parts = URIParts(string)
    guard parts.scheme == "file", parts.authority.isEmpty else { return nil }
    let path = URIParts.decoded(parts.path)
    guard path.first == UInt8(ascii: "/"), !path.contains(0) else { return nil }
    return String(validating: path, as: UTF8.self)
  }

  /// What a person calls the document: the last part of the path, or the whole URI where there is no such part.
  package var name: String {
    let path = URIParts.decoded(URIParts(string).path)
    let last = path.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) }
    return last ?? string
  }
}

extension DocumentURI: Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  package init(stringLiteral value: String) { self.init(value) }

  package static func == (left: DocumentURI, right: DocumentURI) -> Bool {
    left.key == right.key
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(key)
  }

  package var description: String { string }
}

extension DocumentURI: Codable {
  package init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(string)
  }
}

/// A URI cut into its parts (RFC 3986, appendix B), without judging any of them.
private struct URIParts {
  /// In lower case, without the colon.
  var scheme = ""
  /// Without the slashes, as it is written; empty for `localhost` too, which means the same in a file URI.
  var authority: ArraySlice<UInt8> = []
  var hasAuthority = false
  /// As it is written.
  var path: ArraySlice<UInt8>
  /// The query and the fragment, their `?` or `#` included, as they are written.
  var rest: ArraySlice<UInt8> = []

  init(_ string: String) {
    path = Array(string.utf8)[...]
    let structure = path.firstIndex { [UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "?")].contains($0) }
    if let colon = structure, path[colon] == UInt8(ascii: ":"), colon > path.startIndex {
      scheme = String(decoding: path[..<colon], as: UTF8.self).lowercased()
      path = path[(colon + 1)...]
    }
    if let end = path.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) {
      rest = path[end...]
      path = path[..<end]
    }
    if path.starts(with: "//".utf8) {
      hasAuthority = true
      let host = path.dropFirst(2)
      let end = host.firstIndex(of: UInt8(ascii: "/")) ?? host.endIndex
      authority = host[..<end]
      path = host[end...]
    }
    if scheme == "file" {
      hasAuthority = true
      if String(decoding: authority, as: UTF8.self).lowercased() == "localhost" {
        authority = []
      }
    }
  }

  /// One spelling for all: the scheme, the host and a drive's letter in lower case, one way of escaping.
  var normalised: String {
    var bytes = Array(scheme.utf8)
    if !bytes.isEmpty { bytes.append(UInt8(ascii: ":")) }
    if hasAuthority {
      bytes += "//".utf8
      bytes += String(decoding: authority, as: UTF8.self).lowercased().utf8
    }
    let pathStart = bytes.count
    URIParts.normalise(path, keeping: "/?#%", into: &bytes)
    if scheme == "file" { URIParts.lowerDrive(in: &bytes, at: pathStart) }
    // In a query an escaped separator and a plain one differ, so only letters and digits are unescaped there.
    URIParts.normalise(rest, keeping: "/?#%:@!$&'()*+,;=", into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// `/C:/x` becomes `/c:/x`.
  private static func lowerDrive(in bytes: inout [UInt8], at start: Int) {
    let letter = start + 1
    guard bytes.count > letter + 1, bytes[start] == UInt8(ascii: "/"), bytes[letter + 1] == UInt8(ascii: ":"),
      bytes.count == letter + 2 || bytes[letter + 2] == UInt8(ascii: "/"),
      UInt8(ascii: "A")...UInt8(ascii: "Z") ~= bytes[letter]
    else { return }
    bytes[letter] |= 0x20
  }

  /// Appends `part` with what can stand for itself unescaped and everything else escaped.
  ///
  /// An escape of a byte in `kept` stays one, because unescaped it would mean something else; a `%` that escapes
  /// nothing is escaped.
  private static func normalise(_ part: ArraySlice<UInt8>, keeping kept: String, into bytes: inout [UInt8]) {
    var index = part.startIndex
    while index < part.endIndex {
      if let byte = escapedByte(in: part, at: index) {
        if kept.utf8.contains(byte) { appendEscape(of: byte, to: &bytes) } else { append(byte, to: &bytes) }
        index += 3
      } else {
        let byte = part[index]
        if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") {
          bytes.append(byte)
        } else {
          append(byte, to: &bytes)
        }
        index += 1
      }
    }
  }

  static func decoded(_ part: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var index = part.startIndex
    while index < part.endIndex {
      if let byte = escapedByte(in: part, at: index) {
        bytes.append(byte)
        index += 3
      } else {
        bytes.append(part[index])
        index += 1
      }
    }
    return bytes
  }

  /// Appends a byte of a path: as it is where RFC 3986 allows it (`pchar` and `/`), else escaped.
  static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      bytes.append(byte)
    case _ where "-._~/:@!$&'()*+,;=".utf8.contains(byte):
      bytes.append(byte)
    default:
      appendEscape(of: byte, to: &bytes)
    }
  }

  private static func appendEscape(of byte: UInt8, to bytes: inout [UInt8]) {
    let digits = Array("0123456789ABCDEF".utf8)
    bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
  }

  private static func escapedByte(in part: ArraySlice<UInt8>, at index: Int) -> UInt8? {
    guard part[index] == UInt8(ascii: "%"), part.endIndex - index > 2,
      let high = part[index + 1].hexDigitValue, let low = part[index + 2].hexDigitValue
    else { return nil }
    return high << 4 | low
  }
}
