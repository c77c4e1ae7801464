import Store
import Summaries

/// What a note was made from: the content, and everything in the request that shapes the answer.
///
/// Invariant: nothing else. Neither a passage's number nor a file's name is in it, so that one note serves every
/// place where its text stands.
struct NoteKey: Hashable {
  var passage: PassageKey
  var model: String
  /// The version of the model's instructions and prompts.
  var requestVersion: String
  var kind: RequestKind
  /// The `maxAnswerTokens` that was asked for.
  var maxAnswerTokens: Int
  var filter: NoteRequest.Filter
  /// The client's name for the language, by which code is framed.
  var languageId: String
  var wishes: NoteWishes

  /// The same for the disk, where the passage and the model stand apart.
  var cached: CachedNote.Key {
    let request =
      "\(kind.rawValue) \(maxAnswerTokens) \(filter.rawValue) \(requestVersion) \(Outline.format) \(languageId)"
      + wishes.cached
    return CachedNote.Key(passage: passage, model: model, request: request)
  }
}

/// What of the settings shapes a note besides its length.
struct NoteWishes: Hashable {
  private var instructions: PassageKey?
  private var temperature: Double?
  private var seed: Int?
  /// Whether a model is asked once more for what its note left out.
  private(set) var repairs = false

  init() {}

  init(_ settings: Settings) {
    instructions = settings.instructions.map { text in
      let bytes = Array(text.utf8)
      return PassageKey(of: bytes, in: bytes.indices)
    }
    temperature = settings.temperature
    seed = settings.seed
    repairs = settings.repair
  }

  /// What they add to the form of a request on the disk: nothing where nothing is wished for.
  fileprivate var cached: String {
    var words = ""
    if let instructions { words += " instructions=\(String(instructions.value, radix: 16))" }
    if let temperature { words += " temperature=\(temperature)" }
    if let seed { words += " seed=\(seed)" }
    return words + (repairs ? " repair" : "")
  }
}

/// The notes taken so far, by content: what makes undo, a moved block, a second window and a restart cost nothing.
struct NoteShelf {
  /// What passages were cut by: borders made for another model or size are no borders for this one.
  struct Cut: Hashable {
    var model: String
    var passageTokens: Int
  }

  /// Notes kept in memory; at a few kilobytes each this is a few megabytes.
  private static let capacity = 2_000

  private var notes: [NoteKey: KeptNote] = [:]
  private var order: [NoteKey] = []
  private var borders: [Cut: [PassageKey: KnownPassage]] = [:]
  /// What models wrote, in this life of the server or an earlier one, without the traces and ledgers of its source.
  private var cached: [CachedNote.Key: CachedNote] = [:]
  private var loadedModels: Set<String> = []

  /// Whether the notes of a model that the disk holds are here.
  func hasLoaded(_ model: String) -> Bool { loadedModels.contains(model) }

  mutating func load(_ notes: [CachedNote], of model: String) {
    loadedModels.insert(model)
    for note in notes { remember(note) }
  }

  /// Remembers what a model wrote, as the disk does.
  mutating func remember(_ note: CachedNote) {
    cached[note.key] = note
    if cached.count > 2 * Self.capacity {
      let oldest = cached.values.sorted { $0.createdAt < $1.createdAt }.prefix(Self.capacity)
      for note in oldest { cached[note.key] = nil }
    }
  }

  func cachedNote(_ key: NoteKey) -> CachedNote? { cached[key.cached] }

  subscript(key: NoteKey) -> KeptNote? { notes[key] }

  mutating func keep(_ note: KeptNote, for key: NoteKey) {
    if notes.updateValue(note, forKey: key) == nil { order.append(key) }
    if order.count > 2 * Self.capacity {
      for key in order.prefix(Self.capacity) { notes[key] = nil }
      order.removeFirst(Self.capacity)
      let kept = Set(order.map(\.passage))
      for cut in borders.keys { borders[cut] = borders[cut]?.filter { kept.contains($0.key) } }
    }
  }

  mutating func keepBorders(_ passage: KnownPassage, cut: Cut) {
    borders[cut, default: [:]][passage.key] = passage
  }

  /// The borders of all noted passages of this cut, in no order that means anything but always the same.
  func borders(_ cut: Cut) -> [KnownPassage] {
    var known = borders[cut] ?? [:]
    for note in cached.values where note.key.model == cut.model && note.passageTokens == cut.passageTokens {
      if let passage = note.known { known[passage.key] = passage }
    }
    return known.values.sorted { $0.key < $1.key }
  }

  /// Forgets the notes on these contents, so that they are taken anew when asked for.
  mutating func forget(_ passages: Set<PassageKey>) {
    for key in order where passages.contains(key.passage) { notes[key] = nil }
    order.removeAll { passages.contains($0.passage) }
    cached = cached.filter { !passages.contains($0.key.passage) }
    for cut in borders.keys { borders[cut] = borders[cut]?.filter { !passages.contains($0.key) } }
  }
}
