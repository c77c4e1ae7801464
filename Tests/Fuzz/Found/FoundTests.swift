import FuzzProperties
import Testing

@Suite struct FoundTests {
  /// Inputs that broke a property once.
  static let found: [(what: String, input: String)] = [
    (
      "white space that is cut twice keeps the key of what stands before it",
      "2202bd3aab42f6e7d0aa116b8a3f0f87817cbc2fda428dfdda6e94a4df5f07cf5c9dbae6eec9d1571db6b62abedd"
    ),
    ("a piece that ends in marks is cut before them", "d8a51d5ce306e6591f972a11992065b0c6e68fb8dd"),
    (
      "a document that is closed and opened anew is not counted as the one before",
      """
      f1c9257c19081918354e85543820be498edcbcfdc9b4a9e652f974cda2a3bdc58fcba6eba54fbd079ed8ead673c1f3a2976d \
      835677f9fecda72e856dea25badaa26e24769c8ce8a835f1c450e6ba0579d1cff898a199ad6914316d01f468d92f7c2dbd31 \
      df1472d5cf361598b850966bd28819a401082285878c1a5b90fd68747b9e24f066f632f64d8394fc16eafbc8b420afb36069 \
      3c0fe7860cf8f4ead1720feab098f85c6fc9ca87090a28fab6cbccc268b9ce513520ff0e9c8b5a5e36fa3155c7d139e1e2ba \
      4588abdde06556e86def2a0cf5c0f93c16fc60db5f0702ddfd4833191a2bd1d63b935a18db0a5e50ef6d
      """
    ),
    (
      "signs between words cost tokens",
      "04" + "01" + "ff" + utf8("U.S. 1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣Der Bürgermeister, Dr. Hans Müller, sprach am 3. Oktober 1️⃣.")
    ),
    ("a run of signs can be dearer than a note", "04" + "05" + "ff" + utf8("🇩🇪🇩🇪🇩🇪🇩🇪🇩🇪🇩🇪")),
  ]

  private static func utf8(_ text: String) -> String {
    text.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  @Test(arguments: found)
  func `what fuzzing found stays mended`(what: String, input: String) throws {
    let digits = input.compactMap(\.hexDigitValue)
    try #require(digits.count.isMultiple(of: 2))
    try fuzz(stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
  }

  @Test(arguments: FuzzArea.allCases)
  func `every area holds on an empty input`(area: FuzzArea) throws { try fuzz([area.byte]) }

  /// A short form of the seeded run, so that the sanitizers see it too.
  @Test func `a thousand inputs hold`() throws {
    for input in SeededInputs(seed: 1, count: 1_000) { try fuzz(input) }
  }
}
