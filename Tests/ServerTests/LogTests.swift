import Foundation
import Testing

@testable import Server

@Suite struct RedactionTests {
  @Test(arguments: [
    ("Authorization: Bearer abc.def-123", "Authorization: [redacted]"),
    (#"{"authorization": "Basic dXNlcjpwYXNz"}, next"#, #"{"authorization": "[redacted]"}, next"#),
    ("sent with bearer eyJhbGciOi and more", "sent with bearer [redacted] and more"),
    ("OPENAI_API_KEY=12345 x", "OPENAI_API_KEY=[redacted] x"),
    ("api-key: 12345, next", "api-key: [redacted], next"),
    (#""apiKey":"12345","b":1"#, #""apiKey":"[redacted]","b":1"#),
    ("?api_key=12345&b=1", "?api_key=[redacted]&b=1"),
    ("password = hunter2", "password = [redacted]"),
    ("client_secret=s3cr3t", "client_secret=[redacted]"),
    ("http://ann:hunter2@example.com/v1", "http://[redacted]@example.com/v1"),
    ("https://token@example.com", "https://[redacted]@example.com"),
    ("key sk-abcdefghijklmnopqrstuvwxyz0123 is bad", "key [redacted] is bad"),
    ("two: api_key=a api_key=b", "two: api_key=[redacted] api_key=[redacted]"),
  ])
  func secretsAreTakenOut(line: String, expected: String) {
    #expect(Redaction.redacted(line) == expected)
  }

  @Test(arguments: [
    "", "breviate.summarise (1)", "the api key is missing", "http://127.0.0.1:8080/v1?x=a@b", "file:///home/ann/a@b.md",
    "sk-short", "bearer", "password", "authorization", "Ünïcödé 東京 😀",
  ])
  func everythingElseStays(line: String) {
    #expect(Redaction.redacted(line) == line)
  }

  @Test func aLongLineTakesNoLongerThanItsLength() {
    let line = String(repeating: "//", count: 200_000)
    #expect(Redaction.redacted(line) == line)
  }
}

@Suite final class LogTests {
  private let folder = FileManager.default.temporaryDirectory.path + "/breviate-log-" + UUID().uuidString
  private var file: String { folder + "/breviate.log" }

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  private func log(_ level: Log.Level = .debug, rotationSize: Int = Log.rotationSize) -> Log {
    Log(file: file, fileLevel: level, standardErrorLevel: nil, rotationSize: rotationSize, now: { 1.5 })
  }

  private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  @Test func aLineHasItsMomentAndItsLevel() throws {
    log().info("started")
    log().error("broken")
    #expect(
      try text(file) == "1970-01-01T00:00:01.500Z info started\n1970-01-01T00:00:01.500Z error broken\n"
    )
  }

  @Test func whatIsBelowTheLevelIsNotEvenMade() throws {
    var made = 0
    func message() -> String {
      made += 1
      return "message"
    }
    let log = log(.warning)
    log.debug(message())
    log.info(message())
    #expect(made == 0)
    log.warning(message())
    #expect(made == 1)
    #expect(try text(file).hasSuffix("warning message\n"))
  }

  @Test func aMessageIsOneLineWithoutSecrets() throws {
    log().info("one\ntwo\u{1B}[31m\u{202E} api_key=12345")
    #expect(try text(file) == "1970-01-01T00:00:01.500Z info one\u{FFFD}two\u{FFFD}[31m\u{FFFD} api_key=[redacted]\n")
  }

  @Test func onlyItsOwnerCanReadIt() throws {
    log().info("started")
    #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
  }

  @Test func aFullFileGivesWayToANewOneAndOneOldOneIsKept() throws {
    let log = log(rotationSize: 100)
    for index in 1...10 { log.info("line \(index)") }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["breviate.log", "breviate.log.1"]
    )
    let lines = try (text(file + ".1") + text(file)).split(separator: "\n")
    #expect(lines.last?.hasSuffix("line 10") == true)
    #expect(try text(file + ".1").utf8.count < 200)
  }

  @Test func manyThreadsWriteWholeLines() async throws {
    let log = log()
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<100 { group.addTask { log.info("line \(index) end") } }
    }
    let lines = try text(file).split(separator: "\n")
    #expect(lines.count == 100)
    #expect(lines.allSatisfy { $0.hasPrefix("1970-01-01T") && $0.hasSuffix(" end") })
  }

  @Test func aFileThatCannotBeWrittenIsNoTrouble() {
    Log(file: "/nowhere/at/all.log", standardErrorLevel: nil, now: { 0 }).error("lost")
    Log(file: folder, standardErrorLevel: nil, now: { 0 }).error("lost")
  }
}
