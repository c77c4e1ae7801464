/// Puts a question to the person at the client, with answers to choose from.
package enum ShowMessageRequest: RequestMethod {
  package static let method = "window/showMessageRequest"
  package typealias Params = ShowMessageRequestParams
  /// What was chosen; null when the question was put away.
  package typealias Result = MessageActionItem?
}

package struct ShowMessageRequestParams: Codable, Hashable, Sendable {
  package var type: MessageType
  package var message: String
  package var actions: [MessageActionItem]

  package init(type: MessageType, message: String, actions: [MessageActionItem]) {
    self.type = type
    self.message = message
    self.actions = actions
  }
}

/// An answer that a person can choose.
package struct MessageActionItem: Codable, Hashable, Sendable {
  package var title: String

  package init(title: String) {
    self.title = title
  }
}
