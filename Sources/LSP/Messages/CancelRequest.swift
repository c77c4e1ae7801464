/// The sender no longer needs the answer to a request.
package enum CancelRequestNotification: NotificationMethod {
  package static let method = "$/cancelRequest"
  package typealias Params = CancelParams
}

package struct CancelParams: Codable, Hashable, Sendable {
  package var id: RequestID

  package init(id: RequestID) {
    self.id = id
  }
}
