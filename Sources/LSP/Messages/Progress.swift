/// Progress, or a partial result, on a token.
package enum ProgressNotification<Value: Codable & Hashable & Sendable>: NotificationMethod {
  package static var method: String { "$/progress" }
  package typealias Params = ProgressParams<Value>
}

package struct ProgressParams<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  package var token: ProgressToken
  package var value: Value

  package init(token: ProgressToken, value: Value) {
    self.token = token
    self.value = value
  }
}

/// Asks the client to make room for progress on a token of ours.
package enum WorkDoneProgressCreateRequest: RequestMethod {
  package static let method = "window/workDoneProgress/create"
  package typealias Params = WorkDoneProgressTokenParams
  package typealias Result = NullResult
}

/// The person at the client wants the work behind a token to end.
package enum WorkDoneProgressCancelNotification: NotificationMethod {
  package static let method = "window/workDoneProgress/cancel"
  package typealias Params = WorkDoneProgressTokenParams
}

/// `WorkDoneProgressCreateParams` and `WorkDoneProgressCancelParams` of the specification, which are alike.
package struct WorkDoneProgressTokenParams: Codable, Hashable, Sendable {
  package var token: ProgressToken

  package init(token: ProgressToken) {
    self.token = token
  }
}

/// The work begins.
package struct WorkDoneProgressBegin: Codable, Hashable, Sendable {
  package enum Kind: String, Codable, Sendable { case begin }
  private var kind = Kind.begin
  package var title: String
  package var cancellable: Bool?
  package var message: String?
  /// 0 to 100.
  ///
  /// Without one here the client shows no percentage for the whole of the work.
  package var percentage: Int?

  package init(title: String, cancellable: Bool? = nil, message: String? = nil, percentage: Int? = nil) {
    self.title = title
    self.cancellable = cancellable
    self.message = message
    self.percentage = percentage
  }
}

/// The work goes on.
package struct WorkDoneProgressReport: Codable, Hashable, Sendable {
  package enum Kind: String, Codable, Sendable { case report }
  private var kind = Kind.report
  package var cancellable: Bool?
  package var message: String?
  /// 0 to 100, never less than before.
  package var percentage: Int?

  package init(cancellable: Bool? = nil, message: String? = nil, percentage: Int? = nil) {
    self.cancellable = cancellable
    self.message = message
    self.percentage = percentage
  }
}

/// The work has ended.
package struct WorkDoneProgressEnd: Codable, Hashable, Sendable {
  package enum Kind: String, Codable, Sendable { case end }
  private var kind = Kind.end
  package var message: String?

  package init(message: String? = nil) {
    self.message = message
  }
}
