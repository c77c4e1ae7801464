import Summaries

/// HTTP by curl as a child process: TLS, proxies and HTTP/2 are its work, and cancelling ends it.
///
/// Its arguments are the same for every request, so that a list of processes tells nothing: the address and the
/// headers, with the key among them, go to it through a pipe.
struct Curl: HTTPClient {
  /// Where curl is looked for, and what else it is given of the environment: proxies, certificates.
  let environment: [String: String]

  private static let passedOn: Set<String> = [
    "PATH", "HOME", "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY",
    "SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE",
  ]

  init(environment: [String: String]) { self.environment = environment }

  /// curl's path; nil when there is none on the path.
  static func find(in environment: [String: String]) -> String? {
    (environment["PATH"] ?? "").split(separator: ":").lazy
      .filter { $0.hasPrefix("/") }
      .map { "\($0)/curl" }
      .first(where: isExecutable)
  }

  func send(_ request: HTTPRequest) -> AsyncThrowingStream<HTTPEvent, any Error> {
    let (stream, continuation) = AsyncThrowingStream<HTTPEvent, any Error>.makeStream()
    let task = Task {
      do {
        try await exchange(request) { continuation.yield($0) }
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

  private func exchange(_ request: HTTPRequest, _ yield: (HTTPEvent) -> Void) async throws {
    let events = try start(request)
    var headBytes: [UInt8] = []
    var head: HTTPHead?
    for await event in events {
      switch event {
      case .side(let bytes):
        headBytes += bytes
      case .output(let bytes):
        if head == nil, let found = HTTPHead(headBytes) {
          head = found
          yield(.head(found))
        }
        yield(.body(bytes))
      case .silent:
        throw Failure.silence(of: request, afterHead: HTTPHead(headBytes) != nil)
      case .ended(.status(0), _):
        if head == nil, let found = HTTPHead(headBytes) { yield(.head(found)) }
        return
      case .ended(let end, let errors):
        throw Failure(curl: end, errors: errors, request)
      }
    }
    try Task.checkCancellation()
  }

  private func start(_ request: HTTPRequest) throws -> AsyncStream<Children.Event> {
    guard let program = Self.find(in: environment) else {
      throw Failure(
        .modelUnavailable,
        "curl was not found on the PATH. Install it (Debian: apt install curl): Breviate speaks to models through it."
      )
    }
    let command = ChildProcess.Command(
      program: program,
      arguments: arguments(for: request),
      environment: environment.filter { Self.passedOn.contains($0.key) }.merging(["LC_ALL": "C"]) { $1 },
      input: request.body ?? [],
      sideText: Array(Self.configuration(of: request).utf8)
    )
    do throws(ChildProcess.Problem) {
      return try Children.all.run(command, patience: request.patience)
    } catch {
      throw Failure(.modelUnavailable, "curl could not be started: \(error.words).", isTransient: true)
    }
  }

  private func arguments(for request: HTTPRequest) -> [String] {
    var arguments = ["-q", "-sS", "-N"]
    if request.isLoopback { arguments += ["--noproxy", "*"] }
    arguments += ["--connect-timeout", String(request.connectTimeout)]
    arguments += ["-K", "/dev/fd/\(ChildProcess.sideInput)", "-D", "/dev/fd/\(ChildProcess.sideOutput)"]
    if request.body != nil { arguments += ["--data-binary", "@-"] }
    return arguments
  }

  /// What curl reads of the request in its own configuration's form.
  static func configuration(of request: HTTPRequest) -> String {
    var lines = ["globoff", "proto = \"=http,https\"", "url = \(quoted(request.url))"]
    var headers = request.headers
    if request.body != nil {
      // An empty "Expect" keeps curl from waiting for "100 Continue" before a large body.
      headers += [("Content-Type", "application/json"), ("Expect", "")]
    }
    for header in headers {
      lines.append("header = \(quoted(header.value.isEmpty ? "\(header.name):" : "\(header.name): \(header.value)"))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", "\"": quoted += "\\\(scalar)"
      // A line break would begin another line of the configuration, or another header.
      case "\n", "\r", "\0": quoted += " "
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

private func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }
