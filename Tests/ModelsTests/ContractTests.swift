import Foundation
import Models
import Summaries
import Testing

@Suite("What holds for every server of models")
struct ContractTests {
  @Test("An answer comes as snapshots that grow, the last one whole", arguments: Backend.allCases)
  func streams(_ backend: Backend) async throws {
    let server = try backend.server { _ in backend.answer(["Ten ", "boats ", "lay there. 日本"]) }
    let outcome = await Outcome(of: backend.taker(server), .note())
    #expect(outcome.failure == nil)
    #expect(outcome.text == "Ten boats lay there. 日本")
    #expect(outcome.drafts.map(\.text).first == "Ten")
    #expect(outcome.drafts.last?.finishReason == .stop)
    #expect(outcome.drafts.last?.usage == Draft.Usage(promptTokens: 500, answerTokens: 20))
    #expect(outcome.drafts.dropLast().allSatisfy { $0.finishReason == nil })
  }

  @Test("Snapshots are seen while the answer is being written", arguments: Backend.allCases)
  func streamsAtOnce(_ backend: Backend) async throws {
    let server = try backend.server { _ in
      [.streamHead(backend.streamType), backend.piece("Ten boats."), .waitForRelease, backend.piece(" More.")]
        + backend.ending()
    }
    var seen: [String] = []
    for try await draft in backend.taker(server).write(.note()) {
      seen.append(draft.text)
      if seen.count == 1 { server.release() }
    }
    #expect(seen.first == "Ten boats.")
    #expect(seen.last == "Ten boats. More.")
  }

  @Test("The window is the server's, and a setting can only make it smaller", arguments: Backend.allCases)
  func window(_ backend: Backend) async throws {
    let server = try backend.server { _ in [] }
    #expect(await backend.taker(server).inspect().window == Window(size: 1_024))
    #expect(await backend.taker(server).inspect().availability == .available)
    #expect(await backend.taker(server, ServerOptions(contextWindow: 512)).inspect().window == Window(size: 512))
    #expect(await backend.taker(server, ServerOptions(contextWindow: 9_000)).inspect().window == Window(size: 1_024))
  }

  @Test("Nothing is asked of a server before it is needed", arguments: Backend.allCases)
  func silence(_ backend: Backend) async throws {
    let server = try backend.server { _ in [] }
    let profile = backend.taker(server).profile
    #expect(profile.availability == .unknown)
    #expect(profile.window?.assumed == true)
    #expect(server.requests.isEmpty)
  }

  @Test("Tokens and overheads are exact where the server has a tokenizer")
  func counts() async throws {
    let server = try Backend.llamaCpp.server { _ in [] }
    let taker = Backend.llamaCpp.taker(server)
    let profile = await taker.inspect()
    #expect(profile.countsTokens)
    #expect(profile.overheads[.note] == Overhead(session: 0, instructions: 7))
    #expect(try await taker.countTokens("größe") == 7)
    let plain = try Backend.openai.server { _ in [] }
    #expect(await Backend.openai.taker(plain).inspect().countsTokens == false)
  }

  @Test(
    "What a server says with its status becomes a failure",
    arguments: Backend.allCases,
    [
      Refusal(401, .badConfiguration, "apiKeyEnv"), Refusal(403, .badConfiguration, "key"),
      Refusal(404, .modelUnavailable, "m"), Refusal(429, .rateLimited, "fewer", isTransient: true, retryAfter: 7),
      Refusal(500, .modelError, "failed", isTransient: true), Refusal(502, .modelError, "failed", isTransient: true),
      Refusal(503, .modelUnavailable, "not ready", isTransient: true), Refusal(400, .modelError, "status 400"),
      Refusal(504, .timedOut, "gave up", isTransient: true),
      Refusal(301, .badConfiguration, "moved"),
    ]
  )
  func statuses(_ backend: Backend, _ refusal: Refusal) async throws {
    let server = try backend.server { _ in
      [
        .whole(
          refusal.status,
          #"{"error":{"message":"no, thank you"}}"#,
          refusal.retryAfter.map { "Retry-After: \(Int($0))" } ?? "X: y"
        )
      ]
    }
    let failure = await Outcome(of: backend.taker(server), .note()).failure
    #expect(failure?.kind == refusal.kind)
    #expect(failure?.isTransient == refusal.isTransient)
    #expect(failure?.retryAfter == refusal.retryAfter)
    #expect(failure?.detail.contains(refusal.words) == true)
    #expect(failure?.detail.contains("no, thank you") == true)
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    var status: Int
    var kind: Failure.Kind
    var words: String
    var isTransient: Bool
    var retryAfter: Double?
    init(_ status: Int, _ kind: Failure.Kind, _ words: String, isTransient: Bool = false, retryAfter: Double? = nil) {
      (self.status, self.kind, self.words) = (status, kind, words)
      (self.isTransient, self.retryAfter) = (isTransient, retryAfter)
    }
    var testDescription: String { "\(status)" }
  }

  @Test(
    "A text too long for the window is told with the true window, in any server's words",
    arguments: [
      (
        #"{"error":{"code":400,"message":"request (10031 tokens) exceeds the available context size (4096 tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":10031,"n_ctx":4096}}"#,
        4_096
      ),
      (
        #"{"error":{"message":"This model's maximum context length is 8,192 tokens. However, you requested 9000."}}"#,
        8_192
      ),
      (
        #"{"object":"error","message":"The model's context length is 2048 tokens, which context length exceeded"}"#,
        2_048
      ),
      (#"{"error":"input length exceeds the context length"}"#, nil),
      (#"{"error":{"message":"too much","code":"context_length_exceeded","type":"invalid_request_error"}}"#, nil),
    ] as [(String, Int?)]
  )
  func overflow(_ body: String, _ window: Int?) async throws {
    let server = try Backend.openai.server { _ in [.whole(400, body)] }
    let failure = await Outcome(of: Backend.openai.taker(server), .note()).failure
    #expect(failure?.kind == .tooLong)
    #expect(failure?.window == window)
  }

  @Test("An answer that breaks off is a lost connection", arguments: Backend.allCases)
  func breaksOff(_ backend: Backend) async throws {
    for ending in [[ScriptedServer.Step.lastChunk], [], [.reset]] {
      let server = try backend.server { _ in [.streamHead(backend.streamType), backend.piece("Ten")] + ending }
      let outcome = await Outcome(of: backend.taker(server), .note())
      #expect(outcome.failure?.kind == .connectionLost)
      #expect(outcome.failure?.isTransient == true)
    }
  }

  @Test("A server that closes without a word is a lost connection", arguments: Backend.allCases)
  func closes(_ backend: Backend) async throws {
    let server = try backend.server { _ in [] }
    let failure = await Outcome(of: backend.taker(server), .note()).failure
    #expect(failure?.kind == .connectionLost)
    #expect(failure?.isTransient == true)
  }

  @Test("Garbage in an answer is named", arguments: Backend.allCases)
  func garbage(_ backend: Backend) async throws {
    let server = try backend.server { _ in
      [.streamHead(backend.streamType), .chunk("data: <html>hello</html>\n\n"), .lastChunk]
    }
    let failure = await Outcome(of: backend.taker(server), .note()).failure
    #expect(failure?.kind == .modelError)
    #expect(failure?.detail.contains("hello") == true)
  }

  @Test("A port that nobody listens on is a model that is not available, for now", arguments: Backend.allCases)
  func refused(_ backend: Backend) async throws {
    let port = try ScriptedServer { _ in [] }.port
    let taker = backend.taker(port: port)
    guard case .unavailable(let failure) = await taker.inspect().availability else {
      Issue.record("it is available")
      return
    }
    #expect(failure.kind == .modelUnavailable)
    #expect(failure.isTransient)
    #expect(await Outcome(of: taker, .note()).failure?.kind == .modelUnavailable)
  }

  @Test("A missing curl is named with its remedy", arguments: Backend.allCases)
  func noCurl(_ backend: Backend) async throws {
    let taker = backend.taker(port: 9, environment: ["PATH": "/nowhere"])
    let failure = await Outcome(of: taker, .note()).failure
    #expect(failure?.kind == .modelUnavailable)
    #expect(failure?.detail.contains("apt install curl") == true)
  }

  @Test(
    "Thinking is never shown, and an answer of nothing else is asked for once more with room",
    arguments: Backend.allCases
  )
  func thinking(_ backend: Backend) async throws {
    let server = try backend.server { _ in
      [
        .streamHead(backend.streamType), backend.reasoning("Hm."), backend.piece("<think>So"),
        backend.piece("</think>Ten."),
      ]
        + backend.ending()
    }
    let outcome = await Outcome(of: backend.taker(server), .note())
    #expect(outcome.text == "Ten.")
    #expect(!outcome.drafts.contains { $0.text.contains("So") })

    let thinker = try backend.server { _ in
      [.streamHead(backend.streamType), backend.reasoning("Hm.")] + backend.ending("length", answer: 220)
    }
    #expect(await Outcome(of: backend.taker(thinker), .note()).failure?.kind == .answerWasReasoning)
    let chats = thinker.requests.filter { $0.path.contains("chat") }
    #expect(chats.count == 2)
    #expect(chats.last?.body.contains("2268") == true)
  }

  @Test(
    "How an answer ends is told",
    arguments: Backend.allCases,
    [
      ("stop", 500, 20, Draft.FinishReason.stop), ("length", 500, 220, .length), ("length", 900, 124, .window),
    ]
  )
  func ends(_ backend: Backend, _ end: (String, Int, Int, Draft.FinishReason)) async throws {
    let server = try backend.server { _ in backend.answer(["Ten."], backend.ending(end.0, prompt: end.1, answer: end.2))
    }
    #expect(await Outcome(of: backend.taker(server), .note()).drafts.last?.finishReason == end.3)
  }

  @Test("A text that was not read whole is marked", arguments: Backend.allCases)
  func truncated(_ backend: Backend) async throws {
    let server = try backend.server { _ in backend.answer(["Ten."], backend.ending(prompt: 500)) }
    let taker = backend.taker(server)
    #expect(await Outcome(of: taker, .note(tokens: 5_000)).drafts.last?.truncatedInput == true)
    #expect(await Outcome(of: taker, .note(tokens: 480)).drafts.last?.truncatedInput == false)
  }

  @Test("Empty answers and refusals are failures of their own", arguments: Backend.allCases)
  func emptyAndRefused(_ backend: Backend) async throws {
    let empty = try backend.server { _ in backend.answer([" "]) }
    #expect(await Outcome(of: backend.taker(empty), .note()).failure?.kind == .answerEmpty)
    let refusing = try backend.server { _ in backend.answer(["I'm sorry, but I can't help with that."]) }
    let failure = await Outcome(of: backend.taker(refusing), .note()).failure
    #expect(failure?.kind == .refused)
    #expect(failure?.detail.contains("I'm sorry") == true)
  }

  @Test("A loop is stopped, and the server is let go", arguments: Backend.allCases)
  func loops(_ backend: Backend) async throws {
    let server = try backend.server { _ in
      [.streamHead(backend.streamType)] + (0..<5).map { _ in backend.piece("The board met in May.\n") } + [
        .waitForHangUp
      ]
    }
    let outcome = await Outcome(of: backend.taker(server), .note())
    #expect(outcome.text == "The board met in May.")
    #expect(outcome.drafts.last?.finishReason == .loop)
    try await server.waitForHangUp()
  }

  @Test("Cancelling frees the server", arguments: Backend.allCases)
  func cancel(_ backend: Backend) async throws {
    let server = try backend.server { _ in
      [.streamHead(backend.streamType), backend.piece("Ten"), .waitForHangUp]
    }
    let taker = backend.taker(server)
    let reading = Task {
      for try await _ in taker.write(.note()) {}
    }
    try await server.waitForChat()
    reading.cancel()
    try await server.waitForHangUp()
  }

  @Test("Silence is given up by our own clock", arguments: Backend.allCases)
  func silentServer(_ backend: Backend) async throws {
    let server = try backend.server { _ in
      [.streamHead(backend.streamType), backend.piece("Ten"), .waitForHangUp]
    }
    let failure = await Outcome(of: backend.taker(server, ServerOptions(tokenTimeout: 1)), .note()).failure
    #expect(failure?.kind == .timedOut)
    #expect(failure?.isTransient == true)
    #expect(failure?.detail.contains("tokenTimeout") == true)
  }

  @Test("A summary in JSON is shown as it grows", arguments: [Backend.llamaCpp, .ollama])
  func structured(_ backend: Backend) async throws {
    let server = try backend.server { _ in
      backend.answer([#"{"headline":"Boats","points":["Ten la"#, #"y there.","More."]}"#])
    }
    let outcome = await Outcome(of: backend.taker(server), .note(kind: .single))
    #expect(outcome.drafts.first?.headline == "Boats")
    #expect(outcome.drafts.first?.text == "Ten la")
    #expect(outcome.text == "Ten lay there.\nMore.")
    #expect(server.requests.last?.body.contains("\"points\"") == true)
  }

  @Test("A large text arrives whole", arguments: Backend.allCases)
  func large(_ backend: Backend) async throws {
    let text = String(repeating: "größe 日本\n", count: 40_000)
    let server = try backend.server { _ in backend.answer(["Ten."]) }
    #expect(await Outcome(of: backend.taker(server), .note(text)).text == "Ten.")
    #expect((server.requests.last { $0.path.contains("chat") }?.body.utf8.count ?? 0) > text.utf8.count)
  }
}
