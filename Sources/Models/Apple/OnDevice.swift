package import Summaries

/// Apple's on-device model, where this build and this system have it.
package enum OnDevice {
  /// What a person who asked for it is told where there is none.
  package static let absence = Failure(
    .modelUnavailable,
    "Apple's on-device model needs a Mac with macOS 26 and Apple Intelligence, and a build made there. "
      + "Choose another model, or none."
  )

  /// The model; nil where there is none to ask.
  package static func model(_ wishes: AppleModel.Wishes) -> (any NoteTaker)? {
    #if canImport(FoundationModels) && (canImport(Darwin) || FOUNDATION_MODELS_STAND_IN)
      if #available(macOS 26.0, *) { return AppleNoteTaker(wishes) }
    #endif
    return nil
  }

  /// Whether the model can be used now, which is asked of the system at once and without the network.
  package static var isAvailable: Bool {
    #if canImport(FoundationModels) && (canImport(Darwin) || FOUNDATION_MODELS_STAND_IN)
      if #available(macOS 26.0, *) { return AppleAvailability.now == .available }
    #endif
    return false
  }
}

/// What is asked of Apple's model, whether it is there or not.
package enum AppleModel {
  package static let id = "apple"

  package struct Wishes: Sendable, Hashable {
    /// nil: the system's own choice among likely words; 0 always the likeliest.
    package var temperature: Double?
    /// What a person wants of every note.
    package var instructions: String?
    /// Seconds that the model may be silent between two snapshots.
    package var silence: Int

    package init(temperature: Double? = nil, instructions: String? = nil, silence: Int = 60) {
      self.temperature = temperature
      self.instructions = instructions
      self.silence = silence
    }
  }
}
