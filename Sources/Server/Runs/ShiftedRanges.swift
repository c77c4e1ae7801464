import LSP

// How the ranges of a document's passages follow its edits (invariant 6).

extension TextEdit {
  /// Where a border at `offset` is after the edit.
  ///
  /// What is inserted at a border belongs to the passage before it, so the border moves behind it; what replaces
  /// text that ends at a border stays before it, what replaces text that begins there stays behind it.
  func moved(_ offset: Int) -> Int {
    if offset < range.lowerBound { return offset }
    if offset >= range.upperBound { return offset - range.count + newLength }
    return offset == range.lowerBound ? offset : range.lowerBound + newLength
  }

  func moved(_ range: Range<Int>) -> Range<Int> {
    let start = moved(range.lowerBound)
    return start..<max(start, moved(range.upperBound))
  }

  /// Whether the edit reaches into a passage, before the edit is applied to its range.
  func touches(_ passage: Range<Int>) -> Bool {
    range.isEmpty
      ? passage.lowerBound < range.lowerBound && range.lowerBound <= passage.upperBound
      : range.overlaps(passage)
  }
}

extension Run {
  /// Moves the passages with an edit of their document.
  func apply(_ edit: TextEdit) {
    // Nothing stands before the buffer's first passage: what is inserted there belongs to it.
    let opensBuffer = scope == .buffer && edit.range == 0..<0
    for index in passages.indices {
      let old = passages[index].range
      if edit.touches(old) { passages[index].touched = true }
      passages[index].range = edit.moved(old)
      if opensBuffer && index == 0 {
        passages[0].range = 0..<passages[0].range.upperBound
        passages[0].touched = true
      }
    }
    range = opensBuffer ? 0..<edit.moved(range).upperBound : edit.moved(range)
  }
}
