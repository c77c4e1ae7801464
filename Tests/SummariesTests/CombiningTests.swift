import Testing

@testable import Summaries

@Suite("Combining notes")
struct CombiningTests {
  @Test(
    "takes as many requests as its levels need",
    arguments: [
      (0, 220, 3_697, 0), (1, 220, 3_697, 0), (2, 220, 3_697, 1), (16, 220, 3_697, 1), (17, 220, 3_697, 3),
      (33, 220, 3_697, 4), (300, 220, 3_697, 22), (1_000, 220, 440, 999), (5, 100, 250, 4),
    ]
  )
  func levels(_ notes: Int, _ ceiling: Int, _ budget: Int, _ passes: Int) {
    #expect(combinePasses(notes: notes, ceiling: ceiling, budget: budget) == passes)
  }

  @Test("takes one request where any number of notes fits")
  func unlimited() {
    #expect(combinePasses(notes: 1_000, ceiling: 220, budget: nil) == 1)
    #expect(combineGroups([1, 2, 3], budget: nil) == [0..<3])
    #expect(combineGroups([1], budget: nil).isEmpty)
  }

  @Test("is not done where a request does not hold two notes", arguments: [439, 220, 1, 0, -7, .min])
  func tooSmall(_ budget: Int) {
    #expect(combinePasses(notes: 5, ceiling: 220, budget: budget) == 0)
    #expect(combineGroups([220, 220, 220], budget: budget).isEmpty)
  }

  @Test("makes equal groups that fit, each of two at least where that can be")
  func groups() {
    #expect(combineGroups(Array(repeating: 220, count: 17), budget: 3_697).map(\.count).sorted() == [8, 9])
    #expect(combineGroups([220, 50, 60, 220], budget: 300) == [0..<2, 2..<4])
    #expect(combineGroups([100, 100, 900, 100, 100], budget: 300) == [0..<2, 2..<3, 3..<5])
  }

  @Test("ends, whatever the notes cost", arguments: 0..<20)
  func ends(_ seed: Int) {
    var random = Seeded(seed)
    var notes = (0..<Int.random(in: 2..<200, using: &random)).map { _ in Int.random(in: 0...400, using: &random) }
    let budget = Int.random(in: 0...2_000, using: &random)
    while notes.count > 1 {
      let groups = combineGroups(notes, budget: budget)
      guard !groups.isEmpty else { break }
      #expect(groups.count < notes.count)
      #expect(groups.first?.lowerBound == 0 && groups.last?.upperBound == notes.count)
      for group in groups where group.count > 1 { #expect(notes[group].reduce(0, +) <= budget) }
      notes = groups.map { $0.count == 1 ? notes[$0.lowerBound] : Int.random(in: 1...220, using: &random) }
    }
  }
}
