import Foundation
import Models
import Summaries

/// A kind of server, with what is special to its wire format.
enum Backend: String, CaseIterable, Sendable {
  case openai, llamaCpp, ollama

  static let environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""]

  func taker(
    _ server: ScriptedServer,
    _ options: ServerOptions = ServerOptions(),
    environment: [String: String] = Backend.environment
  ) -> any NoteTaker {
    taker(port: server.port, options, environment: environment)
  }

  func taker(
    port: UInt16,
    _ options: ServerOptions = ServerOptions(),
    environment: [String: String] = Backend.environment
  ) -> any NoteTaker {
    if self == .ollama {
      return Ollama(
        name: "m",
        options: options,
        environment: environment.merging(["OLLAMA_HOST": "127.0.0.1:\(port)"]) { $1 }
      )
    }
    return OpenAICompatible(
      id: "openai:http://127.0.0.1:\(port)#m",
      url: "http://127.0.0.1:\(port)",
      name: "m",
      isLoopback: true,
      options: options,
      environment: environment
    )
  }

  /// A server of this kind whose chat answers as said; everything else it answers as such a server does.
  func server(_ chat: @escaping @Sendable (ScriptedServer.Request) -> [ScriptedServer.Step]) throws -> ScriptedServer {
    try ScriptedServer { request in
      switch request.path {
      case "/v1/chat/completions", "/api/chat": chat(request)
      case "/v1/models":
        self == .llamaCpp
          ? [.whole(#"{"data":[{"id":"m","owned_by":"llamacpp","meta":{"n_ctx":1024}}]}"#)]
          : [.whole(#"{"data":[{"id":"m","owned_by":"somebody","context_length":1024}]}"#)]
      case "/props" where self == .llamaCpp:
        [.whole(#"{"default_generation_settings":{"n_ctx":1024},"total_slots":1}"#)]
      // A token for every byte, and a template of seven bytes.
      case "/tokenize" where self == .llamaCpp: [.whole(#"{"tokens":[\#(Self.tokens(request.body))]}"#)]
      case "/apply-template" where self == .llamaCpp: [.whole(#"{"prompt":"1234567"}"#)]
      case "/api/show" where self == .ollama:
        [.whole(#"{"capabilities":["completion","thinking"],"model_info":{"a.context_length":1024}}"#)]
      case "/api/ps" where self == .ollama: [.whole(#"{"models":[{"name":"m:latest","context_length":1024}]}"#)]
      default: [.whole(404, #"{"error":{"message":"File Not Found"}}"#)]
      }
    }
  }

  private static func tokens(_ body: String) -> String {
    struct Wire: Decodable { var content: String }
    let content = try? JSONDecoder().decode(Wire.self, from: Data(body.utf8)).content
    return repeatElement("1", count: content?.utf8.count ?? 0).joined(separator: ",")
  }

  // MARK: Answers

  var streamType: String { self == .ollama ? "application/x-ndjson" : "text/event-stream" }

  /// One piece of an answer.
  func piece(_ text: String) -> ScriptedServer.Step {
    let text = Self.quoted(text)
    return self == .ollama
      ? .chunk(#"{"message":{"role":"assistant","content":\#(text)},"done":false}"# + "\n")
      : .chunk(#"data: {"choices":[{"index":0,"delta":{"content":\#(text)}}]}"# + "\n\n")
  }

  func reasoning(_ text: String) -> ScriptedServer.Step {
    let text = Self.quoted(text)
    return self == .ollama
      ? .chunk(#"{"message":{"role":"assistant","content":"","thinking":\#(text)},"done":false}"# + "\n")
      : .chunk(#"data: {"choices":[{"index":0,"delta":{"reasoning_content":\#(text)}}]}"# + "\n\n")
  }

  /// How an answer ends that ends well.
  func ending(_ reason: String = "stop", prompt: Int = 500, answer: Int = 20) -> [ScriptedServer.Step] {
    if self == .ollama {
      return [
        .chunk(
          #"{"message":{"role":"assistant","content":""},"done":true,"done_reason":"\#(reason)","#
            + #""prompt_eval_count":\#(prompt),"eval_count":\#(answer)}"# + "\n"
        ), .lastChunk,
      ]
    }
    return [
      .chunk(#"data: {"choices":[{"index":0,"delta":{},"finish_reason":"\#(reason)"}]}"# + "\n\n"),
      .chunk(#"data: {"choices":[],"usage":{"prompt_tokens":\#(prompt),"completion_tokens":\#(answer)}}"# + "\n\n"),
      .chunk("data: [DONE]\n\n"), .lastChunk,
    ]
  }

  /// A whole answer in these pieces.
  func answer(_ pieces: [String], _ ending: [ScriptedServer.Step]? = nil) -> [ScriptedServer.Step] {
    [.streamHead(streamType)] + pieces.map { piece($0) } + (ending ?? self.ending())
  }

  private static func quoted(_ text: String) -> String {
    (try? String(decoding: JSONEncoder().encode(text), as: UTF8.self)) ?? "\"\""
  }
}

/// What an attempt at a note came to.
struct Outcome {
  var drafts: [Draft] = []
  var failure: Failure?
  var otherError: (any Error)?

  var text: String? { failure == nil ? drafts.last?.text : nil }

  init(of taker: any NoteTaker, _ request: NoteRequest) async {
    do {
      for try await draft in taker.write(request) { drafts.append(draft) }
    } catch let error as Failure {
      failure = error
    } catch {
      otherError = error
    }
  }
}

extension NoteRequest {
  static func note(_ text: String = "Ten boats lay in Tarnholm.", kind: RequestKind = .note, tokens: Int? = nil) -> Self
  {
    NoteRequest(kind: kind, source: Array(text.utf8), ceiling: 220, sourceTokens: tokens)
  }
}
