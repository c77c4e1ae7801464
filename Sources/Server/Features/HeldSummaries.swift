import LSP
import Store
import Summaries

// The request that is held open: its client waits for the notes, and may watch them come.

/// A `breviate/summarise` that has not been answered.
struct HeldSummary {
  let id: RequestID
  let run: Run
  /// Where the report so far is streamed.
  let partialResultToken: ProgressToken?
  /// Whether a report is being written for that; the next one waits for it.
  var isWriting = false
  /// Whether something has changed since.
  var hasMore = false
}

extension Session {
  func holdSummary(_ params: SummariseParams, id: RequestID) throws -> Work<Report> {
    let taker = try params.model.map(otherNoteTaker)
    let uri = try documentToSummarise(params)
    let range = try params.range.map { range in
      guard let offsets = documents[uri]?.text.offsets(of: range, client.encoding) else {
        throw ResponseError(code: .invalidParams, message: "range: its end is before its start")
      }
      return offsets
    }
    pending.setCancel({ $0.giveUp(planning: uri) }, for: id)
    return try startRun(RunRequest(uri: uri, range: range, taker: taker, isHeld: true)).then(self) { session, reply in
      switch reply {
      case .failed(let failure):
        session.removeHidden(uri)
        throw failure
      case .nothing, .asked:
        defer { session.removeHidden(uri) }
        return .done(session.reportWithoutPassages(on: uri))
      case .started(let run):
        return session.hold(run, params, id)
      }
    }
  }

  /// A request that is cancelled before its run began: the report so far has no passages.
  private func giveUp(planning uri: DocumentURI) -> JSONValue? {
    defer { removeHidden(uri) }
    return try? JSONValue(encoding: reportWithoutPassages(on: uri))
  }

  private func hold(_ run: Run, _ params: SummariseParams, _ id: RequestID) -> Work<Report> {
    if run.phase.isOver {
      defer { removeHidden(run.uri) }
      return .done(heldReport(of: run))
    }
    heldSummaries.append(HeldSummary(id: id, run: run, partialResultToken: params.partialResultToken))
    sendPartialResults(of: run.uri)
    if let token = params.workDoneToken, progress[run.id] == nil { startProgress(of: run, on: token) }
    return .held(
      HeldRequest { session in
        // The report so far is worth having.
        let data = try? JSONValue(encoding: session.heldReport(of: run))
        session.heldSummaries.removeAll { $0.id == id }
        let isWanted = run.wasCommanded || session.heldSummaries.contains { $0.run === run }
        if isWanted {
          // The client's token dies with its request.
          if session.progress[run.id]?.token == params.workDoneToken { session.endProgress(of: run) }
        } else {
          session.cancel(run)
        }
        session.removeHidden(run.uri)
        return data
      }
    )
  }

  /// The open document that is meant, or one made of the text that came along.
  private func documentToSummarise(_ params: SummariseParams) throws -> DocumentURI {
    switch (params.uri, params.text) {
    case (_?, _?), (nil, nil):
      throw ResponseError(code: .invalidParams, message: "breviate/summarise takes either uri or text")
    case (let uri?, nil):
      guard openDocument(uri) != nil else {
        throw ResponseError(code: .invalidParams, message: "uri: not an open document: \(uri)")
      }
      return uri
    case (nil, let text?):
      let uri = ids.hiddenDocument()
      var document = Document(
        uri: uri,
        languageId: params.languageId ?? "",
        version: 0,
        text: DocumentText(text),
        firstRevision: ids.firstRevision()
      )
      document.isHidden = true
      documents[uri] = document
      return uri
    }
  }

  // MARK: Reports on the way

  /// Streams the report so far to those who watch a document's runs.
  func sendPartialResults(of uri: DocumentURI) {
    for index in heldSummaries.indices where heldSummaries[index].run.uri == uri {
      guard let token = heldSummaries[index].partialResultToken else { continue }
      if heldSummaries[index].isWriting {
        heldSummaries[index].hasMore = true
        continue
      }
      heldSummaries[index].isWriting = true
      heldSummaries[index].hasMore = false
      let id = heldSummaries[index].id
      let params = ProgressParams(token: token, value: heldReport(of: heldSummaries[index].run))
      // Written off the loop, one at a time: a large report keeps its own pace, and the loop is free.
      let outlet = outlet
      perform({ try outlet.ready(.notification(ProgressNotification<Report>.self, params: params)) }) {
        $0.sendPartialResult($1, of: id)
      }
    }
  }

  /// Sends a report that has been written, unless its request was answered meanwhile.
  private func sendPartialResult(_ written: Result<any Sendable, any Error>, of id: RequestID) {
    guard let index = heldSummaries.firstIndex(where: { $0.id == id }) else { return }
    heldSummaries[index].isWriting = false
    if case .success(let message as Outlet.Ready) = written { message.send() }
    if heldSummaries[index].hasMore { noteChange(of: heldSummaries[index].run.uri) }
  }

  /// Answers those who waited for a run that has ended.
  func answerHeldSummaries(of run: Run) {
    let held = heldSummaries.filter { $0.run === run }
    heldSummaries.removeAll { $0.run === run }
    guard !held.isEmpty else { return }
    let report = heldReport(of: run)
    for summary in held { complete(summary.id, .done(report)) }
    removeHidden(run.uri)
  }

  private func heldReport(of run: Run) -> Report {
    guard let document = documents[run.uri] else { return emptyReport }
    document.refreshKeys()
    return report(of: run, in: document, restrictedTo: nil)
  }
}
