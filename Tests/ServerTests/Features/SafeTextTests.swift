import Testing

@testable import LSP
@testable import Server

@Suite("What a text or a model says is shown as data")
struct SafeTextTests {
  @Test(
    "In Markdown nothing becomes live",
    arguments: [
      // Links, images, references.
      ("[click](command:evil)", "\\[click\\](command:evil)"),
      ("![x](http://evil/p.png)", "!\\[x\\](`http://evil/p.png`)"),
      ("[ref]: http://evil", "\\[ref\\]: `http://evil`"),
      ("[a][b]", "\\[a\\]\\[b]"),
      // Autolinks, with and without brackets.
      ("<http://evil>", "\\<`http://evil`>"),
      ("see https://a.example/x_y(z), then go.", "see `https://a.example/x_y(z)`, then go."),
      ("WWW.Example.com is up", "`WWW.Example.com` is up"),
      ("write to a.b+c@mail.example.org.", "write to `a.b+c@mail.example.org`."),
      ("xxhttp://evil", "`xxhttp://evil`"),
      ("a\\http://evil", "a\\\\`http://evil`"),
      ("a@b.cc+ftp://evil", "`a@b.cc+ftp://evil`"),
      ("mailto:word@=", "`mailto:word@=`"),
      ("see example.org/x, README.md are code", "see `example.org/x`, `README.md` are code"),
      ("（例子.com、🎉.org", "（`例子.com`、`🎉.org`"),
      ("設定はmain.rsにある", "設定は`main.rs`にある"),
      (">.$a.com, `b.com`", "\\>.$`a.com`, \\``b.com`\\`"),
      ("at //evil.example/x // not.this", "at `//evil.example/x` // not.this"),
      ("www. is short", "`www.` is short"),
      ("www.<b>", "`www.`\\<b>"),
      ("http://.", "`http://`."),
      ("详见https://a.example/b。然后www.c.cn", "详见`https://a.example/b`。然后`www.c.cn`"),
      // HTML and entities.
      ("<script>alert(1)</script>", "\\<script>alert(1)\\</script>"),
      ("<!-- hidden -->", "\\<!-- hidden -->"),
      ("AT&amp;T and &#60;b&#62;", "AT\\&amp;T and \\&#60;b\\&#62;"),
      // Blocks.
      ("# Title", "\\# Title"),
      ("> quoted", "\\> quoted"),
      ("- item", "\\- item"),
      ("* item", "\\* item"),
      ("+ item", "\\+ item"),
      ("12. item", "12\\. item"),
      ("3) item", "3\\) item"),
      ("---", "\\---"),
      ("***", "\\*\\*\\*"),
      ("___", "\\_\\_\\_"),
      ("===", "\\==="),
      ("| a | b |", "\\| a | b |"),
      ("--- | ---", "\\--- | ---"),
      (":--|:--", "\\:--|:--"),
      ("```swift", "\\`\\`\\`swift"),
      ("~~~", "\\~\\~\\~"),
      ("    indented code", "indented code"),
      ("\tindented code", "indented code"),
      // Emphasis and escapes.
      ("**bold** and _it_", "\\*\\*bold\\*\\* and \\_it\\_"),
      ("a `b` c", "a \\`b\\` c"),
      ("\\[not escaped](x)", "\\\\\\[not escaped\\](x)"),
      ("hard break\\", "hard break\\\\"),
      ("C ##", "C #\\#"),
    ]
  )
  func markdownIsDead(words: String, shown: String) {
    #expect(SafeText(.markdown).block(words) == shown)
  }

  @Test(
    "Words that are no markup stay as they are, in Markdown too",
    arguments: [
      "snake_case_name", "2 * 3 = 6", "a < b and c > d", "R&D, Q&A; done", "C:\\Users\\me",
      "price: $5 (about 10 %)", "1.5 million", "-5 degrees", "C# and F#", "e.g. this - and that", "Größe, 東京, 🎉",
      "a || b", "user@host", "awww. cute",
    ]
  )
  func wordsStay(words: String) {
    #expect(SafeText(.markdown).block(words) == words)
  }

  @Test(
    "Plain text has no escapes at all",
    arguments: ["[click](command:evil)", "# Title", "**b** `c` <i> &amp; \\ https://a.example", "- item"]
  )
  func plainTextHasNoEscapes(words: String) {
    #expect(SafeText(.plaintext).block(words) == words)
  }

  @Test(
    "Controls and direction marks are shown by name",
    arguments: [
      ("\u{1B}[31mred\u{1B}[0m", "␛[31mred␛[0m"),
      ("bell\u{07}null\u{00}delete\u{7F}", "bell␇null␀delete␡"),
      ("abc\u{202E}fdp.exe", "abc⟨U+202E⟩fdp.exe"),
      ("\u{2066}a\u{2069}\u{200F}", "⟨U+2066⟩a⟨U+2069⟩⟨U+200F⟩"),
      ("\u{9B}31m", "⟨U+009B⟩31m"),
      ("go\u{E0041}\u{E0042}\u{FEFF}", "go⟨U+E0041⟩⟨U+E0042⟩⟨U+FEFF⟩"),
      ("👩‍👩‍👧 naïve", "👩‍👩‍👧 naïve"),
    ]
  )
  func controlsAreVisible(words: String, shown: String) {
    #expect(SafeText(.plaintext).block(words) == shown)
  }

  @Test("Lines end in one way, paragraphs stay, blank lines do not pile up")
  func linesAreKept() {
    #expect(SafeText(.plaintext).block("\r\n a \r\nb\rc\n\n\n d\u{2028}e\n\n") == "a\nb\nc\n\nd\ne")
    #expect(SafeText(.markdown).line("  # one\n\n two\tthree ") == "\\# one two three")
  }

  @Test(
    "A file's name is code, whatever it holds",
    arguments: [
      ("A history.md", "# `A history.md`"), ("a`b.md", "# `` a`b.md ``"), ("`", "# `` ` ``"), ("\\", "# `\\`"),
      ("a\n<b>\u{1B}", "# `a <b>␛`"),
    ]
  )
  func names(name: String, heading: String) {
    var markup = Markup(.markdown)
    markup.heading(1, file: name)
    #expect(markup.text == heading)
  }

  @Test("A label is one short plain line, and no editor finds an icon in it")
  func labels() {
    #expect(SafeText.label("Fees\n\tand $(trash) dues") == "Fees and $ (trash) dues")
    #expect(SafeText.label("one two three four", limit: 12) == "one two…")
    #expect(SafeText.label("Donaudampfschifffahrt", limit: 8) == "Donauda…")
    #expect(SafeText.label("[Fees](command:x)") == "[Fees] (command:x)")
    #expect(SafeText.message("[Fees](command:x)\nrise") == "[Fees] (command:x) rise")
    #expect(SafeText.label("\u{1B}]8;;http://evil\u{07}") == "␛]8;;http://evil␇")
  }

  @Test("A long line of marks is escaped in linear time")
  func manyMarks() {
    let marks = String(repeating: "a@b:/w&[_", count: 50_000)
    #expect(SafeText(.markdown).line(marks).utf8.count > marks.utf8.count)
    let dots = String(repeating: "例.", count: 200_000)
    #expect(SafeText(.markdown).line(dots) == dots)
  }

  @Test(
    "Clients that print escapes get plain text, others what they like best",
    arguments: [
      ("Neovim", [MarkupKind.markdown, .plaintext], Client.HoverFormat.plaintext),
      ("vim-lsp", [.markdown], .plaintext),
      ("Visual Studio Code", [.markdown, .plaintext], .markdown),
      ("helix", [.markdown], .markdown),
      ("Zed", [.markdown], .markdown),
      ("Emacs", [.plaintext], .plaintext),
      (nil, [.markdown, .plaintext], .markdown),
      (nil, [.plaintext, .markdown], .plaintext),
      (nil, [], .plaintext),
    ] as [(String?, [MarkupKind], Client.HoverFormat)]
  )
  func formats(name: String?, offered: [MarkupKind], format: Client.HoverFormat) {
    #expect(Client.HoverFormat(clientName: name, contentFormat: offered) == format)
  }
}
