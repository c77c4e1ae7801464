import Testing

@testable import Models

/// All ways to cut bytes into two pieces, and the way of single bytes.
private func cuts(_ text: String) -> [[[UInt8]]] {
  let bytes = Array(text.utf8)
  return (0...bytes.count).map { [Array(bytes[..<$0]), Array(bytes[$0...])] } + [bytes.map { [$0] }]
}

@Suite("Formats of streams, cut at every byte")
struct StreamFormatTests {
  @Test(
    "Server-sent events",
    arguments: [
      ("data: a\n\ndata: b\n\n", ["a", "b"]),
      ("data: a\r\n\r\ndata: b\r\n\r\n", ["a", "b"]),
      ("data: a\r\rdata: b\r\r", ["a", "b"]),
      ("data:a\n\n", ["a"]),
      ("data:  a\n\n", [" a"]),
      (": ping\n\nevent: x\nid: 1\ndata: größe 日本\n\n", ["größe 日本"]),
      ("data: one\ndata: two\n\n", ["one\ntwo"]),
      ("\u{FEFF}data: a\n\n", ["a"]),
      ("database: a\n\n", []),
      ("data: no empty line behind it", ["no empty line behind it"]),
      ("\n\n\n", []),
    ]
  )
  func events(_ text: String, _ expected: [String]) throws {
    for pieces in cuts(text) {
      var reader = ServerSentEvents()
      var found: [[UInt8]] = []
      for piece in pieces { found += try reader.events(of: piece) }
      found += reader.rest()
      #expect(found.map { String(decoding: $0, as: UTF8.self) } == expected)
    }
  }

  @Test(
    "JSON values, one to a line",
    arguments: [
      ("{\"a\":1}\n{\"b\":2}\n", ["{\"a\":1}", "{\"b\":2}"]),
      ("{\"a\":\"é\"}\r\n\r\n{}", ["{\"a\":\"é\"}", "{}"]),
      (" \n\n", []),
    ]
  )
  func lines(_ text: String, _ expected: [String]) throws {
    for pieces in cuts(text) {
      var reader = JSONLines()
      var found: [[UInt8]] = []
      for piece in pieces { found += try reader.values(of: piece) }
      found += reader.rest()
      #expect(found.map { String(decoding: $0, as: UTF8.self) } == expected)
    }
  }

  @Test("A line without end is given up")
  func endless() {
    var reader = LineReader()
    #expect(throws: LineReader.TooLong.self) {
      _ = try reader.lines(of: [UInt8](repeating: 0x61, count: LineReader.longestLine + 1))
    }
  }

  @Test(
    "The head of an answer is the last one, whole",
    arguments: [
      ("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n", 200),
      ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 429 Many\r\nRetry-After: 3\r\n\r\n", 429),
      ("HTTP/1.1 200 Connection established\r\n\r\nHTTP/2 503\r\n\r\n", 503),
      ("HTTP/1.1 200 OK\r\nContent-Type: text", nil),
      ("", nil),
    ] as [(String, Int?)]
  )
  func head(_ text: String, _ status: Int?) {
    #expect(HTTPHead(Array(text.utf8))?.status == status)
  }
}

@Suite("Thinking, loops, refusals and JSON in answers")
struct AnswerTests {
  @Test(
    "Thinking is taken out however the answer is cut",
    arguments: [
      ("The answer.", "The answer."),
      ("<think>Hm.</think>The answer.", "The answer."),
      ("\n<thinking>a < b </think> c</thinking>\n\nThe answer.", "\n\nThe answer."),
      ("Hm, let me see.</think>The answer.", "The answer."),
      ("<think>never ends", ""),
      ("<think>a</think><think>b</think>c", "c"),
      ("<th", "<th"),
      ("a < b and <b>c</b>", "a < b and <b>c</b>"),
      ("The tag <think> opens.", "The tag <think> opens."),
      ("<think>x</think>The tag </think> closes.", "The tag </think> closes."),
    ]
  )
  func thinking(_ text: String, _ expected: String) {
    for pieces in cuts(text) {
      var filter = ThinkingFilter()
      for piece in pieces { filter.take(piece) }
      filter.finish()
      #expect(String(decoding: filter.answer, as: UTF8.self) == expected)
    }
  }

  @Test(
    "A loop is cut where it begins to repeat",
    arguments: [
      ("The board met in May.\nThe board met in May.\nThe board met in May.\n", "The board met in May.\n"),
      (
        "It rained a lot. We went out then. We went out then. We went out then. ", "It rained a lot. We went out then. "
      ),
      ("A b c d.\nE f g h.\nA b c d.\nE f g h.\nA b c d.\n", "A b c d.\nE f g h.\n"),
      ("Notes: " + String(repeating: "ha ", count: 60), "Notes: ha"),
      (String(repeating: "日本", count: 60), "日本"),
    ]
  )
  func loop(_ text: String, _ expected: String) throws {
    for isGrowing in [false, true] {
      var loops = LoopGuard()
      var cut: Int?
      let bytes = Array(text.utf8)
      for length in isGrowing ? Array(1...bytes.count) : [bytes.count] where cut == nil {
        cut = loops.cut(Array(bytes[..<length]))
      }
      let found = String(decoding: bytes[..<(try #require(cut))], as: UTF8.self)
      #expect(found.hasPrefix(expected.dropLast(1)) && found.count <= expected.count + 1)
    }
  }

  @Test(
    "What is no loop is left alone",
    arguments: [
      "Yes.\nYes.\nYes.\nYes.\n", "A first one. A second one. A first one.",
      "On 1 May he left. On 2 May he left. On 3 May he left. On 4 May he left.",
    ]
  )
  func noLoop(_ text: String) {
    var loops = LoopGuard()
    #expect(loops.cut(Array(text.utf8)) == nil)
  }

  @Test(
    "A refusal is found at the beginning of an answer alone",
    arguments: [
      ("I'm sorry, but I can't help with that.", true),
      ("I’m sorry, but I cannot summarise this text.", true),
      ("**I cannot assist with this request.**", true),
      ("Es tut mir leid, aber ich kann das nicht zusammenfassen.", true),
      ("The minister said: I'm sorry, but I can't help with that.", false),
      ("I'm sorry is the title of the song that she wrote in 1960.", false),
      ("I cannot tell you how glad we were, he writes from Oslo.", false),
      ("", false),
    ]
  )
  func refusal(_ answer: String, _ expected: Bool) {
    #expect(RefusalPhrases.isRefusal(answer) == expected)
  }

  @Test(
    "JSON that is still growing gives what is there",
    arguments: [
      ("{", nil, []),
      ("{\"headline\": \"Boats in", "Boats in", []),
      ("{\"headline\": \"Boats\", \"points\": [\"One.\", \"Tw", "Boats", ["One.", "Tw"]),
      ("{\"points\":[\"A \\\"b\\\" \\u00e9 \\ud83d\\ude00\"],\"headline\":\"H\"}", "H", ["A \"b\" é 😀"]),
      ("{\"points\":[\"half \\ud83d", nil, ["half"]),
      ("{\"points\":[\"half \\u00", nil, ["half"]),
      ("{\"other\":[\"x\"],\"points\":[]}", nil, []),
    ] as [(String, String?, [String])]
  )
  func structured(_ json: String, _ headline: String?, _ points: [String]) throws {
    let found = try #require(StructuredAnswer(Array(json.utf8)))
    #expect(found.headline == headline)
    #expect(found.points == points)
  }

  @Test("Every beginning of such an object can be read")
  func prefixes() {
    let json = Array("{\"headline\":\"a\\n\\ud83d\\ude00\",\"points\":[\"b\",\"c\\\\\"]}".utf8)
    for length in 1...json.count { #expect(StructuredAnswer(Array(json[..<length])) != nil) }
    #expect(StructuredAnswer(Array("Plain prose.".utf8)) == nil)
  }
}
