import LSP
import Summaries
import Testing

@testable import Server

@Suite("Lenses say what summarising would take, and name the notes")
struct CodeLensRenderingTests {
  private static let long = String(repeating: "word ", count: 210)
  private let text = "\n\(long)\n|\(long)\n|Third part.\n"

  private func titles(_ scene: Scene) -> [String] { scene.view.lenses.compactMap { $0.command?.title } }

  @Test("The titles through the life of a run, their number the same from its beginning")
  func life() {
    var scene = Scene(text)
    #expect(titles(scene) == ["Summarise"])
    scene.price(.success(scene.plan()))
    #expect(titles(scene) == ["Summarise: 3 passes, about 9,842 tokens"])
    scene.price(.success(scene.plan(tokens: TokenCount(9_851, exact: true))))
    #expect(titles(scene) == ["Summarise: 3 passes, 9,851 tokens"])

    scene.run()
    scene.passage(1) { $0.title = "Start" }
    scene.passage(2) { $0.title = "Middle" }
    scene.passage(1) { $0.state = .running }
    #expect(
      titles(scene) == [
        "Breviate: 0 of 3 passes… Cancel", "1 · Start (being written…)", "2 · Middle (…)", "3 · Third part. (…)",
      ]
    )
    scene.note(1, .of("One."))
    scene.passage(2) { $0.state = .failed(Failure(.blocked, "")) }
    scene.note(3, .of("Three.", headline: "The third"))
    scene.finish(.combining)
    #expect(
      titles(scene) == [
        "Breviate: combining 3 notes… Cancel", "1 · Start",
        "2 · Middle (failed: Blocked by the model's safety filter)", "3 · The third",
      ]
    )
    scene.finish()
    #expect(titles(scene).first == "Update: 1 of 3 notes is missing")
    scene.touch(3)
    #expect(titles(scene).first == "Update: 2 of 3 notes are stale or missing")
    #expect(titles(scene).last == "3 · The third (stale)")
    scene.note(2, .of("Two."))
    #expect(titles(scene).first == "Update: 1 of 3 notes is stale")
    scene.note(3, .of("Three again."))
    #expect(titles(scene) == ["Notes: 3 passages", "1 · Start", "2 · Middle", "3 · Three again."])
  }

  @Test("What a click does: one object, a passage by its id")
  func commands() {
    var scene = Scene(text)
    let uri = JSONValue.string("file:///notes/report.md")
    func commands() -> [String] { scene.view.lenses.compactMap { $0.command?.command } }
    #expect(commands() == ["breviate.summarise"])
    #expect(scene.view.lenses.first?.command?.arguments == [["uri": uri]])
    scene.run()
    #expect(commands() == ["breviate.cancel"] + Array(repeating: "breviate.showNotes", count: 3))
    #expect(scene.view.lenses.last?.command?.arguments == [["uri": uri, "passage": "run-1-p3"]])
    scene.passage(2) { $0.state = .failed(Failure(.timedOut, "")) }
    scene.passage(3) { $0.state = .failed(Failure(.languageNotSupported, "")) }
    scene.finish(.cancelled)
    #expect(commands() == ["breviate.update", "breviate.showNotes", "breviate.retry", "breviate.showNotes"])
  }

  @Test("Each stands on one line, the document's before the first passage's")
  func places() {
    var scene = Scene(text)
    scene.run()
    let ranges = scene.view.lenses.map(\.range)
    #expect(ranges.map(\.start.line) == [1, 1, 2, 3])
    #expect(ranges.allSatisfy { $0.start.line == $0.end.line })
    #expect(ranges[0].start.character < ranges[1].start.character)
  }

  @Test("A short text has no lens until it has notes")
  func short() {
    var scene = Scene("Just a line.")
    scene.price(.success(scene.plan()))
    #expect(titles(scene).isEmpty)
    scene.run()
    scene.note(1, .of("A line."))
    scene.finish()
    #expect(titles(scene) == ["Notes: 1 passage", "1 · A line."])
    #expect(Scene("").view.lenses.isEmpty)
    #expect(Scene(" \n\n ").view.lenses.isEmpty)
  }

  @Test("A selection's notes stand beside the offer to summarise the buffer; a blanked passage keeps its lens")
  func selection() {
    var scene = Scene("\(text)|   \n")
    scene.price(.success(scene.plan()))
    scene.run(.selection, over: 2..<4)
    scene.note(1, .of("Three."))
    scene.passage(2) { $0.state = .cancelled }
    scene.finish()
    #expect(
      titles(scene) == [
        "Summarise: 4 passes, about 9,842 tokens", "Selection 1 · Three.", "Selection 2 · Passage (cancelled)",
      ]
    )
  }

  @Test("A text that leaves no room says so")
  func noRoom() {
    var scene = Scene(text)
    scene.price(.failure(Failure(.noRoom, "The window is too small.")))
    #expect(titles(scene) == ["Summarise: No room for text in the context window"])
  }

  @Test("Thousands of passages in one line of megabytes are placed at once")
  func oneLine() {
    let words = String(repeating: "gleich große Wörter ohne Ende ", count: 100)
    var scene = Scene(Array(repeating: words, count: 500).joined(separator: "|"))
    scene.run()
    let lenses = scene.view.lenses
    #expect(lenses.count == 501)
    #expect(lenses.last?.range.start == Position(line: 0, character: 500 * words.count - 1))
  }
}
