/// Does what a `Command` names.
package enum ExecuteCommandRequest: RequestMethod {
  package static let method = "workspace/executeCommand"
  package typealias Params = ExecuteCommandParams
  package typealias Result = JSONValue
}

package struct ExecuteCommandParams: Codable, Hashable, Sendable {
  package var command: String
  package var arguments: [JSONValue]?

  package init(command: String, arguments: [JSONValue]? = nil) {
    self.command = command
    self.arguments = arguments
  }
}
