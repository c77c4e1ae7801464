import LSP
import Server
import Summaries

// What text and Markdown have in common: the words for what a report says.

extension Report.Document {
  /// "5 passes: about 9,842 tokens, 3,697 fit in one (ollama:m, window 4,096), about 40 s".
  var price: String {
    guard let plan else { return "nothing to summarise" }
    return Wording.price(
      passes: plan.passes,
      tokens: TokenCount(plan.tokens.value, exact: plan.tokens.exact),
      inputBudget: plan.inputBudget,
      model: modelName,
      window: model.contextWindow.map { Window(size: $0, assumed: model.windowAssumed) },
      seconds: plan.estimatedSeconds
    )
  }

  private var modelName: String { model.contextWindow == nil ? ModelProfile.builtIn.displayName : model.id }

  /// Whether every passage has the note that was asked for.
  var isComplete: Bool { passages.allSatisfy { $0.state == .fresh } }
}

extension Report.Passage {
  /// "Results (lines 40–71)", or the lines alone.
  var heading: String { (title ?? note?.headline).map { "\($0) (\(lines))" } ?? lines }

  /// "lines 40–71", as editors count them.
  var lines: String {
    let first = range.start.line + 1
    // A passage that ends at the beginning of a line ends with the line before.
    let last = max(first, range.end.character == 0 ? range.end.line : range.end.line + 1)
    return first == last ? "line \(first)" : "lines \(first)–\(last)"
  }

  /// Why there is no note, or one that only stands in; nil when all is well.
  var trouble: String? {
    if let failure {
      return "Failed: \(failure.title). \(failure.detail)"
        + (note == nil ? "" : " This note was taken without a model.")
    }
    switch state {
    case .fresh, .stale: return nil
    case .cancelled: return "Cancelled."
    case .waiting, .running, .failed: return "Not done."
    }
  }
}

extension Report.Note {
  /// What is left out, a line for each group of kinds: "Names: Ines Kovarik; Port Ellory".
  var alsoMentioned: [String] {
    LedgerWords.lines(
      omitted.compactMap { row in
        Specific.Kind(rawValue: row.kind).map { LedgerWords.Row(row.value, kind: $0, context: row.context) }
      }
    )
  }

  /// What a reader has to know of how it came about; nil when nothing is amiss.
  var caution: String? {
    let cut = finishReason.flatMap(Draft.FinishReason.init).flatMap(Wording.cut)
    let words = [truncatedInput ? Wording.truncated : nil, cut].compactMap { $0 }
    return words.isEmpty ? nil : words.joined(separator: "; ")
  }

  /// What the text does not bear out; nil when there is no such thing.
  var doubtful: String? {
    notInText.isEmpty ? nil : notInText.map(\.text).joined(separator: "; ")
  }
}
