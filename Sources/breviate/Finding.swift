import Server

/// Something that `breviate doctor` has found, in a line.
struct Finding: Sendable {
  enum Verdict: String {
    case good = "ok"
    /// Worth knowing, and no fault.
    case notable = "note"
    case bad = "problem"
  }

  let verdict: Verdict
  let subject: String
  let words: String

  init(_ verdict: Verdict, _ subject: String, _ words: String) {
    self.verdict = verdict
    self.subject = subject
    self.words = words
  }

  var line: String {
    let label = verdict.rawValue + String(repeating: " ", count: 9 - verdict.rawValue.count)
    return label + SafeText.message("\(subject): \(words)") + "\n"
  }
}
