public import Foundation

extension LanguageModelSession {
  // Deprecated in the 27 SDK, where a warning of it would fall on every line that has to name it; Linux cannot give one
  // for macOS alone, so it is left out here.
  public enum GenerationError: Swift.Error, LocalizedError {
    case exceededContextWindowSize(Context)
    case assetsUnavailable(Context)
    case guardrailViolation(Context)
    case unsupportedGuide(Context)
    case unsupportedLanguageOrLocale(Context)
    case decodingFailure(Context)
    case rateLimited(Context)
    case concurrentRequests(Context)
    case refusal(Refusal, Context)

    public struct Context: Sendable {
      public let debugDescription: String
      public init(debugDescription: String) { self.debugDescription = debugDescription }
    }

    public struct Refusal: Sendable {
      var text = ""
      public init(transcriptEntries: [Transcript.Entry]) { text = transcriptEntries.map(\.text).joined() }

      #if SDK_27
        public nonisolated(nonsending) var explanation: Response<String> {
          get async throws { explained }
        }
      #else
        public var explanation: Response<String> {
          get async throws { explained }
        }
      #endif

      private var explained: Response<String> {
        Response(content: text, rawContent: GeneratedContent(value: .string(text)), transcriptEntries: [])
      }
    }

    public var errorDescription: String? { "\(self)" }
  }
}

#if SDK_27
  public enum LanguageModelError: LocalizedError, CustomDebugStringConvertible {
    case contextSizeExceeded(ContextSizeExceeded)
    case rateLimited(RateLimited)
    case guardrailViolation(GuardrailViolation)
    case refusal(Refusal)
    case unsupportedCapability(UnsupportedCapability)
    case unsupportedTranscriptContent(UnsupportedTranscriptContent)
    case unsupportedGenerationGuide(UnsupportedGenerationGuide)
    case unsupportedLanguageOrLocale(UnsupportedLanguageOrLocale)
    case timeout(Timeout)

    public struct ContextSizeExceeded: Sendable {
      public let contextSize: Int
      public let tokenCount: Int
      public let debugDescription: String
      public init(contextSize: Int, tokenCount: Int, debugDescription: String) {
        self.contextSize = contextSize
        self.tokenCount = tokenCount
        self.debugDescription = debugDescription
      }
    }
    public struct RateLimited: Sendable {
      public let resetDate: Date?
      public let debugDescription: String
      public init(resetDate: Date?, debugDescription: String) {
        self.resetDate = resetDate
        self.debugDescription = debugDescription
      }
    }
    public struct GuardrailViolation: Sendable {
      public let debugDescription: String
      public init(debugDescription: String) { self.debugDescription = debugDescription }
    }
    public struct Refusal: Sendable {
      let text: String
      public let debugDescription: String
      public init(explanation: String, debugDescription: String) {
        text = explanation
        self.debugDescription = debugDescription
      }
      public nonisolated(nonsending) var explanation: LanguageModelSession.Response<String> {
        get async throws {
          .init(content: text, rawContent: GeneratedContent(value: .string(text)), transcriptEntries: [])
        }
      }
    }
    public struct UnsupportedCapability: Sendable {
      public let debugDescription: String
      public init(debugDescription: String) { self.debugDescription = debugDescription }
    }
    public struct UnsupportedTranscriptContent: Sendable {
      public let debugDescription: String
      public init(debugDescription: String) { self.debugDescription = debugDescription }
    }
    public struct UnsupportedGenerationGuide: Sendable {
      public let schemaName: String?
      public let debugDescription: String
      public init(schemaName: String?, debugDescription: String) {
        self.schemaName = schemaName
        self.debugDescription = debugDescription
      }
    }
    public struct UnsupportedLanguageOrLocale: Sendable {
      public let languageCode: Locale.LanguageCode
      public let debugDescription: String
      public init(languageCode: Locale.LanguageCode, debugDescription: String) {
        self.languageCode = languageCode
        self.debugDescription = debugDescription
      }
    }
    public struct Timeout: Sendable {
      public let debugDescription: String
      public init(debugDescription: String) { self.debugDescription = debugDescription }
    }

    public var debugDescription: String {
      switch self {
      case .contextSizeExceeded(let payload): payload.debugDescription
      case .rateLimited(let payload): payload.debugDescription
      case .guardrailViolation(let payload): payload.debugDescription
      case .refusal(let payload): payload.debugDescription
      case .unsupportedCapability(let payload): payload.debugDescription
      case .unsupportedTranscriptContent(let payload): payload.debugDescription
      case .unsupportedGenerationGuide(let payload): payload.debugDescription
      case .unsupportedLanguageOrLocale(let payload): payload.debugDescription
      case .timeout(let payload): payload.debugDescription
      }
    }

    public var errorDescription: String? { debugDescription }
  }

  extension LanguageModelSession {
    public enum Error: LocalizedError, Hashable {
      case concurrentRequests
      case transcriptMutationWhileResponding
    }
  }
#endif
