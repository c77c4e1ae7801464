import LSP
import Store
import Summaries

/// Everything that depends on the order of arrival: documents, runs, settings, the client, what is pending.
///
/// Invariant: touched by the loop's thread alone, and not `Sendable`, so that the compiler keeps jobs from
/// capturing it. Features are extensions of it, one file each, and hold no state of their own.
final class Session {
  let environment: ServerEnvironment
  let inbox: Inbox
  let outlet: Outlet

  var phase = Lifecycle.Phase.uninitialized
  var client = Client()
  var traceLevel = TraceValue.off
  /// The open documents, and those closed a moment ago (`Document.isOpen`).
  var documents: [DocumentURI: Document] = [:]
  /// The open documents in the order in which they were last opened, edited, focused or asked about.
  ///
  /// A command without arguments means the last.
  private(set) var touched: [DocumentURI] = []

  var settings: ResolvedSettings
  /// What the client set: when it was initialized, and in its section of settings since.
  var clientOptions: SettingsLayer?
  var clientSection: SettingsLayer?
  /// Problems that were shown, so that each is shown once.
  var reportedProblems: Set<SettingsProblem> = []
  /// Whether the client is ready to be told of models and problems: after `initialized`.
  var isAnnounced = false
  /// What writes notes, or why nothing can.
  var noteTaker: Result<any NoteTaker, Failure>
  /// What is known of the model now, refined by asking it.
  var model: ModelProfile
  var prices = PriceBook()

  var pending = PendingRequests()
  var jobs = Jobs()
  var traffic = ClientTraffic()
  var timers = Timers()
  var shelf = NoteShelf()
  let cache: NoteCache
  var passes = PassTable()
  let counts = CountMemo()
  /// What is being found out about models, by id.
  var inspections: [String: PendingInspection] = [:]
  /// What models said of themselves, by id.
  var profiles: [String: ModelProfile] = [:]
  /// What was said of models that cannot be used, so that it is said once.
  var toldFailures: [String: Failure] = [:]
  var warmth = Warmth()
  var modelLists: [RequestID: ModelList] = [:]
  /// The documents whose notes a person is being asked about.
  var questions: Set<DocumentURI> = []
  var heldSummaries: [HeldSummary] = []
  var progress: [String: RunProgress] = [:]
  var changes = Changes()
  var ids = Identifiers()
  /// Notes pages that had to be files, by document.
  var pageFiles: [DocumentURI: String] = [:]

  init(environment: ServerEnvironment, inbox: Inbox, outlet: Outlet) {
    self.environment = environment
    self.inbox = inbox
    self.outlet = outlet
    let log = environment.log
    cache = NoteCache(folder: environment.folders.cache) { log.warning($0) }
    settings = ResolvedSettings(environment.settingsLayers)
    (noteTaker, model) = Self.makeNoteTaker(settings.settings, in: environment)
  }

  var log: Log { environment.log }

  func touch(_ uri: DocumentURI) {
    leave(uri)
    touched.append(uri)
  }

  func leave(_ uri: DocumentURI) { touched.removeAll { $0 == uri } }

  /// Ends everything that outlives an event: jobs and files.
  func close() {
    jobs.dropAll()
    removePageFiles()
  }
}

/// Makes the names of runs and passages, unique in the life of the process.
struct Identifiers {
  private var runs = 0
  private var passages = 0
  private var hiddenDocuments = 0
  private var documents = 0
  private var progressTokens = 0
  private var prices = 0
  private var inspections = 0
  private var pages = 0

  mutating func run() -> String {
    runs += 1
    return "run-\(runs)"
  }

  mutating func passage() -> String {
    passages += 1
    return "p\(passages)"
  }

  mutating func inspection() -> Int {
    inspections += 1
    return inspections
  }

  mutating func price() -> Int {
    prices += 1
    return prices
  }

  /// For the names of files that hold notes pages.
  mutating func page() -> Int {
    pages += 1
    return pages
  }

  /// The revision that a document begins with, far enough from every other one's.
  mutating func firstRevision() -> Int {
    documents += 1
    return documents << 32
  }

  mutating func progressToken() -> ProgressToken {
    progressTokens += 1
    return .string("breviate/progress-\(progressTokens)")
  }

  /// The URI of a text that was sent with a request and is no document of the client's.
  mutating func hiddenDocument() -> DocumentURI {
    hiddenDocuments += 1
    return DocumentURI("breviate-text:\(hiddenDocuments)")
  }
}
