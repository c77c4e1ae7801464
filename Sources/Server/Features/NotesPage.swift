import LSP
import Summaries

// The notes page: all the notes of a document as one Markdown text, made from the state as it is.

extension Session {
  /// The page's text; of one passage alone when it is named.
  func notesPage(for document: Document, passage: String?) -> String {
    view(of: document).notesPage(passage: passage).text
  }
}

/// A page and where on it each passage stands.
struct NotesPage {
  var text: String
  /// The line, from zero, of each passage's heading, by the passage's id.
  var lines: [String: Int]
}

extension DocumentView {
  /// - Parameter passage: the id of the only passage that is wanted; nil for all of them.
  func notesPage(passage: String? = nil) -> NotesPage {
    var page = Markup(.markdown)
    var lines: [String: Int] = [:]
    let shown = shown
    let wanted = passage.map { id in shown.filter { $0.passage.id == id } } ?? shown
    page.heading(1, "Notes:", file: SafeText.label(document.uri.name))
    if document.runs.isEmpty {
      page.paragraphs("There are no notes yet.")
      writePlan(into: &page)
    }
    for run in runsInTextOrder(wanted) {
      let passages = wanted.filter { $0.run.id == run.id }
      if run.scope == .selection, let first = passages.first, let last = passages.last {
        let selected = first.passage.range.lowerBound..<last.passage.range.upperBound
        page.heading(2, "Selection, \(lineWords(selected))")
      }
      page.aside(stateWords(of: run))
      if passage == nil, run.passages.count > 1 { writeSummarySection(of: run, into: &page) }
      for shown in passages {
        lines[shown.passage.id] = page.nextLine
        let words = lineWords(shown.passage.range)
        page.heading(2, "\(shown.number). \(title(of: shown.passage)) (\(words))")
        write(shown, ledger: nil, into: &page)
      }
    }
    return NotesPage(text: page.text + "\n", lines: lines)
  }

  /// The runs of which something is shown: of the buffer first, then of selections as they stand in the text.
  private func runsInTextOrder(_ shown: [Shown]) -> [Run] {
    var seen: Set<String> = []
    let runs = shown.map(\.run).filter { seen.insert($0.id).inserted }
    return runs.filter { $0.scope == .buffer } + runs.filter { $0.scope == .selection }
  }

  private func writePlan(into page: inout Markup) {
    switch document.pricing?.plan {
    case .success(let plan) where plan.passes > 0:
      page.paragraphs("Summarising takes \(Wording.passes(plan.passes)), \(Wording.tokens(plan.tokens)).")
    case .failure(let failure):
      page.paragraphs("\(failure.title): \(failure.detail)")
    case .success, nil:
      break
    }
  }

  private func writeSummarySection(of run: Run, into page: inout Markup) {
    var summary = Markup(.markdown)
    writeSummary(of: run, ledger: nil, into: &summary)
    guard !summary.text.isEmpty else { return }
    page.heading(2, "Summary")
    page.add(summary)
  }

  /// "qwen3:4b · 5 passages, about 9,842 tokens · 2 of 5 done · 1 failed · 1 stale".
  private func stateWords(of run: Run) -> String {
    let count = run.passages.count
    var words = [run.model.displayName]
    words.append("\(Wording.count(count, "passage", "passages")), \(Wording.tokens(run.tokens))")
    switch run.phase {
    case .noting: words.append("\(Wording.number(run.settledCount)) of \(Wording.passes(count)) done")
    case .combining: words.append("combining the notes")
    case .cancelled: words.append("cancelled")
    case .finished: break
    }
    let failed = run.passages.count { $0.failure != nil }
    if failed > 0 { words.append("\(Wording.number(failed)) failed") }
    let stale = run.passages.count { $0.isStale }
    if stale > 0 { words.append("\(Wording.number(stale)) stale") }
    return words.joined(separator: " · ")
  }

  /// "line 4", "lines 4–12": from 1, as editors show them.
  private func lineWords(_ range: Range<Int>) -> String {
    let range = range.clamped(to: 0..<document.text.count)
    let first = document.text.line(containing: range.lowerBound) + 1
    // White space behind the last sentence reaches to where the next passage begins.
    let end = document.text.bytes[range].lastIndex { $0 > 0x20 } ?? range.lowerBound
    let last = document.text.line(containing: end) + 1
    return first == last
      ? "line \(Wording.number(first))" : "lines \(Wording.number(first))–\(Wording.number(last))"
  }
}
