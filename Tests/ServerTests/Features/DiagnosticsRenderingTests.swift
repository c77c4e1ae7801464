import LSP
import Store
import Summaries
import Testing

@testable import Server

@Suite("Diagnostics say how many passes a text takes, and what is in the way")
struct DiagnosticsRenderingTests {
  private let text = "\n  # Report\nOne.\n|Two.\n|Three.\n|Four.\n|Five.\n"

  private func scene(_ plan: (Scene) -> Plan, model: ModelProfile = Scene.local, seconds: Int? = nil) -> Scene {
    var scene = Scene(text)
    scene.model = model
    scene.price(.success(plan(scene)), seconds: seconds)
    return scene
  }

  @Test("With a model: passes, tokens, what fits, window, time")
  func withModel() {
    let scene = scene({ $0.plan() }, seconds: 40)
    let diagnostics = scene.view.diagnostics
    #expect(
      diagnostics.map(\.message) == [
        "5 passes: about 9,842 tokens, 3,697 fit in one (qwen3:4b, window 4,096), about 40 s"
      ]
    )
    let first = diagnostics.first
    #expect(first?.code == "too-long")
    #expect(first?.source == "breviate")
    #expect(first?.severity == .information)
    #expect(first?.range == LSPRange(start: Position(line: 1, character: 2), end: Position(line: 1, character: 10)))
    #expect(first?.relatedInformation?.map(\.message).first == "1 of 5: Report")
    #expect(first?.relatedInformation?.count == 5)
  }

  @Test("An assumed window is called one, an exact count loses its “about”, an unknown time is not guessed")
  func variants() {
    var model = Scene.local
    model.window = Window(reported: nil)
    let scene = scene({ $0.plan(tokens: TokenCount(12_345, exact: true)) }, model: model)
    #expect(
      scene.view.diagnostics.map(\.message) == [
        "5 passes: 12,345 tokens, 3,697 fit in one (qwen3:4b, window 4,096 assumed)"
      ]
    )
  }

  @Test("Without a model: a hint, from two passes")
  func withoutModel() {
    let plan = TokenCount(4_200, exact: true)
    let scene = scene({ $0.plan(tokens: plan, budget: 1_000) }, model: Scene.builtIn)
    let diagnostics = scene.view.diagnostics
    #expect(diagnostics.map(\.message) == ["5 passes: 4,200 tokens (built-in note taker)"])
    #expect(diagnostics.first?.severity == .hint)

    var short = Scene("One passage.")
    short.price(.success(short.plan()))
    #expect(short.view.diagnostics.isEmpty)
  }

  @Test("What fits in one request of a model is no diagnostic, however many passages it has")
  func fits() {
    let scene = scene { $0.plan(tokens: TokenCount(9_842, exact: false), budget: 30_000) }
    #expect(scene.view.diagnostics.isEmpty)
  }

  @Test(
    "The setting says how it is shown",
    arguments: [(TooLongSeverity.off, nil), (.hint, .hint), (.information, .information)]
      as [(TooLongSeverity, DiagnosticSeverity?)]
  )
  func setting(setting: TooLongSeverity, severity: DiagnosticSeverity?) {
    var scene = scene { $0.plan() }
    scene.settings.tooLong = setting
    #expect(scene.view.diagnostics.first?.severity == severity)
  }

  @Test("Twenty passages are named at most, and none to a client that cannot show them")
  func related() {
    var scene = Scene(Array(repeating: "Line.\n", count: 30).joined(separator: "|"))
    scene.model = Scene.local
    scene.price(.success(scene.plan(title: "Part")))
    #expect(scene.view.diagnostics.first?.relatedInformation?.count == 20)
    scene.client.showsRelatedInformation = false
    #expect(scene.view.diagnostics.first?.relatedInformation == nil)
  }

  @Test("No room for text, and why a passage's note failed, are warnings; a missing model is not said here")
  func obstacles() {
    var scene = Scene(text)
    scene.model = Scene.local
    scene.price(.failure(Failure(.noRoom, "The window of 100 leaves 0 tokens.")))
    scene.run()
    scene.passage(2) { $0.state = .failed(Failure(.answerCut, "It ends\nin \u{1B}the middle.")) }
    scene.passage(3) { $0.state = .failed(Failure(.modelUnavailable, "Not running.")) }
    let diagnostics = scene.view.diagnostics
    #expect(
      diagnostics.map(\.message) == [
        "No room for text in the context window: The window of 100 leaves 0 tokens.",
        "The answer was cut off: It ends in ␛the middle.",
      ]
    )
    #expect(diagnostics.map(\.code) == ["no-room", "answer-cut"])
    #expect(diagnostics.map(\.severity) == [.warning, .warning])
    #expect(diagnostics.map(\.range.start.line) == [1, 3])
    scene.price(.failure(Failure(.modelUnavailable, "Not running.")))
    #expect(scene.view.diagnostics.count == 1)
  }

  @Test("An empty text has none")
  func empty() {
    var scene = Scene(" \n ")
    scene.price(.success(scene.plan()))
    #expect(scene.view.diagnostics.isEmpty)
  }
}
