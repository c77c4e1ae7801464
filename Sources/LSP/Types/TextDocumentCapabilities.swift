extension ClientCapabilities {
  /// What the client can do with what concerns one document.
  package struct TextDocument: Codable, Hashable, Sendable {
    @Lenient package var hover: Hover?
    @Lenient package var codeLens: CodeLens?
    @Lenient package var codeAction: CodeAction?
    @Lenient package var documentSymbol: DocumentSymbol?
    @Lenient package var publishDiagnostics: Diagnostics?
    /// Present where the client pulls diagnostics.
    @Lenient package var diagnostic: Diagnostics?

    package init(
      hover: Hover? = nil,
      codeLens: CodeLens? = nil,
      codeAction: CodeAction? = nil,
      documentSymbol: DocumentSymbol? = nil,
      publishDiagnostics: Diagnostics? = nil,
      diagnostic: Diagnostics? = nil
    ) {
      self.hover = hover
      self.codeLens = codeLens
      self.codeAction = codeAction
      self.documentSymbol = documentSymbol
      self.publishDiagnostics = publishDiagnostics
      self.diagnostic = diagnostic
    }
  }
}

extension ClientCapabilities.TextDocument {
  package struct Hover: Codable, Hashable, Sendable {
    /// Best liked first; kinds that are not known to us are left out.
    @LenientArray package var contentFormat: [MarkupKind]

    package init(contentFormat: [MarkupKind] = []) {
      self.contentFormat = contentFormat
    }
  }

  /// Nothing in it is read: that it is present says that the client shows lenses.
  package struct CodeLens: Codable, Hashable, Sendable {
    package init() {}
  }

  package struct CodeAction: Codable, Hashable, Sendable {
    /// Present where the client takes a `CodeAction`; without it only a `Command`.
    @Lenient package var codeActionLiteralSupport: JSONValue?

    package init(
      codeActionLiteralSupport: JSONValue? = nil
    ) {
      self.codeActionLiteralSupport = codeActionLiteralSupport
    }
  }

  package struct DocumentSymbol: Codable, Hashable, Sendable {
    /// Whether the client takes `DocumentSymbol`; without it only `SymbolInformation`.
    @Lenient package var hierarchicalDocumentSymbolSupport: Bool?

    package init(hierarchicalDocumentSymbolSupport: Bool? = nil) {
      self.hierarchicalDocumentSymbolSupport = hierarchicalDocumentSymbolSupport
    }
  }

  /// What the client can show of a diagnostic, pushed or pulled.
  package struct Diagnostics: Codable, Hashable, Sendable {
    @Lenient package var relatedInformation: Bool?

    package init(
      relatedInformation: Bool? = nil
    ) {
      self.relatedInformation = relatedInformation
    }
  }
}
