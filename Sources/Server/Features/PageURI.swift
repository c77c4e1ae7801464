import LSP

/// The URI of a document's notes page: `breviate:/notes/NAME.md?URI`, with the document's own URI percent-encoded.
///
/// The name is for tabs and window titles, and its ending tells editors that the page is Markdown.
enum PageURI {
  static let scheme = "breviate"
  private static let path = "breviate:/notes/"

  static func make(for document: DocumentURI) -> DocumentURI {
    DocumentURI("\(path)\(encoded(SafeText.label(document.name))).md?\(encoded(document.string))")
  }

  /// The document whose page a URI means; nil for a URI of another form.
  static func document(of page: DocumentURI) -> DocumentURI? {
    guard page.string.hasPrefix(path), let mark = page.string.firstIndex(of: "?") else { return nil }
    let uri = decoded(page.string[page.string.index(after: mark)...])
    return uri.isEmpty ? nil : DocumentURI(uri)
  }

  /// Percent-encodes every byte but letters, digits and "-._", which no client spells in another way.
  private static func encoded(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F:
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        encoded += byte < 0x10 ? "%0" : "%"
        encoded += String(byte, radix: 16, uppercase: true)
      }
    }
    return encoded
  }

  /// Undoes percent-encoding; a client may have undone a part of it already, so what is no escape stays.
  private static func decoded(_ text: Substring) -> String {
    let bytes = Array(text.utf8)
    var decoded: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let high = Character(Unicode.Scalar(bytes[index + 1])).hexDigitValue,
        let low = Character(Unicode.Scalar(bytes[index + 2])).hexDigitValue
      {
        decoded.append(UInt8(high << 4 | low))
        index += 3
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }
}
