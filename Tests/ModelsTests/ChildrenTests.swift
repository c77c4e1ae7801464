import Foundation
import Summaries
import Testing

@testable import Models

@Suite("Child processes")
struct ChildrenTests {
  private static let patience = Children.Patience(untilFirstOutput: .seconds(60), between: .seconds(60))

  private func shell(_ script: String, input: [UInt8] = [], side: [UInt8] = []) -> ChildProcess.Command {
    ChildProcess.Command(
      program: "/bin/sh",
      arguments: ["-c", script],
      environment: Backend.environment,
      input: input,
      sideText: side
    )
  }

  private func run(
    _ command: ChildProcess.Command,
    _ patience: Children.Patience = patience
  ) async throws -> (output: String, side: String, last: Children.Event?) {
    var (output, side): ([UInt8], [UInt8]) = ([], [])
    var last: Children.Event?
    for await event in try Children.all.run(command, patience: patience) {
      switch event {
      case .output(let bytes): output += bytes
      case .side(let bytes): side += bytes
      case .ended, .silent: last = event
      }
      if last != nil { break }
    }
    return (String(decoding: output, as: UTF8.self), String(decoding: side, as: UTF8.self), last)
  }

  @Test("What goes in on two descriptors comes out on two, and the errors and the status are told")
  func exchange() async throws {
    let input = [UInt8](repeating: 0x61, count: 300_000)
    let found = try await run(shell("cat; cat <&3 >&4; echo no >&2; exit 7", input: input, side: Array("side".utf8)))
    #expect(found.output.utf8.count == input.count)
    #expect(found.side == "side")
    guard case .ended(.status(7), let errors)? = found.last else {
      Issue.record("it ended as \(String(describing: found.last))")
      return
    }
    #expect(String(decoding: errors, as: UTF8.self) == "no\n")
  }

  @Test("A child's descriptors are its pipes, whatever is open here")
  func descriptors() async throws {
    let open = fcntl(2, F_DUPFD, 50)
    defer { _ = close(open) }
    let found = try await run(shell("for each in /proc/$$/fd/*; do readlink $each; done"))
    #expect(found.output.split(separator: "\n").filter { $0.hasPrefix("pipe:") }.count == 5)
    let listed = try await run(shell("echo /proc/$$/fd/*"))
    #expect(!listed.output.contains("/fd/\(open)"))
    #expect(listed.output.contains("/fd/4"))
  }

  @Test("A child that is silent for too long is ended")
  func silent() async throws {
    let impatient = Children.Patience(untilFirstOutput: .milliseconds(50), between: .seconds(60))
    guard case .silent? = try await run(shell("exec sleep 1000"), impatient).last else {
      Issue.record("it was not given up")
      return
    }
  }

  @Test("A child that is no longer wanted is ended and collected, even one that will not go")
  func unwanted() async throws {
    for script in ["echo $$; exec sleep 1000", "trap '' TERM; echo $$; while :; do sleep 1000; done"] {
      let started = try Children.all.run(shell(script), patience: Self.patience)
      var id: pid_t?
      for await case .output(let bytes) in started {
        id = pid_t(String(decoding: bytes, as: UTF8.self).filter { $0.isNumber })
        break
      }
      let child = try #require(id)
      let reading = Task { for await _ in started {} }
      reading.cancel()
      // Each turn of the loop lets others run; a child that stays is a test that does not end.
      while kill(child, 0) == 0 { await Task.yield() }
    }
  }

  @Test("A program that is not there is a problem in the system's words")
  func missing() async {
    let command = ChildProcess.Command(program: "/nowhere/curl", arguments: [], environment: [:])
    #expect(throws: ChildProcess.Problem.self) { try Children.all.run(command, patience: Self.patience) }
  }
}

@Suite("Keys")
struct KeyTests {
  private static let secret = "sk-very-secret-0123456789"

  @Test("A key goes in a header, and stands in no process's arguments or environment", arguments: Backend.allCases)
  func hidden(_ backend: Backend) async throws {
    let server = try backend.server { _ in
      [.streamHead(backend.streamType), backend.piece("Ten"), .waitForRelease] + backend.ending()
    }
    let environment = Backend.environment.merging(["THE_KEY": Self.secret]) { $1 }
    let taker = backend.taker(server, ServerOptions(key: .environment("THE_KEY")), environment: environment)
    var looked = 0
    for try await _ in taker.write(.note()) where looked == 0 {
      looked = Self.lookAtCurls()
      server.release()
    }
    #expect(looked > 0)
    #expect(!server.requests.isEmpty)
    for request in server.requests {
      #expect(request.headers["authorization"] == "Bearer \(Self.secret)")
      #expect(!request.path.contains(Self.secret))
    }
  }

  /// How many children of this process are curl, each searched for the key.
  private static func lookAtCurls() -> Int {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    var curls = 0
    for id in all where Int(id) != nil {
      let stat = (try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)) ?? ""
      guard stat.contains("(curl)"), stat.contains(" \(getpid()) ") else { continue }
      curls += 1
      for file in ["cmdline", "environ"] {
        let words = FileManager.default.contents(atPath: "/proc/\(id)/\(file)") ?? Data()
        #expect(words.range(of: Data(secret.utf8)) == nil)
      }
    }
    return curls
  }

  @Test("A key comes from a command, which is run once")
  func command() async throws {
    let server = try Backend.openai.server { _ in Backend.openai.answer(["Ten."]) }
    let options = ServerOptions(key: .command("echo \(Self.secret); echo more"))
    #expect(await Outcome(of: Backend.openai.taker(server, options), .note()).text == "Ten.")
    #expect(server.requests.allSatisfy { $0.headers["authorization"] == "Bearer \(Self.secret)" })
  }

  @Test(
    "A key that cannot be had is said without it",
    arguments: [
      (ServerOptions.KeySource.environment("NOT_THERE"), "NOT_THERE"), (.command("echo \(secret); exit 3"), "status 3"),
      (.command("true"), "no key"),
    ]
  )
  func missing(_ source: ServerOptions.KeySource, _ words: String) async throws {
    let taker = Backend.openai.taker(port: 9, ServerOptions(key: source))
    let failure = await Outcome(of: taker, .note()).failure
    #expect(failure?.kind == .badConfiguration)
    #expect(failure?.detail.contains(words) == true)
    #expect(failure?.detail.contains(Self.secret) == false)
  }

  @Test("A header or an address cannot begin another line of curl's configuration")
  func quoting() {
    let request = HTTPRequest(
      url: "http://127.0.0.1/\"\nheader = \"X: y",
      headers: [("Authorization", "Bearer a\r\nurl = b\\")],
      connectTimeout: 1,
      patience: ServerOptions().patience,
      isLoopback: true
    )
    let lines = Curl.configuration(of: request).split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines[2] == #"url = "http://127.0.0.1/\" header = \"X: y""#)
  }
}
