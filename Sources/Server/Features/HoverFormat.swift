import LSP

extension Client.HoverFormat {
  /// Clients that print Markdown's backslashes and entities as they are, by the beginning of their name.
  private static let printersOfEscapes = ["neovim", "vim"]

  /// The format for a client: plain text where escapes would be printed, else what the client likes best.
  ///
  /// A client that names no format gets plain text: what it does with Markdown is unknown, and plain text is
  /// readable, and safe, everywhere.
  init(clientName: String?, contentFormat: [MarkupKind]) {
    let name = clientName?.lowercased() ?? ""
    if Self.printersOfEscapes.contains(where: { name.hasPrefix($0) }) {
      self = .plaintext
    } else {
      self = contentFormat.first == .markdown ? .markdown : .plaintext
    }
  }

  var kind: MarkupKind {
    switch self {
    case .markdown: .markdown
    case .plaintext: .plaintext
    }
  }
}
