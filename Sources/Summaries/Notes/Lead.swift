/// What a note puts before a sentence that does not say whose or what it is: the speaker, the term that it defines.
///
/// The words are the text's own; they stand before the sentence in it.
struct Lead {
  var range: Range<Int>
  /// Whether it is a term or title rather than a label, which has its colon in the text.
  var isTerm: Bool
}

extension Reading {
  /// Longer titles are no terms, and longer sections no entries of a glossary.
  private static let mostWordsInTerm = 5
  private static let longestEntry = 4
  /// A speaker's words are not looked for further back, in sentences.
  private static let longestTurn = 60

  func lead(of index: Int) -> Lead? {
    guard index < pieces.count else { return nil }
    switch pieces[index].sentence.kind {
    case .turn: return speaker(of: index)
    case .prose, .listItem: return term(of: index)
    case .heading, .tableRow, .code, .furniture: return nil
    }
  }

  /// What is shown of it, with the space that separates it from the sentence.
  func shown(_ lead: Lead) -> String {
    guard lead.isTerm else { return shown(lead.range) + " " }
    return Title.of(Title.source(text, lead.range)).map { $0 + ": " } ?? ""
  }

  /// The label of the turn that a sentence goes on with; nil where it opens the turn and so has it.
  private func speaker(of index: Int) -> Lead? {
    var opening = index
    while opening >= 0, index - opening < Self.longestTurn, pieces[opening].sentence.kind == .turn {
      let piece = pieces[opening]
      if piece.body.lowerBound > piece.words.lowerBound {
        guard opening < index else { return nil }
        let range = words[piece.words.lowerBound].start..<words[piece.body.lowerBound - 1].end
        return Lead(range: range, isTerm: false)
      }
      opening -= 1
    }
    return nil
  }

  /// The title or the line of its own that a sentence explains, when it does not name it itself.
  private func term(of index: Int) -> Lead? {
    guard index > 0, !pieces[index].body.isEmpty, words[pieces[index].words.lowerBound].opensLine else { return nil }
    let title = pieces[index - 1]
    guard !title.body.isEmpty, title.body.count <= 4 * Self.mostWordsInTerm else { return nil }
    switch title.sentence.kind {
    case .heading: guard isEntry(from: index) else { return nil }
    case .prose:
      guard title.sentence.opensParagraph, !pieces[index].sentence.opensParagraph else { return nil }
    case .listItem, .tableRow, .code, .furniture, .turn: return nil
    }
    var count = 0
    var hasContent = false
    // What opens with the term needs no other; one that only mentions it does.
    let said = terms[pieces[index].terms].prefix(title.terms.count + 1)
    for lexeme in words[title.body] {
      guard lexeme.kind == .word else {
        if lexeme.kind == .number { return nil }
        if lexeme.kind == .sign, lexeme.hash == 0x2E || lexeme.hash == 0x3A || lexeme.hash == 0x3F { return nil }
        continue
      }
      count += 1
      if lexeme.traits.isDisjoint(with: [.function, .genericTitle]) { hasContent = true }
    }
    guard hasContent, count <= Self.mostWordsInTerm, !terms[title.terms].allSatisfy(said.contains) else { return nil }
    let range = words[title.body.lowerBound].start..<title.content.upperBound
    return Lead(range: range, isTerm: true)
  }

  /// Whether the next heading is near: what stands between explains the one before.
  private func isEntry(from index: Int) -> Bool {
    for next in index..<min(pieces.count, index + Self.longestEntry) {
      if pieces[next].sentence.kind == .heading { return true }
    }
    return index + Self.longestEntry >= pieces.count
  }
}
