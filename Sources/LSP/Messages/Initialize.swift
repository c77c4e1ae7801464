/// The first request: who the client is and what it can do.
package enum InitializeRequest: RequestMethod {
  package static let method = "initialize"
  package typealias Params = InitializeParams
  package typealias Result = InitializeResult
}

/// The client has read the answer to `initialize` and is ready.
package enum InitializedNotification: NotificationMethod {
  package static let method = "initialized"
  package typealias Params = NoParams
}

/// What the client says of itself.
///
/// The workspace's folders are not read: nothing here walks them.
package struct InitializeParams: Codable, Hashable, Sendable {
  /// The process that started the server; nil where there is none to watch.
  @Lenient package var processId: Int?
  @Lenient package var clientInfo: ClientInfo?
  @Lenient package var locale: String?
  @Lenient package var initializationOptions: JSONValue?
  @Lenient private var givenCapabilities: ClientCapabilities?
  @Lenient package var trace: TraceValue?

  package var capabilities: ClientCapabilities {
    get { givenCapabilities ?? ClientCapabilities() }
    set { givenCapabilities = newValue }
  }

  package init(
    processId: Int? = nil,
    clientInfo: ClientInfo? = nil,
    locale: String? = nil,
    initializationOptions: JSONValue? = nil,
    capabilities: ClientCapabilities = ClientCapabilities(),
    trace: TraceValue? = nil
  ) {
    self.processId = processId
    self.clientInfo = clientInfo
    self.locale = locale
    self.initializationOptions = initializationOptions
    self.givenCapabilities = capabilities
    self.trace = trace
  }

  private enum CodingKeys: String, CodingKey {
    case processId, clientInfo, locale, initializationOptions, trace
    case givenCapabilities = "capabilities"
  }
}

/// The client's name and version.
package struct ClientInfo: Codable, Hashable, Sendable {
  package var name: String
  @Lenient package var version: String?

  package init(name: String, version: String? = nil) {
    self.name = name
    self.version = version
  }
}

/// What the server can do and who it is.
package struct InitializeResult: Codable, Hashable, Sendable {
  package var capabilities: ServerCapabilities
  package var serverInfo: ServerInfo?

  package init(capabilities: ServerCapabilities, serverInfo: ServerInfo? = nil) {
    self.capabilities = capabilities
    self.serverInfo = serverInfo
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    try container.object("capabilities", capabilities.write)
    if let serverInfo {
      try container.object("serverInfo") { info in
        try info.encode(serverInfo.name, forKey: "name")
        try info.encodeIfPresent(serverInfo.version, forKey: "version")
      }
    }
  }
}

/// The server's name and version.
package struct ServerInfo: Codable, Hashable, Sendable {
  package var name: String
  package var version: String?

  package init(name: String, version: String? = nil) {
    self.name = name
    self.version = version
  }
}
