import LSP

/// What the loop does later.
///
/// A timer is named by its purpose: there is at most one of each.
enum Timer: Hashable {
  /// Price a document again, some time after its last edit.
  case price(DocumentURI)
  /// Tell the client that lenses, diagnostics or notes have changed.
  case announce
  /// Free a document that was closed and not opened again.
  case forget(DocumentURI)
  /// Ask once more for the note of a passage, or for the summary of a run, by its id.
  case retry(String)
  /// Go on with a model that asked to be left alone.
  case resume(model: String)
  /// Say what is known of the models that were asked after.
  case listModels(RequestID)
  /// Give back the memory that was needed to read large texts.
  case giveBackMemory
  /// See whether the client's process still runs.
  case checkClient
}

/// Deadlines, kept by the loop: it sleeps until the earliest, and has none when nothing is to be done.
struct Timers {
  private var deadlines: [Timer: ContinuousClock.Instant] = [:]

  var earliest: ContinuousClock.Instant? { deadlines.values.min() }

  /// Sets a timer, or moves it when it is set already.
  mutating func set(_ timer: Timer, after delay: Duration) {
    deadlines[timer] = .now.advanced(by: delay)
  }

  /// Sets a timer unless it is set already, so that a stream of changes does not put it off for ever.
  mutating func setOnce(_ timer: Timer, after delay: Duration) {
    if deadlines[timer] == nil { set(timer, after: delay) }
  }

  mutating func cancel(_ timer: Timer) { deadlines[timer] = nil }

  mutating func cancelAll(but kept: Timer) { deadlines = deadlines.filter { $0.key == kept } }

  mutating func takeDue() -> [Timer] {
    guard !deadlines.isEmpty else { return [] }
    let now = ContinuousClock.now
    let due = deadlines.filter { $0.value <= now }.sorted { $0.value < $1.value }.map(\.key)
    for timer in due { deadlines[timer] = nil }
    return due
  }
}
