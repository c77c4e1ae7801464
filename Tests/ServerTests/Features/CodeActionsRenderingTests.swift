import LSP
import Summaries
import Testing

@testable import Server

@Suite("Code actions are offered where there is something to do")
struct CodeActionsRenderingTests {
  private let text = "First line.\nSecond line.\n|Third line.\n|Fourth line.\n"
  private static let firstWord = LSPRange(
    start: Position(line: 1, character: 0),
    end: Position(line: 1, character: 6)
  )

  private func cursor(_ line: Int) -> LSPRange {
    LSPRange(start: Position(line: line, character: 2), end: Position(line: line, character: 2))
  }

  private func actions(
    _ scene: Scene,
    _ range: LSPRange,
    only: [String]? = nil,
    _ trigger: CodeActionTriggerKind? = nil,
    diagnostics: [Diagnostic] = []
  ) -> [CodeAction] {
    let params = CodeActionParams(
      textDocument: TextDocumentIdentifier(uri: scene.document.uri),
      range: range,
      context: CodeActionContext(
        diagnostics: diagnostics,
        only: only?.map(CodeActionKind.init(rawValue:)),
        triggerKind: trigger
      )
    )
    return scene.view.codeActions(for: params).compactMap {
      if case .codeAction(let action) = $0 { action } else { nil }
    }
  }

  /// A run over all of the text: noted, stale, blocked.
  private func finished() -> Scene {
    var scene = Scene(text)
    scene.model = Scene.local
    scene.price(.success(scene.plan()))
    scene.run()
    for number in 1...3 { scene.note(number, .of("Note.")) }
    scene.touch(2)
    scene.passage(3) { $0.state = .failed(Failure(.blocked, "")) }
    scene.finish()
    return scene
  }

  @Test("A selection, however short, can be summarised; its price is said")
  func selection() {
    let scene = Scene(text)
    let found = actions(scene, Self.firstWord)
    #expect(found.map(\.title) == ["Summarise selection (1 token)"])
    #expect(found.map(\.kind) == [.selection])
    #expect(found.first?.command?.command == "breviate.summarise")
    let range: JSONValue = ["start": ["line": 1, "character": 0], "end": ["line": 1, "character": 6]]
    #expect(found.first?.command?.arguments == [["uri": "file:///notes/report.md", "range": range]])
  }

  @Test("Nothing on a line where nothing is selected, wrong or asked for")
  func nothing() {
    let scene = finished()
    #expect(actions(scene, cursor(1)).isEmpty)
    #expect(actions(scene, cursor(1), .invoked).isEmpty)
    #expect(actions(scene, cursor(0), .automatic).isEmpty)
    #expect(actions(scene, cursor(0)).isEmpty)
  }

  @Test("A failed passage can be retried; under the relaxed filter only where that can help")
  func failed() {
    let scene = finished()
    let diagnostic = Diagnostic(range: cursor(3), code: "blocked", message: "")
    let other = Diagnostic(range: cursor(3), code: "unused", message: "")
    let found = actions(scene, cursor(3), .automatic, diagnostics: [other, diagnostic])
    #expect(found.map(\.title) == ["Retry this passage", "Retry with the relaxed filter"])
    #expect(found.map(\.kind) == [.quickFix, .quickFix])
    #expect(found.map(\.isPreferred) == [true, nil])
    #expect(found.map(\.diagnostics) == [[diagnostic], [diagnostic]])
    #expect(
      found.map { $0.command?.arguments?.first } == [
        ["uri": "file:///notes/report.md", "passage": "run-1-p3"],
        ["uri": "file:///notes/report.md", "passage": "run-1-p3", "relaxed": true],
      ]
    )
    scene.passage(3) { $0.state = .failed(Failure(.timedOut, "")) }
    #expect(actions(scene, cursor(3)).map(\.title) == ["Retry this passage"])
    scene.passage(3) { $0.state = .failed(Failure(.languageNotSupported, "")) }
    #expect(actions(scene, cursor(3)).isEmpty)
  }

  @Test("On a stale passage the notes can be updated, unless that is going on")
  func stale() {
    let scene = finished()
    let found = actions(scene, cursor(2))
    #expect(found.map(\.title) == ["Update stale notes"])
    #expect(found.first?.command?.command == "breviate.update")
    scene.finish(.noting)
    #expect(actions(scene, cursor(2)).isEmpty)
  }

  @Test("What can be done with the buffer, by its kind anywhere, from the menu on the first line")
  func buffer() {
    var scene = Scene(text)
    #expect(actions(scene, cursor(2), only: ["source"]).map(\.title) == ["Summarise buffer"])
    scene.price(.success(scene.plan()))
    #expect(actions(scene, cursor(2), only: ["source"]).map(\.title) == ["Summarise buffer (3 passes)"])
    #expect(actions(scene, cursor(0), .invoked).map(\.title) == ["Summarise buffer (3 passes)"])
    #expect(actions(scene, cursor(0), .invoked).map(\.kind) == [.source])

    let noted = finished()
    #expect(
      actions(noted, cursor(1), only: ["source"]).map { $0.command?.command } == [
        "breviate.summarise", "breviate.update", "breviate.showNotes", "breviate.clearNotes",
      ]
    )
    noted.finish(.noting)
    #expect(actions(noted, cursor(1), only: ["source"]).map(\.title) == ["Cancel summarising"])
  }

  @Test(
    "The client's filter of kinds is kept",
    arguments: [
      (["quickfix"], ["Retry this passage", "Retry with the relaxed filter"]),
      (["refactor"], []), (["refactor.extract"], []), (["source.fixAll"], []), (["source.organizeImports"], []),
      (
        ["source", "quickfix"], ["Retry this passage", "Retry with the relaxed filter", "Summarise buffer (3 passes)"]
      ),
      ([], []),
    ] as [([String], [String])]
  )
  func kinds(only: [String], titles: [String]) {
    let found = actions(finished(), cursor(3), only: only).map(\.title)
    #expect(Array(found.prefix(titles.count)) == titles)
    #expect(titles.isEmpty == found.isEmpty)
  }

  @Test("A client that knows no code actions gets the commands")
  func commands() {
    var scene = Scene(text)
    scene.client.codeActionLiterals = false
    let params = CodeActionParams(
      textDocument: TextDocumentIdentifier(uri: scene.document.uri),
      range: Self.firstWord,
      context: CodeActionContext()
    )
    guard case .command(let command)? = scene.view.codeActions(for: params).first else {
      Issue.record("expected a command")
      return
    }
    #expect(command.title == "Summarise selection (1 token)")
    #expect(command.command == "breviate.summarise")
  }

  @Test("A reversed selection, and one outside of the text, is none")
  func oddSelections() {
    let reversed = LSPRange(start: Self.firstWord.end, end: Self.firstWord.start)
    let outside = LSPRange(start: Position(line: 90, character: 0), end: Position(line: 99, character: 0))
    #expect(actions(Scene(text), reversed).isEmpty)
    #expect(actions(Scene(text), outside).isEmpty)
  }
}
