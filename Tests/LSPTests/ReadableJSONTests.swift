import Testing

@testable import LSP

@Suite struct ReadableJSONTests {
  static func readable(_ json: String) throws -> String {
    var bytes = Array(json.utf8)
    try makeReadable(&bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [
    #"{}"#,
    #"{"a":[1,2,{"b":null}]}"#,
    #""\ud83d\ude00""#,
    #""\uD83D\uDE00x""#,
    #""\\ud800""#,
    #""\\\"{[\/\b\f\n\r\t\u00e9""#,
    #""\ufffd\uffff\u0000""#,
    #""é漢😀""#,
    #"{"[[[[":"]]]]{{{{"}"#,
    #""#,
  ])
  func `what needs no change is not changed`(json: String) throws {
    #expect(try Self.readable(json) == json)
  }

  @Test(arguments: [
    (#""\ud800""#, #""\ufffd""#),
    (#""\udc00""#, #""\ufffd""#),
    (#""a\uDBFFb""#, #""a\ufffdb""#),
    (#""\ud83d\ud83d\ude00""#, #""\ufffd\ud83d\ude00""#),
    (#""\ude00\ud83d""#, #""\ufffd\ufffd""#),
    (#""\ud83d\u0041""#, #""\ufffd\u0041""#),
    (#""\ud83d\n""#, #""\ufffd\n""#),
    (#""\ud83dude00""#, #""\ufffdude00""#),
    (#"{"\ud800":1}"#, #"{"\ufffd":1}"#),
    (#""\\\ud800""#, #""\\\ufffd""#),
  ])
  func `half a surrogate pair becomes a replacement character`(json: String, readable: String) throws {
    #expect(try Self.readable(json) == readable)
  }

  @Test(arguments: [
    #""\x""#, #""\u12""#, #""\u12g4""#, #""\ud83d\u12""#, #""\"#, #"{\n}"#, "\"a\nb\"", "\"\u{1}\"", "\"\t\"",
  ])
  func `a broken escape or a control character in a string is malformed`(json: String) {
    #expect(throws: MalformedJSON.self) { try Self.readable(json) }
  }

  @Test func `bytes that are no UTF-8 become replacement characters`() throws {
    var bytes: [UInt8] = [0x22, 0x61, 0xE9, 0x62, 0x22]
    try makeReadable(&bytes)
    #expect(bytes == Array("\"a\u{FFFD}b\"".utf8))
  }

  @Test(arguments: [("[", "]"), (#"{"a":"#, "}")])
  func `nesting is bounded`(opening: String, closing: String) throws {
    func nested(_ depth: Int) -> String {
      String(repeating: opening, count: depth) + "1" + String(repeating: closing, count: depth)
    }
    #expect(try Self.readable(nested(deepestNesting)) == nested(deepestNesting))
    #expect(throws: MalformedJSON.self) { try Self.readable(nested(deepestNesting + 1)) }
    #expect(throws: MalformedJSON.self) { try Self.readable(String(repeating: opening, count: 1_000_000)) }
    // The deepest that passes is read without running out of stack.
    let message = #"{"jsonrpc":"2.0","id":1,"result":\#(nested(deepestNesting - 1))}"#
    guard case .response(id: 1, result: .success) = try IncomingMessage(body: Array(message.utf8), methods: .init())
    else {
      Issue.record("not a response")
      return
    }
  }

  @Test(arguments: [
    ("plain é漢😀", "plain é漢😀"),
    ("\u{7F}", #"\u007f"#),
    ("a\u{80}b\u{9F}c", #"a\u0080b\u009fc"#),
    ("\u{A0}\u{BF}", "\u{A0}\u{BF}"),
    ("\u{61C}\u{200E}\u{200F}", #"\u061c\u200e\u200f"#),
    ("\u{61B}\u{61D}\u{200D}\u{2010}\u{2027}", "\u{61B}\u{61D}\u{200D}\u{2010}\u{2027}"),
    ("\u{2028}\u{2029}\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}", #"\u2028\u2029\u202a\u202b\u202c\u202d\u202e"#),
    ("\u{202F}\u{2065}\u{206A}", "\u{202F}\u{2065}\u{206A}"),
    ("x\u{2066}\u{2067}\u{2068}\u{2069}y", #"x\u2066\u2067\u2068\u2069y"#),
    ("", ""),
  ])
  func `what cannot be seen is written as an escape`(text: String, escaped: String) {
    #expect(String(decoding: escapingInvisibles(Array(text.utf8)), as: UTF8.self) == escaped)
  }
}
