import Models
import Summaries
import Testing

@Suite("The built-in note taker")
struct BuiltInTests {
  private let text = Array(
    "The board decided to close the warehouse in Tarnholm. The staff was told on 14 March 1987.".utf8
  )

  @Test("It is called none, is always available and has no window")
  func profile() async {
    let profile = BuiltIn().profile
    #expect(profile.id == "none")
    #expect(profile.backend == "none")
    #expect(profile.displayName == "built-in note taker")
    #expect(profile.isBuiltIn)
    #expect(profile.availability == .available)
    #expect(await BuiltIn().inspect() == profile)
  }

  @Test("It writes one snapshot, the whole note, with its sentences", arguments: [RequestKind.note, .single])
  func note(_ kind: RequestKind) async throws {
    var drafts: [Draft] = []
    for try await draft in BuiltIn().write(NoteRequest(kind: kind, source: text, ceiling: 220)) { drafts.append(draft) }
    #expect(drafts.count == 1)
    #expect(drafts.first?.finishReason == .stop)
    #expect(drafts.first?.text == builtInNote(of: text, ceiling: 220).text)
    #expect(drafts.first?.sentences?.isEmpty == false)
  }

  @Test("It combines notes out of their own sentences")
  func combine() async throws {
    let parts = [NoteRequest.Part(note: builtInNote(of: text, ceiling: 220), offset: 0)]
    let request = NoteRequest(kind: .combine, source: text, parts: parts, ceiling: 220)
    var last: Draft?
    for try await draft in BuiltIn().write(request) { last = draft }
    #expect(last?.text == parts[0].note.text)
  }

  @Test("It answers no questions")
  func question() async {
    await #expect(throws: Failure.self) {
      for try await _ in BuiltIn().write(NoteRequest(kind: .question, source: text, ceiling: 220)) {}
    }
  }

  @Test("Its count is the estimate")
  func count() async throws {
    #expect(
      try await BuiltIn().countTokens("The board met.")
        == TokenWeights.standard.tokens(in: Array("The board met.".utf8))
    )
  }
}
