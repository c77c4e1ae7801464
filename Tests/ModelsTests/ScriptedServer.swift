import Dispatch
import Foundation
import Synchronization
import TestSupport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An HTTP server on loopback that answers as a test says, over real sockets, and remembers what it was asked.
final class ScriptedServer: Sendable {
  struct Request: Sendable {
    var method: String
    var path: String
    /// Names in lower case.
    var headers: [String: String]
    var body: String
  }

  enum Step: Sendable {
    case send(String)
    /// Waits until the other end is gone.
    case waitForHangUp
    /// Waits until the test calls `release`.
    case waitForRelease
    /// Ends the connection so that the other end gets an error, not an end.
    case reset
  }

  struct State: Sendable {
    var requests: [Request] = []
    var hangUps = 0
    var releases = 0
  }

  let port: UInt16
  let watched = Watched(State())
  private let listener: Int32

  var url: String { "http://127.0.0.1:\(port)" }
  var requests: [Request] { watched.state.requests }

  struct Unable: Error {}

  init(_ answer: @escaping @Sendable (Request) -> [Step]) throws {
    #if canImport(Darwin)
      let listener = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &size) == 0
      }
    }
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
    guard isBound else { throw Unable() }
    let (accepting, states) = (listener, watched)
    startThread {
      while true {
        let connection = accept(accepting, nil, nil)
        guard connection >= 0 else { break }
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        startThread { Self.serve(connection, states, answer) }
      }
      _ = close(accepting)
    }
  }

  // The thread that accepts closes the listener: closed here, its number could be another one's by the next `accept`.
  deinit { _ = shutdown(listener, Int32(SHUT_RDWR)) }

  /// Lets one answer that waits for it go on.
  func release() { watched.change { $0.releases += 1 } }

  /// Waits until the other end of an answer is gone.
  func waitForHangUp() async throws {
    _ = try await watched.wait(for: "the end of the connection") { $0.hangUps > 0 ? true : nil }
  }

  /// Waits until a note is asked for.
  func waitForChat() async throws {
    _ = try await watched.wait(for: "a request") { $0.requests.contains { $0.path.contains("chat") } ? true : nil }
  }

  private static func serve(
    _ connection: Int32,
    _ watched: Watched<State>,
    _ answer: (Request) -> [Step]
  ) {
    defer { _ = close(connection) }
    guard let request = read(connection) else { return }
    watched.change { $0.requests.append(request) }
    for step in answer(request) {
      switch step {
      case .send(let text): send(connection, text)
      case .waitForHangUp:
        var byte: UInt8 = 0
        while recv(connection, &byte, 1, 0) > 0 {}
        watched.change { $0.hangUps += 1 }
      case .waitForRelease:
        let done = Gate()
        Task {
          _ = try? await watched.wait(for: "a release") { state -> Bool? in
            guard state.releases > 0 else { return nil }
            state.releases -= 1
            return true
          }
          done.open()
        }
        done.pass()
      case .reset:
        var linger = linger(l_onoff: 1, l_linger: 0)
        _ = setsockopt(connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
        return
      }
    }
  }

  private static func read(_ connection: Int32) -> Request? {
    var bytes: [UInt8] = []
    func more() -> Bool {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = recv(connection, &buffer, buffer.count, 0)
      bytes += buffer.prefix(max(0, count))
      return count > 0
    }
    var text: String { String(decoding: bytes, as: UTF8.self) }
    while !text.contains("\r\n\r\n") { guard more() else { return nil } }
    let head = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)[0]
    let lines = head.split(separator: "\r\n")
    let words = lines[0].split(separator: " ").map(String.init)
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      headers[parts[0].lowercased()] = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
    }
    let length = head.utf8.count + 4 + (headers["content-length"].flatMap { Int($0) } ?? 0)
    while bytes.count < length { guard more() else { return nil } }
    let body = String(decoding: bytes[(head.utf8.count + 4)...], as: UTF8.self)
    return Request(method: words[0], path: words[1], headers: headers, body: body)
  }

  private static func send(_ connection: Int32, _ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      #if canImport(Darwin)
        let count = rest.withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
      #else
        let count = rest.withUnsafeBytes {
          Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
      #endif
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}

extension ScriptedServer.Step {
  /// A whole answer with a length.
  static func whole(_ status: Int, _ body: String, type: String = "application/json", _ headers: String...)
    -> Self
  {
    let more = headers.map { "\($0)\r\n" }.joined()
    return .send(
      "HTTP/1.1 \(status) Scripted\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\(more)"
        + "Connection: close\r\n\r\n\(body)"
    )
  }

  static func whole(_ body: String) -> Self { whole(200, body) }

  /// The beginning of an answer in chunks.
  static func streamHead(_ type: String) -> Self {
    .send("HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n")
  }

  static func chunk(_ text: String) -> Self { .send("\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n") }
  static let lastChunk = Self.send("0\r\n\r\n")
}

/// Holds one thread until another lets it pass.
private final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  func open() { semaphore.signal() }
  func pass() { semaphore.wait() }
}

private func startThread(_ body: @escaping @Sendable () -> Void) {
  Thread.detachNewThread(body)
}
