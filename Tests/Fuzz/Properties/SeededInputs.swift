import TestSupport

/// Inputs that are the same in every run: a small corpus, mutated, and bytes by chance.
package struct SeededInputs: Sequence, IteratorProtocol {
  private var random: SeededGenerator
  private var left: Int
  private let corpus: [[UInt8]]

  package init(seed: UInt64, count: Int) {
    random = SeededGenerator(seed: seed)
    left = count
    corpus = Self.corpus
  }

  /// Every nasty text, as it is, in every area that reads text.
  private static var corpus: [[UInt8]] {
    var corpus: [[UInt8]] = []
    for text in NastyText.texts {
      let bytes = [0xFF] + Array(text.utf8)
      corpus.append([FuzzArea.frames.byte, 1] + bytes)
      corpus.append([FuzzArea.edits.byte, 0] + bytes)
      corpus.append([FuzzArea.outline.byte, 0, 0, 0, 0, 0, 0] + bytes)
      corpus.append([FuzzArea.specifics.byte, 0, 0, 0, 0] + bytes)
      corpus.append([FuzzArea.notes.byte, 0] + bytes)
      corpus.append([FuzzArea.planning.byte, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1] + bytes)
    }
    corpus += NastyText.messages.map { [FuzzArea.json.byte, 1] + Array($0.utf8) }
    corpus.append([FuzzArea.frames.byte, 1] + Array("Content-Length: 2\r\n\r\n{}Content-Length: 9".utf8))
    return corpus
  }

  package mutating func next() -> [UInt8]? {
    guard left > 0 else { return nil }
    left -= 1
    guard Int.random(in: 0..<3, using: &random) == 0, var input = corpus.randomElement(using: &random) else {
      // Lengths of all orders: most short, some long.
      let length = 1 + Int.random(in: 0..<1 << Int.random(in: 2...9, using: &random), using: &random)
      return (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    for _ in 0..<Int.random(in: 0...4, using: &random) { mutate(&input) }
    return input
  }

  private mutating func mutate(_ input: inout [UInt8]) {
    guard input.count > 1 else { return }
    let place = Int.random(in: 1..<input.count, using: &random)
    let end = Swift.min(input.count, place + Int.random(in: 1...8, using: &random))
    switch Int.random(in: 0..<5, using: &random) {
    case 0: input[place] = .random(in: 0...255, using: &random)
    case 1: input.insert(.random(in: 0...255, using: &random), at: place)
    case 2: input.removeSubrange(place..<end)
    case 3: input.insert(contentsOf: input[place..<end], at: place)
    default:
      let other = NastyText.pieces.randomElement(using: &random) ?? ""
      input.insert(contentsOf: other.utf8, at: place)
    }
  }
}
