import LSP

/// The last edits of a document, so that what was worked out for an older text can be moved to the text of now.
struct EditLog {
  /// More edits than a person makes while a plan is being made; what is older is planned again.
  private static let capacity = 256

  private var edits: [TextEdit] = []

  mutating func append(_ edit: TextEdit) {
    edits.append(edit)
    if edits.count > 2 * Self.capacity { edits.removeFirst(edits.count - Self.capacity) }
  }

  /// The edits from `revision` to `now`, oldest first; nil when the oldest of them are forgotten.
  func since(_ revision: Int, now: Int) -> [TextEdit]? {
    let count = now - revision
    return count >= 0 && count <= edits.count ? Array(edits.suffix(count)) : nil
  }
}
