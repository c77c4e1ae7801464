import Summaries
import Testing

@testable import Server

@Suite("Numbers, times and counts in words")
struct WordingTests {
  @Test(arguments: [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567"), (-12_345, "-12,345")])
  func numbers(value: Int, words: String) {
    #expect(Wording.number(value) == words)
  }

  @Test("The ends of Int are numbers too")
  func extremes() {
    #expect(Wording.number(.min) == "-9,223,372,036,854,775,808")
  }

  @Test func counts() {
    #expect(Wording.passes(1) == "1 pass")
    #expect(Wording.passes(2_000) == "2,000 passes")
    #expect(Wording.tokens(TokenCount(1, exact: true)) == "1 token")
    #expect(Wording.tokens(TokenCount(9_842, exact: false)) == "about 9,842 tokens")
  }

  @Test(
    "Ages, whatever the clock says",
    arguments: [
      (0, "just now"), (59, "just now"), (60, "1 min ago"), (3_599, "59 min ago"), (3_600, "1 h ago"),
      (172_799, "47 h ago"), (172_800, "2 days ago"), (-500, "just now"), (.infinity, "just now"), (.nan, "just now"),
    ] as [(Double, String)]
  )
  func ages(elapsed: Double, words: String) {
    #expect(Wording.age(of: 1_000, now: 1_000 + elapsed) == words)
  }

  @Test(arguments: [(-3, "1 s"), (0, "1 s"), (40, "40 s"), (119, "119 s"), (120, "2 min"), (7_200, "2 h")])
  func durations(seconds: Int, words: String) {
    #expect(Wording.duration(seconds: seconds) == words)
  }

  @Test(
    "Every kind of failure has a code of lower-case words",
    arguments: Failure.Kind.allCases
  )
  func codes(kind: Failure.Kind) {
    let code = Wording.code(kind)
    #expect(code.allSatisfy { $0.isLowercase || $0 == "-" })
    #expect(code.filter { $0 != "-" } == kind.rawValue.lowercased())
  }
}
