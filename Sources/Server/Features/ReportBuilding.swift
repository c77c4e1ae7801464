import LSP
import Summaries

// The report on a document: its runs and plans in the form that commands and requests answer with.

extension Session {
  /// The report on a run, or on those of its passages that overlap `range`.
  func report(
    of run: Run,
    in document: Document,
    restrictedTo range: Range<Int>? = nil
  ) -> Report {
    report(view(of: document).report(of: run, restrictedTo: range))
  }

  /// The report on a plan that nobody has begun: every passage waits and has no note.
  func report(
    of plan: Plan,
    in document: Document,
    restrictedTo range: Range<Int>? = nil
  ) -> Report {
    report(view(of: document).report(of: plan, restrictedTo: range))
  }

  /// The plan object that a command answers with when it started a run.
  func planReport(of run: Run) -> Report.Plan? { documents[run.uri].map { view(of: $0).plan(of: run) } }

  /// The report on a text that has no words or is read as fast as a note on it.
  func reportWithoutPassages(on uri: DocumentURI) -> Report {
    guard let document = documents[uri] else { return emptyReport }
    guard var plan = try? planInput(document, model: model).planned().plan.get() else {
      return reportWithoutPlan(of: document)
    }
    plan.passages = []
    plan.combinePasses = 0
    return report(of: plan, in: document)
  }

  /// The report on a text that cannot be planned.
  func reportWithoutPlan(of document: Document) -> Report { report(view(of: document).reportWithoutPlan) }

  /// The report on nothing: no such document is open.
  var emptyReport: Report { Report(breviate: environment.version, documents: []) }

  private func report(_ document: Report.Document) -> Report {
    Report(breviate: environment.version, documents: [document])
  }
}

extension DocumentView {
  /// - Parameters:
  ///   - wanted: UTF-8 offsets; only the passages that overlap them are reported, under their own numbers.
  func report(of run: Run, restrictedTo wanted: Range<Int>?) -> Report.Document {
    let passages = run.passages.enumerated().filter { Self.isWanted($1.range, wanted) }
    return report(
      // A model's window may have become known since the run began.
      of: run.model.id == model.id ? model : run.model,
      plan: plan(of: run),
      passages: passages.map { report(of: $1, number: $0 + 1) },
      summary: run.passages.count > 1 ? run.summary.map { report(of: $0, in: run.range) } : nil
    )
  }

  /// A passage of a plan has no id of its own yet: it is "plan-" and its number, which no command takes.
  func report(of plan: Plan, restrictedTo wanted: Range<Int>?) -> Report.Document {
    let passages = plan.passages.enumerated().filter { Self.isWanted($1.range, wanted) }
    return report(
      of: model,
      plan: self.plan(of: plan.tokens, plan.inputBudget, passes: plan.passes, combinePasses: plan.combinePasses),
      passages: passages.map { index, passage in
        Report.Passage(
          id: "plan-\(index + 1)",
          number: index + 1,
          title: passage.title,
          range: range(passage.range),
          tokens: Report.Tokens(passage.tokens),
          state: .waiting,
          note: nil,
          failure: nil
        )
      },
      summary: nil
    )
  }

  /// Of a text that cannot be planned: a diagnostic says why.
  var reportWithoutPlan: Report.Document { report(of: model, plan: nil, passages: [], summary: nil) }

  /// The report's plan object of a run, which commands answer with too.
  func plan(of run: Run) -> Report.Plan {
    plan(of: run.tokens, run.inputBudget, passes: run.passages.count, combinePasses: run.combinePasses)
  }

  private func plan(
    of tokens: TokenCount,
    _ inputBudget: Int,
    passes: Int,
    combinePasses: Int
  ) -> Report.Plan {
    Report.Plan(
      tokens: Report.Tokens(tokens),
      inputBudget: inputBudget,
      passes: passes,
      combinePasses: combinePasses,
      estimatedSeconds: estimatedSeconds(tokens)
    )
  }

  private func report(
    of model: ModelProfile,
    plan: Report.Plan?,
    passages: [Report.Passage],
    summary: Report.Note?
  ) -> Report.Document {
    Report.Document(
      uri: document.uri,
      version: document.version,
      languageId: document.languageId,
      positionEncoding: client.encoding,
      model: Report.Model(
        id: model.id,
        backend: model.backend,
        contextWindow: model.window?.size,
        windowAssumed: model.window?.assumed ?? false
      ),
      plan: plan,
      passages: passages,
      summary: summary
    )
  }

  /// An empty range asks for the passage that it stands in.
  private static func isWanted(_ passage: Range<Int>, _ wanted: Range<Int>?) -> Bool {
    guard let wanted else { return true }
    return wanted.isEmpty ? passage.contains(wanted.lowerBound) : passage.overlaps(wanted)
  }

  // MARK: Passages and notes

  private func report(of passage: Passage, number: Int) -> Report.Passage {
    Report.Passage(
      id: passage.id,
      number: number,
      title: passage.title,
      range: range(passage.range),
      tokens: Report.Tokens(passage.tokens),
      state: Report.Passage.State(of: passage),
      note: passage.note.map { report(of: $0, in: passage.range) },
      failure: passage.failure.map(Report.Failure.init)
    )
  }

  /// A note's offsets are relative to the text that it was taken from; where that text has changed since, what no
  /// longer fits is drawn into the text that stands there now.
  private func report(of kept: KeptNote, in passage: Range<Int>) -> Report.Note {
    func place(_ relative: Range<Int>) -> LSPRange {
      let fitting = relative.clamped(to: 0..<passage.count)
      return range((passage.lowerBound + fitting.lowerBound)..<(passage.lowerBound + fitting.upperBound))
    }
    let note = kept.note
    return Report.Note(
      text: note.text,
      headline: note.headline,
      sentences: note.sentences.map { Report.Sentence(text: $0.text, range: $0.range.map(place)) },
      omitted: note.omitted.map {
        Report.Omission(value: $0.value, kind: $0.kind.rawValue, context: $0.context, range: place($0.range))
      },
      notInText: note.notInText.map { Report.Unsupported(text: $0.text, kind: $0.kind.rawValue) },
      model: kept.model,
      provisional: kept.provisional,
      createdAt: Timestamp.text(kept.createdAt),
      finishReason: kept.finishReason?.rawValue,
      truncatedInput: kept.truncatedInput,
      relaxedFilter: kept.relaxedFilter,
      usage: kept.usage.map { usage in
        Report.Usage(
          promptTokens: usage.promptTokens,
          answerTokens: usage.answerTokens,
          tokensPerSecond: kept.tokensPerSecond
        )
      },
      timeToFirstToken: kept.timeToFirstToken
    )
  }
}

extension Report.Tokens {
  fileprivate init(_ count: TokenCount) {
    self.init(value: count.value, exact: count.exact)
  }
}

extension Report.Passage.State {
  fileprivate init(of passage: Passage) {
    self =
      switch passage.state {
      case .waiting: .waiting
      case .running: .running
      case .failed: .failed
      case .cancelled: .cancelled
      case .noted: passage.isStale ? .stale : .fresh
      }
  }
}

extension Report.Failure {
  fileprivate init(_ failure: Failure) {
    self.init(
      kind: failure.kind.rawValue,
      title: failure.title,
      detail: failure.detail,
      retry: failure.canRetry,
      relax: failure.canRelax
    )
  }
}
