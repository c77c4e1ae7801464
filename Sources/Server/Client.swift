import LSP

/// What the client can do, read once from its `initialize` request.
package struct Client {
  package enum HoverFormat { case markdown, plaintext }

  var name: String?
  var version: String?
  /// The process to watch; nil when the client named none.
  var processID: Int32?
  var encoding = PositionEncoding.utf16
  var hoverFormat = HoverFormat.plaintext
  /// Whether diagnostics are pulled: only where the client can be told to pull again.
  ///
  /// Else they are pushed.
  var pullsDiagnostics = false
  var showsRelatedInformation = false
  var refreshesLenses = false
  var hierarchicalSymbols = false
  var codeActionLiterals = false
  var createsProgress = false
  var showsDocuments = false
  /// Whether it puts questions to the person.
  var putsQuestions = false
  /// Whether it opens documents that the server holds, and so can be told to read them again.
  var readsTextDocumentContent = false
  var answersConfiguration = false
  /// Whether `initializationOptions.didChangeNotes` asked for `breviate/didChangeNotes`.
  var wantsNotesChanges = false

  init() {}
}
