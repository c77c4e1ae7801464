import LSP

/// The commands, as clients know them; each takes one object.
enum CommandName: String, CaseIterable {
  case summarise = "breviate.summarise"
  case update = "breviate.update"
  case retry = "breviate.retry"
  case cancel = "breviate.cancel"
  case clearNotes = "breviate.clearNotes"
  case plan = "breviate.plan"
  case notes = "breviate.notes"
  case showNotes = "breviate.showNotes"
  case models = "breviate.models"

  /// A title that a person can click, and what it does to a document.
  func command(
    _ title: String,
    on document: Document,
    _ arguments: [String: JSONValue] = [:]
  ) -> Command {
    var object = arguments
    object["uri"] = .string(document.uri.string)
    return Command(title: title, command: rawValue, arguments: [.object(object)])
  }
}
