/// Why a request failed, as a number.
///
/// Any number can come from a client; the ones named here are the specification's.
package struct ErrorCode: RawRepresentable, Codable, Hashable, Sendable {
  package var rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  package static let parseError = ErrorCode(rawValue: -32700)
  package static let invalidRequest = ErrorCode(rawValue: -32600)
  package static let methodNotFound = ErrorCode(rawValue: -32601)
  package static let invalidParams = ErrorCode(rawValue: -32602)
  package static let internalError = ErrorCode(rawValue: -32603)
  package static let serverNotInitialized = ErrorCode(rawValue: -32002)
  package static let requestFailed = ErrorCode(rawValue: -32803)
  package static let requestCancelled = ErrorCode(rawValue: -32800)
}

/// The answer to a request that failed.
package struct ResponseError: Error, Codable, Hashable, Sendable {
  package var code: ErrorCode
  package var message: String
  package var data: JSONValue?

  package init(code: ErrorCode, message: String, data: JSONValue? = nil) {
    self.code = code
    self.message = message
    self.data = data
  }
}
