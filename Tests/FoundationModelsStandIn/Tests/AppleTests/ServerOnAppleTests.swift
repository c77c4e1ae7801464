import LSP
import Server
import Store
import Summaries
import TestSupport
import Testing

@testable import FoundationModels
@testable import Models

extension OnAppleTests {
  /// The whole server on the stand-in: a long text, a passage that the safety filter blocks, and what a person does.
  @Suite struct ServerOnAppleTests {
    init() { StandIn.reset() }

    private func taker() throws -> any NoteTaker { try #require(OnDevice.model(AppleModel.Wishes())) }

    @Test("the classic figures: 399 tokens are spoken for and 3,697 left")
    func budget() async throws {
      // Instructions of 11 tokens, in a request that puts nothing around its text.
      StandIn.behaviour.count = { $0 == Prompts().instructions(for: .single) ? 11 : 0 }
      let profile = await (try taker()).inspect()
      let overhead = try #require(profile.overheads[.single])
      #expect(overhead == Overhead(session: 22, reserve: 8, instructions: 11, schema: 138))
      let window = try #require(profile.window)
      #expect(window == Window(size: 4096))
      #expect(try window.inputBudget(overhead: overhead, answer: 220) == 3_697)
      #expect(window.size - 3_697 == 399)
      // A note on a passage pays for no schema.
      #expect(profile.overheads[.note]?.schema == 0)
    }

    /// Fifteen passages' worth: three times what a window holds.
    private static let text = (1...60)
      .map { number in
        let odd = number == 31 ? "If it hangs, kill the child process and start it again. " : ""
        return "# Part \(number)\n\n\(odd)"
          + (1...12)
          .map {
            "In \(1_900 + number) kiln \(number) of the northern works was fired \($0) times by Anna Roth and her men."
          }
          .joined(separator: " ")
      }
      .joined(separator: "\n\n")

    @Test("a text of three windows is noted but for the blocked passage, which the relaxed filter clears")
    func story() async throws {
      StandIn.behaviour.isBlocked = { $0.contains("kill the child process") }
      StandIn.behaviour.answer = { prompt, _ in [.text("Kilns were fired"), .text("Kilns were fired by Anna Roth.")] }
      try await TestClient.session([try taker()]) { client in
        try client.open(Self.text)
        try await client.summarise()
        try await client.finished()
        let report = try await client.report { $0.passages.allSatisfy { $0.note != nil } }
        #expect(StandIn.log.charged.allSatisfy { $0 + 220 <= 4_096 })
        #expect(report.passages.count >= 3)
        let failed = report.passages.filter { $0.state == .failed }
        #expect(failed.count == 1 && failed.first?.failure?.kind == "blocked" && failed.first?.failure?.relax == true)
        #expect(failed.first?.note?.provisional == true)
        #expect(report.passages.filter { $0.state == .fresh }.count == report.passages.count - 1)
        #expect(StandIn.log.counts <= 4 * report.passages.count + 12)

        let id = try #require(failed.first?.id)
        let requests = StandIn.log.requests.count
        _ = try await client.command("retry", ["uri": "file:///a.md", "passage": .string(id), "relaxed": true])
        let cleared = try await client.finished()
        #expect(cleared.passages.allSatisfy { $0.state == .fresh })
        #expect(cleared.passages.filter { $0.note?.relaxedFilter == true }.map(\.id) == [id])
        // One note, asked for as plain text under the relaxed filter, and the summary.
        #expect(StandIn.log.requests.count == requests + 2)
        #expect(StandIn.log.permissive.filter { $0 }.count == 1)
      }
      // A session is used for one request: nobody was ever turned away because it was busy.
      let sessions = StandIn.log.requests.map(\.session)
      #expect(Set(sessions).count == sessions.count)
    }

    @Test("notes stay when combining them fails")
    func combiningFails() async throws {
      StandIn.behaviour.isBlocked = { $0.contains("Write the summary of these notes") }
      StandIn.behaviour.answer = { _, _ in [.text("Kilns were fired by Anna Roth.")] }
      try await TestClient.session([try taker()]) { client in
        try client.open(Self.text)
        try await client.summarise()
        let report = try await client.finished()
        #expect(report.passages.allSatisfy { $0.state == .fresh && $0.note?.provisional == false })
        #expect(report.summary?.provisional != false)
      }
    }
  }
}
