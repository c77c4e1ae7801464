/// Whether an answer is a refusal in words rather than a note.
///
/// Only how an answer begins counts, so that a note on a text about refusals stays a note.
enum RefusalPhrases {
  /// A note may be longer; a refusal hardly is.
  private static let longest = 900

  /// In lower case, with straight apostrophes.
  private static let openings = [
    "i'm sorry, but i can't", "i'm sorry, but i cannot", "i'm sorry, but i am unable", "i'm sorry, but i'm unable",
    "i'm sorry, but i'm not able", "i'm sorry, i can't", "i'm sorry, i cannot", "i am sorry, but i cannot",
    "i am sorry, but i can't", "i am sorry, i cannot", "sorry, but i can't", "sorry, but i cannot",
    "sorry, i can't assist",
    "sorry, i can't help", "sorry, i cannot assist", "sorry, i cannot help", "i apologize, but i can't",
    "i apologize, but i cannot", "i apologize, but i am unable", "i apologize, but i'm unable",
    "i apologise, but i cannot", "i apologise, but i can't", "i can't assist with", "i cannot assist with",
    "i can't help with", "i cannot help with", "i can't fulfill", "i cannot fulfill", "i can't comply with",
    "i cannot comply with", "i can't provide a summary", "i cannot provide a summary", "i can't summarize",
    "i cannot summarize", "i can't summarise", "i cannot summarise", "i can't take notes on", "i cannot take notes on",
    "i'm unable to assist", "i am unable to assist", "i'm unable to help", "i am unable to help",
    "i'm not able to assist", "i am not able to assist", "i'm not able to help with", "i must decline",
    "i can't engage with", "i cannot engage with", "i won't be able to help", "i won't assist with",
    "as an ai language model, i can", "as an ai language model i can", "as an ai assistant, i can", "as an ai, i can",
    "unfortunately, i can't assist", "unfortunately, i cannot assist", "unfortunately, i'm unable to assist",
    "unfortunately, i can't help with", "unfortunately, i cannot help with",
    "es tut mir leid, aber ich kann", "ich kann dabei nicht helfen", "je suis désolé, mais je ne peux",
    "désolé, mais je ne peux pas", "lo siento, pero no puedo", "mi dispiace, ma non posso", "desculpe, mas não posso",
    "申し訳ありませんが", "抱歉，我无法", "对不起，我无法", "很抱歉，我无法", "죄송하지만",
  ]

  static func isRefusal(_ answer: String) -> Bool {
    guard answer.utf8.count <= longest else { return false }
    let start = answer.drop { $0.isWhitespace || $0 == "*" || $0 == "\"" || $0 == "-" }.prefix(60).lowercased()
    let plain = String(start.map { $0 == "’" ? "'" : $0 })
    return openings.contains { plain.hasPrefix($0) }
  }
}
