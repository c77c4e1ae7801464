import Testing

@testable import Summaries

@Suite("Ledger")
struct LedgerTests {
  private let text = """
    The survey was the best that the office had ever made, and it was made in a very short time. On 9 December 1938 Vesna
    Hollis counted 4,957 seabirds at Castle Wray. The rate was 12 % and the boat cost 661 euros.
    """

  @Test("It holds what the note does not say, and nothing that the note says")
  func complement() {
    let rows = ledger(of: text, shown: [0..<93])
    #expect(Set(rows.map(\.value)).isSuperset(of: ["9 December 1938", "4,957", "12 %", "661 euros"]))
    let all = ledger(of: text, shown: [0..<text.utf8.count])
    #expect(all.isEmpty)
  }

  @Test("What the note says in another spelling is not left out")
  func canonical() {
    let text =
      "The hall opened on 14 March 1987 with 2,118 seats. The hall (1987-03-14, 2118 seats) is closed for good now."
    #expect(ledger(of: text, shown: [0..<51]).isEmpty)
  }

  @Test("A bare number brings the words around it, a name or a date does not")
  func context() {
    let rows = ledger(of: text, shown: [])
    let number = rows.first { $0.value == "4,957" }
    #expect(number?.context == "Vesna Hollis counted 4,957 seabirds at Castle Wray")
    #expect(rows.first { $0.value == "9 December 1938" }?.context == "")
  }

  @Test("What stands in the words around a number has no row of its own")
  func absorbed() {
    let rows = ledger(of: text, shown: [0..<93])
    #expect(!rows.contains { $0.value == "Vesna Hollis" || $0.value == "Castle Wray" })
  }

  @Test("Where the note has only the surname, the full name is left out, once")
  func surname() {
    let text = "They asked Ines Kovarik about it that day. Later Kovarik agreed to the plan. Kovarik left soon."
    let note = text.utf8.count - 59..<text.utf8.count
    #expect(ledger(of: text, shown: [note]).map(\.value) == ["Ines Kovarik"])
    #expect(ledger(of: text, shown: [0..<text.utf8.count]).isEmpty)
  }

  @Test(
    "The words around a number are whole, three to six, and stop where the clause does",
    arguments: [
      ("You may come in at 8:00 a.m. or later if you like.", "8:00 a.m.", "at 8:00 a.m. or later"),
      ("It was sold, and then he bought 72 of the best old books.", "72", "he bought 72 of the best"),
      ("The contract, worth 308 euros, was signed.", "308 euros", "The contract, worth 308 euros, was signed"),
      ("They asked St. Mary for 250 new beds in May.", "250", "St. Mary for 250 new beds"),
      ("“It was 48 dollars,” he said to them.", "48 dollars", "It was 48 dollars"),
      ("They left, and nearly 300 of them came back.", "300", "nearly 300 of them came"),
    ]
  )
  func words(_ text: String, value: String, context: String) {
    #expect(ledger(of: text, shown: []).first { $0.value == value }?.context == context)
  }

  @Test("A fact in Japanese brings its clause, which names who and where")
  func japanese() {
    let text = "橋の話である。高瀬冬馬は1995年10月12日に深山口の倉庫で8984冊の台帳を確認した。それだけである。"
    let row = ledger(of: text, shown: []).first { $0.value == "8984冊" }
    #expect(row?.context == "高瀬冬馬は1995年10月12日に深山口の倉庫で8984冊の台帳を確認した")
  }

  @Test("Each row knows where its value stands")
  func ranges() {
    for row in ledger(of: text, shown: []) {
      let stands = String(decoding: Array(text.utf8)[row.range], as: UTF8.self)
      #expect(stands.split(whereSeparator: \.isWhitespace).joined(separator: " ") == row.value)
    }
  }

  @Test("Values and contexts together keep to the ceiling, and a date finds its place among many names")
  func ceiling() {
    let many = (0..<300).map { "The crew of ship number \($0 + 1_000) met Captain Ahab\($0) there." }.joined(
      separator: " "
    )
    let rows = ledger(of: many + " It ended on 14 March 1987 for all.", shown: [])
    let tokens = rows.map { plain($0.value) + plain($0.context) }
    #expect(tokens.reduce(0, +) <= Ledger.ceiling)
    #expect(rows.contains { $0.value == "14 March 1987" })
  }

  private func plain(_ text: String) -> Int { plainTokens(Array(text.utf8), 0..<text.utf8.count) }

  private func ledger(of text: String, shown: [Range<Int>]) -> [Note.Omission] {
    Ledger(of: Reading(Array(text.utf8))).omissions(from: shown)
  }
}
