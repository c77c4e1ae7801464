/// A plan whose figures were counted, and what was learnt on the way.
package struct Priced: Sendable {
  package var plan: Plan
  /// Measured tokens for each estimated one, for `PlanLimits.density` of later plans.
  package var density: Double
  /// Everything counted so far, by content.
  package var counts: [PassageKey: Int]
  /// How many times the counter was asked.
  package var countsUsed: Int
}

/// Makes a plan exact by asking a model's tokenizer, as few times as can be.
///
/// One count calibrates the estimate on slices of the document; each passage is then counted once; one that turns
/// out too long is packed anew at its own density. So there are at most passes + splits + 1 counts.
package struct Pricer: Sendable {
  /// The text that calibrates, in characters at most, and how many slices it is taken in.
  private static let calibration = (characters: 4_000, slices: 8)

  package init() {}

  /// Prices a text.
  ///
  /// - Parameters:
  ///   - known: the passages of the text's own last plan, in its order.
  ///   - elsewhere: passages known from other texts or other times, in no order that says anything.
  ///   - counts: what is known already, by content; it is not asked for again.
  ///   - count: the tokens of a text, scaffolding not included.
  /// - Throws: `noRoom`, whatever the counter throws, or `CancellationError`.
  package func price(
    text: [UInt8],
    outline: Outline,
    limits: PlanLimits,
    known: [KnownPassage] = [],
    elsewhere: [KnownPassage] = [],
    counts: [PassageKey: Int] = [:],
    count: @Sendable (String) async throws -> Int
  ) async throws -> Priced {
    var limits = limits
    var counts = counts
    var used = 0
    func planned() throws -> Plan {
      try Plan(of: outline, text: text, limits: limits, known: known, elsewhere: elsewhere, counts: counts)
    }
    var plan = try planned()
    if limits.density == 1, plan.passes > 1, !plan.tokens.exact {
      let sample = sample(text, outline)
      try Task.checkCancellation()
      used += 1
      let measured = try await count(String(decoding: sample, as: UTF8.self))
      limits.density = Double(max(1, measured)) / Double(max(1, outline.weights.tokens(in: sample)))
      plan = try planned()
    }
    while !plan.tokens.exact {
      for passage in plan.passages where !passage.tokens.exact && counts[passage.key] == nil {
        try Task.checkCancellation()
        used += 1
        counts[passage.key] = max(1, try await count(String(decoding: text[passage.range], as: UTF8.self)))
      }
      plan = try planned()
    }
    return Priced(plan: plan, density: limits.density, counts: counts, countsUsed: used)
  }

  /// Slices from across a text, or all of a short one.
  private func sample(_ text: [UInt8], _ outline: Outline) -> [UInt8] {
    let range = outline.range
    // Bytes are at least as many as characters.
    guard range.count > Self.calibration.characters else { return Array(text[range]) }
    let length = Self.calibration.characters / Self.calibration.slices
    var sample: [UInt8] = []
    for slice in 0..<Self.calibration.slices {
      let start = range.lowerBound + (range.count - length) * slice / (Self.calibration.slices - 1)
      sample += text[text.clamped(start..<start + length)]
    }
    return sample
  }
}
