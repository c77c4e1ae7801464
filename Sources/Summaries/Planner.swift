extension Plan {
  /// Plans a text: finds the passages that are known, keeps them, and packs only what is between them.
  ///
  /// Pure and linear. A text without words has no passages and needs no room.
  ///
  /// - Parameters:
  ///   - text: what was outlined.
  ///   - known: the passages of the text's own last plan, in its order.
  ///   - elsewhere: passages known from other texts or other times, in no order that says anything.
  ///   - counts: tokens that a model counted, by content; they take the place of estimates.
  /// - Throws: `noRoom` where a request holds too little text to be worth making.
  package init(
    of outline: Outline,
    text: [UInt8],
    limits: PlanLimits,
    known: [KnownPassage] = [],
    elsewhere: [KnownPassage] = [],
    counts: [PassageKey: Int] = [:]
  ) throws(Failure) {
    let shownBudget = limits.exactEstimate ? min(limits.inputBudget, limits.passageTokens) : limits.inputBudget
    guard outline.hasWords else {
      self.init(passages: [], tokens: TokenCount(0, exact: true), inputBudget: shownBudget, combinePasses: 0)
      return
    }
    guard limits.inputBudget >= Window.leastInput else { throw .noRoom(inputBudget: limits.inputBudget) }
    let planner = Planner(outline: outline, text: text, limits: limits, counts: counts)
    let passages = planner.passages(known, elsewhere)
    let sum = passages.reduce(0) { $0 + $1.tokens.value }
    self.init(
      passages: passages,
      tokens: TokenCount(sum, exact: passages.allSatisfy(\.tokens.exact)),
      inputBudget: shownBudget,
      combinePasses: Summaries.combinePasses(
        notes: passages.count,
        ceiling: limits.noteCeiling,
        budget: limits.combineBudget
      )
    )
  }
}

/// Makes the passages of one text.
struct Planner {
  let outline: Outline
  let text: [UInt8]
  let limits: PlanLimits
  let counts: [PassageKey: Int]

  func passages(_ known: [KnownPassage], _ elsewhere: [KnownPassage]) -> [Plan.Passage] {
    let units = Units(outline, text, cap: limits.passageSize)
    return passages(withoutWordless(anchored(KnownBorders(units, known, elsewhere)), units), units)
  }

  // MARK: Borders

  /// The anchors and the passages packed between them, in order, covering the text.
  ///
  /// What was written at a border belongs to the passage before it, at the beginning to the one behind it, as long
  /// as they are within the grown size together.
  private func anchored(_ borders: KnownBorders) -> [Range<Int>] {
    let units = borders.units
    let anchors = borders.anchors { run, key in
      (count(key) ?? limits.tokens(units.price(run))) <= limits.mostKept
    }
    let held = borders.held(by: anchors)
    var runs: [Range<Int>] = []
    var place = -1
    for anchor in anchors {
      var kept = anchor.units
      let run = (runs.last?.upperBound ?? 0)..<kept.lowerBound
      let next = anchor.place ?? place + 1
      if runs.isEmpty, next == 0, isGrowth(run, with: run.lowerBound..<kept.upperBound, units) {
        kept = run.lowerBound..<kept.upperBound
      } else {
        // Before a copy of what stands elsewhere, what was changed is what followed in the last plan.
        add(run, after: place, before: next > place ? next : held[place + 1], borders, to: &runs)
      }
      runs.append(kept)
      place = anchor.place ?? place
    }
    add(
      (runs.last?.upperBound ?? 0)..<units.indices.count,
      after: place,
      before: borders.known.count,
      borders,
      to: &runs
    )
    return runs
  }

  private func add(
    _ run: Range<Int>,
    after last: Int,
    before next: Int,
    _ borders: KnownBorders,
    to runs: inout [Range<Int>]
  ) {
    let lost = last + 1..<next
    if lost.isEmpty, let before = runs.last, isGrowth(run, with: before.lowerBound..<run.upperBound, borders.units) {
      runs[runs.count - 1] = before.lowerBound..<run.upperBound
    } else {
      runs += gap(run, lost, borders)
    }
  }

  /// Whether new text is but a growth of the passage that it stands beside.
  private func isGrowth(_ run: Range<Int>, with whole: Range<Int>, _ units: Units) -> Bool {
    units.hasWords(run) && units.price(whole) <= limits.grownPassageSize
  }

  /// The passages of what is between two anchors: what was one passage stays one, what is new is packed.
  ///
  /// What has no words is joined to what is new first, so that the anchors stay what they are.
  private func gap(_ run: Range<Int>, _ lost: Range<Int>, _ borders: KnownBorders) -> [Range<Int>] {
    guard !run.isEmpty else { return [] }
    let units = borders.units
    guard units.hasWords(run) else { return [run] }
    let changed = borders.changed(lost, in: run)
    guard changed.allSatisfy({ $0.places != 1 || units.price($0.units) <= limits.grownPassageSize }) else {
      return withoutWordless(units.packed(run, cap: limits.passageSize), units)
    }
    let passages = changed.flatMap { part in
      part.places == 1 ? [part.units] : units.packed(part.units, cap: limits.passageSize)
    }
    return withoutWordless(passages, units)
  }

  /// Joins what has no words to the passage before it, at the beginning to the one behind it.
  private func withoutWordless(_ runs: [Range<Int>], _ units: Units) -> [Range<Int>] {
    var joined: [Range<Int>] = []
    var opening: Range<Int>?
    for var run in runs {
      if let wordless = opening {
        opening = nil
        if fits(wordless, run, units) { run = wordless.lowerBound..<run.upperBound } else { joined.append(wordless) }
      }
      if units.hasWords(run) {
        joined.append(run)
      } else if let last = joined.last, fits(last, run, units) {
        joined[joined.count - 1] = last.lowerBound..<run.upperBound
      } else {
        opening = run
      }
    }
    if let opening { joined.append(opening) }
    return joined
  }

  /// Whether two runs are within the budget together; white space is never too much.
  private func fits(_ first: Range<Int>, _ second: Range<Int>, _ units: Units) -> Bool {
    first.allSatisfy(units.isBlank) || second.allSatisfy(units.isBlank)
      || units.price(first.lowerBound..<second.upperBound) <= limits.mostInRequest
  }

  // MARK: Passages

  /// The passages that runs of units make; one that was counted and does not fit is packed anew at the density
  /// that the count shows.
  private func passages(_ runs: [Range<Int>], _ units: Units) -> [Plan.Passage] {
    // Passages of one section follow each other: its title is made once.
    var section = (number: 0, title: String?.none)
    return runs.flatMap { run in
      let known = units.known(run)
      let count = count(known.key)
      if let count, count > limits.inputBudget, !limits.exactEstimate {
        var measured = limits
        measured.density = Double(count) * 1_000 / Double(max(1, units.price(run)))
        let smaller = units.cut(run, cap: measured.passageSize)
        let parts = withoutWordless(smaller.packed(smaller.indices, cap: measured.passageSize), smaller)
        if parts.count > 1 { return passages(parts, smaller) }
      }
      let tokens =
        count.map { TokenCount($0, exact: true) }
        ?? TokenCount(limits.tokens(units.price(run)), exact: limits.exactEstimate)
      let number = outline.section(ofSentence: units.sentence(run.lowerBound))
      if number != section.number { section = (number, outline.title(ofSection: number)) }
      return [Plan.Passage(range: units.range(run), known: known, tokens: tokens, title: section.title)]
    }
  }

  /// What a model counted, as far as that can be believed.
  private func count(_ key: PassageKey) -> Int? { counts[key].map { min(max($0, 1), 1 << 40) } }
}
