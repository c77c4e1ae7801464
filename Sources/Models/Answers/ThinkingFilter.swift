/// Takes a model's thinking out of its answer, however the answer was cut into pieces.
///
/// Thinking stands between tags at the beginning of an answer; the opening one may be missing, because some chat
/// templates have written it already. A tag further on, which is a matter of the text, stays.
struct ThinkingFilter {
  private static let tags: [(open: [UInt8], close: [UInt8])] = ["think", "thinking", "thought", "reasoning"].map {
    (Array("<\($0)>".utf8), Array("</\($0)>".utf8))
  }
  /// A closing tag without an opening one is looked for in so many bytes of an answer.
  private static let orphanLimit = 1 << 20

  private enum State {
    /// Nothing but white space and perhaps the beginning of a tag so far.
    case beginning
    case thinking(close: [UInt8])
    case answer
  }

  private var state = State.beginning
  private var held: [UInt8] = []
  /// The answer without its thinking.
  private(set) var answer: [UInt8] = []
  /// Whether there was any thinking.
  private(set) var sawThinking = false

  mutating func take(_ piece: [UInt8]) {
    held += piece
    while step() {}
  }

  /// Takes what was held back, because a tag might have come of it, for what it is.
  mutating func finish() {
    if case .thinking = state {} else { answer += held }
    held = []
  }

  /// Goes on as far as it is clear how; true when there is more to do.
  private mutating func step() -> Bool {
    guard !held.isEmpty else { return false }
    switch state {
    case .beginning:
      let start = held.firstIndex { !$0.isJSONSpace } ?? held.endIndex
      let rest = held[start...]
      if let tag = Self.tags.first(where: { rest.starts(with: $0.open) }) {
        sawThinking = true
        held.removeFirst(start + tag.open.count)
        state = .thinking(close: tag.close)
        return true
      }
      if Self.tags.contains(where: { $0.open.starts(with: rest) }) { return false }
      state = .answer
      return true
    case .thinking(let close):
      if let end = held.firstRange(of: close)?.upperBound {
        held.removeFirst(end)
        state = .beginning
        return true
      }
      // Of thinking nothing is kept but what may be the beginning of its end.
      held = Array(held.suffix(close.count - 1))
      return false
    case .answer:
      if answer.count < Self.orphanLimit {
        for tag in Self.tags {
          guard !sawThinking, let end = held.firstRange(of: tag.close)?.upperBound else { continue }
          sawThinking = true
          answer = []
          held.removeFirst(end)
          state = .beginning
          return true
        }
      }
      let kept = sawThinking ? 0 : Self.possibleTag(atEndOf: held)
      answer += held.dropLast(kept)
      held = Array(held.suffix(kept))
      return false
    }
  }

  /// How many bytes at the end may be the beginning of a closing tag.
  private static func possibleTag(atEndOf bytes: [UInt8]) -> Int {
    guard let start = bytes.suffix(12).lastIndex(of: UInt8(ascii: "<")) else { return 0 }
    let rest = bytes[start...]
    return tags.contains { $0.close.starts(with: rest) } ? rest.count : 0
  }
}

extension Collection where Element == UInt8 {
  /// Where these bytes stand first.
  func firstRange(of other: [UInt8]) -> Range<Index>? {
    guard let first = other.first else { return nil }
    var start = startIndex
    while let found = self[start...].firstIndex(of: first) {
      if self[found...].starts(with: other) { return found..<index(found, offsetBy: other.count) }
      start = index(after: found)
    }
    return nil
  }
}

extension UInt8 {
  /// Space, tab, line feed or carriage return.
  var isJSONSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
