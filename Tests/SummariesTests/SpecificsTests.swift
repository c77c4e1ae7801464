import Testing

@testable import Summaries

@Suite("Specifics")
struct SpecificsTests {
  @Test(
    "The scanner finds what a reader would look up, in one form for every spelling",
    arguments: [
      ("It closed on 14 March 1987 for good.", "14 March 1987", .date, "1987-03-14"),
      ("It closed on March 14, 1987 for good.", "March 14, 1987", .date, "1987-03-14"),
      ("It closed on 1987-03-14 for good.", "1987-03-14", .date, "1987-03-14"),
      ("Es schloss am 14.3.1987 endgültig.", "14.3.1987", .date, "1987-03-14"),
      ("Es schloss am 14. März 1987 und ist nicht wieder da.", "14. März 1987", .date, "1987-03-14"),
      ("It closed in March 1987 for good.", "March 1987", .date, "1987-03"),
      ("It closed on the 3rd of June, they say.", "3rd of June", .date, "--06-03"),
      ("The plan waits until May, they say.", "May", .date, "--05"),
      ("They have met since 1987, they say.", "1987", .date, "1987"),
      ("桥于1987年3月14日关闭。", "1987年3月14日", .date, "1987-03-14"),
      ("The train leaves at 14:30 from here.", "14:30", .time, "14:30"),
      ("The train leaves at 2.30 pm from here.", "2.30 pm", .time, "14:30"),
      ("It costs $2,118 a year.", "$2,118", .money, "usd 2118"),
      ("It costs 5 million dollars a year.", "5 million dollars", .money, "usd 5000000"),
      ("It costs €3.5 million a year.", "€3.5 million", .money, "eur 3500000"),
      ("It rose by 12.50 % in all.", "12.50 %", .percent, "12.5%"),
      ("It rose by twelve per cent in all.", "twelve per cent", .percent, "12%"),
      ("He counted 2,118 crates by hand.", "2,118", .number, "2118"),
      ("Er zählte 2.118 Kisten und das ist nicht viel.", "2.118", .number, "2118"),
      ("The key has 64-bit words inside.", "64-bit", .number, "64"),
      ("The file has 10 MB in all.", "10 MB", .number, "10"),
      ("He counted nine hundred and five crates.", "nine hundred and five", .number, "905"),
      ("He counted forty-two crates by hand.", "forty-two", .number, "42"),
      ("He waited three days for it.", "three days", .number, "3"),
      ("Call 1-800-222-0364 for help.", "1-800-222-0364", .address, "1-800-222-0364"),
      ("倉庫で5562冊の台帳を確認した。", "5562冊", .number, "5562"),
      ("橋は令和5年3月14日に閉鎖された。", "令和5年3月14日", .date, "2023-03-14"),
      ("橋は平成元年より後の昭和63年に閉鎖された。", "昭和63年", .date, "1988"),
      ("橋は１９８７年３月１４日に閉鎖された。", "１９８７年３月１４日", .date, "1987-03-14"),
      ("会議は14時30分に始まる。", "14時30分", .time, "14:30"),
      ("会議は3時間かかる。", "3時間", .number, "3"),
      ("村には3万5千人が住む。", "3万", .number, "30000"),
      ("桥的造价是1.2亿元。", "1.2亿元", .money, "cny 120000000"),
      ("橋は500万円かかる。", "500万円", .money, "jpy 5000000"),
      ("本は30ドルで売られた。", "30ドル", .money, "usd 30"),
      ("今日は高瀬さんに会った。", "高瀬さん", .name, "高瀬"),
      ("我们见到了王先生。", "王先生", .name, "王"),
      ("私は田中氏に会った。", "田中氏", .name, "田中"),
      ("The act is Public Law 104-106 of the land.", "104-106", .number, "104-106"),
      ("They answer 24/7 if asked to.", "24/7", .number, "24/7"),
      ("See NIST SP 800-63C for that.", "SP 800-63C", .identifier, "sp 800-63c"),
      ("See ISO/IEC 9241-11 for that.", "ISO/IEC 9241-11", .identifier, "iso/iec 9241-11"),
      ("There are two APIs for that.", "APIs", .identifier, "apis"),
      ("Come in at 8:00 a.m. or later.", "8:00 a.m.", .time, "08:00"),
      ("Es kamen dreiundzwanzig Leute und nicht mehr.", "dreiundzwanzig", .number, "23"),
      ("Es waren zweitausendvierhundertelf Euro und nicht mehr.", "zweitausendvierhundertelf Euro", .money, "eur 2411"),
      ("Das Büro liegt in Ivelden und ist nicht groß.", "Ivelden", .name, "ivelden"),
      ("It needs v1.4.2 or later.", "v1.4.2", .version, "v1.4.2"),
      ("It was new in Linux 2.6.24 already.", "2.6.24", .version, "2.6.24"),
      ("We asked Ines Kovarik about it.", "Ines Kovarik", .name, "ines kovarik"),
      ("We asked Dr. Ines Kovarik about it.", "Dr. Ines Kovarik", .name, "ines kovarik"),
      ("We asked J. R. Harrowgate about it.", "J. R. Harrowgate", .name, "j. r. harrowgate"),
      ("We asked Ludwig van der Berg about it.", "Ludwig van der Berg", .name, "ludwig van der berg"),
      ("We asked Vera Valdez-Ruhl about it.", "Vera Valdez-Ruhl", .name, "vera valdez-ruhl"),
      ("We live near Tarnholm these days.", "Tarnholm", .name, "tarnholm"),
      ("Norbury kept goats near the river.", "Norbury", .name, "norbury"),
      ("Wir haben die Frage mit Ines Kovarik und nicht mit dem Amt geklärt.", "Ines Kovarik", .name, "ines kovarik"),
      ("ジョン・スミスに会った。", "ジョン・スミス", .name, "ジョン・スミス"),
      ("Set maxAnswerTokens to a number.", "maxAnswerTokens", .identifier, "maxanswertokens"),
      ("Set max_answer_tokens to a number.", "max_answer_tokens", .identifier, "max_answer_tokens"),
      ("Call signal(7) for more.", "signal(7)", .identifier, "signal(7)"),
      ("Pass --no-color to be sure.", "--no-color", .identifier, "--no-color"),
      ("Look at O_NONBLOCK for that.", "O_NONBLOCK", .identifier, "o_nonblock"),
      ("See the text of RFC 2616 for that.", "RFC 2616", .identifier, "rfc 2616"),
      ("Look into /etc/passwd for that.", "/etc/passwd", .path, "/etc/passwd"),
      ("Look at https://example.org/a?b=c, please.", "https://example.org/a?b=c", .url, "https://example.org/a?b=c"),
      ("Write to anna.berg@example.org today.", "anna.berg@example.org", .address, "anna.berg@example.org"),
      ("They call it a “Slider egg” here.", "Slider egg", .quote, "slider egg"),
      ("これを「処理方法」と呼ぶことにする。", "処理方法", .quote, "処理方法"),
    ] as [(String, String, Specific.Kind, String)]
  )
  func finds(_ text: String, value: String, kind: Specific.Kind, canonical: String) {
    let found = Specific.scan(Array(text.utf8))
    let match = found.first { $0.value == value }
    #expect(match?.kind == kind, "\(found.map(\.value))")
    #expect(match?.canonical == canonical)
    if let match { #expect(slice(text, match.range) == value) }
  }

  @Test(
    "What only labels, numbers or stresses is no specific",
    arguments: [
      "Anna Berg: let us go on then.",
      "1. Let us go on then.",
      "(2) Let us go on then.",
      "2.4.1 Scope\n\nlet us go on then.",
      "See section 5.1 and page 12 for more.",
      "It was shown before [47] and again [3, 14].",
      "The server MUST NOT answer and SHOULD wait.",
      "THE WORK OF MANY HANDS",
      "[00:12:33] let us go on then.",
      "00:01:02,345 --> 00:01:04,000\nlet us go on then.",
      "Yesterday they went on.",
      "Die Regierung hat das Gesetz nicht und nie gewollt.",
      "Die Tipps zur Anpassung und die Liste der Befehle sind nicht in der Unix-Welt.",
      "Die Datei ist in Dateien wie der Datei enthalten und nicht in Kraft.",
      "Der Hundertste war nicht der und das ist einundalles.",
      "Everyone knows it. Wherever you go, they know it.",
      "Q&amp;A is what they call it &#8212; and so on.",
      "See what they made of it.",
      "様々な要求仕様は同様である。",
      "e.g. this one, i.e. that one",
      "----- ===== *****",
      "他们继续讨论这个问题。",
      "",
      "   \n\n\t ",
      "👩‍👩‍👧 🎉🎉🎉",
    ]
  )
  func ignores(_ text: String) {
    #expect(Specific.scan(Array(text.utf8)).map(\.value) == [])
  }

  @Test("A surname stands for the full name that was seen before")
  func surname() {
    let text = "We asked Ines Kovarik about it. Later Kovarik agreed, and so did the others."
    let names = Specific.scan(Array(text.utf8)).filter { $0.kind == .name }
    #expect(names.map(\.value) == ["Ines Kovarik", "Kovarik"])
    #expect(Set(names.map(\.canonical)) == ["ines kovarik"])
  }

  @Test("A name that is wrapped over two lines is one name")
  func wrapped() {
    let names = Specific.scan(Array("We have asked the good Ines\nKovarik about it.".utf8))
    #expect(names.map(\.value) == ["Ines Kovarik"])
  }

  @Test("Ranges keep to the part that was asked for, and damaged text is read without harm")
  func ranges() {
    let text = Array("We met 12,345 people in Port Ellory.".utf8)
    #expect(Specific.scan(text, in: 7..<13).map(\.value) == ["12,345"])
    #expect(Specific.scan(text, in: 0..<0) == [])
    #expect(Specific.scan([0xE2, 0x80, 0x31, 0xFF, 0x32, 0xF0, 0x9F]).count <= 2)
  }

  @Test(
    "The scan is linear on texts made to stall it",
    arguments: ["a.b-", "\"x ", "A ", "1,", "[1,", "://", "a@", "--a", "Aa ", "(", "年", "- "]
  )
  func linear(_ piece: String) {
    let text = Array(String(repeating: piece, count: 200_000 / piece.utf8.count).utf8)
    let time = ContinuousClock().measure { _ = Specific.scan(text) }
    // A debug build takes about a second; a quadratic scan takes minutes.
    #expect(time < .seconds(20))
  }

  private func slice(_ text: String, _ range: Range<Int>) -> String {
    String(decoding: Array(text.utf8)[range], as: UTF8.self)
  }
}
