/// What a plan has to keep to, in tokens.
package struct PlanLimits: Hashable, Sendable {
  /// Tokens of text that one request holds.
  package var inputBudget: Int
  /// The passage size asked for: no note does justice to more.
  package var passageTokens: Int
  /// Whether the estimate is the count, as it is for the built-in note taker.
  package var exactEstimate: Bool
  /// Measured tokens for each estimated one; 1 until calibrated.
  package var density: Double
  /// The most tokens that a note has, which is what it costs when notes are combined.
  package var noteCeiling: Int
  /// Tokens of notes that one combining request holds; nil for any number.
  package var combineBudget: Int?

  package init(
    inputBudget: Int,
    passageTokens: Int,
    exactEstimate: Bool = false,
    density: Double = 1,
    noteCeiling: Int = 220,
    combineBudget: Int? = nil
  ) {
    self.inputBudget = inputBudget
    self.passageTokens = passageTokens
    self.exactEstimate = exactEstimate
    self.density = density
    self.noteCeiling = noteCeiling
    self.combineBudget = combineBudget
  }

  /// Smaller passages are not made, whatever is asked for.
  private static let leastPassage = 16
  /// What an estimate may fill of a budget: it is off by 5 % on average, by 12 % at worst in most texts.
  private static let trust = 0.9

  /// The density as a factor that can be counted with.
  private var factor: Double {
    exactEstimate || !density.isFinite || density <= 0 ? 1 : min(max(density, 0.05), 20)
  }

  /// Tokens for thousandths of an estimated token.
  func tokens(_ price: Int) -> Int { TokenWeights.whole(Self.integer(Double(price) * factor)) }

  /// The most tokens of a passage that is kept as it is.
  ///
  /// The built-in note taker has no window: nothing breaks when a passage that was wrapped anew or grew a little is
  /// over its size.
  var mostKept: Int { exactEstimate ? Self.integer(Double(inputBudget) * 1.25) : inputBudget }

  /// The most thousandths of an estimated token that two stretches of text have together when they are joined.
  var mostInRequest: Int { exactEstimate ? mostInNewRequest / 4 * 5 : mostInNewRequest }

  /// Thousandths of an estimated token that a request is sure enough to hold.
  private var mostInNewRequest: Int {
    Self.integer(Double(inputBudget) * (exactEstimate ? 1 : Self.trust) * 1_000 / factor)
  }

  /// The most thousandths of an estimated token that a new passage has.
  var passageSize: Int {
    min(mostInNewRequest, Self.integer(Double(max(passageTokens, Self.leastPassage)) * 1_000 / factor))
  }

  /// The most that a passage has which was one before it grew.
  var grownPassageSize: Int { min(mostInRequest, passageSize / 4 * 5) }

  private static func integer(_ value: Double) -> Int { Int(min(max(value, 1), 0x1p60)) }
}

/// The most tokens of a note on a passage: what was asked for, but no more than a third of the passage.
package func noteCeiling(forPassageTokens passageTokens: Int, maxAnswerTokens: Int) -> Int {
  max(1, min(maxAnswerTokens, passageTokens / 3))
}
