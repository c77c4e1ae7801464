import Summaries

/// How often something was asked for, and whether it waits to be asked for again by itself.
struct Attempts: Hashable {
  /// What is done about a failure without asking a person.
  enum Next: Hashable {
    case giveUp
    /// Ask again after so many seconds.
    case wait(Double)
    /// Ask again at once, with room for an answer behind the reasoning.
    case withMoreRoom
  }

  /// Seconds before the first and the second time that something is asked for again.
  private static let pauses = [1.0, 4.0]
  /// A model that wants to be left alone for longer, in seconds, is not waited for: a person can ask again.
  private static let longestPause = 60.0
  /// How many times the usual ceiling an answer may have that was spent on reasoning before.
  private static let moreRoom = 8

  private var retries = 0
  private var hasMoreRoom = false
  /// Seconds that are waited now before it is asked for again; nil while nothing is waited for.
  private(set) var pause: Double?

  mutating func next(after failure: Failure) -> Next {
    if failure.kind == .answerWasReasoning {
      if hasMoreRoom { return .giveUp }
      hasMoreRoom = true
      return .withMoreRoom
    }
    guard failure.isTransient, retries < Self.pauses.count else { return .giveUp }
    let seconds = failure.retryAfter ?? Self.pauses[retries]
    guard seconds >= 0, seconds <= Self.longestPause else { return .giveUp }
    retries += 1
    pause = seconds
    return .wait(seconds)
  }

  mutating func goOn() { pause = nil }

  /// The ceiling to ask with.
  ///
  /// - Parameter room: tokens that the window has for an answer; nil for any number.
  func ceiling(_ usual: Int, room: Int?) -> Int {
    guard hasMoreRoom else { return usual }
    return max(usual, min(usual * Self.moreRoom, room ?? .max))
  }

  /// "waiting to try again in 4 s"; nil while nothing is waited for.
  var words: String? {
    pause.map { "waiting to try again in \(Wording.duration(seconds: Int($0.rounded(.up))))" }
  }
}
