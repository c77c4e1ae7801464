package import Summaries

/// The ledger in words, the same for hover, notes page and command line: a line for each group of kinds.
package enum LedgerWords {
  /// A row of the ledger as a person reads it.
  package struct Row {
    var kind: Specific.Kind
    var words: String

    package init(_ value: String, kind: Specific.Kind, context: String) {
      self.kind = kind
      words = Wording.omission(value, context: context)
    }
  }

  /// `rows` by weight; of more than `limit` the heaviest are shown and the rest counted, nil shows all.
  package static func lines(_ rows: [Row], limit: Int? = nil) -> [String] {
    let shown = rows.prefix(limit ?? rows.count)
    var lines: [String] = []
    for (label, kinds) in groups {
      let words = shown.filter { kinds.contains($0.kind) }.map(\.words)
      if !words.isEmpty { lines.append("\(label): \(words.joined(separator: "; "))") }
    }
    if shown.count < rows.count { lines.append("and \(Wording.number(rows.count - shown.count)) more") }
    return lines
  }

  private static let groups: [(label: String, kinds: [Specific.Kind])] = [
    ("Names", [.name]),
    ("Dates and times", [.date, .time]),
    ("Money", [.money]),
    ("Numbers", [.number, .percent]),
    ("Quoted", [.quote]),
    ("Identifiers", [.identifier, .version]),
    ("Paths and addresses", [.path, .url, .address]),
  ]
}
