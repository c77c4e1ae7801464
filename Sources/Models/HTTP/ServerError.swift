/// An error in a server's words, in the shapes that servers have for it.
struct ServerError {
  var message = ""
  var type = ""
  private var code = ""
  /// The window that the server names with an overflow, in tokens.
  private var window: Int?

  /// Reads `{"error": {"message", …}}`, `{"error": "…"}`, `{"message": "…"}`, `{"detail": "…"}` or plain text.
  init(_ body: [UInt8]) {
    guard let found = decoded(Wire.self, body) else {
      message = String(decoding: body.prefix(2_000), as: UTF8.self)
      return
    }
    message = found.error?.message ?? found.message ?? found.detail ?? ""
    type = found.error?.type ?? ""
    code = found.error?.code ?? ""
    window = found.error?.window
  }

  init(message: String) { self.message = message }

  /// The error in a piece of a stream; nil where there is none.
  init?(inStream data: [UInt8]) {
    guard let found = decoded(Wire.self, data), let error = found.error else { return nil }
    message = error.message ?? ""
    type = error.type ?? ""
    code = error.code ?? ""
    window = error.window
  }

  /// A request was too long for the window.
  struct Overflow {
    /// Tokens, where the server names them.
    var window: Int?
  }

  /// Whether it says that the request was too long for the window, and how large the window is then.
  func overflow(status: Int) -> Overflow? {
    guard status == 400 || status == 413 || status == 422 || status == 500 else { return nil }
    let words = message.lowercased()
    let isOverflow =
      type == "exceed_context_size_error" || code == "context_length_exceeded" || status == 413
      || Self.phrases.contains { words.contains($0) }
    guard isOverflow else { return nil }
    return Overflow(window: window ?? Self.window(in: words))
  }

  /// How servers say it: llama.cpp, OpenAI and those that follow it, vLLM, LM Studio, Ollama, TGI.
  private static let phrases = [
    "exceeds the available context size", "maximum context length", "context_length_exceeded",
    "context length exceeded",
    "exceeds the context", "exceed context", "context window", "longer than the model's context",
    "greater than the context length", "input length exceeds", "prompt is too long", "must have less than",
    "inputs tokens + max_new_tokens must be", "exceeds maximum context", "context overflow",
  ]

  /// The number behind "size (", "length is", "length of" and the like.
  private static func window(in words: String) -> Int? {
    let bytes = Array(words.utf8)
    for phrase in ["context size (", "context length is ", "context length of ", "context window of ", "must be <= "] {
      guard let range = bytes.firstRange(of: Array(phrase.utf8)) else { continue }
      let number = bytes[range.upperBound...].prefix { $0 >= 0x30 && $0 <= 0x39 || $0 == UInt8(ascii: ",") }
      let digits = number.filter { $0 != UInt8(ascii: ",") }
      if let number = Int(String(decoding: digits, as: UTF8.self)), number > 0 { return number }
    }
    return nil
  }

  private struct Wire: Decodable {
    var error: Inner?
    var message: String?
    var detail: String?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      if let text = try? container.decode(String.self, forKey: .error) {
        error = Inner(message: text)
      } else {
        error = try? container.decode(Inner.self, forKey: .error)
      }
      message = try? container.decode(String.self, forKey: .message)
      detail = try? container.decode(String.self, forKey: .detail)
      guard error != nil || message != nil || detail != nil else {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no error in it"))
      }
    }

    enum Key: String, CodingKey { case error, message, detail }

    struct Inner: Decodable {
      var message: String?
      var type: String?
      /// A word; where it is a number, that is the status.
      var code: String?
      var window: Int?

      init(message: String) { self.message = message }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        message = try? container.decode(String.self, forKey: .message)
        type = try? container.decode(String.self, forKey: .type)
        code = try? container.decode(String.self, forKey: .code)
        window = try? container.decode(Int.self, forKey: .window)
      }

      enum Key: String, CodingKey {
        case message, type, code
        case window = "n_ctx"
      }
    }
  }
}
