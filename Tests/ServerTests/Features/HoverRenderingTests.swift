import LSP
import Store
import Summaries
import Testing

@testable import Server

@Suite("A hover shows the note of the passage under the cursor")
struct HoverRenderingTests {
  private let text = "# Budget\n\nFees rise.\n|# Staff\nAnna leads.\n|The end.\n"

  private func hover(_ scene: Scene, line: Int, character: Int = 0) -> String? {
    scene.view.hover(at: Position(line: line, character: character))?.contents.value
  }

  @Test(
    "A note that was cut says how",
    arguments: [
      (Draft.FinishReason.stop, "qwen3:4b · 3 min ago"),
      (.length, "qwen3:4b · 3 min ago · cut off at the length of an answer"),
      (.window, "qwen3:4b · 3 min ago · cut off where the model's window was full"),
      (.loop, "qwen3:4b · 3 min ago · cut off where it began to repeat itself"),
    ]
  )
  func cut(reason: Draft.FinishReason, line: String) {
    var scene = Scene("First.")
    scene.model = Scene.local
    scene.run()
    scene.note(1, .of("A note.")) { $0.finishReason = reason }
    scene.finish()
    #expect(hover(scene, line: 0)?.hasSuffix(line) == true)
  }

  @Test(
    "The last line says how fast the model was",
    arguments: [
      (0.44, 23.46, "0.4 s · 23 tokens/s"), (12.2, 7.52, "12 s · 7.5 tokens/s"), (-1, .nan, "0.0 s · 0.0 tokens/s"),
    ]
  )
  func speed(first: Double, rate: Double, words: String) {
    var scene = Scene("First.")
    scene.model = Scene.local
    scene.run()
    scene.note(1, .of("A note.")) { kept in
      kept.timeToFirstToken = first
      kept.tokensPerSecond = rate
    }
    scene.finish()
    #expect(hover(scene, line: 0)?.hasSuffix("first words after \(words)") == true)
  }

  @Test("Note, ledger by kind, inventions, and where it comes from")
  func wholeNote() {
    var scene = Scene(text)
    scene.run()
    var note = Note.of(
      "Fees rise by 4 %.",
      headline: "Fees",
      omitted: [
        .of("Anna Bell", .name), .of("12", .number, context: "12 reactors in operation"), .of("$40", .money),
        .of("14 March 1987", .date), .of("9:30", .time), .of("Bo", .name), .of("3", .number, context: "wards"),
        .of("v2.1", .version), .of("/etc/x", .path), .of("Cy", .name),
      ]
    )
    note.notInText = [Note.Unsupported(text: "Berlin", kind: .specific)]
    scene.note(1, note)
    #expect(
      hover(scene, line: 2) == """
        1 of 3 · Fees

        Fees rise by 4 %.

        Also mentioned

        - Names: Anna Bell; Bo
        - Dates and times: 14 March 1987; 9:30
        - Money: $40
        - Numbers: 12 reactors in operation; 3 (wards)
        - Identifiers: v2.1
        - and 2 more

        Not in the text

        - Berlin

        built-in note taker · 3 min ago
        """
    )
  }

  @Test("In Markdown the same, with the words of text and model escaped")
  func markdown() {
    var scene = Scene(text)
    scene.client.hoverFormat = .markdown
    scene.run()
    scene.note(2, .of("Anna *leads* [us](command:x), see https://a.example.", headline: "<b>Staff</b>"))
    let hover = scene.view.hover(at: Position(line: 4, character: 3))
    #expect(
      hover?.contents.value == """
        **2 of 3 · \\<b>Staff\\</b>**

        Anna \\*leads\\* \\[us\\](command:x), see `https://a.example`.

        *built-in note taker · 3 min ago*
        """
    )
    #expect(hover?.contents.kind == .markdown)
    #expect(hover?.range == LSPRange(start: Position(line: 3, character: 0), end: Position(line: 5, character: 0)))
  }

  @Test("Each state of a passage is said in words")
  func states() {
    var scene = Scene(text)
    scene.model = Scene.local
    scene.run()
    scene.note(1, .of("Fees rise."))
    #expect(hover(scene, line: 5) == "3 of 3 · The end.\n\nWaiting: 1 of 3 passes is done.")

    scene.passage(3) { $0.note = scene.kept(.of("An end."), key: $0.currentKey) }
    scene.passage(3) { $0.note?.provisional = true }
    scene.passage(3) { $0.note?.modelName = "built-in note taker" }
    let waiting = "without a model, the model's note is on its way: 1 of 3 passes is done"
    #expect(hover(scene, line: 5)?.hasSuffix("built-in note taker · 3 min ago · \(waiting)") == true)

    scene.passage(3) { $0.state = .running }
    #expect(hover(scene, line: 5)?.hasSuffix("without a model, the model's note is being written…") == true)

    scene.passage(3) { $0.note?.provisional = false }
    #expect(hover(scene, line: 5)?.hasSuffix(" · being written…") == true)

    scene.note(3, .of("An end.")) { kept in
      kept.relaxedFilter = true
      kept.truncatedInput = true
      kept.finishReason = .length
    }
    scene.touch(3)
    #expect(
      hover(scene, line: 5)?.hasSuffix(
        "qwen3:4b · 3 min ago · relaxed filter · the model did not read all of this"
          + " · cut off at the length of an answer · the text has changed since"
      ) == true
    )
  }

  @Test("A failed passage says why, what to do, and keeps the note that stands in")
  func failure() {
    var scene = Scene(text)
    scene.model = Scene.local
    scene.run()
    scene.note(3, .of("An end.")) { $0.provisional = true }
    scene.passage(3) { $0.state = .failed(Failure(.blocked, "The filter objected.")) }
    #expect(
      hover(scene, line: 5) == """
        3 of 3 · An end.

        An end.

        Failed: Blocked by the model's safety filter

        The filter objected.

        “Retry this passage” asks again; “Retry with the relaxed filter” asks with the model's filter relaxed.

        qwen3:4b · 3 min ago · stands in for the model's note
        """
    )
    scene.passage(3) { $0.state = .failed(Failure(.languageNotSupported, "It reads English.")) }
    #expect(hover(scene, line: 5)?.contains("Retry") == false)
  }

  @Test("On the first line the summary stands below the note")
  func summary() {
    var scene = Scene(text)
    scene.run()
    for number in 1...3 { scene.note(number, .of("Note \(number).")) }
    scene.document.runs.last?.summary = scene.kept(.of("All in all."))
    scene.finish()
    #expect(
      hover(scene, line: 0) == """
        1 of 3 · Note 1.

        Note 1.

        built-in note taker · 3 min ago

        Summary of 3 passages

        All in all.

        built-in note taker · 3 min ago
        """
    )
    #expect(hover(scene, line: 2)?.contains("Summary") == false)
    #expect(hover(scene, line: 3)?.contains("Summary") == false)
  }

  @Test("The setting says where a hover shows a note")
  func setting() {
    var scene = Scene("\n  First line.\nSecond line.\n|Next.")
    scene.run()
    scene.note(1, .of("One."))
    #expect(hover(scene, line: 2) != nil)

    scene.settings.hover = .firstLine
    #expect(hover(scene, line: 0) == nil)
    #expect(hover(scene, line: 2) == nil)
    let hover = scene.view.hover(at: Position(line: 1, character: 0))
    #expect(hover?.range == LSPRange(start: Position(line: 1, character: 2), end: Position(line: 1, character: 13)))

    scene.settings.hover = .off
    #expect(self.hover(scene, line: 1) == nil)
  }

  @Test("Where there is no run there is no hover, and a single passage is not counted")
  func edges() {
    var scene = Scene("Only one.")
    #expect(hover(scene, line: 0) == nil)
    scene.run()
    scene.note(1, .of("One."))
    #expect(hover(scene, line: 0)?.hasPrefix("One.\n") == true)
  }
}
