/// Notices that an answer says the same again and again, and where it began to.
///
/// To be asked while the answer grows; each byte is looked at a bounded number of times.
struct LoopGuard {
  /// A line or sentence of so many words counts as the same again; shorter ones recur in good answers.
  private static let leastWords = 3
  /// Said so many times, it is a loop.
  private static let leastTimes = 3
  /// A repeated run of bytes, however short, is a loop when it fills so much.
  private static let leastRun = 96
  private static let longestPeriod = 48

  private static let stops = [UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?")]

  private struct Seen {
    var times: Int
    /// Where it was said the second time.
    var second: Int
  }

  private var seen: [[UInt8]: Seen] = [:]
  private var checked = 0
  private var pieceStart = 0

  /// The length to which an answer that loops is to be cut; nil for one that does not loop.
  mutating func cut(_ answer: [UInt8]) -> Int? {
    while checked < answer.count {
      let byte = answer[checked]
      checked += 1
      // A stop and a space behind it: the space may be in a later piece of the answer.
      let endsSentence = byte == 0x20 && checked > 1 && Self.stops.contains(answer[checked - 2])
      guard byte == 0x0A || endsSentence else { continue }
      if let cut = endPiece(answer) { return cut }
    }
    return Self.endlessRun(answer)
  }

  private mutating func endPiece(_ answer: [UInt8]) -> Int? {
    defer { pieceStart = checked }
    let words = answer[pieceStart..<checked].split { $0.isJSONSpace }
    guard words.count >= Self.leastWords else { return nil }
    let piece = Array(words.joined(separator: [0x20]))
    guard var found = seen[piece] else {
      seen[piece] = Seen(times: 1, second: 0)
      return nil
    }
    found.times += 1
    if found.times == 2 { found.second = pieceStart }
    seen[piece] = found
    return found.times >= Self.leastTimes ? found.second : nil
  }

  /// Where the second of many repetitions of a few bytes begins, if the answer ends in such.
  private static func endlessRun(_ answer: [UInt8]) -> Int? {
    let tail = answer.suffix(leastRun)
    guard tail.count == leastRun else { return nil }
    for period in 1...longestPeriod where zip(tail, tail.dropFirst(period)).allSatisfy({ $0 == $1 }) {
      var start = tail.startIndex
      while start > 0, answer[start - 1] == answer[start - 1 + period] { start -= 1 }
      var cut = start + period
      // Never in the middle of a character.
      while cut < answer.count, answer[cut] & 0xC0 == 0x80 { cut += 1 }
      return cut
    }
    return nil
  }
}
