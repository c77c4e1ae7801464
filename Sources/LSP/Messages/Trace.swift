/// How much the client wants to be told of what the server does.
package enum TraceValue: String, Codable, Sendable {
  case off, messages, verbose
}

package enum SetTraceNotification: NotificationMethod {
  package static let method = "$/setTrace"
  package typealias Params = SetTraceParams
}

package struct SetTraceParams: Codable, Hashable, Sendable {
  package var value: TraceValue

  package init(value: TraceValue) {
    self.value = value
  }
}

/// One line of what the server does, for clients that asked for it.
package enum LogTraceNotification: NotificationMethod {
  package static let method = "$/logTrace"
  package typealias Params = LogTraceParams
}

package struct LogTraceParams: Codable, Hashable, Sendable {
  package var message: String
  /// More of it, only where the trace is verbose.
  package var verbose: String?

  package init(message: String, verbose: String? = nil) {
    self.message = message
    self.verbose = verbose
  }
}
