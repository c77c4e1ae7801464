import LSP
import Store
import Summaries

/// The loop: takes one event after the other and is alone in touching the session.
///
/// One thread runs it, the main thread of `breviate lsp`. It waits for nothing but the next event or the next
/// deadline: jobs run on the workers, reading and writing have threads of their own.
package final class ServerLoop: Sendable {
  package let inbox: Inbox
  private let environment: ServerEnvironment
  private let outlet: Outlet

  package init(environment: ServerEnvironment, inbox: Inbox = Inbox(), outlet: Outlet) {
    self.environment = environment
    self.inbox = inbox
    self.outlet = outlet
  }

  /// Serves until the client is done or gone, and returns the process's exit status.
  package func run() -> Int32 {
    let session = Session(environment: environment, inbox: inbox, outlet: outlet)
    defer { session.close() }
    while true {
      for event in inbox.take(before: session.timers.earliest) {
        if let status = session.handle(inbox.overdueEnd ?? event) { return status }
      }
      for timer in session.timers.takeDue() {
        if let status = session.handle(timer) { return status }
      }
    }
  }
}

extension Session {
  /// Serves one event; returns an exit status when it is the last.
  fileprivate func handle(_ event: Event) -> Int32? {
    switch event {
    case .message(let body):
      return read(body)
    case .values(let message):
      return handle(message)
    case .endOfInput:
      log.info("the client closed its end")
      return Lifecycle.exitStatus(in: phase)
    case .brokenFrame(let reason):
      log.error("the input is no longer readable: \(reason)")
      return 1
    case .outputClosed:
      log.info("the client no longer reads")
      return Lifecycle.exitStatus(in: phase)
    case .terminated(let signal):
      log.info("ended by signal \(signal)")
      return Lifecycle.exitStatus(in: phase)
    case .snapshot(let job, let draft):
      jobs.snapshotHandler(job)?(self, draft)
    case .finished(let job, let result):
      jobs.takeContinuation(job)?(self, result)
    }
    return nil
  }

  fileprivate func handle(_ timer: Timer) -> Int32? {
    switch timer {
    case .price(let uri): startPricing(uri)
    case .announce: announceChanges()
    case .forget(let uri): forgetClosed(uri)
    case .retry(let id): askAgain(id)
    case .resume(let model): goOn(with: model)
    case .listModels(let request): answerModelList(request)
    case .giveBackMemory: perform({ Platform.giveBackMemory() }) { _, _ in }
    case .checkClient: return clientIsGone() ? 1 : nil
    }
    return nil
  }

  private func read(_ body: [UInt8]) -> Int32? {
    do throws(MalformedJSON) {
      return handle(try IncomingMessage(body: body, methods: Routes.methods))
    } catch {
      log.error("a message was not JSON: \(error.reason)")
      refuse(nil, ResponseError(code: .parseError, message: error.reason))
      return nil
    }
  }

  private func handle(_ message: IncomingMessage) -> Int32? {
    switch message {
    case .request(let id, let method, let params):
      trace("received request \(method) \(id)")
      return serve(id, method, params)
    case .notification(let method, let params):
      trace("received notification \(method)")
      return serve(method, params)
    case .response(let id, let result):
      if let id { traffic.take(id)?(self, result) }
    case .invalid(let id, let reason):
      // Some clients leave a null result out; that is an answer to us, not a request of theirs.
      if let id, let continuation = traffic.take(id) {
        continuation(self, .success(.null))
      } else {
        log.error("a message was refused: \(reason)")
        refuse(id, ResponseError(code: .invalidRequest, message: reason))
      }
    }
    return nil
  }

  private func serve(_ id: RequestID, _ method: String, _ params: IncomingMessage.Params) -> Int32? {
    guard pending.open(id, method: method) else {
      refuse(id, ResponseError(code: .invalidRequest, message: "the id of \(method) is in use"))
      return nil
    }
    switch Lifecycle.verdict(method: method, isRequest: true, in: phase) {
    case .exit(let status): return status
    case .ignore: break
    case .refuse(let code, let reason): answer(id, failing: ResponseError(code: code, message: reason))
    case .serve:
      guard let route = Routes.request(method) else {
        answer(id, failing: ResponseError(code: .methodNotFound, message: "\(method) is not served"))
        break
      }
      do {
        try route.serve(self, id, params.value)
      } catch {
        answer(id, failing: ResponseError(describing: error))
      }
    }
    return nil
  }

  private func serve(_ method: String, _ params: IncomingMessage.Params) -> Int32? {
    switch Lifecycle.verdict(method: method, isRequest: false, in: phase) {
    case .exit(let status): return status
    case .ignore, .refuse: break
    case .serve:
      guard let route = Routes.notification(method) else { break }
      do {
        try route.serve(self, params.value)
      } catch {
        log.error("\(method): \(ResponseError(describing: error).message)")
      }
    }
    return nil
  }
}

extension IncomingMessage.Params {
  fileprivate var value: any Sendable {
    get throws {
      switch self {
      case .read(let value): value
      case .unreadable(let error): throw error
      case .unknownMethod: throw ResponseError(code: .methodNotFound, message: "the method is not served")
      }
    }
  }
}
