import Summaries

/// Makes the pieces of a server's answer into drafts: thinking taken out, loops cut, a refusal found out.
struct AnswerReader {
  /// Why a server says that an answer ended.
  enum Reason: Equatable {
    case stop
    case length
    /// A filter of the server's.
    case blocked
  }

  /// What is known of a request when its answer is judged.
  struct Expectation {
    var ceiling: Int
    var window: Int
    /// Fewer prompt tokens than this mean that the text was cut; nil where the server's figure says nothing.
    var leastPromptTokens: Int?
    var isStructured = false
  }

  /// Up to so many bytes every piece is shown; then only when the answer has grown by a part of itself, so that the
  /// work stays in proportion to the answer.
  private static let shownAtOnce = 4_096

  private let expectation: Expectation
  private var filter = ThinkingFilter()
  private var loops = LoopGuard()
  private var sawReasoning = false
  private var shown = 0
  /// Where a loop was cut.
  private var end: Int?

  init(_ expectation: Expectation) { self.expectation = expectation }

  /// Whether the answer has begun to say the same again and again: nothing more needs to be read.
  var isLooping: Bool { end != nil }

  /// Takes a piece; a draft when there is something new to show.
  mutating func take(_ piece: String) -> Draft? {
    guard !isLooping else { return nil }
    filter.take(Array(piece.utf8))
    let length = filter.answer.count
    let step = length > Self.shownAtOnce ? length / 32 : 0
    guard length < shown || length > shown + step else { return nil }
    if length < shown { loops = LoopGuard() }
    shown = length
    end = loops.cut(filter.answer)
    return isLooping ? nil : draft()
  }

  /// Takes note of thinking that came apart from the answer.
  mutating func takeReasoning(_ piece: String) { sawReasoning = sawReasoning || !piece.isEmpty }

  /// The whole answer, or what is the matter with it.
  mutating func finish(_ reason: Reason, usage: Draft.Usage?) throws(Failure) -> Draft {
    filter.finish()
    end = end ?? loops.cut(filter.answer)
    guard reason != .blocked else {
      throw Failure(.blocked, "The server's filter ended the answer.")
    }
    var draft = draft()
    guard draft.text.contains(where: { !$0.isWhitespace }) else {
      if sawReasoning || filter.sawThinking {
        throw Failure(
          .answerWasReasoning,
          "The model thought until its answer's end. Switch its thinking off, raise maxAnswerTokens, or choose another model."
        )
      }
      throw Failure(.answerEmpty, "The model ended its answer without a word. Retry, or choose another model.")
    }
    if RefusalPhrases.isRefusal(draft.text) {
      throw Failure(.refused, "The model answered: \(Failure.firstLine(draft.text))")
    }
    draft.usage = usage
    draft.finishReason = isLooping ? .loop : reason == .length ? ended(by: usage) : .stop
    if let least = expectation.leastPromptTokens, let usage { draft.truncatedInput = usage.promptTokens < least }
    return draft
  }

  /// What an answer that was cut has reached: its ceiling, or the end of the window before it.
  private func ended(by usage: Draft.Usage?) -> Draft.FinishReason {
    guard let usage, usage.answerTokens < expectation.ceiling else { return .length }
    return usage.promptTokens + usage.answerTokens >= expectation.window * 9 / 10 ? .window : .length
  }

  private func draft() -> Draft {
    let answer = end.map { Array(filter.answer[..<$0]) } ?? filter.answer
    if expectation.isStructured, let structured = StructuredAnswer(answer) {
      return Draft(text: structured.text, headline: structured.headline)
    }
    let text = answer.drop { $0.isJSONSpace }
    let last = text.lastIndex { !$0.isJSONSpace }
    return Draft(text: last.map { String(decoding: text[...$0], as: UTF8.self) } ?? "")
  }
}
