import Foundation
import Summaries
import Synchronization
import Testing

@testable import Store

/// Collects what a cache reports.
private final class Lines: Sendable {
  private let lines = Mutex<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  func add(_ line: String) { lines.withLock { $0.append(line) } }
}

private func note(_ passage: UInt64, model: String = "ollama:m", text: String = "A note.", at time: Double = 0)
  -> CachedNote
{
  CachedNote(
    key: CachedNote.Key(passage: PassageKey(value: passage), model: model, request: "note 220 standard v1"),
    known: KnownPassage(key: PassageKey(value: passage), first: PassageKey(value: passage / 2), count: 7),
    text: text,
    headline: "Subject",
    createdAt: time,
    finishReason: .stop,
    truncatedInput: true,
    usage: Draft.Usage(promptTokens: 1_000, answerTokens: 200)
  )
}

@Suite struct NoteCacheTests {
  let folder: TemporaryFolder
  private let lines = Lines()

  init() throws {
    folder = try TemporaryFolder()
  }

  private func cache(_ limits: NoteCache.Limits = NoteCache.Limits(), in name: String = "cache") -> NoteCache {
    NoteCache(folder: folder.file(name), limits: limits) { [lines] in lines.add($0) }
  }

  @Test func aNoteComesBackAfterARestartAsItWas() {
    var summary = note(2_305_843_009_213_693_950, text: "Zwei\nZeilen / \u{2028} \"quoted\" \u{1F600}", at: 2.5)
    summary.known = nil
    summary.headline = nil
    summary.finishReason = nil
    summary.usage = nil
    cache().store(note(1, at: 1.25))
    cache().store(summary)
    #expect(cache().load(model: "ollama:m") == [note(1, at: 1.25), summary])
    #expect(lines.all == [])
  }

  @Test func eachModelHasItsOwnNotes() {
    let cache = cache()
    cache.store(note(1, model: "ollama:a"))
    cache.store(note(1, model: "ollama:b"))
    #expect(cache.load(model: "ollama:b") == [note(1, model: "ollama:b")])
    #expect(cache.load(model: "ollama:c") == [])
  }

  @Test func theLaterNoteOfOneKeyHolds() {
    let cache = cache()
    cache.store(note(1, text: "Old."))
    cache.store(note(1, text: "New.", at: 1))
    #expect(cache.load(model: "ollama:m") == [note(1, text: "New.", at: 1)])
  }

  @Test func anotherRequestOverTheSamePassageIsAnotherNote() {
    var relaxed = note(1, text: "Relaxed.", at: 1)
    relaxed.key.request = "note 220 relaxed v1"
    let cache = cache()
    cache.store(note(1))
    cache.store(relaxed)
    #expect(cache.load(model: "ollama:m") == [note(1), relaxed])
  }

  @Test func theBuiltInNoteTakersNotesAreNeverWritten() throws {
    let cache = cache()
    cache.store(note(1, model: "none"))
    #expect(cache.load(model: "none") == [])
    #expect(try folder.names == [])
  }

  @Test func nobodyElseCanReadIt() throws {
    cache(in: "a/b").store(note(1))
    #expect(try folder.permissions("a/b") == 0o700)
    #expect(try folder.permissions("a/b/notes.jsonl") == 0o600)
  }

  @Test func anOpenFolderAndFileAreClosedToOthers() throws {
    cache().store(note(1))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.file("cache"))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.file("cache/notes.jsonl"))
    cache().store(note(2))
    #expect(try folder.permissions("cache") == 0o700)
    #expect(try folder.permissions("cache/notes.jsonl") == 0o600)
  }

  @Test func aTornLineSpoilsOnlyItself() throws {
    let cache = cache()
    for passage in UInt64(1)...3 {
      cache.store(note(passage, at: Double(passage)))
      let file = folder.file("cache/notes.jsonl")
      // What a crash leaves: a record that breaks off anywhere, without a line break behind it.
      var bytes = try Data(contentsOf: URL(fileURLWithPath: file))
      bytes += Array("{\"v\":1,\"passage\":\"1f\",\"text\":\"\u{E9}".utf8.dropLast())
      try bytes.write(to: URL(fileURLWithPath: file))
    }
    #expect(self.cache().load(model: "ollama:m") == (1...3).map { note($0, at: Double($0)) })
    #expect(lines.all == [])
  }

  @Test(arguments: [
    "", "\n\n\n", "nonsense", "{}", "[1]", "{\"v\":99}", "\u{0}\u{0}\u{0}",
    #"{"v":1,"passage":"xyz","model":"ollama:m","request":"","text":"","createdAt":0,"truncatedInput":false}"#,
  ])
  func whatIsNotANoteIsPassedOver(content: String) throws {
    try FileManager.default.createDirectory(atPath: folder.file("cache"), withIntermediateDirectories: false)
    try folder.write(content, to: "cache/notes.jsonl")
    let cache = cache()
    #expect(cache.load(model: "ollama:m") == [])
    cache.store(note(1))
    #expect(cache.load(model: "ollama:m") == [note(1)])
    #expect(lines.all == [])
  }

  @Test func manyWritersAtOnceLoseNothing() async {
    let caches = [cache(), cache()]
    let text = String(repeating: "word ", count: 2_000)
    await withTaskGroup(of: Void.self) { group in
      for passage in UInt64(1)...60 {
        group.addTask { caches[Int(passage % 2)].store(note(passage, text: text, at: Double(passage))) }
      }
    }
    #expect(cache().load(model: "ollama:m") == (1...60).map { note($0, text: text, at: Double($0)) })
  }

  @Test func tooManyNotesLoseTheOldest() throws {
    let cache = cache(NoteCache.Limits(entries: 8))
    for passage in UInt64(1)...9 { cache.store(note(passage, at: Double(passage))) }
    #expect(cache.load(model: "ollama:m") == (4...9).map { note($0, at: Double($0)) })
    #expect(try folder.text("cache/notes.jsonl").split(separator: "\n").count == 6)
    #expect(try folder.permissions("cache/notes.jsonl") == 0o600)
    #expect(try folder.names == ["cache"])
  }

  @Test func theFileStaysBoundedWhileTheProcessLives() throws {
    let cache = cache(NoteCache.Limits(bytes: 10_000))
    for passage in UInt64(1)...200 {
      cache.store(note(passage, at: Double(passage)))
      #expect(try folder.text("cache/notes.jsonl").utf8.count <= 10_000)
    }
    let kept = cache.load(model: "ollama:m").map(\.createdAt)
    #expect(kept.count > 10)
    #expect(kept == kept.indices.map { Double(201 - kept.count + $0) })
  }

  @Test func aFileOfSenselessSizeIsBegunAnew() throws {
    try FileManager.default.createDirectory(atPath: folder.file("cache"), withIntermediateDirectories: false)
    try folder.write(String(repeating: "x", count: 400_000), to: "cache/notes.jsonl")
    let cache = cache(NoteCache.Limits(bytes: 1_000))
    #expect(cache.load(model: "ollama:m") == [])
    #expect(try folder.text("cache/notes.jsonl") == "")
  }

  @Test func withoutAFolderNotesLiveInMemory() {
    let cache = NoteCache(folder: nil) { [lines] in lines.add($0) }
    cache.store(note(1))
    #expect(cache.load(model: "ollama:m") == [note(1)])
    #expect(lines.all == [])
  }

  @Test func aFolderThatCannotBeMadeIsReportedOnceAndNotesLiveInMemory() throws {
    try folder.write("in the way", to: "cache")
    let cache = cache()
    cache.store(note(1))
    cache.store(note(2, at: 1))
    #expect(cache.load(model: "ollama:m") == [note(1), note(2, at: 1)])
    #expect(lines.all.count == 1)
    #expect(lines.all.first?.contains(folder.file("cache/notes.jsonl")) == true)
  }

  @Test func aLinkInPlaceOfTheFileIsNotFollowed() throws {
    try folder.write("mine", to: "precious")
    try FileManager.default.createDirectory(atPath: folder.file("cache"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("cache/notes.jsonl"),
      withDestinationPath: folder.file("precious")
    )
    let cache = cache()
    cache.store(note(1))
    #expect(cache.load(model: "ollama:m") == [note(1)])
    #expect(try folder.text("precious") == "mine")
  }
}
