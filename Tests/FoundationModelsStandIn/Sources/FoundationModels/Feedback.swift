public import Foundation

public struct LanguageModelFeedback {
  public enum Sentiment: Sendable {
    case positive, negative, neutral
  }

  public struct Issue: Sendable {
    public enum Category: Sendable {
      case unhelpful, tooVerbose, didNotFollowInstructions, incorrect, stereotypeOrBias, suggestiveOrSexual
      case vulgarOrOffensive, triggeredGuardrailUnexpectedly
    }
    let category: Category
    public init(category: Category, explanation: String? = nil) { self.category = category }
  }
}

extension LanguageModelSession {
  @discardableResult
  public final func logFeedbackAttachment(
    sentiment: LanguageModelFeedback.Sentiment?,
    issues: [LanguageModelFeedback.Issue] = [],
    desiredOutput: Transcript.Entry? = nil
  ) -> Data {
    let said = transcript.map(\.text).joined(separator: "\n")
    return Data("{\"issues\": \(issues.count), \"transcript\": \(said.utf8.count)}".utf8)
  }
}
