/// A binary heap of pieces by score, the best on top; of equals the one that stands first.
struct Heap {
  struct Entry: Comparable {
    var score: Double
    var piece: Int

    static func < (left: Entry, right: Entry) -> Bool {
      left.score != right.score ? left.score < right.score : left.piece > right.piece
    }
  }

  private var entries: [Entry] = []

  var top: Entry? { entries.first }

  mutating func push(_ entry: Entry) {
    entries.append(entry)
    var child = entries.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard entries[parent] < entries[child] else { return }
      entries.swapAt(parent, child)
      child = parent
    }
  }

  mutating func pop() -> Entry? {
    guard let best = entries.first, let last = entries.popLast() else { return nil }
    if entries.isEmpty { return best }
    entries[0] = last
    var parent = 0
    while true {
      let left = 2 * parent + 1
      var largest = parent
      if left < entries.count, entries[largest] < entries[left] { largest = left }
      if left + 1 < entries.count, entries[largest] < entries[left + 1] { largest = left + 1 }
      guard largest != parent else { return best }
      entries.swapAt(parent, largest)
      parent = largest
    }
  }
}
