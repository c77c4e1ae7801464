/// Something that the client can ask the server to do, with the title that a person sees.
package struct Command: Codable, Hashable, Sendable {
  package var title: String
  /// Shown by clients of version 3.18.
  package var tooltip: String?
  /// The name to execute; a lens whose title is all that matters has an empty one.
  package var command: String
  package var arguments: [JSONValue]?

  package init(title: String, tooltip: String? = nil, command: String, arguments: [JSONValue]? = nil) {
    self.title = title
    self.tooltip = tooltip
    self.command = command
    self.arguments = arguments
  }
}
