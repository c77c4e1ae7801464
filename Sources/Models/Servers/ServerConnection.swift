import Summaries

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A model's server: where it is, how it is asked, and what is common to all that is asked of one.
struct ServerConnection: Sendable {
  /// The model's name on the server.
  let name: String
  let isLoopback: Bool
  let options: ServerOptions
  let http: any HTTPClient
  let key: APIKey

  init(name: String, isLoopback: Bool, options: ServerOptions, environment: [String: String]) {
    self.name = name
    self.isLoopback = isLoopback
    self.options = options
    http = Curl(environment: environment)
    key = APIKey(options.key, environment: environment)
  }

  /// A request with the key, where there is one; a body makes it a POST.
  func request(_ url: String, body: [UInt8]? = nil) async throws -> HTTPRequest {
    let key = try await key.value()
    return HTTPRequest(
      url: url,
      headers: key.map { [("Authorization", "Bearer \($0)")] } ?? [],
      body: body,
      connectTimeout: options.connectTimeout,
      patience: options.patience,
      isLoopback: isLoopback
    )
  }

  /// What a server answers, read as JSON; nil when it answers with something else.
  ///
  /// - Throws: what stands in the way, or what the server says with a status that is no success.
  func ask<Answer: Decodable>(_ type: Answer.Type, _ url: String, _ body: [UInt8]? = nil) async throws -> Answer? {
    let response = try await http.fetch(try await request(url, body: body))
    guard response.head.isSuccess else { throw failure(response.head, response.body) }
    return decoded(type, response.body)
  }

  /// The same for something that not every server has: nil where this one has not.
  func askIfThere<Answer: Decodable>(
    _ type: Answer.Type,
    _ url: String,
    _ body: [UInt8]? = nil
  ) async throws -> Answer? {
    let response = try await http.fetch(try await request(url, body: body))
    return response.head.isSuccess ? decoded(type, response.body) : nil
  }

  /// A status that is no success, as a failure.
  func failure(_ head: HTTPHead, _ body: [UInt8]) -> Failure {
    if head.status == 401 { key.forget() }
    return Failure(status: head, body: body, model: name)
  }

  // MARK: Answers

  /// Reads an answer to its end; `show` gets its drafts on the way.
  func answer<Parser: AnswerParser>(
    to request: HTTPRequest,
    parser: Parser,
    reader: AnswerReader,
    show: (Draft) -> Void
  ) async throws -> Draft {
    var parser = parser
    var reader = reader
    var reason: AnswerReader.Reason?
    var usage: Draft.Usage?
    var isDone = false
    func take(_ events: [AnswerEvent]) {
      for event in events {
        switch event {
        case .text(let piece):
          if let draft = reader.take(piece) { show(draft) }
        case .reasoning(let piece): reader.takeReasoning(piece)
        case .usage(let found): usage = found
        case .end(let found): reason = found
        case .done: isDone = true
        }
      }
    }
    var refusedHead: HTTPHead?
    var refusedBody: [UInt8] = []
    for try await event in http.send(request) {
      switch event {
      case .head(let head):
        if head.isSuccess { parser.begin(head) } else { refusedHead = head }
      case .body(let bytes) where refusedHead != nil:
        refusedBody += bytes.prefix(max(0, 65_536 - refusedBody.count))
      case .body(let bytes):
        take(try parser.events(of: bytes))
      }
      if isDone || reader.isLooping { break }
    }
    try Task.checkCancellation()
    if let refusedHead { throw failure(refusedHead, refusedBody) }
    if !isDone && !reader.isLooping { take(try parser.rest()) }
    guard isDone || reason != nil || reader.isLooping else {
      throw Failure(.connectionLost, "The server ended its answer in the middle.", isTransient: true)
    }
    return try reader.finish(reason ?? .stop, usage: usage)
  }

  /// The drafts of an answer; one that was nothing but thinking is asked for once more with room for both.
  func drafts(
    ceiling: Int,
    _ attempt: @escaping @Sendable (_ ceiling: Int, _ show: (Draft) -> Void) async throws -> Draft
  ) -> AsyncThrowingStream<Draft, any Error> {
    let (stream, continuation) = AsyncThrowingStream<Draft, any Error>.makeStream()
    let task = Task {
      do {
        let draft: Draft
        do {
          draft = try await attempt(ceiling) { continuation.yield($0) }
        } catch let failure as Failure where failure.kind == .answerWasReasoning {
          draft = try await attempt(ceiling + Self.roomToThink) { continuation.yield($0) }
        }
        continuation.yield(draft)
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    continuation.onTermination = { reason in
      if case .cancelled = reason { task.cancel() }
    }
    return stream
  }

  /// Tokens that thinking may take when an answer was all thinking.
  private static let roomToThink = 2_048

  // MARK: What a request is expected to come to

  /// How its answer is to be judged.
  ///
  /// - Parameter readsExactly: whether the server's count of the prompt and the price of the text come from one
  ///   tokenizer, so that a small difference means something.
  func expectation(
    of request: NoteRequest,
    ceiling: Int,
    profile: ModelProfile,
    isStructured: Bool
  ) -> AnswerReader.Expectation {
    let least = request.sourceTokens.map { tokens in
      profile.countsTokens
        ? (tokens + (profile.overheads[request.kind]?.instructions ?? 0)) * 9 / 10 : tokens / 2
    }
    return AnswerReader.Expectation(
      ceiling: ceiling,
      window: profile.window?.size ?? Window.assumedSize,
      leastPromptTokens: least,
      isStructured: isStructured
    )
  }
}

/// What a server's stream brings.
enum AnswerEvent: Equatable {
  case text(String)
  case reasoning(String)
  case usage(Draft.Usage)
  case end(AnswerReader.Reason)
  /// Nothing follows that matters.
  case done
}

/// A wire format: makes events of the bytes of an answer.
protocol AnswerParser {
  mutating func begin(_ head: HTTPHead)
  mutating func events(of bytes: [UInt8]) throws -> [AnswerEvent]
  /// What the end of the stream brings.
  mutating func rest() throws -> [AnswerEvent]
}

extension Failure {
  /// Something in an answer that its format does not know.
  static func garbage(_ bytes: [UInt8]) -> Failure {
    let excerpt = firstLine(String(decoding: bytes.prefix(120), as: UTF8.self))
    return Failure(
      .modelError,
      "The server sent something that is no answer: \(excerpt). Is this the address of a model's server?",
      isTransient: true
    )
  }
}
