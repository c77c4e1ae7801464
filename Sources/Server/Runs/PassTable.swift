import LSP
import Summaries

/// The passes that are at work, who waits for each, and whose turn is next.
struct PassTable {
  /// A passage that waits for a pass.
  struct Place {
    let run: Run
    let passage: String
  }

  struct Active {
    let job: JobID
    let writer: Writer
    /// Tokens of the passage as they are estimated without knowing the model; nil of a combining pass.
    let estimate: Int?
    let started: ContinuousClock.Instant
    /// Seconds.
    var timeToFirstToken: Double?
    /// Every passage with this content that waits for this note; of a combining pass, none.
    var awaiting: [Place]

    var model: ModelProfile { writer.model }
  }

  private var active: [NoteKey: Active] = [:]
  private var turns: [String: Int] = [:]
  private var lastTurn = 0
  private var paused: Set<String> = []

  subscript(key: NoteKey) -> Active? { active[key] }

  func count(of model: String) -> Int { active.values.count { $0.model.id == model } }

  /// Whether a model asked to be left alone for a while.
  func isPaused(_ model: String) -> Bool { paused.contains(model) }

  mutating func pause(_ model: String) { paused.insert(model) }

  mutating func goOn(_ model: String) { paused.remove(model) }

  /// When a run had its last pass; the run that waited longest comes first.
  func turn(of run: Run) -> Int { turns[run.id] ?? 0 }

  mutating func takeTurn(_ run: Run) {
    lastTurn += 1
    turns[run.id] = lastTurn
  }

  mutating func forgetTurn(of run: Run) { turns[run.id] = nil }

  mutating func begin(_ key: NoteKey, _ pass: Active) { active[key] = pass }

  /// Lets another passage wait for a pass; false when that pass is not at work.
  mutating func join(_ key: NoteKey, _ place: Place) -> Bool {
    active[key]?.awaiting.append(place) != nil
  }

  mutating func sawFirstToken(_ key: NoteKey, after seconds: Double) {
    if active[key]?.timeToFirstToken == nil { active[key]?.timeToFirstToken = seconds }
  }

  mutating func finish(_ key: NoteKey) -> Active? { active.removeValue(forKey: key) }

  /// Takes a run's passages out of all passes and returns the jobs that nobody waits for any more.
  mutating func leave(_ run: Run) -> [JobID] {
    turns[run.id] = nil
    var orphans: [JobID] = []
    for (key, pass) in active where pass.awaiting.contains(where: { $0.run === run }) {
      active[key]?.awaiting.removeAll { $0.run === run }
      if active[key]?.awaiting.isEmpty == true {
        orphans.append(pass.job)
        active[key] = nil
      }
    }
    return orphans
  }
}
