/// The note that is taken of a passage without a model: whole sentences of its own, in their order.
///
/// At most `ceiling` tokens and at most a third of the passage, but at least one sentence whenever the passage
/// has words. The same text always gives the same note.
package func builtInNote(of passage: [UInt8], ceiling: Int, languageId: String = "") -> Note {
  let reading = Reading(passage, languageId: languageId)
  guard reading.outline.hasWords else { return Note(text: "", headline: nil, sentences: []) }
  let limit = max(1, min(ceiling, reading.outline.tokens / 3))
  var choice = Choice(from: reading, groups: reading.sections(), limit: limit)
  let chosen = choice.choose()
  let ranges = chosen.isEmpty ? [reading.bestLine()] : chosen.map { reading.pieces[$0].content }
  let fits = choice.spent > 0 && choice.spent <= ceiling
  return reading.note(
    of: fits ? ranges : reading.cut(ranges, to: ceiling),
    headline: Headline(of: reading).text,
    withLeads: fits
  )
}

extension Reading {
  /// A note that shows these ranges of the text, with its ledger.
  ///
  /// `withLeads`: whether there is room for the speakers and terms before its sentences.
  func note(of ranges: [Range<Int>], headline: String?, withLeads: Bool) -> Note {
    let sentences = ranges.map { Note.Traced(text: shown($0), range: relative($0)) }
    var text = ""
    for (index, sentence) in sentences.enumerated() {
      let previous = index > 0 ? ranges[index - 1] : nil
      if let previous { text += separator(before: ranges[index], after: previous) }
      if withLeads, let lead = lead(of: piece(at: ranges[index].lowerBound)),
        previous.map({ $0.upperBound <= lead.range.lowerBound }) ?? true
      {
        text += shown(lead)
      }
      text += sentence.text
    }
    var omitted = Ledger(of: self).omissions(from: ranges)
    for index in omitted.indices { omitted[index].range = relative(omitted[index].range) }
    return Note(text: text, headline: headline, sentences: sentences, omitted: omitted)
  }

  /// Strict tokens of a piece and of what is put before it.
  func price(ofPiece index: Int) -> Int {
    var tokens = StrictTokens()
    tokens.add(text, pieces[index].content)
    guard let lead = lead(of: index) else { return tokens.count }
    tokens.add(text, lead.range)
    return tokens.count + (lead.isTerm ? 1 : 0)
  }

  private func relative(_ range: Range<Int>) -> Range<Int> {
    let base = outline.range.lowerBound
    return range.lowerBound - base..<range.upperBound - base
  }

  /// What stands between two sentences of a note: where something of their paragraph is left out, a mark says so,
  /// lest the second seem to go on from the first.
  private func separator(before range: Range<Int>, after previous: Range<Int>) -> String {
    if opensParagraph(range, after: previous) { return "\n\n" }
    return piece(at: previous.upperBound - 1) + 1 < piece(at: range.lowerBound) ? " … " : " "
  }

  /// Whether a new paragraph, list item or turn begins at `range` or between it and the one shown before.
  private func opensParagraph(_ range: Range<Int>, after previous: Range<Int>) -> Bool {
    guard previous.upperBound <= range.lowerBound else { return true }
    var lineEnds = 0
    var index = piece(at: range.lowerBound)
    guard index < pieces.count else { return false }
    if pieces[index].sentence.kind == .listItem || pieces[index].sentence.kind == .turn { return true }
    while index >= 0, pieces[index].content.lowerBound >= previous.upperBound, lineEnds < 64 {
      if pieces[index].sentence.opensParagraph { return true }
      lineEnds += 1
      index -= 1
    }
    return lineEnds >= 64
  }

  /// The index of the piece that holds an offset.
  func piece(at offset: Int) -> Int {
    var low = 0
    var high = pieces.count
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].sentence.range.upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The section that each piece is in, so that the choice can spread over them; empty when there is only one.
  func sections() -> [Int32] {
    var section: Int32 = 0
    var result: [Int32] = []
    result.reserveCapacity(pieces.count)
    var wasHeading = false
    for piece in pieces {
      let isHeading = piece.sentence.kind == .heading
      if isHeading, !wasHeading { section += 1 }
      wasHeading = isHeading
      result.append(section)
    }
    return section > 1 ? result : []
  }

  /// What stands for a note of a text without sentences: the list item, row or line that says most.
  func bestLine() -> Range<Int> {
    var best: (range: Range<Int>, score: Double)?
    for piece in pieces where !piece.words.isEmpty {
      let share =
        switch piece.sentence.kind {
        case .prose, .turn: 1.0
        case .listItem: 0.9
        case .heading: 0.5
        case .tableRow, .code: 0.4
        case .furniture: 0.1
        }
      let said = Double(min(piece.terms.count, 12)) + 0.5 * Double(min(piece.specifics.count, 4))
      let score = share * (said + 0.05 * Double(min(piece.words.count, 20)))
      if score > best?.score ?? -1 { best = (piece.content, score) }
    }
    return best?.range ?? outline.range
  }

  /// Ranges that fit in so many tokens together.
  ///
  /// Only a sentence that is over the limit of its note comes with others that it leans on: they are left out first.
  func cut(_ ranges: [Range<Int>], to ceiling: Int) -> [Range<Int>] {
    let costs = ranges.map { strictTokens(text, $0) }
    var total = costs.reduce(0, +)
    var first = 0
    while first + 1 < ranges.count, total > ceiling {
      total -= costs[first]
      first += 1
    }
    return ranges[first...].map { cut($0, to: ceiling) }
  }

  /// A range that fits in so many tokens: the whole one, or as many of its words as do.
  func cut(_ range: Range<Int>, to ceiling: Int) -> Range<Int> {
    guard ceiling > 0, strictTokens(text, range) > ceiling else { return range }
    var end = range.lowerBound
    // Summed up apart and rounded once: rounded word by word, the words of a long sentence would cost too little.
    var spent = StrictTokens()
    var index = piece(at: range.lowerBound)
    guard index < pieces.count else { return range }
    index = pieces[index].words.lowerBound
    // A bullet or a number before a list item is a word of its piece, but stands before the range.
    while index < words.count, words[index].start < range.lowerBound { index += 1 }
    while index < words.count, words[index].start < range.upperBound {
      // A run of CJK or of signs can be longer, or dearer, than a note: by characters then.
      let fits = words[index].count <= 20 && strictTokens(text, words[index].start..<words[index].end) <= 12
      let stop = fits ? words[index].end : characterBorder(after: words[index].start, tokens: ceiling - spent.count)
      // Signs before a word cost as much as words do.
      spent.add(text, end..<max(end, stop))
      guard spent.count <= ceiling || end == range.lowerBound else { break }
      end = stop
      if !fits { break }
      index += 1
    }
    return range.lowerBound..<max(end, range.lowerBound)
  }

  private func characterBorder(after start: Int, tokens: Int) -> Int {
    var offset = start
    var left = max(1, tokens / 3)
    while left > 0, offset < outline.range.upperBound {
      offset += decode(text, offset, outline.range.upperBound).length
      left -= 1
    }
    return offset
  }
}
