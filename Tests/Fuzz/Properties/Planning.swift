import Summaries

/// Passages cover the text in order and within the budget, and an edit leaves the borders and keys of what it does
/// not touch.
func checkPlanning(_ choices: inout Choices) throws(Broken) {
  let limits = PlanLimits(
    inputBudget: choices.element([32, 33, 48, 100, 400, 3_697, .max, 31, 0, -1, .min]),
    passageTokens: choices.element([16, 20, 40, 100, 2_000, 0, -5, .max]),
    exactEstimate: choices.bool(),
    density: choices.element([1, 0.5, 1.7, 4, 0, -1, .infinity, .nan]),
    noteCeiling: choices.element([220, 1, 0, .max, .min]),
    combineBudget: choices.element([nil, 1_000, 440, 1, 0, -1, .max])
  )
  let count = choices.byte()
  let edit = Edit(&choices)
  let before = Planned(longText(&choices))
  guard let plan = try before.plan(limits) else { return }
  try before.checkBudget(of: plan, limits)
  let known = plan.passages.map(\.known)
  let again = try before.plan(limits, known)
  if before.isWhole(plan) {
    try expect(again == plan, "with its own borders the text is planned as \(String(describing: again)), not \(plan)")
  } else {
    // White space between two pieces of a long sentence may go to the other one; the contents stay what they were.
    try expect(
      again?.passages.map(\.key) == plan.passages.map(\.key),
      "a long sentence is cut anew with its own pieces known: \(String(describing: again)), not \(plan)"
    )
  }
  try checkCounted(plan, before, limits, count)
  let after = edit.applied(to: before)
  guard let next = try after.plan(limits, known) else { return }
  try after.checkBudget(of: next, limits)
  try checkUntouched(by: edit, from: (before, plan), to: (after, next))
}

private struct Planned {
  let text: [UInt8]
  let outline: Outline

  init(_ text: [UInt8]) {
    self.text = text
    outline = Outline(of: text)
  }

  /// nil where there is no room, which is right only below the least budget.
  func plan(
    _ limits: PlanLimits,
    _ known: [KnownPassage] = [],
    counts: [PassageKey: Int] = [:]
  ) throws(Broken) -> Plan? {
    let plan: Plan
    do throws(Failure) {
      plan = try Plan(of: outline, text: text, limits: limits, known: known, counts: counts)
    } catch {
      try expect(error.kind == .noRoom && limits.inputBudget < 32, "\(error)")
      return nil
    }
    try checkCover(plan)
    return plan
  }

  /// A range with all of the sentences that it touches.
  func sentences(touching range: Range<Int>) -> Range<Int> {
    let touched = outline.sentences.map(\.range).filter {
      $0.upperBound >= range.lowerBound && $0.lowerBound <= range.upperBound
    }
    return min(touched.first?.lowerBound ?? 0, range.lowerBound)..<max(touched.last?.upperBound ?? 0, range.upperBound)
  }

  /// Whether every passage begins where a sentence does.
  func isWhole(_ plan: Plan) -> Bool {
    Set(plan.passages.map(\.range.lowerBound)).isSubset(of: Set(outline.sentences.map(\.range.lowerBound)))
  }

  func checkBudget(of plan: Plan, _ limits: PlanLimits) throws(Broken) {
    // The built-in note taker has no window: what grew a little, or was joined, stays one passage.
    let most = limits.exactEstimate ? limits.inputBudget.addingClamped(limits.inputBudget / 4 + 1) : limits.inputBudget
    let density = limits.density.isFinite && limits.density > 0 && !limits.exactEstimate ? limits.density : 1
    for passage in plan.passages where passage.tokens.value > most {
      // The pieces of a run of signs cost more, one by one, than the run.
      let tokens = Double(TokenWeights.standard.tokens(in: text, passage.range)) * density
      if tokens <= Double(most) { continue }
      // White space is never too much, and one character cannot be cut.
      let content = text[passage.range].drop { $0 <= 0x20 }.reversed().drop { $0 <= 0x20 }
      try expect(
        content.count < passage.range.count || String(decoding: text[passage.range], as: UTF8.self).count <= 1,
        "\(passage.tokens.value) tokens in a passage, \(most) are allowed"
      )
    }
  }

  private func checkCover(_ plan: Plan) throws(Broken) {
    try expect(plan.passages.isEmpty == !outline.hasWords, "\(plan.passes) passages")
    guard let last = plan.passages.last else { return }
    var end = 0
    for (index, passage) in plan.passages.enumerated() {
      try expect(passage.range.lowerBound == end && !passage.range.isEmpty, "passage \(index) begins not at \(end)")
      end = passage.range.upperBound
      try expect(isBorder(end, in: text), "passage \(index) ends within a character")
      try expect(passage.key == PassageKey(of: text, in: passage.range), "passage \(index) has another text's key")
      try expect(passage.known.count > 0 && passage.tokens.value >= 0, "passage \(index) is \(passage)")
    }
    try expect(last.range.upperBound == text.count, "the passages end at \(end) of \(text.count)")
    try expect(
      plan.combinePasses >= 0 && (plan.passes > 1 || plan.combinePasses == 0),
      "\(plan.combinePasses) to combine"
    )
  }
}

/// A text of a few hundred pieces: long enough for passages.
private func longText(_ choices: inout Choices) -> [UInt8] {
  if choices.bool() { return Array(choices.text().utf8) }
  var text = ""
  let paragraphs = 1 + choices.number(below: 24)
  for paragraph in 0..<paragraphs where !choices.isAtEnd {
    text += "Paragraph \(paragraph) tells of \(choices.text(most: 12)) and ends. \(choices.text(most: 4))"
    text += choices.element(["\n\n", " ", "\n", "\n\n# Heading \(paragraph)\n\n"])
  }
  return Array(text.utf8)
}

/// What a model counted may be beyond every budget: then nobody promises more than that the text is covered.
private func checkCounted(_ plan: Plan, _ planned: Planned, _ limits: PlanLimits, _ count: UInt8) throws(Broken) {
  let odd = [1, 0, -1, .max, .min, 33, limits.inputBudget]
  var counts: [PassageKey: Int] = [:]
  for (index, passage) in plan.passages.enumerated() where (Int(count) + index) % 3 == 0 {
    counts[passage.key] = count & 1 == 0 ? passage.tokens.value * 2 : odd[Int(count) / 2 % odd.count]
  }
  _ = try planned.plan(limits, plan.passages.map(\.known), counts: counts)
}

extension Int {
  fileprivate func addingClamped(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}

private struct Edit {
  private let places: [Int]
  private let new: [UInt8]

  init(_ choices: inout Choices) {
    places = [choices.number(below: 65_536), choices.number(below: 48)]
    new = Array(choices.text(most: 4).utf8)
  }

  func range(in text: [UInt8]) -> Range<Int> {
    var start = places[0] % (text.count + 1)
    var end = min(text.count, start + places[1])
    while !isBorder(start, in: text) { start -= 1 }
    while !isBorder(end, in: text) { end += 1 }
    return start..<max(start, end)
  }

  func growth(in text: [UInt8]) -> Int { new.count - range(in: text).count }

  func applied(to planned: Planned) -> Planned {
    let range = range(in: planned.text)
    return Planned(Array(planned.text[..<range.lowerBound] + new + planned.text[range.upperBound...]))
  }
}

/// Passages that are not next to an edited sentence, and whose sentences it did not split anew, keep their borders and keys.
///
/// Only where every sentence stands once in its text: of two copies nobody can say which is which.
private func checkUntouched(
  by edit: Edit,
  from old: (text: Planned, plan: Plan),
  to new: (text: Planned, plan: Plan)
) throws(Broken) {
  guard isWithoutCopies(old.text.outline), isWithoutCopies(new.text.outline) else { return }
  let range = old.text.sentences(touching: edit.range(in: old.text.text))
  let growth = edit.growth(in: old.text.text)
  let touched = old.plan.passages.indices.filter { index in
    let passage = old.plan.passages[index].range
    return passage.upperBound >= range.lowerBound && passage.lowerBound <= range.upperBound
  }
  guard let first = touched.first, let last = touched.last else { return }
  let oldBorders = Set(old.text.outline.sentences.map(\.range))
  let newBorders = Set(new.text.outline.sentences.map(\.range))
  let kept = Set(new.plan.passages.map(\.range))
  for (index, passage) in old.plan.passages.enumerated() where index < first - 1 || index > last + 1 {
    let shift = index < first ? 0 : growth
    let sentences = oldBorders.filter { passage.range.overlaps($0) }
    let isWhole = sentences.allSatisfy {
      passage.range.contains($0.lowerBound) && $0.upperBound <= passage.range.upperBound
    }
    guard isWhole, sentences.allSatisfy({ newBorders.contains($0.lowerBound + shift..<$0.upperBound + shift) }) else {
      continue
    }
    let moved = passage.range.lowerBound + shift..<passage.range.upperBound + shift
    try expect(kept.contains(moved), "passage \(index) at \(moved) was lost by an edit of \(range): \(new.plan)")
  }
}

private func isWithoutCopies(_ outline: Outline) -> Bool {
  let keys = outline.sentences.indices.map { outline.known($0..<$0 + 1).key }
  return Set(keys).count == keys.count
}
