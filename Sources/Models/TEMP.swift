import Summaries
enum Prompts {
  static func instructions(for kind: RequestKind, wish: String?) -> String { "Take notes on one passage of a longer document. \(kind)" + (wish ?? "") }
  static func text(for request: NoteRequest) -> String { "Passage:\n" + String(decoding: request.source, as: UTF8.self) + "\nEnd." }
  static func anchored(_ request: NoteRequest) -> String { "The following is a passage of a document in plain English.\n" + text(for: request) }
  static func version(wish: String?, temperature: Double?, seed: Int?) -> String { "1" }
}
enum RefusalPhrases {
  static func refusal(in text: String) -> String? { text.hasPrefix("I'm sorry, but I can't") ? text : nil }
}
