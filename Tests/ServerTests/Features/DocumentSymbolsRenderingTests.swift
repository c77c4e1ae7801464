import LSP
import Summaries
import Testing

@testable import Server

@Suite("Symbols are the notes as an outline")
struct DocumentSymbolsRenderingTests {
  private func noted() -> Scene {
    var scene = Scene("\n# One\ntext\n|Two\n|Three\n")
    scene.run()
    scene.passage(1) { $0.title = "One" }
    scene.note(1, .of("The first\nnote."))
    scene.note(3, .of("The third note.", headline: " \n"))
    return scene
  }

  @Test("One for each passage with a note, in order, what is selected within its range")
  func hierarchical() {
    guard case .symbols(let symbols) = noted().view.symbols else {
      Issue.record("expected symbols")
      return
    }
    #expect(symbols.map(\.name) == ["1. One", "3. The third note."])
    #expect(symbols.map(\.detail) == ["The first note.", "The third note."])
    #expect(symbols.map(\.range.start.line) == [0, 4])
    #expect(symbols.map(\.selectionRange.start.line) == [1, 4])
    for symbol in symbols {
      #expect(symbol.range.start <= symbol.selectionRange.start && symbol.selectionRange.end <= symbol.range.end)
    }
  }

  @Test("Clients without a hierarchy get the flat form, and before there are notes nobody gets any")
  func flat() {
    var scene = noted()
    scene.client.hierarchicalSymbols = false
    guard case .information(let symbols) = scene.view.symbols else {
      Issue.record("expected information")
      return
    }
    #expect(symbols.map(\.name) == ["1. One", "3. The third note."])
    #expect(symbols.map(\.location.uri.string) == ["file:///notes/report.md", "file:///notes/report.md"])

    var waiting = Scene("One.|Two.")
    #expect(waiting.view.symbols == .symbols([]))
    waiting.run()
    #expect(waiting.view.symbols == .symbols([]))
  }
}
