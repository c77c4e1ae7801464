/// What the client can do, as far as anything here depends on it.
///
/// Everything is optional and lenient: a wrong type is an absent capability, never a failed `initialize`.
package struct ClientCapabilities: Codable, Hashable, Sendable {
  @Lenient package var general: General?
  @Lenient package var textDocument: TextDocument?
  @Lenient package var window: Window?
  @Lenient package var workspace: Workspace?

  package init(
    general: General? = nil,
    textDocument: TextDocument? = nil,
    window: Window? = nil,
    workspace: Workspace? = nil
  ) {
    self.general = general
    self.textDocument = textDocument
    self.window = window
    self.workspace = workspace
  }

  package struct General: Codable, Hashable, Sendable {
    /// Names that are not known to us stay in the list; see `PositionEncoding.negotiated(offered:)`.
    @LenientArray package var positionEncodings: [String]

    package init(positionEncodings: [String] = []) {
      self.positionEncodings = positionEncodings
    }
  }

  package struct Window: Codable, Hashable, Sendable {
    @Lenient package var workDoneProgress: Bool?
    @Lenient package var showDocument: ShowDocument?
    /// Its being there says that the client puts questions (`window/showMessageRequest`).
    @Lenient package var showMessage: ShowMessage?

    package init(
      workDoneProgress: Bool? = nil,
      showDocument: ShowDocument? = nil,
      showMessage: ShowMessage? = nil
    ) {
      self.workDoneProgress = workDoneProgress
      self.showDocument = showDocument
      self.showMessage = showMessage
    }

    package struct ShowMessage: Codable, Hashable, Sendable {
      package init() {}
    }

    package struct ShowDocument: Codable, Hashable, Sendable {
      @Lenient package var support: Bool?

      package init(support: Bool? = nil) {
        self.support = support
      }
    }
  }
}
