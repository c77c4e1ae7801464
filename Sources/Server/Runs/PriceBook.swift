import Summaries

/// What is known of a model's prices: exact counts by content, how far the estimate is off, and how long it takes.
struct PriceBook {
  /// Counts kept for one model; each is 16 bytes.
  private static let capacity = 20_000

  private var densities: [String: Double] = [:]
  private var counts: [String: [PassageKey: Int]] = [:]
  private var paces: [String: Double] = [:]
  private var windows: [String: Int] = [:]
  /// Of models without a tokenizer: tokens that they counted of texts, and what those were estimated at.
  private var usages: [String: (tokens: Double, estimate: Double)] = [:]

  /// Measured tokens per estimated token; 1 until something was measured.
  func density(of model: String) -> Double { densities[model] ?? 1 }

  func counts(of model: String) -> [PassageKey: Int] { counts[model] ?? [:] }

  /// Seconds for a token of text, as the last passes took; nil before the first.
  func pace(of model: String) -> Double? { paces[model] }

  /// The window, in tokens, that a model turned out to have; nil while nothing speaks against what it says.
  func window(of model: String) -> Int? { windows[model] }

  mutating func learn(window: Int, of model: String) { windows[model] = window }

  /// The model says something new of itself.
  mutating func forgetWindow(of model: String) { windows[model] = nil }

  /// Learns how far the estimate is off from what a model says that a text took.
  mutating func learn(tokens: Int, estimate: Int, model: String) {
    guard tokens > 0, estimate > 0 else { return }
    // The first slices of a text are like the rest of it; what came long before fades.
    let before = usages[model] ?? (0, 0)
    let now = (tokens: before.tokens * 0.9 + Double(tokens), estimate: before.estimate * 0.9 + Double(estimate))
    usages[model] = now
    densities[model] = now.tokens / now.estimate
  }

  /// Learns from a pass; the last ones count most, since what else a machine does changes.
  mutating func learn(seconds: Double, tokens: Int, model: String) {
    let pace = seconds / Double(max(1, tokens))
    paces[model] = paces[model].map { ($0 + pace) / 2 } ?? pace
  }

  mutating func learn(_ priced: Priced, model: String) {
    densities[model] = priced.density
    makeRoom(for: model)
    counts[model, default: [:]].merge(priced.counts) { _, new in new }
  }

  mutating func learn(_ count: Int, of passage: PassageKey, model: String) {
    makeRoom(for: model)
    counts[model, default: [:]][passage] = count
  }

  private mutating func makeRoom(for model: String) {
    if counts[model]?.count ?? 0 > Self.capacity { counts[model] = nil }
  }
}
