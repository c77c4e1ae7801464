package import Summaries

/// How numbers, times and counts are worded, the same in every place that a person sees.
package enum Wording {
  /// "9,842".
  package static func number(_ value: Int) -> String {
    let digits = String(value.magnitude)
    var grouped = value < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { grouped.append(",") }
      grouped.append(digit)
    }
    return grouped
  }

  /// "1 pass", "2,000 passes".
  static func count(_ value: Int, _ singular: String, _ plural: String) -> String {
    "\(number(value)) \(value == 1 ? singular : plural)"
  }

  package static func passes(_ value: Int) -> String { count(value, "pass", "passes") }

  /// "9,842 tokens" when counted, "about 9,842 tokens" while estimated.
  static func tokens(_ count: TokenCount) -> String {
    (count.exact ? "" : "about ") + self.count(count.value, "token", "tokens")
  }

  /// "5 passes: about 9,842 tokens, 3,697 fit in one (qwen3:4b, window 4,096), about 40 s".
  ///
  /// Without a window there is nothing that a text could be too long for: "10 passes: 9,842 tokens (built-in note taker)".
  package static func price(
    passes count: Int,
    tokens: TokenCount,
    inputBudget: Int,
    model: String,
    window: Window?,
    seconds: Int?
  ) -> String {
    let price = "\(passes(count)): \(self.tokens(tokens))"
    guard let window else { return "\(price) (\(model))" }
    let size = "window \(number(window.size))\(window.assumed ? " assumed" : "")"
    let time = seconds.map { ", about \(duration(seconds: $0))" } ?? ""
    return "\(price), \(number(inputBudget)) fit in one (\(model), \(size))\(time)"
  }

  /// A specific that a note leaves out, with the words around it where they say more.
  package static func omission(_ value: String, context: String) -> String {
    if context.isEmpty { return value }
    return context.contains(value) ? context : "\(value) (\(context))"
  }

  /// "40 s", "3 min", "2 h".
  static func duration(seconds: Int) -> String {
    switch max(seconds, 1) {
    case let seconds where seconds < 120: "\(number(seconds)) s"
    case let seconds where seconds < 7_200: "\(number(seconds / 60)) min"
    case let seconds: "\(number(seconds / 3_600)) h"
    }
  }

  /// "0.4 s", "12 s".
  static func duration(_ seconds: Double) -> String {
    seconds.isNaN || seconds < 10 ? "\(rate(seconds)) s" : duration(seconds: Int(min(seconds, 1e9)))
  }

  /// "7.5", "23": one decimal below ten.
  static func rate(_ value: Double) -> String {
    // What is no number is none at all.
    let value = value > 0 ? min(value, 1e9) : 0
    let tenths = Int((value * 10).rounded())
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : number(Int(value.rounded()))
  }

  /// That a note is one on a part of its text.
  package static let truncated = "the model did not read all of this"

  /// Why an answer ended before its end; nil of one that came to it.
  package static func cut(_ reason: Draft.FinishReason) -> String? {
    switch reason {
    case .stop: nil
    case .length: "cut off at the length of an answer"
    case .window: "cut off where the model's window was full"
    case .loop: "cut off where it began to repeat itself"
    }
  }

  /// How long ago something was, in words: "just now", "3 min ago", "2 h ago", "4 days ago".
  ///
  /// Both in seconds since 1970. A clock that was set back makes things happen just now rather than in the future.
  static func age(of moment: Double, now: Double) -> String {
    let elapsed = now - moment
    // The upper bound (300 years) keeps the conversion from trapping.
    guard elapsed >= 60, elapsed < 1e10 else { return "just now" }
    let minutes = Int(elapsed) / 60
    if minutes < 60 { return "\(minutes) min ago" }
    if minutes < 48 * 60 { return "\(minutes / 60) h ago" }
    return "\(number(minutes / (24 * 60))) days ago"
  }

  /// The text as it is when it is short enough, else its first words and "…", `limit` characters at most.
  static func shortened(_ text: String, to limit: Int) -> String {
    guard let end = text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex), end < text.endIndex
    else { return text }
    let room = text[..<text.index(before: end)]
    // A border between words is preferred unless it costs half of the room.
    let cut = room.lastIndex(of: " ").map { room[..<$0] } ?? room
    return (cut.count * 2 >= limit ? cut : room) + "…"
  }

  /// "answer-cut": the kind of a failure as the code of a diagnostic.
  static func code(_ kind: Failure.Kind) -> String {
    var code = ""
    for character in kind.rawValue {
      if character.isUppercase { code.append("-") }
      code.append(character.lowercased())
    }
    return code
  }
}
