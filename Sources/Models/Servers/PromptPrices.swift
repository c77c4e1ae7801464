import Summaries

/// What the instructions of each kind of request cost where only an estimate can be had.
enum PromptPrices {
  /// What a chat template puts around two messages, at most.
  private static let template = 32

  static func estimates(_ prompts: Prompts) -> [RequestKind: Overhead] {
    var prices: [RequestKind: Overhead] = [:]
    for kind in RequestKind.allCases {
      let words = prompts.messages(for: .empty(kind), asJSON: kind == .single).map(\.content).joined(separator: "\n")
      // The estimate is off by a fifth at the worst.
      let tokens = TokenWeights.standard.tokens(in: Array(words.utf8)) * 6 / 5
      prices[kind] = Overhead(session: template, instructions: tokens)
    }
    return prices
  }
}

extension NoteRequest {
  /// One without a text: what it costs is the overhead of its kind.
  static func empty(_ kind: RequestKind) -> NoteRequest { NoteRequest(kind: kind, source: [], ceiling: 1) }
}

extension Prompts {
  /// The messages of a request: the instructions, then the text.
  func messages(for request: NoteRequest, asJSON: Bool) -> [ChatMessage] {
    [
      ChatMessage(role: "system", content: instructions(for: request.kind, asJSON: asJSON)),
      ChatMessage(role: "user", content: text(for: request)),
    ]
  }
}
