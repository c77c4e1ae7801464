#if canImport(FoundationModels) && (canImport(Darwin) || FOUNDATION_MODELS_STAND_IN)
  import Foundation
  import FoundationModels
  import Summaries

  // Every error of the framework as a failure. Which generation of errors is thrown depends on the SDK that the
  // program was linked on and on the system that it runs on, so both are looked for; matched by type first and then
  // by case, since patterns of single cases were reported not to match errors of streams.

  @available(macOS 26.0, *)
  enum AppleErrors {
    /// The failure; nil for a request that was cancelled.
    ///
    /// - Parameter detailed: fetches what a refusing model has to say, which takes another request.
    static func failure(for error: any Error) async -> Failure? {
      if error is CancellationError { return nil }
      if let failure = error as? Failure { return failure }
      #if canImport(FoundationModels, _version: 2)
        if #available(macOS 27.0, *), let failure = await failure27(for: error) { return failure }
      #endif
      if let error = error as? LanguageModelSession.GenerationError { return await failure26(for: error) }
      return impostor(error as NSError)
    }

    // MARK: The errors of macOS 26

    private static func failure26(for error: LanguageModelSession.GenerationError) async -> Failure {
      switch error {
      case .exceededContextWindowSize(let context): return tooLong(context.debugDescription, window: nil)
      case .assetsUnavailable: return assetsUnavailable
      case .guardrailViolation: return blocked
      case .unsupportedGuide(let context), .decodingFailure(let context):
        return Failure(.modelError, "The answer did not have the shape that was asked for: \(context.debugDescription)")
      case .unsupportedLanguageOrLocale: return unsupportedLanguage(code: nil)
      case .rateLimited: return rateLimited(resetDate: nil)
      case .concurrentRequests: return busy
      case .refusal(let refusal, _): return refused(await explanation(of: refusal))
      @unknown default: return Failure(.modelError, "The model failed: \(error)")
      }
    }

    /// What the model says of its refusal, passed out as text alone: the response itself must not leave the context
    /// in which it was read (in the 26 SDK it is not `Sendable`).
    @concurrent
    private static func explanation(of refusal: LanguageModelSession.GenerationError.Refusal) async -> String? {
      try? await refusal.explanation.content
    }

    // MARK: The errors of macOS 27

    #if canImport(FoundationModels, _version: 2)
      @available(macOS 27.0, *)
      private static func failure27(for error: any Error) async -> Failure? {
        switch error {
        case let error as SystemLanguageModel.Error:
          switch error {
          case .assetsUnavailable: return assetsUnavailable
          @unknown default: return Failure(.modelUnavailable, "The model cannot be used: \(error)", isTransient: true)
          }
        case let error as LanguageModelSession.Error:
          switch error {
          case .concurrentRequests, .transcriptMutationWhileResponding: return busy
          @unknown default: return Failure(.modelError, "The session failed: \(error)")
          }
        case let error as GeneratedContent.ParsingError:
          return Failure(
            .modelError,
            "The answer did not have the shape that was asked for: \(error.debugDescription)",
            isTransient: true
          )
        case let error as LanguageModelError:
          return await modelFailure(error)
        default:
          return nil
        }
      }

      @available(macOS 27.0, *)
      private static func modelFailure(_ error: LanguageModelError) async -> Failure {
        switch error {
        case .contextSizeExceeded(let payload):
          return tooLong(payload.debugDescription, window: payload.contextSize > 0 ? payload.contextSize : nil)
        case .rateLimited(let payload): return rateLimited(resetDate: payload.resetDate)
        case .guardrailViolation: return blocked
        case .refusal(let refusal): return refused(try? await refusal.explanation.content)
        case .unsupportedLanguageOrLocale(let payload):
          return unsupportedLanguage(code: payload.languageCode.identifier)
        case .timeout: return Failure(.timedOut, "The system gave the request up.", isTransient: true)
        case .unsupportedCapability, .unsupportedTranscriptContent, .unsupportedGenerationGuide:
          return Failure(.modelError, "The model cannot do what was asked: \(error.debugDescription)")
        @unknown default: return Failure(.modelError, "The model failed: \(error.debugDescription)")
        }
      }
    #endif

    // MARK: Errors that belong to neither

    /// Errors of the frameworks below, which are cast to nothing: told apart by domain and code.
    private static func impostor(_ error: NSError) -> Failure {
      let name = "\(error.domain) \(error.code)"
      switch (error.domain, error.code) {
      case ("com.apple.SensitiveContentAnalysisML", _): return Failure(.blocked, "\(blocked.detail) (\(name))")
      case ("com.apple.UnifiedAssetFramework", _), ("ModelManagerServices.ModelManagerError", 1026),
        ("ModelManagerServices.ModelManagerError", 1046):
        return Failure(.modelUnavailable, "\(assetsUnavailable.detail) (\(name))", isTransient: true, retryAfter: 15)
      default: return Failure(.modelError, "The model failed: \(error.localizedDescription) (\(name))")
      }
    }

    // MARK: The failures

    private static let blocked = Failure(
      .blocked,
      "The system's safety filter blocked this passage; technical words such as \"kill\" are often mistaken. "
        + "Its relaxed filter may let it pass."
    )

    private static let assetsUnavailable = Failure(
      .modelUnavailable,
      "The on-device model's files are not there yet. Wait for the download and try again.",
      isTransient: true,
      retryAfter: 15
    )

    /// Each pass has a session of its own, so that nobody should ever see this.
    private static let busy = Failure(.rateLimited, "The model was busy.", isTransient: true, retryAfter: 1)

    private static func tooLong(_ words: String, window: Int?) -> Failure {
      Failure(.tooLong, "The request does not fit the model's window. \(words)", window: window)
    }

    private static func refused(_ explanation: String?) -> Failure {
      Failure(.refused, explanation.map { "The model says: \($0)" } ?? "The model refused and did not say why.")
    }

    private static func rateLimited(resetDate: Date?) -> Failure {
      Failure(
        .rateLimited,
        "The system holds back requests of programs in the background, above all on battery. Plug the Mac in or wait; "
          + "if it goes on, restart the server.",
        isTransient: true,
        retryAfter: resetDate.map { max(0, $0.timeIntervalSinceNow) }
      )
    }

    private static func unsupportedLanguage(code: String?) -> Failure {
      let seen = code.map { " It took the text for \"\($0)\", which may be wrong." } ?? ""
      let hint = AppleAvailability.languageHint.map { " \($0)" } ?? ""
      return Failure(
        .languageNotSupported,
        "The model says that it does not support the text's language.\(seen)\(hint)"
      )
    }
  }
#endif
