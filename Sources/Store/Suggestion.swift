/// The word of a list that somebody most likely meant: the nearest within two slips of the keyboard, the first of
/// several; nil when none is near.
package func nearest(_ word: String, among words: [String]) -> String? {
  guard word.utf8.count <= 64 else { return nil }
  let typed = Array(word.lowercased().utf8)
  var best: (word: String, distance: Int)?
  for candidate in words {
    let distance = editDistance(typed, Array(candidate.lowercased().utf8))
    if distance <= min(2, typed.count / 2), distance < best?.distance ?? .max {
      best = (candidate, distance)
    }
  }
  return best?.word
}

/// How many letters must be added, left out, changed or swapped with their neighbour to make one word the other.
private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for (row, letter) in left.enumerated() {
    var current = [row + 1]
    for (column, other) in right.enumerated() {
      var distance = min(last[column + 1] + 1, current[column] + 1, last[column] + (letter == other ? 0 : 1))
      if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
        distance = min(distance, beforeLast[column - 1] + 1)
      }
      current.append(distance)
    }
    beforeLast = last
    last = current
  }
  return last[right.count]
}
