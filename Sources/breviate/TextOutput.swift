import LSP
import Server

/// Reports for people at a terminal.
///
/// Every word of a text, a model or a file's name goes through `SafeText`: a terminal obeys none of them.
struct TextOutput {
  let width: Int
  private let safe = SafeText(.plaintext)

  init(width: Int) {
    self.width = width
  }

  /// Notes: a line on the whole, each passage's note, the summary.
  func notes(_ document: Report.Document, name: String) -> String {
    var text = line("\(name): \(document.price)")
    for passage in document.passages {
      text += "\n" + paragraph("\(passage.number). \(passage.heading)")
      if let note = passage.note { text += body(of: note) }
      if let trouble = passage.trouble { text += paragraph(trouble, indent: "   ") }
    }
    if let summary = document.summary { text += "\nSummary\n" + body(of: summary) }
    return text
  }

  /// What notes would take: a line on the whole and one for each passage.
  func plan(_ document: Report.Document, name: String) -> String {
    var text = line("\(name): \(document.price)")
    for passage in document.passages {
      let tokens = "\(passage.tokens.exact ? "" : "about ")\(Wording.number(passage.tokens.value)) tokens"
      text += "  " + line("\(passage.number). \(passage.heading): \(tokens)")
    }
    return text
  }

  private func body(of note: Report.Note) -> String {
    var text = TextWrap.wrap(safe.block(note.text), width: width, indent: "   ") + "\n"
    if !note.omitted.isEmpty {
      text += paragraph("Also mentioned:", indent: "   ")
      for line in note.alsoMentioned { text += paragraph(line, indent: "     ") }
    }
    if let words = note.doubtful { text += paragraph("Not in the text: \(words)", indent: "   ") }
    if let words = note.caution { text += paragraph("Note: \(words).", indent: "   ") }
    return text
  }

  /// Words on one line, however long: scripts look for them.
  private func line(_ words: String) -> String { safe.line(words) + "\n" }

  /// Words as one paragraph with a line break behind it.
  private func paragraph(_ words: String, indent: String = "") -> String {
    TextWrap.wrap(safe.line(words), width: width, indent: indent) + "\n"
  }
}
