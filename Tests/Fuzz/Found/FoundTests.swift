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
      "a sentence with those that it leans on keeps to the ceiling",
      """
      c28dd7b6757a2dbb04bdc684
      """
    ),
    (
      "the pieces of a run of signs cost no more than a passage holds",
      """
      61f2a9f68b0a76ac8b07f78b45b8384c21cff4e9dd358d17f090185f7a576f0eed2a5b537b7280a619852b66f84b23324e08 \
      fa2c89c9a403c4ce0f73974fff1d8bca13c0473dbf97da1fa3b665fd264cd0f0c776d771db565e010192d814614c83265caf
      """
    ),
    (
      "white space before a piece is not part of what stands before it",
      """
      0d79ad52b0ebb1affbed887b53c6295a8671971ec24d8d27097ee2bd41632cd85642c1df5c7092b178330a9d587858299b06 \
      538ff60c2d306667a7ebc5090b337e224b9988b6bd3028323d5dba575020aac1d609270ecb06e6c882bb78e9980f1ef6879b \
      06ba786904f3b8e6ebd6aeb7727257a8a8fc2da3b3ae1c235e9494553a6d8c3edf3cd80c74f63038c240fa31e88305652895 \
      0b34f01234846b4ce1924636d32dee9ac349df9f478141329dca72000c5d47bfa3c47e9f7526d6b1ef18a0ea01bf91d3f4e2 \
      3a892b74ddf864c7bd00be79ba06dc6233ce2922e510d7b031a8bb48ac55fbb614c03dd10f07679292fd10997853c48d3331 \
      9e6767c7ed682f85bcb9f0e5e09a0b64c57e2629c00ce2a8d24df5f4b03e04ce48559e21d57e616585ff7786fe2ff749611e \
      1542455c9597a0107373fd3e5e03a12b7bbdabe1f0540de7c589f393c69a04065b08e112c9b138f4bc73474bc9563f58672b \
      18310b8066801dd914a861a22bead444de841e59d79ee294b1b140cf15fb3d862773d7f0d2d58afdfefed434
      """
    ),
    (
      "what has no words joins what is new before it joins a passage that is kept",
      """
      a0beb86376d087428c98b70844966b90c67980bd0edc22ec0f7b62be8db3e40e1394a62fedf53a93e5f346ef3353445f97ec \
      5bb0cded1c97ad18dabc5058ed0781001b664382e3cde9d708a321d55303cbbca910d6c1ba43f1c73babc8c99ad93033bc3c \
      f577a232efb074f1a82efa8418b38e075c3933ba65d3b61822a1d8e833ecfd1f62ad8f966a6d13
      """
    ),
    (
      "a passage does not grow by what was changed before a copy of another one",
      """
      c3ec50c6bbd88b9301af32b7b5e8fd0c3347a51e2dfb8923d3a1fc2062b7b837d2ce2c1928e650e6a14b3ee54dbdf93522f0 \
      2d02c68e618d616e
      """
    ),
    ("a note with room for one word has one of a list item, not of its bullet", "c26ee1792372a21e"),
    (
      "signs between words cost tokens",
      "04" + "01" + "ff" + utf8("U.S. 1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣Der Bürgermeister, Dr. Hans Müller, sprach am 3. Oktober 1️⃣.")
    ),
    ("a run of signs can be dearer than a note", "04" + "05" + "ff" + utf8("🇩🇪🇩🇪🇩🇪🇩🇪🇩🇪🇩🇪")),
    (
      "an identifier that dashes join to numbers ends within the stretch that was scanned",
      "435e6abdf2079bfea8a405ad947de40fb64f965ed765c73b30e1bbc068b326"
    ),
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
