/// How much a message wants to be seen.
package enum MessageType: Int, Codable, Sendable {
  case error = 1
  case warning = 2
  case info = 3
  case log = 4
}

/// A line for the client's log.
package enum LogMessageNotification: NotificationMethod {
  package static let method = "window/logMessage"
  package typealias Params = WindowMessageParams
}

/// A line for the person at the client.
package enum ShowMessageNotification: NotificationMethod {
  package static let method = "window/showMessage"
  package typealias Params = WindowMessageParams
}

/// `LogMessageParams` and `ShowMessageParams` of the specification, which are alike.
package struct WindowMessageParams: Codable, Hashable, Sendable {
  package var type: MessageType
  package var message: String

  package init(type: MessageType, message: String) {
    self.type = type
    self.message = message
  }
}
