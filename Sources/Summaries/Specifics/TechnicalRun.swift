/// A run of ASCII without white space, read once for everything technical that it can be.
struct TechnicalRun {
  /// UTF-8 offset behind the run, trailing stops left out.
  private(set) var end: Int
  private(set) var kind: Specific.Kind?
  /// Letters and digits only, with nothing that joins them.
  private(set) var isPlain = false
  /// Fit to be the name behind "--".
  private(set) var isOption = false
  /// Begins with "/", "~/", "./" or "../" and names something.
  private(set) var isRootedPath = false

  private let text: [UInt8]
  private let start: Int
  private var letters = 0
  private var digits = 0
  private var underscores = 0
  private var dots = 0
  private var dashes = 0
  private var slashes = 0

  init(_ text: [UInt8], from start: Int, to limit: Int) {
    self.text = text
    self.start = start
    end = start
    if let url = Self.urlEnd(text, start, limit) {
      end = url
      kind = .url
      return
    }
    advance(to: limit)
    if let address = addressEnd(limit) {
      end = address
      kind = .address
      return
    }
    isPlain = underscores + dots + dashes + slashes == 0
    isOption = dots + slashes == 0 && letters > 0
    let first = text[start]
    isRootedPath = slashes > 0 && letters > 0 && (first == 0x2F || first == 0x7E || first == 0x2E) && end - start > 3
    kind = classified(limit)
  }

  private mutating func advance(to limit: Int) {
    while end < limit {
      let byte = text[end]
      switch byte {
      case _ where byte.isLetter: letters += 1
      case 0x30...0x39: digits += 1
      case 0x5F: underscores += 1
      case 0x2E, 0x2D, 0x2F, 0x2B, 0x7E:
        guard end + 1 < limit,
          isPart(text[end + 1]) || byte != 0x2D && text[end + 1] == 0x2F
            || end == start && text[end + 1] == 0x2E || byte == 0x2F && text[end + 1] == 0x2E
        else {
          if byte == 0x2F, slashes > 0 { end += 1 }
          return
        }
        if byte == 0x2E { dots += 1 }
        if byte == 0x2D { dashes += 1 }
        if byte == 0x2F { slashes += 1 }
      default: return
      }
      end += 1
    }
  }

  private func isPart(_ byte: UInt8) -> Bool { byte.isLetter || byte.isDigit || byte == 0x5F }

  private mutating func classified(_ limit: Int) -> Specific.Kind? {
    guard letters > 0 else { return nil }
    if let call = callEnd(limit) {
      end = call
      return .identifier
    }
    if slashes > 0 {
      guard !isRootedPath else { return .path }
      // "src/main.c" is a path, "HTTP/1.1" a name, "and/or" neither.
      if dots > 0 && slashes == 1 && text[start].isUpper && digits > 0 { return .identifier }
      return underscores > 0 || dots > 0 && hasFileEnding ? .path : nil
    }
    if underscores > 0 { return letters > 1 ? .identifier : nil }
    if isVersion { return .version }
    if dots > 0 { return dashes == 0 && isDotted ? .identifier : nil }
    if digits > 0, text[start].isLetter, end - start > 1 {
      return dashes == 0 || text[start].isUpper && letters <= 6 ? .identifier : nil
    }
    return nil
  }

  /// "signal(7)", "main()".
  private func callEnd(_ limit: Int) -> Int? {
    guard end + 1 < limit, text[end] == 0x28, text[start].isLetter, slashes == 0 else { return nil }
    if text[end + 1] == 0x29 { return end + 2 }
    guard end + 2 < limit, text[end + 1].isDigit else { return nil }
    if text[end + 2] == 0x29 { return end + 3 }
    return end + 3 < limit && text[end + 2].isLetter && text[end + 3] == 0x29 ? end + 4 : nil
  }

  /// "v2", "v1.4.2-beta".
  private var isVersion: Bool {
    guard text[start] | 0x20 == 0x76, digits > 0, start + 1 < end, text[start + 1].isDigit else { return false }
    return letters == 1 || dots > 0
  }

  private var hasFileEnding: Bool {
    guard let dot = text[start..<end].lastIndex(of: 0x2E), dot > start, end - dot <= 6, end - dot > 1 else {
      return false
    }
    return text[dot + 1].isLetter
  }

  /// "systemd.exec", "index.html": two letters or more around each dot and a small one behind it.
  private var isDotted: Bool {
    var length = 0
    for offset in start..<end {
      if text[offset] == 0x2E {
        guard length >= 2, offset + 2 < end, text[offset + 1].isLower else {
          return false
        }
        length = 0
      } else {
        length += 1
      }
    }
    return length >= 2
  }

  private func addressEnd(_ limit: Int) -> Int? {
    guard end < limit, text[end] == 0x40, letters + digits > 0, slashes == 0 else { return nil }
    var offset = end + 1
    var lastDot: Int?
    while offset < limit {
      let byte = text[offset]
      if byte == 0x2E || byte == 0x2D {
        guard offset + 1 < limit, text[offset + 1].isLetter || text[offset + 1].isDigit else { break }
        if byte == 0x2E { lastDot = offset }
      } else if !byte.isLetter, !byte.isDigit {
        break
      }
      offset += 1
    }
    return lastDot != nil ? offset : nil
  }

  private static func urlEnd(_ text: [UInt8], _ start: Int, _ limit: Int) -> Int? {
    var offset = start
    while offset < limit, offset < start + 10, text[offset].isLetter { offset += 1 }
    let hasScheme =
      offset > start + 1 && offset + 3 < limit && text[offset] == 0x3A && text[offset + 1] == 0x2F
      && text[offset + 2] == 0x2F
    let isBare =
      offset == start + 3 && offset + 1 < limit && text[offset] == 0x2E
      && text[start..<offset].allSatisfy { $0 | 0x20 == 0x77 } && text[offset + 1].isLetter
    guard hasScheme || isBare else { return nil }
    var open = 0
    scan: while offset < limit {
      switch text[offset] {
      case 0x00...0x20, 0x22, 0x3C, 0x3E, 0x60, 0x7C, 0x5D, 0x7D, 0x7F, 0xE2...0xFF: break scan
      case 0x28: open += 1
      case 0x29:
        if open == 0 { break scan }
        open -= 1
      default: break
      }
      offset += 1
    }
    while offset > start, [0x2E, 0x2C, 0x3B, 0x3A, 0x21, 0x3F, 0x27].contains(text[offset - 1]) { offset -= 1 }
    return offset > start + 4 ? offset : nil
  }
}
