package import Summaries
import Synchronization

/// The notes that models wrote, kept on disk so that a restart need not pay for them again.
///
/// One file of lines, one note a line, a later line in the place of an earlier one with the same key. What the file
/// has to bear, and how it does:
/// - Two processes write at once: each note is one appending write, which the system does not mix with another.
/// - A crash in mid-write: every record begins with a line break of its own, so a torn line spoils only itself, and
///   what cannot be read is passed over.
/// - Growth: when the file is over its limits, the newest notes are written to a new file that takes its place. A note
///   that another process appends in that instant is lost, which costs one request.
/// - A folder that cannot be written, or none: notes live in memory, and one line of the log says so.
///
/// No text of a source is in it, only what a model wrote; the built-in note taker's notes are never stored.
package final class NoteCache: Sendable {
  package struct Limits: Sendable {
    package var entries: Int
    package var bytes: Int

    package init(entries: Int = 5_000, bytes: Int = 20_000_000) {
      self.entries = entries
      self.bytes = bytes
    }
  }

  /// One note of more than this many bytes of JSON is not stored: it would be no note.
  private static let longestRecord = 262_144

  private let folder: String?
  private let limits: Limits
  private let report: @Sendable (String) -> Void
  private let memory: Mutex<Memory>

  private struct Memory {
    /// What could not be written, by key.
    var unwritten: [CachedNote.Key: CachedNote] = [:]
    /// Whether the disk has failed; it is not tried again in the life of the process.
    var hasFailed = false
  }

  /// A cache in `folder` (made when the first note is stored; nil: in memory alone).
  ///
  /// `report` gets at most one line.
  package init(folder: String?, limits: Limits = Limits(), report: @escaping @Sendable (String) -> Void) {
    self.folder = folder
    self.limits = limits
    self.report = report
    memory = Mutex(Memory())
  }

  /// The notes of one model, the oldest first.
  ///
  /// A file over its limits is made smaller on the way.
  package func load(model: String) -> [CachedNote] {
    let stored = entries().filter { $0.key.model == model }
    let unwritten = memory.withLock { $0.unwritten.filter { $0.key.model == model } }
    let kept = stored.filter { unwritten[$0.key] == nil } + unwritten.values
    return kept.sorted(by: CachedNote.isOlder)
  }

  /// Keeps a note; one with the same key gives way to it.
  package func store(_ note: CachedNote) {
    guard note.key.model != CachedNote.builtInModel, let record = note.record, record.count <= Self.longestRecord
    else { return }
    guard let folder, let file, !memory.withLock({ $0.hasFailed }) else { return remember(note) }
    do throws(Disk.Problem) {
      try Disk.makePrivateFolder(folder)
      let size = try Disk.append(record, to: file)
      if size > limits.bytes { shrink(read()) }
    } catch {
      fail("Notes are kept in memory only: \(file): \(error)")
      remember(note)
    }
  }

  /// Takes the notes on these contents off the disk, whichever model wrote them.
  package func forget(_ passages: Set<PassageKey>) {
    memory.withLock { memory in
      memory.unwritten = memory.unwritten.filter { !passages.contains($0.key.passage) }
    }
    let notes = entries()
    let kept = notes.filter { !passages.contains($0.key.passage) }
    guard kept.count < notes.count else { return }
    replace(with: kept.compactMap(\.record))
  }

  private var file: String? { folder.map { $0 + "/notes.jsonl" } }

  /// Everything in the file, each key once, the oldest first.
  private func entries() -> [CachedNote] {
    let (notes, size) = read()
    guard notes.count > limits.entries || size > limits.bytes else { return notes }
    return shrink((notes, size))
  }

  private func read() -> (notes: [CachedNote], size: Int) {
    guard let file else { return ([], 0) }
    do throws(Disk.Problem) {
      // Twice the limit is more than any process of ours leaves: such a file is not worth the memory.
      let bytes = try Disk.read(file, limit: 2 * limits.bytes + Self.longestRecord)
      var byKey: [CachedNote.Key: CachedNote] = [:]
      for line in bytes.split(separator: UInt8(ascii: "\n")) where line.count <= Self.longestRecord {
        guard let note = CachedNote(record: line), note.key.model != CachedNote.builtInModel else { continue }
        byKey[note.key] = note
      }
      return (byKey.values.sorted(by: CachedNote.isOlder), bytes.count)
    } catch .missing {
      return ([], 0)
    } catch .tooLarge {
      return ([], .max)
    } catch {
      fail("Stored notes cannot be read: \(file): \(error)")
      return ([], 0)
    }
  }

  /// Puts the newest notes, as many as three quarters of the limits hold, in the place of the file.
  @discardableResult
  private func shrink(_ content: (notes: [CachedNote], size: Int)) -> [CachedNote] {
    var kept: [(note: CachedNote, record: [UInt8])] = []
    var size = 0
    for note in content.notes.reversed() {
      guard kept.count < limits.entries / 4 * 3, let record = note.record, size + record.count <= limits.bytes / 4 * 3
      else { break }
      kept.append((note, record))
      size += record.count
    }
    kept.reverse()
    replace(with: kept.map(\.record))
    return kept.map(\.note)
  }

  private func replace(with records: [[UInt8]]) {
    guard let file else { return }
    do throws(Disk.Problem) {
      try Disk.replace(file, with: Array(records.joined()))
    } catch {
      fail("Stored notes cannot be rewritten: \(file): \(error)")
    }
  }

  private func remember(_ note: CachedNote) {
    memory.withLock { memory in
      memory.unwritten[note.key] = note
      guard memory.unwritten.count > limits.entries,
        let oldest = memory.unwritten.values.min(by: { $0.createdAt < $1.createdAt })
      else { return }
      memory.unwritten[oldest.key] = nil
    }
  }

  private func fail(_ line: String) {
    let isFirst = memory.withLock { memory in
      defer { memory.hasFailed = true }
      return !memory.hasFailed
    }
    if isFirst { report(line) }
  }
}
