/// The outline of a document.
package enum DocumentSymbolRequest: RequestMethod {
  package static let method = "textDocument/documentSymbol"
  package typealias Params = DocumentSymbolParams
  package typealias Result = DocumentSymbolResult
}

package struct DocumentSymbolParams: Codable, Hashable, Sendable {
  package var textDocument: TextDocumentIdentifier

  package init(textDocument: TextDocumentIdentifier) {
    self.textDocument = textDocument
  }
}

package enum SymbolKind: Int, Codable, Sendable {
  case file = 1
  case module, namespace, package, `class`, method, property, field, constructor, `enum`, interface, function
  case variable, constant, string, number, boolean, array, object, key, null, enumMember, `struct`, event
  case `operator`, typeParameter
}

package struct DocumentSymbol: Codable, Hashable, Sendable {
  /// Not empty and not only white space: clients refuse the whole answer otherwise.
  package var name: String
  package var detail: String?
  package var kind: SymbolKind
  package var range: LSPRange
  /// What is selected when the symbol is chosen; within `range`.
  package var selectionRange: LSPRange
  package var children: [DocumentSymbol]?

  package init(
    name: String,
    detail: String? = nil,
    kind: SymbolKind,
    range: LSPRange,
    selectionRange: LSPRange,
    children: [DocumentSymbol]? = nil
  ) {
    self.name = name
    self.detail = detail
    self.kind = kind
    self.range = range
    self.selectionRange = selectionRange
    self.children = children
  }
}

/// A symbol for clients that know no `DocumentSymbol`.
package struct SymbolInformation: Codable, Hashable, Sendable {
  package var name: String
  package var kind: SymbolKind
  package var location: Location
  package var containerName: String?

  package init(name: String, kind: SymbolKind, location: Location, containerName: String? = nil) {
    self.name = name
    self.kind = kind
    self.location = location
    self.containerName = containerName
  }
}

/// The symbols in the form that the client knows.
package enum DocumentSymbolResult: Codable, Hashable, Sendable {
  case symbols([DocumentSymbol])
  case information([SymbolInformation])

  package init(from decoder: any Decoder) throws {
    if let symbols = try? [DocumentSymbol](from: decoder) {
      self = .symbols(symbols)
    } else {
      self = .information(try [SymbolInformation](from: decoder))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .symbols(let symbols): try symbols.encode(to: encoder)
    case .information(let information): try information.encode(to: encoder)
    }
  }
}
