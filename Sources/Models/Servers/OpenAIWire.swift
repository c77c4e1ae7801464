#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A message of a chat, as OpenAI's and Ollama's servers take it.
struct ChatMessage: Encodable {
  var role: String
  var content: String
}

/// The JSON of OpenAI's chat completions, and of what llama.cpp, vLLM and LM Studio have beside it.
enum OpenAIWire {
  struct Request: Encodable {
    var model: String
    var messages: [ChatMessage]
    var stream: Bool
    var streamOptions: StreamOptions?
    var maxTokens: Int?
    var maxCompletionTokens: Int?
    var temperature: Double?
    var seed: Int?
    var responseFormat: RawJSON?
    var templateArguments: TemplateArguments?
    var cachePrompt: Bool?

    enum CodingKeys: String, CodingKey {
      case model, messages, stream, temperature, seed
      case streamOptions = "stream_options"
      case maxTokens = "max_tokens"
      case maxCompletionTokens = "max_completion_tokens"
      case responseFormat = "response_format"
      case templateArguments = "chat_template_kwargs"
      case cachePrompt = "cache_prompt"
    }
  }

  struct StreamOptions: Encodable {
    var includeUsage = true
    enum CodingKeys: String, CodingKey { case includeUsage = "include_usage" }
  }

  struct TemplateArguments: Encodable {
    var enableThinking = false
    enum CodingKeys: String, CodingKey { case enableThinking = "enable_thinking" }
  }

  /// A piece of an answer, or the whole of one.
  struct Chunk: Decodable {
    var choices: [Choice]?
    var usage: Usage?
  }

  struct Choice: Decodable {
    var delta: Message?
    var message: Message?
    var finishReason: String?
    enum CodingKeys: String, CodingKey {
      case delta, message
      case finishReason = "finish_reason"
    }
  }

  struct Message: Decodable {
    var content: String?
    var reasoningContent: String?
    var reasoning: String?
    var refusal: String?
    enum CodingKeys: String, CodingKey {
      case content, reasoning, refusal
      case reasoningContent = "reasoning_content"
    }
  }

  struct Usage: Decodable {
    var promptTokens: Int?
    var completionTokens: Int?
    enum CodingKeys: String, CodingKey {
      case promptTokens = "prompt_tokens"
      case completionTokens = "completion_tokens"
    }
  }

  struct ModelList: Decodable { var data: [Model]? }

  /// A row of `/v1/models`; each server has another place for the window.
  struct Model: Decodable {
    var id: String
    var ownedBy: String?
    var meta: Meta?
    var maxModelLength: Int?
    var contextLength: Int?
    var contextWindow: Int?

    var window: Int? { meta?.window ?? maxModelLength ?? contextLength ?? contextWindow }

    enum CodingKeys: String, CodingKey {
      case id, meta
      case ownedBy = "owned_by"
      case maxModelLength = "max_model_len"
      case contextLength = "context_length"
      case contextWindow = "context_window"
    }
  }

  struct Meta: Decodable {
    var window: Int?
    enum CodingKeys: String, CodingKey { case window = "n_ctx" }
  }

  /// llama.cpp's `/props`: the window of one slot.
  struct Props: Decodable {
    var settings: Meta?
    var slots: Int?
    enum CodingKeys: String, CodingKey {
      case settings = "default_generation_settings"
      case slots = "total_slots"
    }
  }

  /// LM Studio's own list (`/api/v0/models/NAME`).
  struct StudioModel: Decodable {
    var state: String?
    var loaded: Int?
    var most: Int?
    enum CodingKeys: String, CodingKey {
      case state
      case loaded = "loaded_context_length"
      case most = "max_context_length"
    }
  }

  /// vLLM's `/tokenize`: of a text, or of messages in the model's own template.
  struct VLLMTokenizeRequest: Encodable {
    var model: String
    var prompt: String?
    var messages: [ChatMessage]?
    var addSpecial: Bool?
    enum CodingKeys: String, CodingKey {
      case model, prompt, messages
      case addSpecial = "add_special_tokens"
    }
  }

  /// llama.cpp's `/tokenize`.
  struct LlamaTokenizeRequest: Encodable {
    var content: String
    var addSpecial: Bool
    enum CodingKeys: String, CodingKey {
      case content
      case addSpecial = "add_special"
    }
  }

  struct Tokens: Decodable {
    var count: Int?
    var tokens: [Int]?
  }

  struct TemplateRequest: Encodable {
    var messages: [ChatMessage]
    var templateArguments: TemplateArguments?
    enum CodingKeys: String, CodingKey {
      case messages
      case templateArguments = "chat_template_kwargs"
    }
  }

  struct AppliedTemplate: Decodable { var prompt: String }

  /// The form of an answer that a server keeps to by a grammar.
  static let responseFormat = RawJSON(
    "{\"type\":\"json_schema\",\"json_schema\":{\"name\":\"summary\",\"strict\":true,\"schema\":\(StructuredAnswer.schema)}}"
  )
}
