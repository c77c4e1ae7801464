/// What texts are made of when they are made to break something.
package enum NastyText {
  /// Fewer than 256: one byte of an input picks one.
  static let pieces = [
    " ", "\n", "\n\n", "\r", "\r\n", "\t", "  ", "\u{0}", "\u{1B}[31m", "\u{7F}", "\u{85}", "\u{A0}", "\u{AD}",
    "\u{FEFF}",
    "\u{200B}", "\u{200D}", "\u{2028}", "\u{2029}", "\u{202E}", "\u{2069}", "\u{3000}", "\u{FFFD}", "\u{FFFF}",
    "\u{10FFFF}", "\u{D7FF}", "\u{E000}", "e\u{301}", "\u{301}", "\u{FE0F}", "😀", "👩‍👧", "🇩🇪", "1️⃣", "é", "ß", "ẞ", "İ",
    "漢字", "。", "！",
    "「", "」", "한국어", "שלום", "مرحبا", "नमस्ते", "ไทย", "𝒳", "ﬁ", "½", "Ⅷ",
    ".", ". ", "! ", "? ", "…", "...", "?!", ";", ": ", ", ", "-", "--", "—", "–", "'", "’s ", "\"", "“", "”", "„", "«",
    "»", "(", ")",
    "[", "]", "{", "}", "<", ">", "/", "\\", "|", "*", "**", "_", "`", "```\n", "~~~\n", "#", "# ", "## ", "=====\n",
    "-----\n", "- ",
    "1. ", "a) ", "> ", "    ", "| a | b |\n", "|---|---|\n", "<!-- ", " -->", "---\n", "%", "§", "&", "@", "+", "=",
    "$", "€",
    "a", "Z", "word", "The committee met. ", "She said so. ", "However, ", "Mr. ", "e.g. ", "z. B. ", "No. ", "etc. ",
    "U.S. ",
    "Anna: ", "Anna Maria Schmidt ", "van der Berg ", "O’Neill ", "Berlin ", "New York ", "NASA ", "iPhone ", "IBM’s ",
    "Dr. Who. ",
    "0", "1", "9", "42 ", "2,118 ", "3.14 ", "1.000.000,5 ", "1e309 ", "-0 ", "99999999999999999999 ", "12 %",
    "$5.2 million ", "€ 3 ",
    "1987-03-14 ", "14 March 1987 ", "31/12/99 ", "3. März ", "10:30 ", "25:61 ", "twenty-one ", "first ",
    "v1.2.3-beta ", "0x1F ",
    "192.168.0.1 ", "::1 ", "a@b.example ", "https://a.example/x?y=(z)#w ", "http:// ", "www.a.example ",
    "/usr/bin/env ", "C:\\x\\y ", "~/.config ",
    "snake_case ", "camelCase ", "CONST_1 ", "f(x) ", "a.b.c ", "-Wall ", "$HOME ", "#123 ", "@user ", "func f() {\n",
    "}\n", "// x\n", "\\u0041",
    "%s", "\u{1F3FB}", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "1111111111111111111111111111111111111111",
    "................................", "((((((((((((((((", "\n\n\n\n\n\n\n\n",
    "The harbour master counted 41 boats on 3 May 1912, and nobody in Lisbon believed him. ",
    "Nothing was decided. ",
    "It rained, it rained and it rained; the mill at Oakridge stood still for eleven days.\n\n",
    "Der Bürgermeister, Dr. Hans Müller, sprach am 3. Oktober. ", "委员会在北京开会。", "東京で会議が開かれた。",
  ]

  /// Whole texts, as inputs begin with them.
  package static let texts = [
    "", ".", "\u{FEFF}", "\r\n\r\n", "a\rb\nc\r\n", "Mr.", "e.g. i.e. etc.", "“‘\"'”’", "1.1.1.1.1.1",
    "# \n## \n### \n",
    "```\n# not a heading\n```\n# a heading\n", "- a\n- b\n\n  c\n1. d\n", "Anna: Yes.\nBob: No. Anna: Yes!\n",
    "| a | b |\n|---|---|\n| 1 | 2 |\n", "---\ntitle: x\n---\n\nText. More text.\n", "漢字。漢字！漢字？「漢字。」漢字", "👩‍👧👩‍👧👩‍👧 🇩🇪🇩🇪",
    "a\u{301}\u{301}\u{301}\u{301}", "\u{202E}abc\u{202C} [x](javascript:y) <b> `code` https://a.example",
    "On 14 March 1987 (1987-03-14) 2,118 people paid $5.2 million, or 12 %, at 10:30 in Berlin; see https://a.example/x.",
  ]

  /// Messages, as inputs of JSON begin with them.
  package static let messages = [
    #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}"#,
    #"{"jsonrpc":"2.0","id":"\ud800","method":"textDocument/hover","params":{"textDocument":{"uri":"file:///a"},"position":{"line":1e2,"character":-1}}}"#,
    #"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a","version":2},"contentChanges":[{"range":{"start":{"line":0,"character":0},"end":{"line":9,"character":9}},"text":"\u0000\udc00"}]}}"#,
    #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}"#,
    #"[{"jsonrpc":"2.0"}]"#, "{}", "null", #""a""#, "1e999", #"{"id":9223372036854775808,"method":"shutdown"}"#,
    #"{"a":1,"a":2,"method":[],"id":{}}"#, #"{"id":1,"result":[[[[[[[[]]]]]]]]}"#,
  ]
}
