import Summaries

/// A request to a model's server.
struct HTTPRequest: Sendable {
  var url: String
  /// Beside those that go with a body.
  var headers: [(name: String, value: String)] = []
  /// JSON; nil makes it a GET.
  var body: [UInt8]?
  /// Seconds until the connection has to stand.
  var connectTimeout: Int
  var patience: Children.Patience
  /// Whether it stays on this machine, where no proxy may stand between.
  var isLoopback: Bool
}

/// An answer's beginning.
struct HTTPHead: Sendable, Equatable {
  var status: Int
  /// Names in lower case.
  var headers: [String: String]

  var isSuccess: Bool { (200..<300).contains(status) }

  /// The last block of headers in what curl wrote; nil until it is whole.
  ///
  /// Before it may stand those of a proxy and of "100 Continue".
  init?(_ bytes: [UInt8]) {
    // By bytes: CR LF is one character to a String.
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0.last == 0x0D ? $0.dropLast() : $0, as: UTF8.self) }
    var found: HTTPHead?
    var current: (status: Int, headers: [String: String])?
    for line in lines {
      if line.hasPrefix("HTTP/"), let code = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) {
        current = (code, [:])
      } else if line.isEmpty {
        if let (status, headers) = current, status >= 200 { found = HTTPHead(status: status, headers: headers) }
        current = nil
      } else if let colon = line.firstIndex(of: ":") {
        let value = line[line.index(after: colon)...].drop { $0 == " " }
        current?.headers[line[..<colon].lowercased()] = String(value)
      }
    }
    guard let found else { return nil }
    self = found
  }

  init(status: Int, headers: [String: String] = [:]) {
    self.status = status
    self.headers = headers
  }
}

/// A whole answer.
struct HTTPResponse: Sendable {
  var head: HTTPHead
  var body: [UInt8]
}

/// The one seam to the network: everything that speaks HTTP goes through a value of this kind.
protocol HTTPClient: Sendable {
  /// Sends a request; what it throws is a `Failure`.
  ///
  /// The head comes once, before the first piece of the body. Cancelled by dropping the stream.
  func send(_ request: HTTPRequest) -> AsyncThrowingStream<HTTPEvent, any Error>
}

enum HTTPEvent: Sendable {
  case head(HTTPHead)
  case body([UInt8])
}

extension HTTPClient {
  /// Sends a request and waits for the whole answer, of at most 16 MiB.
  func fetch(_ request: HTTPRequest) async throws -> HTTPResponse {
    var head: HTTPHead?
    var body: [UInt8] = []
    for try await event in send(request) {
      switch event {
      case .head(let found): head = found
      case .body(let bytes):
        guard body.count + bytes.count <= 16 << 20 else {
          throw Failure(.modelError, "The model's server answered with more than 16 MiB. Is it a model's server?")
        }
        body += bytes
      }
    }
    try Task.checkCancellation()
    guard let head else { throw Failure(.connectionLost, "The model's server answered nothing.", isTransient: true) }
    return HTTPResponse(head: head, body: body)
  }
}
