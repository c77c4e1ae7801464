import LSP
import Summaries
import Testing

@testable import Server

@Suite("The report is made of runs and plans, its positions in the client's encoding")
struct ReportBuildingTests {
  private let text = "Größe 🎉 zählt.\n|Zwei.\n|Drei.\n"

  private func position(_ line: Int, _ character: Int) -> Position { Position(line: line, character: character) }

  @Test("A run: figures, states, and ranges in the document")
  func run() throws {
    var scene = Scene(text)
    scene.model = Scene.local
    scene.run()
    var note = Note.of("Es zählt.", headline: "Größe")
    // "zählt." behind the two-unit emoji.
    note.sentences = [Note.Traced(text: "Es zählt.", range: 13..<20), Note.Traced(text: "Erfunden.", range: nil)]
    note.omitted = [Note.Omission(value: "Größe", kind: .name, context: "", range: 0..<7)]
    note.notInText = [Note.Unsupported(text: "Erfunden.", kind: .sentence)]
    scene.note(1, note) { kept in
      kept.finishReason = .stop
      kept.usage = Draft.Usage(promptTokens: 100, answerTokens: 7)
      kept.timeToFirstToken = 0.5
    }
    scene.passage(2) { $0.state = .failed(Failure(.blocked, "No.")) }
    let run = try #require(scene.document.runs.last)
    let report = scene.view(pace: 40.0 / 9_842).report(of: run, restrictedTo: nil)

    #expect(report.uri.string == "file:///notes/report.md")
    #expect(report.version == 1)
    #expect(report.positionEncoding == .utf16)
    #expect(
      report.model
        == Report.Model(id: "ollama:qwen3:4b", backend: "ollama", contextWindow: 4_096, windowAssumed: false)
    )
    #expect(
      report.plan
        == Report.Plan(
          tokens: Report.Tokens(value: 9_842, exact: false),
          inputBudget: 3_697,
          passes: 3,
          combinePasses: 1,
          estimatedSeconds: 40
        )
    )
    #expect(report.passages.map(\.id) == ["run-1-p1", "run-1-p2", "run-1-p3"])
    #expect(report.passages.map(\.number) == [1, 2, 3])
    #expect(report.passages.map(\.state) == [.fresh, .failed, .waiting])
    #expect(report.passages.map(\.range.start) == [position(0, 0), position(1, 0), position(2, 0)])
    #expect(
      report.passages[1].failure
        == Report.Failure(
          kind: "blocked",
          title: "Blocked by the model's safety filter",
          detail: "No.",
          retry: true,
          relax: true
        )
    )
    let made = try #require(report.passages[0].note)
    #expect(made.sentences.map(\.range) == [LSPRange(start: position(0, 9), end: position(0, 15)), nil])
    #expect(made.omitted.map(\.range) == [LSPRange(start: position(0, 0), end: position(0, 5))])
    #expect(made.notInText == [Report.Unsupported(text: "Erfunden.", kind: "sentence")])
    #expect(made.createdAt == "2026-01-01T00:00:00Z")
    #expect(made.finishReason == "stop")
    #expect(made.usage == Report.Usage(promptTokens: 100, answerTokens: 7))
  }

  @Test("Columns follow the encoding", arguments: [(PositionEncoding.utf8, 13), (.utf16, 9), (.utf32, 8)])
  func encodings(encoding: PositionEncoding, column: Int) throws {
    var scene = Scene(text)
    scene.client.encoding = encoding
    scene.run()
    var note = Note.of("Es zählt.")
    note.sentences = [Note.Traced(text: "Es zählt.", range: 13..<20)]
    scene.note(1, note)
    let run = try #require(scene.document.runs.last)
    let report = scene.view.report(of: run, restrictedTo: nil)
    #expect(report.passages.first?.note?.sentences.first?.range?.start == position(0, column))
  }

  @Test("The ranges of a stale note are drawn into what stands there now")
  func stale() throws {
    var scene = Scene("Eins.|Zwei.")
    scene.run()
    var note = Note.of("Zwei.")
    note.sentences = [Note.Traced(text: "a", range: 3..<90), Note.Traced(text: "b", range: 50..<90)]
    scene.note(2, note)
    scene.touch(2)
    let run = try #require(scene.document.runs.last)
    let passage = scene.view.report(of: run, restrictedTo: nil).passages[1]
    #expect(passage.state == .stale)
    #expect(passage.note?.sentences.map(\.range?.start.character) == [8, 10])
    #expect(passage.note?.sentences.map(\.range?.end.character) == [10, 10])
  }

  @Test("A range restricts the passages, which keep their numbers")
  func restricted() throws {
    var scene = Scene("Eins.|Zwei.|Drei.")
    scene.run()
    let run = try #require(scene.document.runs.last)
    func numbers(_ range: Range<Int>) -> [Int] {
      scene.view.report(of: run, restrictedTo: range).passages.map(\.number)
    }
    #expect(numbers(5..<6) == [2])
    #expect(numbers(4..<11) == [1, 2, 3])
    #expect(numbers(5..<5) == [2])
    #expect(scene.view.report(of: run, restrictedTo: 5..<6).plan?.passes == 3)
  }

  @Test("A bare plan: every passage waits; the built-in note taker has no window; one passage has no summary")
  func plan() throws {
    var scene = Scene("Eins.|Zwei.")
    let plan = scene.plan(tokens: TokenCount(4, exact: true), budget: 1_000, title: "Titel")
    let report = scene.view.report(of: plan, restrictedTo: nil)
    #expect(report.passages.map(\.state) == [.waiting, .waiting])
    #expect(report.passages.map(\.note) == [nil, nil])
    #expect(report.passages.map(\.title) == ["Titel", "Titel"])
    #expect(report.model.contextWindow == nil)
    #expect(report.model.windowAssumed == false)
    #expect(report.plan?.inputBudget == 1_000)

    scene = Scene("Eins.")
    scene.run()
    scene.document.runs.last?.summary = scene.kept(.of("Eins."))
    let run = try #require(scene.document.runs.last)
    #expect(scene.view.report(of: run, restrictedTo: nil).summary == nil)
  }
}
