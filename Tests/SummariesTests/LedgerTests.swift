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
    #expect(Set(rows.map(\.value)).isSuperset(of: ["9 December 1938", "Vesna Hollis", "4,957", "12 %", "661 euros"]))
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
    let tokens = rows.map { strictTokens($0.value) + ($0.context.isEmpty ? 0 : strictTokens($0.context)) }
    #expect(tokens.reduce(0, +) <= Ledger.ceiling)
    #expect(rows.contains { $0.value == "14 March 1987" })
  }

  private func ledger(of text: String, shown: [Range<Int>]) -> [Note.Omission] {
    Ledger(of: Reading(Array(text.utf8))).omissions(from: shown)
  }
}
