import Summaries

// What goes wrong on the way to a server, and what a server says with a status, as failures to show a person.

extension Failure {
  /// curl's exit statuses that mean something to a person (curl's manual, "EXIT CODES").
  private static let curlCodes: [Int32: (kind: Kind, words: String, isTransient: Bool)] = [
    1: (.badConfiguration, "curl does not speak this protocol; use http or https", false),
    3: (.badConfiguration, "The address is not well formed", false),
    5: (.modelUnavailable, "The proxy's name was not found", true),
    6: (.modelUnavailable, "The server's name was not found", true),
    7: (.modelUnavailable, "Nothing answers at this address; is the server running?", true),
    18: (.connectionLost, "The answer ended before it was whole", true),
    23: (.connectionLost, "The answer could not be taken", true),
    28: (.timedOut, "The connection took too long", true),
    35: (.modelUnavailable, "No secure connection could be made; is it an https server?", false),
    52: (.connectionLost, "The server closed the connection without an answer", true),
    55: (.connectionLost, "The connection was lost while the text was sent", true),
    56: (.connectionLost, "The connection was lost while the answer came", true),
    58: (.badConfiguration, "There is a problem with the local certificate", false),
    60: (.badConfiguration, "The server's certificate cannot be trusted", false),
    77: (.badConfiguration, "The certificates to trust could not be read", false),
    92: (.connectionLost, "The connection was lost", true),
  ]

  init(curl end: ChildProcess.End, errors: [UInt8], _ request: HTTPRequest) {
    switch end {
    case .signal:
      self.init(.connectionLost, "curl was ended from outside.", isTransient: true)
    case .status(let status):
      let said = Self.firstLine(String(decoding: errors, as: UTF8.self))
      let (kind, words, isTransient) =
        Self.curlCodes[status] ?? (.connectionLost, "curl ended with status \(status)", true)
      let place = "\(request.url.withoutQuery)"
      self.init(kind, "\(words): \(place).\(said.isEmpty ? "" : " (\(said))")", isTransient: isTransient)
    }
  }

  static func silence(of request: HTTPRequest, afterHead: Bool) -> Failure {
    let limit = afterHead ? request.patience.between : request.patience.untilFirstOutput
    let seconds = Int(limit / .seconds(1))
    return Failure(
      .timedOut,
      "The server was silent for \(seconds) s and the request was given up. Set tokenTimeout higher if it is only slow.",
      isTransient: true
    )
  }

  /// What a server said with a status that is no success.
  ///
  /// - Parameter name: the model, for sentences.
  init(status head: HTTPHead, body: [UInt8], model name: String) {
    let error = ServerError(body)
    let said = error.message.isEmpty ? "" : " The server says: \(Self.firstLine(error.message))"
    if let overflow = error.overflow(status: head.status) {
      self.init(.tooLong, "The request does not fit the model's window.\(said)", window: overflow.window)
      return
    }
    switch head.status {
    case 300..<400:
      self.init(.badConfiguration, "The server has moved (status \(head.status)); name its new address.\(said)")
    case 401:
      self.init(.badConfiguration, "The server wants a key, or another one: set apiKeyEnv or apiKeyCommand.\(said)")
    case 403:
      self.init(.badConfiguration, "The server does not let this key use \(name).\(said)")
    case 404:
      self.init(.modelUnavailable, "The server has no \(name), or another address for it.\(said)")
    case 408, 504:
      self.init(.timedOut, "The server gave up waiting.\(said)", isTransient: true, retryAfter: head.retryAfter)
    case 429:
      self.init(.rateLimited, "The server wants fewer requests.\(said)", isTransient: true, retryAfter: head.retryAfter)
    case 500...:
      self.init(
        head.status == 503 ? .modelUnavailable : .modelError,
        head.status == 503 ? "The server is not ready.\(said)" : "The server failed (status \(head.status)).\(said)",
        isTransient: true,
        retryAfter: head.retryAfter
      )
    default:
      self.init(.modelError, "The server refused the request (status \(head.status)).\(said)")
    }
  }

  /// An error that a server put into a stream that had begun well.
  init(inStream error: ServerError) {
    if let overflow = error.overflow(status: 400) {
      self.init(.tooLong, "The request does not fit the model's window.", window: overflow.window)
    } else {
      self.init(.modelError, "The server stopped: \(Self.firstLine(error.message))", isTransient: true)
    }
  }

  /// The first line, of bounded length: a server may answer with a page.
  static func firstLine(_ text: String) -> String {
    let line = text.drop { $0.isWhitespace }.prefix { !$0.isNewline }
    return line.count > 300 ? "\(line.prefix(300))…" : String(line)
  }
}

extension HTTPHead {
  /// Seconds of `Retry-After`; its form with a date is as good as none.
  var retryAfter: Double? { headers["retry-after"].flatMap(Double.init).flatMap { $0 >= 0 ? $0 : nil } }
}

extension String {
  fileprivate var withoutQuery: Substring { prefix { $0 != "?" && $0 != "#" } }
}
