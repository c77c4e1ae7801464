/// An input read as a row of decisions; past its end every decision is the first one.
struct Choices {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { bytes.isEmpty }

  mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

  mutating func bool() -> Bool { byte() & 1 == 1 }

  /// A number from 0 to `limit`, not included.
  mutating func number(below limit: Int) -> Int {
    guard limit > 1 else { return 0 }
    return limit <= 256 ? Int(byte()) % limit : (Int(byte()) << 8 | Int(byte())) % limit
  }

  mutating func element<Element>(_ elements: [Element]) -> Element { elements[number(below: elements.count)] }

  /// The bytes that are left, as they are.
  mutating func rest() -> [UInt8] {
    defer { bytes = [] }
    return Array(bytes)
  }

  /// A text: as many pieces as a first byte says, or everything that is left as it is.
  mutating func text(most: Int = 48) -> String {
    let count = Int(byte())
    if count == 0xFF { return String(decoding: rest(), as: UTF8.self) }
    var text = ""
    for _ in 0..<count % (most + 1) where !isAtEnd {
      let byte = byte()
      if Int(byte) < NastyText.pieces.count {
        text += NastyText.pieces[Int(byte)]
      } else {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
    return text
  }
}
