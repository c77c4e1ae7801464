package import Summaries

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What is kept of a model's note: its own words and what its passage's borders are found again by.
///
/// Traces, ledger and what is not in the text are made anew from the text that is there.
package struct CachedNote: Hashable, Sendable {
  /// The built-in note taker's id.
  ///
  /// Its notes quote the text and cost nothing, so they are not stored.
  static let builtInModel = "none"

  /// What a note depends on: a passage's content and everything in the request.
  package struct Key: Hashable, Sendable {
    package var passage: PassageKey
    /// The model's id.
    package var model: String
    /// The rest of the request in a form of the caller's: kind, ceiling, filter, language, prompt version,
    /// `Outline.format`; of a combining request also what stands for the notes that it combines.
    package var request: String

    package init(passage: PassageKey, model: String, request: String) {
      self.passage = passage
      self.model = model
      self.request = request
    }
  }

  package var key: Key
  /// The passage's borders; nil for a summary, which has no borders to keep.
  package var known: KnownPassage?
  /// The passage size that the borders were made for; nil for a summary.
  package var passageTokens: Int?
  package var text: String
  package var headline: String?
  /// Seconds since 1970, UTC.
  package var createdAt: Double
  package var finishReason: Draft.FinishReason?
  package var truncatedInput: Bool
  package var usage: Draft.Usage?

  package init(
    key: Key,
    known: KnownPassage?,
    passageTokens: Int? = nil,
    text: String,
    headline: String?,
    createdAt: Double,
    finishReason: Draft.FinishReason?,
    truncatedInput: Bool = false,
    usage: Draft.Usage? = nil
  ) {
    self.key = key
    self.known = known
    self.passageTokens = passageTokens
    self.text = text
    self.headline = headline
    self.createdAt = createdAt
    self.finishReason = finishReason
    self.truncatedInput = truncatedInput
    self.usage = usage
  }

  /// The order of notes: by age, and always the same for notes of one instant.
  static func isOlder(_ left: CachedNote, _ right: CachedNote) -> Bool {
    (left.createdAt, left.key.passage, left.key.model, left.key.request)
      < (right.createdAt, right.key.passage, right.key.model, right.key.request)
  }
}

extension CachedNote {
  /// The form on disk.
  ///
  /// Keys are hexadecimal: a reader in another language would round a number of 61 bits.
  private struct Record: Codable {
    /// Raised when a field changes its meaning; records of another version are passed over.
    static let version = 1

    var v: Int
    var passage: String
    var first: String?
    var count: Int?
    var passageTokens: Int?
    var model: String
    var request: String
    var text: String
    var headline: String?
    var createdAt: Double
    var finishReason: String?
    var truncatedInput: Bool
    var promptTokens: Int?
    var answerTokens: Int?
  }

  /// The note as one line with a line break before and behind; nil when JSON cannot say it.
  var record: [UInt8]? {
    let record = Record(
      v: Record.version,
      passage: String(key.passage.value, radix: 16),
      first: known.map { String($0.first.value, radix: 16) },
      count: known?.count,
      passageTokens: passageTokens,
      model: key.model,
      request: key.request,
      text: text,
      headline: headline,
      createdAt: createdAt,
      finishReason: finishReason?.rawValue,
      truncatedInput: truncatedInput,
      promptTokens: usage?.promptTokens,
      answerTokens: usage?.answerTokens
    )
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(record) else { return nil }
    let lineBreak = UInt8(ascii: "\n")
    return [lineBreak] + data + [lineBreak]
  }

  /// Reads one line; nil for a torn one, for anything else that is not a record, and for another version's.
  init?(record line: some Sequence<UInt8>) {
    guard let record = try? JSONDecoder().decode(Record.self, from: Data(line)), record.v == Record.version,
      let passage = UInt64(record.passage, radix: 16), record.createdAt.isFinite
    else { return nil }
    key = Key(passage: PassageKey(value: passage), model: record.model, request: record.request)
    if let count = record.count, count > 0, let first = record.first.flatMap({ UInt64($0, radix: 16) }) {
      known = KnownPassage(key: key.passage, first: PassageKey(value: first), count: count)
    }
    passageTokens = record.passageTokens
    text = record.text
    headline = record.headline
    createdAt = record.createdAt
    finishReason = record.finishReason.flatMap(Draft.FinishReason.init)
    truncatedInput = record.truncatedInput
    if let prompt = record.promptTokens, let answer = record.answerTokens {
      usage = Draft.Usage(promptTokens: prompt, answerTokens: answer)
    }
  }
}
