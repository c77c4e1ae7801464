/// Every way that planning or generation can fail, as something worth showing a person.
///
/// The set is closed: a model's own error is translated into one of these where it arises (in Models), with the
/// model's words in `detail`.
package struct Failure: Error, Hashable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    // What can be foreseen and is checked before generating.
    case noRoom
    case tooLong
    case languageNotSupported
    case modelUnavailable
    case badConfiguration
    // What cannot.
    case blocked
    case refused
    case rateLimited
    case timedOut
    case connectionLost
    case truncatedInput
    case answerEmpty
    case answerCut
    case answerWasReasoning
    case modelError
  }

  package var kind: Kind
  /// What happened and what to do, in a sentence or two, with the model's own words where it gave some.
  package var detail: String
  /// Whether it may pass by itself, so that asking again a little later is worth a try.
  package var isTransient: Bool
  /// Seconds that the model asked to be left alone; nil when it named none.
  package var retryAfter: Double?
  /// Of `tooLong` and `truncatedInput`: the window, in tokens, that the model turned out to have; nil when unknown.
  package var window: Int?

  package init(
    _ kind: Kind,
    _ detail: String,
    isTransient: Bool = false,
    retryAfter: Double? = nil,
    window: Int? = nil
  ) {
    self.kind = kind
    self.detail = detail
    self.isTransient = isTransient
    self.retryAfter = retryAfter
    self.window = window
  }

  /// A few words that name the failure.
  package var title: String {
    switch kind {
    case .noRoom: "No room for text in the context window"
    case .tooLong: "Too long for one request"
    case .languageNotSupported: "Language not supported by the model"
    case .modelUnavailable: "Model not available"
    case .badConfiguration: "Configuration problem"
    case .blocked: "Blocked by the model's safety filter"
    case .refused: "Refused by the model"
    case .rateLimited: "Too many requests"
    case .timedOut: "The model did not answer in time"
    case .connectionLost: "The connection to the model was lost"
    case .truncatedInput: "The model did not read all of the text"
    case .answerEmpty: "The model answered nothing"
    case .answerCut: "The answer was cut off"
    case .answerWasReasoning: "The answer was all reasoning"
    case .modelError: "The model reported an error"
    }
  }

  /// Whether asking again, unchanged, can help.
  package var canRetry: Bool {
    switch kind {
    case .noRoom, .languageNotSupported, .badConfiguration: false
    case .tooLong, .modelUnavailable, .blocked, .refused, .rateLimited, .timedOut, .connectionLost,
      .truncatedInput, .answerEmpty, .answerCut, .answerWasReasoning, .modelError:
      true
    }
  }

  /// Whether a request under the relaxed filter can help.
  ///
  /// It is only ever an offer.
  package var canRelax: Bool { kind == .blocked || kind == .refused }
}
