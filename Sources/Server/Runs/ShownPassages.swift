import Summaries

extension Document {
  /// The passages that a person sees, in text order: of every run, but none that a newer run covers altogether.
  ///
  /// A selection's notes and the buffer's stand beside each other. Passages that an edit has emptied are left out.
  var shownPassages: [(run: Run, passage: Passage)] {
    var shown: [(run: Run, passage: Passage)] = []
    var covered: [Range<Int>] = []
    for run in runs.reversed() {
      for passage in run.passages where !passage.range.isEmpty {
        if !covered.contains(where: { $0.contains(passage.range) }) { shown.append((run, passage)) }
      }
      covered.append(run.range)
    }
    return shown.sorted { ($0.passage.range.lowerBound, $0.run.id) < ($1.passage.range.lowerBound, $1.run.id) }
  }

  /// The passage that is shown at a UTF-8 offset, if any.
  func shownPassage(at offset: Int) -> (run: Run, passage: Passage)? {
    // A border belongs to the passage that it opens; only the end of the last one belongs to the passage before it.
    newestPassage { $0.contains(offset) } ?? newestPassage { !$0.isEmpty && $0.upperBound == offset }
  }

  private func newestPassage(where holds: (Range<Int>) -> Bool) -> (run: Run, passage: Passage)? {
    for run in runs.reversed() {
      if let passage = run.passages.last(where: { holds($0.range) }) { return (run, passage) }
    }
    return nil
  }

  /// The passage with this id, in whichever run it is.
  func passage(id: String) -> (run: Run, passage: Passage)? {
    for run in runs.reversed() {
      if let passage = run.passage(id) { return (run, passage) }
    }
    return nil
  }
}
