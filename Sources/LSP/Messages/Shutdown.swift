/// Asks the server to stop working, not yet to end.
package enum ShutdownRequest: RequestMethod {
  package static let method = "shutdown"
  package typealias Params = NoParams
  package typealias Result = NullResult
}

/// Asks the server's process to end: with status 0 after `shutdown`, with 1 without.
package enum ExitNotification: NotificationMethod {
  package static let method = "exit"
  package typealias Params = NoParams
}
