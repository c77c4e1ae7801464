public import Foundation
public import Observation

/// The model on the device.
public final class SystemLanguageModel: Sendable {
  let useCase: UseCase
  let guardrails: Guardrails

  public static let `default` = SystemLanguageModel()

  public init(useCase: UseCase = .general, guardrails: Guardrails = Guardrails.default) {
    self.useCase = useCase
    self.guardrails = guardrails
  }

  public struct UseCase: Sendable, Equatable {
    let name: String
    public static let general = UseCase(name: "general")
    public static let contentTagging = UseCase(name: "contentTagging")
  }

  public struct Guardrails: Sendable {
    let isPermissive: Bool
    public static let `default` = Guardrails(isPermissive: false)
    public static let permissiveContentTransformations = Guardrails(isPermissive: true)
  }

  @frozen public enum Availability: Equatable, Sendable {
    public enum UnavailableReason: Equatable, Hashable, Sendable {
      case deviceNotEligible
      case appleIntelligenceNotEnabled
      case modelNotReady
    }

    case available
    case unavailable(UnavailableReason)
  }

  public final var availability: Availability { StandIn.behaviour.availability }
  public final var isAvailable: Bool { availability == .available }
  public final var supportedLanguages: Set<Locale.Language> {
    Set(StandIn.behaviour.languages.map { Locale.Language(identifier: $0) })
  }

  public final func supportsLocale(_ locale: Locale = Locale.current) -> Bool {
    guard let code = locale.language.languageCode else { return false }
    // Catalan is let in by way of Spanish.
    return code == "ca" || supportedLanguages.contains { $0.languageCode == code }
  }

  public final var contextSize: Int { StandIn.takeContextSize() }

  public nonisolated(nonsending) final func tokenCount(for prompt: some PromptRepresentable) async throws -> Int {
    try StandIn.count(prompt.promptRepresentation.text, overhead: StandIn.promptOverhead)
  }

  public nonisolated(nonsending) final func tokenCount(for instructions: Instructions) async throws -> Int {
    try StandIn.count(instructions.text, overhead: StandIn.instructionsOverhead)
  }

  public nonisolated(nonsending) final func tokenCount(for tools: [any Tool]) async throws -> Int {
    try StandIn.count(tools.map(\.description).joined(separator: " "), overhead: StandIn.promptOverhead)
  }

  public nonisolated(nonsending) final func tokenCount(for schema: GenerationSchema) async throws -> Int {
    try StandIn.countSchema()
  }

  public nonisolated(nonsending) final func tokenCount(
    for transcriptEntries: some Collection<Transcript.Entry>
  ) async throws -> Int {
    try StandIn.count(transcriptEntries.map(\.text).joined(separator: " "), overhead: StandIn.promptOverhead)
  }
}

nonisolated extension SystemLanguageModel: Observation.Observable {}

/// What a session may call; here only so that calls resolve as they do with the real module.
public protocol Tool<Arguments, Output>: Sendable {
  associatedtype Output: PromptRepresentable
  associatedtype Arguments: ConvertibleFromGeneratedContent
  var name: String { get }
  var description: String { get }
  @concurrent func call(arguments: Arguments) async throws -> Output
}

#if SDK_27
  extension SystemLanguageModel {
    public enum Error: LocalizedError {
      case assetsUnavailable(AssetsUnavailable)

      public struct AssetsUnavailable: Sendable {
        public let debugDescription: String
        public init(debugDescription: String) { self.debugDescription = debugDescription }
      }
    }
  }
#endif
