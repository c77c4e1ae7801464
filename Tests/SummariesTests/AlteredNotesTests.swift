import Foundation
import Testing

@testable import Summaries

/// What is flagged and traced of notes that are made of real texts by rule, against floors.
@Suite("Altered notes of real texts")
struct AlteredNotesTests {
  private static let texts: [String] = [
    "18f-benefits", "nist63a-sec4", "qmsum-ES2004a", "qmsum-IS1003b", "squality-61467", "squality-63833",
  ]

  /// Shares in per cent, of all samples of all texts.
  private static let mostMissed = 4.0
  private static let mostFalseFlags = 0.2
  private static let leastTraced = 97.0
  private static let mostWrongTraces = 2.5

  private struct Tally {
    var altered = 0
    var missed: [String] = []
    var specifics = 0
    var falseFlags: [String] = []
    var sentences = 0
    var traced = 0
    var wrong = 0
  }

  @Test(
    "Altered specifics are flagged, true ones are not, and sentences find their source",
    arguments: [11, 12] as [UInt64]
  )
  func altered(seed: UInt64) throws {
    var tally = Tally()
    for name in Self.texts {
      for passage in try passages(of: name) { measure(passage, seed: seed, &tally) }
    }
    #expect(tally.altered >= 80)
    #expect(tally.specifics > 800)
    #expect(share(tally.missed.count, tally.altered) <= Self.mostMissed, "\(tally.missed)")
    #expect(share(tally.falseFlags.count, tally.specifics) <= Self.mostFalseFlags, "\(tally.falseFlags)")
    #expect(share(tally.traced, tally.sentences) >= Self.leastTraced)
    #expect(share(tally.wrong, tally.sentences) <= Self.mostWrongTraces)
  }

  private func share(_ part: Int, _ whole: Int) -> Double { 100 * Double(part) / Double(max(1, whole)) }

  /// Pieces of about 8,000 bytes, 2,000 tokens, cut between paragraphs.
  private func passages(of name: String) throws -> [[UInt8]] {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let text = [UInt8](try Data(contentsOf: tests.appending(path: "Quality/texts/\(name).txt")))
    var passages: [[UInt8]] = []
    var start = 0
    while start < text.count {
      let end = text[min(text.count, start + 8_000)...].firstIndex(of: 0x0A) ?? text.count
      passages.append(Array(text[start..<end]))
      start = end
    }
    return passages
  }

  private func measure(_ passage: [UInt8], seed: UInt64, _ tally: inout Tally) {
    var notes = AlteredNotes(of: passage, seed: seed)
    let (truths, altered) = notes.samples()
    let honest = groundedNote(Draft(text: truths.map(\.text).joined(separator: "\n\n")), of: passage)
    tally.specifics += Specific.scan(Array(honest.text.utf8)).count
    tally.falseFlags += honest.notInText.map(\.text)
    for sample in truths {
      guard let sentence = honest.sentences.first(where: { $0.text == sample.text }) else { continue }
      tally.sentences += 1
      if let range = sentence.range {
        if range.overlaps(sample.origin) { tally.traced += 1 } else { tally.wrong += 1 }
      }
    }
    let doubtful = groundedNote(Draft(text: altered.map(\.text).joined(separator: "\n\n")), of: passage)
    for sample in altered {
      guard let value = sample.altered else { continue }
      tally.altered += 1
      let isFlagged = doubtful.notInText.contains { $0.text.contains(value) || value.contains($0.text) }
      if !isFlagged { tally.missed.append("\(value): \(sample.text)") }
    }
  }
}
