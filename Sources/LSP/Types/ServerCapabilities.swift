/// What the server can do, as `initialize` answers it.
///
/// Where the specification has a union, the richest form is used.
package struct ServerCapabilities: Codable, Hashable, Sendable {
  package var positionEncoding: PositionEncoding?
  package var textDocumentSync: TextDocumentSyncOptions?
  package var hoverProvider: Bool?
  package var codeLensProvider: CodeLensOptions?
  package var codeActionProvider: CodeActionOptions?
  package var documentSymbolProvider: DocumentSymbolOptions?
  package var executeCommandProvider: ExecuteCommandOptions?
  package var diagnosticProvider: DiagnosticOptions?
  package var workspace: WorkspaceOptions?
  package var experimental: JSONValue?

  package init(
    positionEncoding: PositionEncoding? = nil,
    textDocumentSync: TextDocumentSyncOptions? = nil,
    hoverProvider: Bool? = nil,
    codeLensProvider: CodeLensOptions? = nil,
    codeActionProvider: CodeActionOptions? = nil,
    documentSymbolProvider: DocumentSymbolOptions? = nil,
    executeCommandProvider: ExecuteCommandOptions? = nil,
    diagnosticProvider: DiagnosticOptions? = nil,
    workspace: WorkspaceOptions? = nil,
    experimental: JSONValue? = nil
  ) {
    self.positionEncoding = positionEncoding
    self.textDocumentSync = textDocumentSync
    self.hoverProvider = hoverProvider
    self.codeLensProvider = codeLensProvider
    self.codeActionProvider = codeActionProvider
    self.documentSymbolProvider = documentSymbolProvider
    self.executeCommandProvider = executeCommandProvider
    self.diagnosticProvider = diagnosticProvider
    self.workspace = workspace
    self.experimental = experimental
  }
}

/// How the client is to tell of edits.
package enum TextDocumentSyncKind: Int, Codable, Sendable {
  case none = 0
  case full = 1
  case incremental = 2
}

/// Which notifications about open documents the server wants.
package struct TextDocumentSyncOptions: Codable, Hashable, Sendable {
  package var openClose: Bool?
  package var change: TextDocumentSyncKind?

  package init(openClose: Bool? = nil, change: TextDocumentSyncKind? = nil) {
    self.openClose = openClose
    self.change = change
  }
}

/// Whether lenses come complete or are resolved one by one.
package struct CodeLensOptions: Codable, Hashable, Sendable {
  package var resolveProvider: Bool?

  package init(resolveProvider: Bool? = nil) {
    self.resolveProvider = resolveProvider
  }
}

/// The kinds of code actions that can be offered.
package struct CodeActionOptions: Codable, Hashable, Sendable {
  package var codeActionKinds: [CodeActionKind]?

  package init(codeActionKinds: [CodeActionKind]? = nil) {
    self.codeActionKinds = codeActionKinds
  }
}

/// What to call these symbols beside those of other servers.
package struct DocumentSymbolOptions: Codable, Hashable, Sendable {
  package var label: String?

  package init(label: String? = nil) {
    self.label = label
  }
}

/// The commands that can be executed.
package struct ExecuteCommandOptions: Codable, Hashable, Sendable {
  package var commands: [String]

  package init(commands: [String]) {
    self.commands = commands
  }
}

/// How diagnostics can be pulled.
package struct DiagnosticOptions: Codable, Hashable, Sendable {
  package var identifier: String?
  /// Whether an edit in one document can change the diagnostics of another.
  package var interFileDependencies: Bool
  package var workspaceDiagnostics: Bool

  package init(identifier: String? = nil, interFileDependencies: Bool, workspaceDiagnostics: Bool) {
    self.identifier = identifier
    self.interFileDependencies = interFileDependencies
    self.workspaceDiagnostics = workspaceDiagnostics
  }
}

/// What the server offers that concerns no single document.
package struct WorkspaceOptions: Codable, Hashable, Sendable {
  package var textDocumentContent: TextDocumentContentOptions?

  package init(textDocumentContent: TextDocumentContentOptions? = nil) {
    self.textDocumentContent = textDocumentContent
  }
}

/// The URI schemes of the documents that the server holds.
package struct TextDocumentContentOptions: Codable, Hashable, Sendable {
  package var schemes: [String]

  package init(schemes: [String]) {
    self.schemes = schemes
  }
}

extension ServerCapabilities {
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    try write(to: &container)
  }

  /// Written by hand because it is written first of all (`AnyKey`).
  func write(to container: inout KeyedEncodingContainer<AnyKey>) throws {
    try container.encodeIfPresent(positionEncoding?.rawValue, forKey: "positionEncoding")
    if let textDocumentSync {
      try container.object("textDocumentSync") { options in
        try options.encodeIfPresent(textDocumentSync.openClose, forKey: "openClose")
        try options.encodeIfPresent(textDocumentSync.change?.rawValue, forKey: "change")
      }
    }
    try container.encodeIfPresent(hoverProvider, forKey: "hoverProvider")
    if let codeLensProvider {
      try container.object("codeLensProvider") {
        try $0.encodeIfPresent(codeLensProvider.resolveProvider, forKey: "resolveProvider")
      }
    }
    if let codeActionProvider {
      try container.object("codeActionProvider") { options in
        if let kinds = codeActionProvider.codeActionKinds {
          try options.strings("codeActionKinds", kinds.map(\.rawValue))
        }
      }
    }
    if let documentSymbolProvider {
      try container.object("documentSymbolProvider") {
        try $0.encodeIfPresent(documentSymbolProvider.label, forKey: "label")
      }
    }
    if let executeCommandProvider {
      try container.object("executeCommandProvider") {
        try $0.strings("commands", executeCommandProvider.commands)
      }
    }
    if let diagnosticProvider {
      try container.object("diagnosticProvider") { options in
        try options.encodeIfPresent(diagnosticProvider.identifier, forKey: "identifier")
        try options.encode(diagnosticProvider.interFileDependencies, forKey: "interFileDependencies")
        try options.encode(diagnosticProvider.workspaceDiagnostics, forKey: "workspaceDiagnostics")
      }
    }
    if let workspace {
      try container.object("workspace") { options in
        guard let content = workspace.textDocumentContent else { return }
        try options.object("textDocumentContent") { try $0.strings("schemes", content.schemes) }
      }
    }
    try container.encodeIfPresent(experimental, forKey: "experimental")
  }
}
