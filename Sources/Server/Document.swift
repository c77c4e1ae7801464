import LSP
import Summaries

/// An open document: its text, what is known of its price, and the runs whose notes it shows.
///
/// Touched by the loop alone. A job gets copies of the bytes that it needs.
struct Document {
  /// As the client spelt it when it opened the document; every answer uses this spelling.
  private(set) var uri: DocumentURI
  var languageId: String
  var version: Int
  var text: DocumentText
  /// Oldest first; where two overlap, the newest holds.
  var runs: [Run] = []
  /// The whole buffer's plan for what the text was when it was last priced; nil until then.
  var pricing: Pricing?
  /// Counts the edits, so that slow work can tell whether the text moved on.
  private(set) var revision: Int
  /// False in the seconds after didClose: the running pass goes on, waiting ones wait for a reopen.
  var isOpen = true
  /// A text that came with a request, or a notes page: it is nobody's buffer, so nothing is shown on it.
  var isHidden = false
  /// Whether the client has read the notes page, so that it may be showing it.
  var pageWasRead = false
  /// Counts the cancels, so that one reaches a run that was only being planned.
  var cancels = 0
  /// Whether a change was refused already; it is said once.
  var hadImpossibleChange = false
  /// The price that is being worked out for the newest text, settings and model.
  var pendingPrice: PendingPrice?
  /// The job that counts the buffer's tokens exactly, while it runs.
  var countingJob: JobID?
  /// The diagnostics that the client was last told, so that it is told of changes only; nil before.
  var publishedDiagnostics: [Diagnostic]?
  /// Of models without a tokenizer: what the text was last planned with.
  var densities: [String: Density] = [:]
  private var edits = EditLog()

  /// - Parameter firstRevision: none that a document had before: a document that was closed, forgotten and opened
  ///   anew must not be taken for the one that slow work began with.
  init(uri: DocumentURI, languageId: String, version: Int, text: DocumentText, firstRevision: Int) {
    self.uri = uri
    self.languageId = languageId
    self.version = version
    self.text = text
    revision = firstRevision
  }

  /// Applies one change and moves the passages with it.
  ///
  /// A change that is impossible leaves everything as it was.
  mutating func apply(_ change: TextDocumentContentChangeEvent, _ encoding: PositionEncoding) throws {
    follow(try text.apply(change, encoding))
  }

  /// Takes a text that was opened anew.
  ///
  /// What of it is as before keeps its passages.
  mutating func reopen(_ item: TextDocumentItem) {
    uri = item.uri
    languageId = item.languageId
    version = item.version
    isOpen = true
    hadImpossibleChange = false
    if let edit = try? text.apply(TextDocumentContentChangeEvent(text: item.text), .utf8) { follow(edit) }
  }

  private mutating func follow(_ edit: TextEdit) {
    guard !edit.range.isEmpty || edit.newLength > 0 else { return }
    revision += 1
    edits.append(edit)
    for run in runs { run.apply(edit) }
  }

  /// The edits made since `revision`, oldest first; nil when they are no longer remembered.
  func edits(since revision: Int) -> [TextEdit]? { edits.since(revision, now: self.revision) }

  /// Makes the keys of edited passages current.
  ///
  /// Its cost is that of reading those passages once.
  func refreshKeys() {
    for run in runs {
      for index in run.passages.indices where run.passages[index].touched {
        run.passages[index].currentKey = PassageKey(of: text.bytes, in: run.passages[index].range)
        run.passages[index].touched = false
      }
    }
  }

  /// How far the estimate was off for a model, as far as that was known when the text was planned.
  struct Density {
    var density: Double
    var revision: Int
  }

  /// The price of a buffer: its plan, or why there is none.
  struct Pricing {
    var outline: Outline
    var plan: Result<Plan, Failure>
    /// The revision that was priced.
    var revision: Int
    /// How long it was thought to take then, seconds; it stands until the next price, lest what is shown never rests.
    var seconds: Int?
  }
}
