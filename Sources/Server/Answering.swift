import LSP
import Summaries

// Messages to the client: answers, each once, and the server's own notifications and requests.

extension Session {
  /// Answers a request; does nothing when it was answered or cancelled already.
  func answer(_ id: RequestID, _ result: some Encodable & Sendable) {
    guard pending.close(id) != nil else { return }
    do {
      try outlet.ready(.response(to: id, result: result)).send()
    } catch {
      refuse(id, ResponseError(code: .internalError, message: "the answer could not be written: \(error)"))
    }
  }

  /// Answers with what takes long to write: it is written off the loop.
  func answerLater(_ id: RequestID, _ result: some Encodable & Sendable) {
    let outlet = outlet
    let job = perform({ try outlet.ready(.response(to: id, result: result)) }) { session, result in
      guard session.pending.close(id) != nil else { return }
      switch result {
      case .success(let message):
        if let message = message as? Outlet.Ready { message.send() }
      case .failure(let error):
        session.refuse(id, ResponseError(describing: error))
      }
    }
    pending.setJob(job, for: id)
  }

  func answer(_ id: RequestID, failing error: ResponseError) {
    guard pending.close(id) != nil else { return }
    refuse(id, error)
  }

  /// Sends an error for what has no row among the pending requests; `id` is nil where none could be read.
  func refuse(_ id: RequestID?, _ error: ResponseError) {
    send("an error", .failure(to: id, error: error))
  }

  private func send(_ what: String, _ message: OutgoingMessage) {
    do {
      try outlet.ready(message).send()
    } catch {
      log.error("\(what) could not be written: \(error)")
    }
  }

  /// Answers with work that is done, or sees to it that the answer comes.
  func complete<Value: Encodable & Sendable>(_ id: RequestID, _ work: Work<Value>) {
    switch work {
    case .done(let value as any LargeAnswer) where value.isLarge:
      answerLater(id, value)
    case .done(let value):
      answer(id, value)
    case .held(let request):
      pending.setJob(nil, for: id)
      pending.setCancel(request.onCancel, for: id)
    case .later(let job):
      let jobID = perform(job.run) { session, result in
        guard session.pending.contains(id) else { return }
        do {
          session.complete(id, try job.finish(session, result.get()))
        } catch {
          session.answer(id, failing: ResponseError(describing: error))
        }
      }
      pending.setJob(jobID, for: id)
    }
  }

  /// Cancels a pending request: its row goes, it is answered at once, a late result is dropped.
  func cancelRequest(_ id: RequestID) {
    guard let row = pending.close(id) else { return }
    if let job = row.job { jobs.drop(job) }
    let data = row.onCancel?(self)
    refuse(id, ResponseError(code: .requestCancelled, message: "cancelled", data: data))
  }

  /// Runs `body` off the loop and `finish` on the loop with its result.
  @discardableResult
  func perform(
    _ body: @escaping @Sendable () async throws -> any Sendable,
    finish: @escaping Jobs.Continuation
  ) -> JobID {
    jobs.start(posting: inbox, { _ in try await body() as any Sendable }, finish: finish)
  }

  func notify<Method: NotificationMethod>(_ method: Method.Type, _ params: Method.Params) {
    send(Method.method, .notification(method, params: params))
  }

  /// Asks the client; `then` runs on the loop with its answer.
  func ask<Method: RequestMethod>(
    _ method: Method.Type,
    _ params: Method.Params,
    then: @escaping ClientTraffic.Continuation = { _, _ in }
  ) {
    let id = traffic.nextID(then: then)
    send(Method.method, .request(method, id: id, params: params))
  }

  /// Says something to the person, where the client puts such things, and to the log.
  func show(_ message: String, as type: MessageType) {
    log.info(message)
    notify(ShowMessageNotification.self, WindowMessageParams(type: type, message: SafeText.message(message)))
  }

  func trace(_ message: String) {
    log.debug(message)
    guard traceLevel != .off, phase == .running else { return }
    notify(LogTraceNotification.self, LogTraceParams(message: message, verbose: nil))
  }
}

/// An answer that may take long to write: the report on a large text takes a second.
protocol LargeAnswer: Encodable, Sendable {
  var isLarge: Bool { get }
}

extension Report: LargeAnswer {
  var isLarge: Bool { documents.contains { $0.passages.count > 64 } }
}

extension ResponseError {
  /// The one place where an error of the domain becomes an error of the protocol.
  init(describing error: any Error) {
    switch error {
    case let error as ResponseError:
      self = error
    case let failure as Failure:
      // Editors show it, and a detail may be what a server said.
      self.init(code: .requestFailed, message: SafeText.message("\(failure.title): \(failure.detail)"), data: nil)
    case is CancellationError:
      self.init(code: .requestCancelled, message: "cancelled", data: nil)
    case let error as ParamsError:
      self.init(code: .invalidParams, message: error.message, data: nil)
    default:
      self.init(code: .internalError, message: "\(error)", data: nil)
    }
  }
}
