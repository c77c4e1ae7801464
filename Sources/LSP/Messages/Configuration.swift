/// Asks the client for sections of its settings.
package enum ConfigurationRequest: RequestMethod {
  package static let method = "workspace/configuration"
  package typealias Params = ConfigurationParams
  /// One value for each item asked for; null where the client has none.
  package typealias Result = [JSONValue]
}

package struct ConfigurationParams: Codable, Hashable, Sendable {
  package var items: [ConfigurationItem]

  package init(items: [ConfigurationItem]) {
    self.items = items
  }
}

package struct ConfigurationItem: Codable, Hashable, Sendable {
  package var scopeUri: DocumentURI?
  package var section: String?

  package init(scopeUri: DocumentURI? = nil, section: String? = nil) {
    self.scopeUri = scopeUri
    self.section = section
  }
}

/// The client's settings have changed.
package enum DidChangeConfigurationNotification: NotificationMethod {
  package static let method = "workspace/didChangeConfiguration"
  package typealias Params = DidChangeConfigurationParams
}

package struct DidChangeConfigurationParams: Codable, Hashable, Sendable {
  /// Absent or null where the client wants to be asked by `workspace/configuration`.
  package var settings: JSONValue?

  package init(settings: JSONValue? = nil) {
    self.settings = settings
  }
}
