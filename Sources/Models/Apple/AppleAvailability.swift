#if canImport(FoundationModels) && (canImport(Darwin) || FOUNDATION_MODELS_STAND_IN)
  import Foundation
  import FoundationModels
  import Summaries

  /// Whether the system's model can be used, and what a person can do when it cannot.
  @available(macOS 26.0, *)
  enum AppleAvailability {
    static var now: ModelProfile.Availability {
      switch SystemLanguageModel.default.availability {
      case .available: .available
      case .unavailable(let reason): .unavailable(failure(for: reason))
      }
    }

    private static func failure(for reason: SystemLanguageModel.Availability.UnavailableReason) -> Failure {
      switch reason {
      case .deviceNotEligible:
        Failure(.modelUnavailable, "This Mac cannot run Apple's on-device model. Choose another model, or none.")
      case .appleIntelligenceNotEnabled:
        Failure(
          .modelUnavailable,
          "Apple Intelligence is off. Switch it on in System Settings, Apple Intelligence & Siri; the languages of Siri "
            + "and of the Mac have to be the same."
        )
      case .modelNotReady:
        Failure(
          .modelUnavailable,
          "The on-device model is still being downloaded or made ready. Breviate looks again by itself.",
          isTransient: true,
          retryAfter: 15
        )
      @unknown default:
        Failure(.modelUnavailable, "The system says that its model cannot be used, and not why.")
      }
    }

    /// What is to be said of the language that the Mac is set to, when the model may not speak it.
    ///
    /// It proves nothing: the model looks at the text, not at the settings.
    static var languageHint: String? {
      guard !SystemLanguageModel.default.supportsLocale(Locale.current) else { return nil }
      return "The Mac's language, \(Locale.current.identifier), is not among those that the model supports."
    }
  }
#endif
