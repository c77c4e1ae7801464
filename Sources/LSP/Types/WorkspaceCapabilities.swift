extension ClientCapabilities {
  /// What the client can do with what concerns no single document.
  package struct Workspace: Codable, Hashable, Sendable {
    @Lenient package var configuration: Bool?
    @Lenient package var codeLens: Refresh?
    /// As the specification spells it.
    @Lenient package var diagnostics: Refresh?
    /// As some clients spell it, following the request's name.
    @Lenient package var diagnostic: Refresh?
    /// Present where the client opens documents that the server holds (3.18).
    @Lenient package var textDocumentContent: Registration?

    package init(
      configuration: Bool? = nil,
      codeLens: Refresh? = nil,
      diagnostics: Refresh? = nil,
      diagnostic: Refresh? = nil,
      textDocumentContent: Registration? = nil
    ) {
      self.configuration = configuration
      self.codeLens = codeLens
      self.diagnostics = diagnostics
      self.diagnostic = diagnostic
      self.textDocumentContent = textDocumentContent
    }

    /// Whether pulled diagnostics can be refreshed, in either spelling.
    package var refreshesDiagnostics: Bool {
      diagnostics?.refreshSupport == true || diagnostic?.refreshSupport == true
    }
  }
}

extension ClientCapabilities.Workspace {
  package struct Refresh: Codable, Hashable, Sendable {
    @Lenient package var refreshSupport: Bool?

    package init(refreshSupport: Bool? = nil) {
      self.refreshSupport = refreshSupport
    }
  }

  package struct Registration: Codable, Hashable, Sendable {
    @Lenient package var dynamicRegistration: Bool?

    package init(dynamicRegistration: Bool? = nil) {
      self.dynamicRegistration = dynamicRegistration
    }
  }
}
