import Models
import Store
import Summaries

/// What writes the notes, as the settings name it.
@Sendable func noteTaker(for settings: Settings) throws(Failure) -> any NoteTaker {
  let model = settings.model
  if !model.isLoopback && !settings.allowRemote {
    throw Failure(
      .badConfiguration,
      "\(model) is on another machine. Texts are sent there only when allowRemote is true in your own config.json, "
        + "BREVIATE_ALLOW_REMOTE or --allow-remote."
    )
  }
  switch model {
  case .auto, .none: return BuiltIn()
  case .apple:
    throw Failure(.modelUnavailable, "This build has no support for Apple's on-device model yet.")
  case .ollama, .openai:
    throw Failure(.modelUnavailable, "This build has no support for models behind HTTP yet: \(model).")
  }
}
