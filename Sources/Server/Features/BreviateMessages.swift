package import LSP

// The messages that are Breviate's own, for clients written for it.

/// Asks for notes and stays open until they are there.
package enum SummariseRequest: RequestMethod {
  package static let method = "breviate/summarise"
  package typealias Params = SummariseParams
  package typealias Result = Report
}

package struct SummariseParams: Codable, Hashable, Sendable {
  /// An open document; with `text` instead, none is needed.
  var uri: DocumentURI?
  /// A part of the document; without it the whole.
  var range: LSPRange?
  /// A text that is in no document, and its language.
  var text: String?
  var languageId: String?
  /// Another model than the one in force, for this request alone.
  var model: String?
  /// Where the report so far is streamed, as `$/progress`; each replaces the one before.
  var partialResultToken: ProgressToken?
  var workDoneToken: ProgressToken?

  package init(uri: DocumentURI, partialResultToken: ProgressToken?) {
    self.uri = uri
    self.partialResultToken = partialResultToken
  }
}

/// Tells a client that asked for it that the notes of a document have changed.
enum DidChangeNotesNotification: NotificationMethod {
  static let method = "breviate/didChangeNotes"
  typealias Params = DidChangeNotesParams
}

struct DidChangeNotesParams: Codable, Hashable, Sendable {
  var uri: DocumentURI
  var version: Int
  /// The newest run; null when the notes were cleared.
  var run: String?
  /// The ids of its passages, in order.
  var passages: [String]

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(uri, forKey: .uri)
    try container.encode(version, forKey: .version)
    try container.encode(run, forKey: .run)
    try container.encode(passages, forKey: .passages)
  }
}

/// The client says which document the person looks at.
enum DidFocusNotification: NotificationMethod {
  static let method = "breviate/didFocus"
  typealias Params = DidFocusParams
}

struct DidFocusParams: Codable, Hashable, Sendable {
  var uri: DocumentURI
}
