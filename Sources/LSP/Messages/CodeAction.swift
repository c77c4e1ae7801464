/// What can be done about a selection or a position.
package enum CodeActionRequest: RequestMethod {
  package static let method = "textDocument/codeAction"
  package typealias Params = CodeActionParams
  package typealias Result = [CommandOrCodeAction]
}

package struct CodeActionParams: Codable, Hashable, Sendable {
  package var textDocument: TextDocumentIdentifier
  package var range: LSPRange
  package var context: CodeActionContext

  package init(textDocument: TextDocumentIdentifier, range: LSPRange, context: CodeActionContext) {
    self.textDocument = textDocument
    self.range = range
    self.context = context
  }
}

package struct CodeActionContext: Codable, Hashable, Sendable {
  /// What the client shows there, from every server; entries that cannot be read are left out.
  @LenientArray package var diagnostics: [Diagnostic]
  /// The kinds that the client wants; nil for all.
  @Lenient package var only: [CodeActionKind]?
  @Lenient package var triggerKind: CodeActionTriggerKind?

  package init(
    diagnostics: [Diagnostic] = [],
    only: [CodeActionKind]? = nil,
    triggerKind: CodeActionTriggerKind? = nil
  ) {
    self.diagnostics = diagnostics
    self.only = only
    self.triggerKind = triggerKind
  }
}

/// Whether a person asked for actions or the client did on its own.
package enum CodeActionTriggerKind: Int, Codable, Sendable {
  case invoked = 1
  case automatic = 2
}

/// A kind of code action: names joined by dots, from the general to the special.
package struct CodeActionKind: RawRepresentable, Codable, Hashable, Sendable {
  package var rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  package static let quickFix = CodeActionKind(rawValue: "quickfix")
  package static let source = CodeActionKind(rawValue: "source")

  /// Whether `other` is this kind or a special case of it: `source` holds `source.fixAll`, the empty kind holds all.
  package func contains(_ other: CodeActionKind) -> Bool {
    rawValue.isEmpty || other == self || other.rawValue.hasPrefix(rawValue + ".")
  }
}

package struct CodeAction: Codable, Hashable, Sendable {
  package var title: String
  package var kind: CodeActionKind?
  /// The diagnostics that the action does something about.
  package var diagnostics: [Diagnostic]?
  package var isPreferred: Bool?
  package var disabled: Disabled?
  package var command: Command?
  package var data: JSONValue?

  package init(
    title: String,
    kind: CodeActionKind? = nil,
    diagnostics: [Diagnostic]? = nil,
    isPreferred: Bool? = nil,
    disabled: Disabled? = nil,
    command: Command? = nil,
    data: JSONValue? = nil
  ) {
    self.title = title
    self.kind = kind
    self.diagnostics = diagnostics
    self.isPreferred = isPreferred
    self.disabled = disabled
    self.command = command
    self.data = data
  }

  /// Why the action cannot be done now.
  package struct Disabled: Codable, Hashable, Sendable {
    package var reason: String

    package init(reason: String) {
      self.reason = reason
    }
  }
}

/// A code action, or for clients that know no code actions, the command that stands for it.
package enum CommandOrCodeAction: Codable, Hashable, Sendable {
  case command(Command)
  case codeAction(CodeAction)

  package init(from decoder: any Decoder) throws {
    // The command of a code action is an object, so only a command has a string there.
    if let command = try? Command(from: decoder) {
      self = .command(command)
    } else {
      self = .codeAction(try CodeAction(from: decoder))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .command(let command): try command.encode(to: encoder)
    case .codeAction(let action): try action.encode(to: encoder)
    }
  }
}
