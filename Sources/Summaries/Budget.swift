/// A model's context window: what it can hold at once, prompt and answer together, in tokens.
package struct Window: Hashable, Sendable {
  /// What is taken for a window that nobody knows: the size of the smallest models in use.
  package static let assumedSize = 4_096

  package var size: Int
  /// True when the size is a guess and has to be called one.
  package var assumed: Bool

  package init(size: Int, assumed: Bool = false) {
    self.size = size
    self.assumed = assumed
  }

  /// The window that a model reported; an unknown or impossible report counts as `assumedSize`, assumed.
  package init(reported: Int?) {
    if let reported, reported > 0 {
      self.init(size: reported)
    } else {
      self.init(size: Self.assumedSize, assumed: true)
    }
  }
}

/// What of a window is spoken for before any text, for one kind of request, in tokens.
package struct Overhead: Hashable, Sendable {
  /// What a session costs before its first word (measured: 22 on Apple's model).
  package var session: Int
  /// Kept free because the last tokens of a window cannot be relied on (measured: 8 on Apple's model).
  package var reserve: Int
  package var instructions: Int
  /// The price of a schema when the answer is structured, else 0.
  package var schema: Int

  package init(session: Int = 22, reserve: Int = 8, instructions: Int = 0, schema: Int = 0) {
    self.session = session
    self.reserve = reserve
    self.instructions = instructions
    self.schema = schema
  }

  package var total: Int { session + reserve + instructions + schema }
}

extension Window {
  /// Less room than this, in tokens, holds no passage worth a note.
  static let leastInput = 32

  /// The tokens of text that one request holds: the window less what is spoken for and less the answer.
  package func inputBudget(overhead: Overhead, answer: Int) throws(Failure) -> Int {
    let spoken = [overhead.session, overhead.reserve, overhead.instructions, overhead.schema, answer]
      .reduce(0) { (sum: Int, part: Int) in
        sum.addingReportingOverflow(max(part, 0)).overflow ? .max : sum + max(part, 0)
      }
    let room = size - min(spoken, max(size, 0))
    guard room >= Self.leastInput else { throw .noRoom(window: size, spoken: spoken, answer: answer) }
    return room
  }
}

extension Failure {
  fileprivate static func noRoom(window: Int, spoken: Int, answer: Int) -> Failure {
    Failure(
      .noRoom,
      """
      The context window of \(window) tokens leaves \(max(0, window - min(spoken, max(window, 0)))) for text: \
      \(spoken) are spoken for, \(max(answer, 0)) of them for the answer. \
      Set contextWindow to what the model really has, lower maxAnswerTokens, or use a model with a larger window.
      """
    )
  }

  /// A request that holds too little text, however that came about.
  static func noRoom(inputBudget: Int) -> Failure {
    Failure(
      .noRoom,
      """
      One request would hold \(max(inputBudget, 0)) tokens of text, and \(Window.leastInput) is the least that is \
      worth a note. Set contextWindow to what the model really has, lower maxAnswerTokens, or use a model with a \
      larger window.
      """
    )
  }
}
