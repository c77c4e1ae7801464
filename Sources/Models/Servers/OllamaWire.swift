/// The JSON of Ollama's own interface.
enum OllamaWire {
  struct Request: Encodable {
    var model: String
    var messages: [ChatMessage]
    var stream: Bool
    var options: Options
    var format: RawJSON?
    var think: Bool?
    var keepAlive: String
    enum CodingKeys: String, CodingKey {
      case model, messages, stream, options, format, think
      case keepAlive = "keep_alive"
    }
  }

  struct Options: Encodable {
    /// The window that is to be allocated.
    var window: Int
    /// The most tokens of the answer.
    var ceiling: Int
    var temperature: Double?
    var seed: Int?
    enum CodingKeys: String, CodingKey {
      case temperature, seed
      case window = "num_ctx"
      case ceiling = "num_predict"
    }
  }

  /// A line of an answer.
  struct Line: Decodable {
    var message: Message?
    var isDone: Bool?
    var reason: String?
    var promptTokens: Int?
    var answerTokens: Int?
    var error: String?
    enum CodingKeys: String, CodingKey {
      case message, error
      case isDone = "done"
      case reason = "done_reason"
      case promptTokens = "prompt_eval_count"
      case answerTokens = "eval_count"
    }
  }

  struct Message: Decodable {
    var content: String?
    var thinking: String?
  }

  struct ShowRequest: Encodable { var model: String }

  /// What `/api/show` tells: the window that the model was made for stands under its architecture's name.
  struct Show: Decodable {
    var capabilities: [String]?
    var parameters: String?
    var window: Int?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      capabilities = try? container.decode([String].self, forKey: Key("capabilities"))
      parameters = try? container.decode(String.self, forKey: Key("parameters"))
      let info = try? container.nestedContainer(keyedBy: Key.self, forKey: Key("model_info"))
      let key = info?.allKeys.first { $0.stringValue.hasSuffix(".context_length") }
      window = key.flatMap { try? info?.decode(Int.self, forKey: $0) }
    }

    /// The window that the model's own file asks for.
    var ownWindow: Int? {
      for line in (parameters ?? "").split(whereSeparator: \.isNewline) {
        let words = line.split(separator: " ")
        if words.count == 2, words[0] == "num_ctx" { return Int(words[1]) }
      }
      return nil
    }

    private struct Key: CodingKey {
      let stringValue: String
      let intValue: Int? = nil
      init(_ name: String) { stringValue = name }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
  }

  /// The models in memory (`/api/ps`).
  struct Running: Decodable {
    var models: [Model]?

    struct Model: Decodable {
      var name: String?
      var model: String?
      var window: Int?
      enum CodingKeys: String, CodingKey {
        case name, model
        case window = "context_length"
      }
    }

    /// A name without a tag means `latest`.
    func row(of name: String) -> Model? {
      let names = [name, name.contains(":") ? name : "\(name):latest"]
      return models?.first { names.contains($0.name ?? "") || names.contains($0.model ?? "") }
    }
  }
}
