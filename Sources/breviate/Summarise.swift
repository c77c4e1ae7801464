import LSP
import Server

extension Program {
  /// `breviate summarise`: notes on each file, as they come.
  func summarise() -> Int32 {
    overFiles { file, client in
      if let limit = arguments.maxPasses {
        guard let report = report(of: client.plan(file), file) else { return nil }
        let passes = report.documents.first?.plan?.passes ?? 0
        if passes > limit {
          terminal.complain("\(file.name): takes \(Wording.passes(passes)), more than --max-passes \(limit): left out")
          return FileOutcome(report: Report(breviate: Self.version, documents: []), isMet: false)
        }
      }
      var meter = Meter(terminal: terminal, name: file.name)
      var lines = PassageLines()
      let answer = client.summarise(file, wantsPartials: arguments.format == .jsonl) { news in
        switch news {
        case .progress(let percentage, let message): meter.show(percentage: percentage, message: message)
        case .partial(let report):
          guard let document = Self.ofFile(report).documents.first else { return }
          meter.clear()
          for line in lines.take(from: document) { terminal.print(bytes: line) }
        }
      }
      meter.clear()
      guard let report = report(of: answer, file), let document = report.documents.first else { return nil }
      if document.passages.isEmpty, let reason = client.reasonForNoNotes(on: file) {
        terminal.complain("\(file.name): \(reason)")
      }
      switch arguments.format {
      case .text: terminal.print(TextOutput(width: terminal.width).notes(document, name: file.name))
      case .markdown: terminal.print(MarkdownOutput.notes(document, name: file.name))
      case .json: break
      case .jsonl:
        for line in lines.rest(of: document) { terminal.print(bytes: line) }
      }
      return FileOutcome(report: report, isMet: document.isComplete)
    }
  }

  /// `breviate plan`: what notes on each file would take.
  func plan() -> Int32 {
    overFiles { file, client in
      guard let report = report(of: client.plan(file), file), let document = report.documents.first else {
        return nil
      }
      switch arguments.format {
      case .text: terminal.print(TextOutput(width: terminal.width).plan(document, name: file.name))
      case .markdown: terminal.print(MarkdownOutput.plan(document, name: file.name))
      case .json: break
      case .jsonl:
        var lines = PassageLines()
        for line in lines.rest(of: document) { terminal.print(bytes: line) }
      }
      let passes = document.plan?.passes ?? 0
      return FileOutcome(report: report, isMet: arguments.maxPasses.map { passes <= $0 } ?? true)
    }
  }

  /// What became of one file.
  private struct FileOutcome {
    let report: Report
    /// Whether the condition that was asked for holds.
    let isMet: Bool
  }

  /// Does the same with every file; one that fails does not keep the others from being done.
  private func overFiles(_ work: (InputFile, LocalClient) -> FileOutcome?) -> Int32 {
    _ = resolvedSettings()
    let interrupts = Interrupts()
    let log = Log(standardErrorLevel: .error, now: secondsSince1970)
    let client = LocalClient(environment: serverEnvironment(log: log), interrupts: interrupts)
    var whole = Report(breviate: Self.version, documents: [])
    var status = ExitStatus.fine
    for (index, path) in arguments.files.enumerated() where interrupts.status == nil {
      do throws(InputFile.Problem) {
        let file = try InputFile(path)
        if index > 0 && arguments.format != .json && arguments.format != .jsonl { terminal.print("\n") }
        if let outcome = work(file, client) {
          whole.documents += outcome.report.documents
          if !outcome.isMet { status = max(status, ExitStatus.unmet) }
        } else {
          status = ExitStatus.unable
        }
      } catch {
        terminal.complain(error.message)
        status = ExitStatus.unable
      }
    }
    if arguments.format == .json { terminal.print(bytes: JSONOutput.whole(whole)) }
    client.close()
    return interrupts.status ?? status
  }

  /// The report in an answer; nil, with a complaint, when there is none.
  private func report(of answer: LocalClient.Answer<Report>, _ file: InputFile) -> Report? {
    switch answer {
    case .result(let report):
      return Self.ofFile(report)
    case .failed(let error):
      if error.code == .requestCancelled, let report = try? error.data?.decode(as: Report.self) {
        return Self.ofFile(report)
      }
      terminal.complain("\(file.name): \(error.message)")
      return nil
    }
  }

  /// A report as the command line gives it: a file has no version.
  private static func ofFile(_ report: Report) -> Report {
    var report = report
    for index in report.documents.indices { report.documents[index].version = nil }
    return report
  }
}

/// The lines of one document in JSON Lines: each passage once, as soon as its note will not change any more.
private struct PassageLines {
  private var printed: Set<String> = []

  /// Lines for passages that are ready in a report that is still growing.
  mutating func take(from document: Report.Document) -> [[UInt8]] {
    lines(document) { $0.state == .failed || ($0.state == .fresh && $0.note?.provisional == false) }
  }

  /// Lines for the passages that have none yet, and the one with the summary.
  mutating func rest(of document: Report.Document) -> [[UInt8]] {
    lines(document) { _ in true } + [JSONOutput.line(summary: document.summary, uri: document.uri)]
  }

  private mutating func lines(_ document: Report.Document, where isReady: (Report.Passage) -> Bool) -> [[UInt8]] {
    document.passages.filter { isReady($0) && printed.insert($0.id).inserted }
      .map { JSONOutput.line($0, uri: document.uri) }
  }
}
