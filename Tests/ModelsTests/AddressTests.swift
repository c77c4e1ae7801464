import Summaries
import Testing

@testable import Models

@Suite("Addresses and what is sent to them")
struct AddressTests {
  @Test(
    "A server's routes follow from its address",
    arguments: [
      ("http://127.0.0.1:8080", "http://127.0.0.1:8080/v1", "http://127.0.0.1:8080"),
      ("http://127.0.0.1:8080/", "http://127.0.0.1:8080/v1", "http://127.0.0.1:8080"),
      ("http://127.0.0.1:8080/v1/", "http://127.0.0.1:8080/v1", "http://127.0.0.1:8080"),
      ("https://a.example/api/v1", "https://a.example/api/v1", "https://a.example/api"),
      ("https://a.example/openai", "https://a.example/openai", "https://a.example/openai"),
    ]
  )
  func routes(_ url: String, _ base: String, _ root: String) {
    #expect(OpenAIAddress(url).base == base)
    #expect(OpenAIAddress(url).root == root)
  }

  @Test(
    "Ollama is always on this machine",
    arguments: [
      (nil, "11434"), ("", "11434"), ("127.0.0.1:99", "99"), ("0.0.0.0:99", "99"), ("http://localhost:99/", "99"),
      ("[::1]:99", "99"), ("ollama.example:99", "11434"), ("10.0.0.1:99", "11434"), ("127.0.0.1:0", "11434"),
      ("127.0.0.1:99999", "11434"), (":99", "99"),
    ] as [(String?, String)]
  )
  func ollama(_ host: String?, _ port: String) {
    #expect(OllamaAddress.base(host) == "http://127.0.0.1:\(port)")
  }

  @Test(
    "Getting ready sends the same beginning as a note does, and asks for one token",
    arguments: [Backend.llamaCpp, .ollama]
  )
  func prewarm(_ backend: Backend) async throws {
    let server = try backend.server { request in
      request.body.contains("\"stream\":true") ? backend.answer(["Ten."]) : [.whole("{}")]
    }
    let taker = backend.taker(server)
    await taker.prewarm(.note)
    _ = await Outcome(of: taker, .note())
    let bodies = server.requests.filter { $0.path.contains("chat") }.map(\.body)
    #expect(bodies.count == 2)
    let beginnings = bodies.map { body in body.firstIndex(of: "<").map { body[..<$0] } ?? "" }
    #expect(bodies.first?.contains(backend == .ollama ? "\"num_predict\":1}" : "\"max_tokens\":1,") == true)
    let messages = beginnings.map { beginning in
      beginning.firstRange(of: "\"messages\"").map { beginning[$0.lowerBound...] }
    }
    #expect(messages[0] != nil && messages[0] == messages[1])
  }

  @Test("A server that does not take a field is asked again without it, and never with it")
  func fields() async throws {
    let server = try Backend.openai.server { request in
      for field in ["max_tokens", "temperature", "stream_options"] where request.body.contains("\"\(field)\"") {
        return [.whole(400, #"{"error":{"message":"Unsupported parameter: '\#(field)'"}}"#)]
      }
      return Backend.openai.answer(["Ten."])
    }
    let taker = Backend.openai.taker(server, ServerOptions(temperature: 0.2))
    #expect(await Outcome(of: taker, .note()).text == "Ten.")
    #expect(server.requests.last?.body.contains("\"max_completion_tokens\":220") == true)
    let asked = server.requests.count
    #expect(await Outcome(of: taker, .note()).text == "Ten.")
    #expect(server.requests.count == asked + 1)
  }

  @Test("A model that the server does not have is told with those that it has")
  func unknownModel() async throws {
    let server = try ScriptedServer { _ in [.whole(#"{"data":[{"id":"a"},{"id":"b"}]}"#)] }
    guard case .unavailable(let failure) = await Backend.openai.taker(server).inspect().availability else {
      Issue.record("it is available")
      return
    }
    #expect(failure.detail == "The server has no model m. It has: a, b.")
    let ollama = try ScriptedServer { _ in [.whole(404, #"{"error":"model 'm' not found"}"#)] }
    #expect(await Outcome(of: Backend.ollama.taker(ollama), .note()).failure?.detail.contains("ollama pull m") == true)
  }

  @Test("A server that does not stream is read all the same")
  func whole() async throws {
    let server = try Backend.openai.server { _ in
      [
        .whole(
          #"{"choices":[{"message":{"content":"Ten."},"finish_reason":"stop"}],"usage":{"prompt_tokens":9,"completion_tokens":2}}"#
        )
      ]
    }
    let outcome = await Outcome(of: Backend.openai.taker(server), .note())
    #expect(outcome.text == "Ten.")
    #expect(outcome.drafts.last?.usage == Draft.Usage(promptTokens: 9, answerTokens: 2))
  }
}
