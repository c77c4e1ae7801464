/// How the notes of one level are divided among combining requests: the fewest that hold them, then equal.
///
/// A group of one needs no request: its note goes on to the next level as it is. Every level has fewer groups
/// than notes, so combining ends.
///
/// - Parameters:
///   - noteTokens: what each note costs, in text order.
///   - budget: tokens of notes that one request holds; nil for any number.
/// - Returns: the groups in order; none where there is nothing to combine, or where no two neighbouring notes fit
///   into one request: then the notes have to stand as they are.
package func combineGroups(_ noteTokens: [Int], budget: Int?) -> [Range<Int>] {
  guard noteTokens.count > 1 else { return [] }
  guard let budget else { return [0..<noteTokens.count] }
  let groups = Partition.parts(of: noteTokens, cap: min(budget, 1 << 32))
  guard groups.count < noteTokens.count, budget > 0 else { return [] }
  return groups
}

/// The requests that it takes to make one text of the notes of a number of passages, all levels together.
///
/// 0 where there is nothing to combine, and where a request does not hold two notes.
func combinePasses(notes: Int, ceiling: Int, budget: Int?) -> Int {
  var left = notes
  var passes = 0
  while left > 1 {
    let groups = combineGroups(Array(repeating: max(1, ceiling), count: left), budget: budget)
    guard !groups.isEmpty else { return 0 }
    passes += groups.count { $0.count > 1 }
    left = groups.count
  }
  return passes
}
