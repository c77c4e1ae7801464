import Server

/// Reports as Markdown, in which no word of a text or a model is live.
enum MarkdownOutput {
  /// Notes: each file, each passage and the summary under a heading of its own.
  static func notes(_ document: Report.Document, name: String) -> String {
    var markup = Markup(.markdown)
    markup.heading(1, file: name)
    markup.paragraphs(document.price)
    for passage in document.passages {
      markup.heading(2, heading(of: passage))
      if let note = passage.note { add(note, to: &markup) }
      if let trouble = passage.trouble { markup.aside(trouble) }
    }
    if let summary = document.summary {
      markup.heading(2, "Summary")
      add(summary, to: &markup)
    }
    return markup.text + "\n"
  }

  /// What notes would take.
  static func plan(_ document: Report.Document, name: String) -> String {
    var markup = Markup(.markdown)
    markup.heading(1, file: name)
    markup.paragraphs(document.price)
    markup.list(document.passages.map { "\(heading(of: $0)): \(Wording.number($0.tokens.value)) tokens" })
    return markup.text + "\n"
  }

  /// The number stands behind a word: a line that begins with a number and a point would have to be escaped.
  private static func heading(of passage: Report.Passage) -> String { "Passage \(passage.number): \(passage.heading)" }

  private static func add(_ note: Report.Note, to markup: inout Markup) {
    markup.paragraphs(note.text)
    if !note.omitted.isEmpty {
      markup.paragraphs("Also mentioned:")
      markup.list(note.alsoMentioned)
    }
    if let words = note.doubtful { markup.paragraphs("Not in the text: \(words)") }
    if let words = note.caution { markup.aside("Note: \(words).") }
  }
}
