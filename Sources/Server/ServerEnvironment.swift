package import Store
package import Summaries

/// What the server is given by whoever starts it: everything that tests replace.
package struct ServerEnvironment: Sendable {
  /// Every settings layer but the client's, lowest first; flags are among them and win over the client.
  package var settingsLayers: [SettingsLayer]
  /// Makes what writes notes as the settings say.
  package var makeNoteTaker: @Sendable (Settings) throws(Failure) -> any NoteTaker
  package var log: Log
  package var folders: Folders
  package var version: String
  /// Seconds since 1970, UTC: when a note was taken.
  package var now: @Sendable () -> Double
  /// How long after the last edit a document is priced again.
  package var priceDelay: Duration
  /// The least time between two announcements of changed notes to the client.
  package var announceDelay: Duration
  /// How long a closed document's work is kept for a reopen.
  package var reopenGrace: Duration
  /// How long a pause lasts of so many seconds, before something is asked for again.
  package var retryDelay: @Sendable (Double) -> Duration
  /// How long a list of models waits for those that do not answer.
  package var inspectionLimit: Duration
  /// How long a model stays ready once it was made so, or has written something.
  package var warmFor: Duration

  package init(
    settingsLayers: [SettingsLayer],
    makeNoteTaker: @escaping @Sendable (Settings) throws(Failure) -> any NoteTaker,
    log: Log,
    folders: Folders,
    version: String,
    now: @escaping @Sendable () -> Double,
    priceDelay: Duration = .milliseconds(300),
    announceDelay: Duration = .milliseconds(200),
    reopenGrace: Duration = .seconds(5),
    retryDelay: @escaping @Sendable (Double) -> Duration = { .seconds($0) },
    inspectionLimit: Duration = .seconds(3),
    warmFor: Duration = .seconds(240)
  ) {
    self.settingsLayers = settingsLayers
    self.makeNoteTaker = makeNoteTaker
    self.log = log
    self.folders = folders
    self.version = version
    self.now = now
    self.priceDelay = priceDelay
    self.announceDelay = announceDelay
    self.reopenGrace = reopenGrace
    self.retryDelay = retryDelay
    self.inspectionLimit = inspectionLimit
    self.warmFor = warmFor
  }
}
