import LSP
import Models
import Server
import Store
import Summaries
import Synchronization
import TestSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A whole session in this process, on this thread: every request gets exactly one response, the session ends as it
/// was asked to, passages stand in order in the text, and a note is stale when, and only when, its text has another
/// key than what it was taken from.
func checkSession(_ choices: inout Choices) throws(Broken) {
  let script = SessionScript(&choices)
  let model = ScriptedModel(concurrent: 2)
  model.answers { KeyNote.answer(to: $0) }
  let taker: any NoteTaker = script.isWithoutModel ? BuiltIn() : model
  let environment = ServerEnvironment(
    settingsLayers: [],
    makeNoteTaker: { _ in taker },
    log: Log(standardErrorLevel: nil, now: { 0 }),
    folders: Folders(environment: ["XDG_RUNTIME_DIR": FileManager.default.temporaryDirectory.path + "/breviate-fuzz"]),
    version: "0",
    now: { 0 },
    priceDelay: .zero,
    announceDelay: .zero,
    reopenGrace: .milliseconds(script.graceMilliseconds)
  )
  let wire = Wire(script)
  let inbox = Inbox()
  let outlet = Outlet(bodies: { body in
    for next in wire.receive(body) { inbox.post(.message(next)) }
  })
  let loop = ServerLoop(environment: environment, inbox: inbox, outlet: outlet)
  for body in wire.begin() { inbox.post(.message(body)) }
  // Far more than any session takes: what is not answered by then never is.
  let watchdog = Task.detached {
    try await Task.sleep(for: .seconds(30))
    wire.giveUp()
    inbox.post(.endOfInput)
  }
  let status = loop.run()
  watchdog.cancel()
  let problems = wire.problems(afterStatus: status)
  try expect(problems.isEmpty, problems.joined(separator: "\n"))
}

/// A model's note that says which text it is on.
enum KeyNote {
  static func answer(to request: NoteRequest) -> ScriptedModel.Answer {
    let key = PassageKey(of: request.source, in: 0..<request.source.count).value
    let text = "Key \(key)."
    let failure = Failure(key % 32 < 16 ? .blocked : .tooLong, "a test")
    switch key % 16 {
    case 0: return .fails(failure)
    case 1: return .breaksOff(["Key", "Key 1"], failure)
    case 2: return .nothing
    case 3, 4: return .snapshots(["Key", "Key 1", text])
    default: return .text(text)
    }
  }

  static func key(in text: String) -> PassageKey? {
    UInt64(text.dropFirst(4).dropLast()).map(PassageKey.init(value:))
  }
}

/// The client's end: it sends a script step by step, and keeps count.
private final class Wire: Sendable {
  private struct State {
    var script: SessionScript
    var asked: [RequestID: Int] = [:]
    var answered: [RequestID: Int] = [:]
    /// The request whose answer means that a step was served.
    var barrier: RequestID?
    /// What the texts were when a report was asked for.
    var reports: [RequestID: [String: DocumentText]] = [:]
    /// What was asked, for the problems.
    var bodies: [RequestID: String] = [:]
    var isEnding = false
    var isGivenUp = false
    var problems: [String] = []
  }

  private let state: Mutex<State>

  init(_ script: SessionScript) {
    state = Mutex(State(script: script))
  }

  func begin() -> [[UInt8]] { state.withLock { Self.nextStep(&$0) } }

  /// Takes a message of the server's and returns what the client says to it.
  func receive(_ body: [UInt8]) -> [[UInt8]] {
    state.withLock { state in
      guard let message = try? JSONDecoder().decode(JSONValue.self, from: Data(body)) else {
        state.problems.append("the server wrote no JSON: \(String(decoding: body, as: UTF8.self))")
        return []
      }
      let id = message["id"].flatMap(RequestID.init(json:))
      if message["method"] != nil { return id.map { [state.script.reply(to: $0)] } ?? [] }
      // What answers to raw bytes is not counted: nobody knows what was asked.
      guard let id, state.asked[id] != nil else { return [] }
      state.answered[id, default: 0] += 1
      if let texts = state.reports.removeValue(forKey: id), let result = message["result"] {
        state.problems += Self.problems(in: result, texts)
      }
      let isServed = state.barrier.map { state.answered[$0] != nil } ?? false
      return isServed && (!state.script.waitsForAll || state.asked == state.answered) ? Self.nextStep(&state) : []
    }
  }

  private static func nextStep(_ state: inout State) -> [[UInt8]] {
    guard !state.isEnding else { return [] }
    let step = state.script.nextStep()
    state.isEnding = step.barrier == nil
    state.barrier = step.barrier
    for message in step.messages {
      guard let id = message.id else { continue }
      state.asked[id, default: 0] += 1
      state.reports[id] = message.reportOn
      state.bodies[id] = String(decoding: message.body, as: UTF8.self)
    }
    return step.messages.map(\.body)
  }

  /// What a report says that is not so.
  private static func problems(in result: JSONValue, _ texts: [String: DocumentText]) -> [String] {
    guard let report = try? result.decode(as: Report.self) else { return ["no report: \(result)"] }
    var problems: [String] = []
    for document in report.documents {
      guard let text = texts[document.uri.string] else {
        problems.append("a report on \(document.uri), which is not open")
        continue
      }
      var end = 0
      for passage in document.passages {
        guard let range = text.offsets(of: passage.range, document.positionEncoding) else {
          problems.append("\(passage.id) ends before it begins")
          continue
        }
        if range.lowerBound < end { problems.append("\(passage.id) at \(range) begins before \(end)") }
        end = range.upperBound
        guard let note = passage.note, !note.provisional, let key = KeyNote.key(in: note.text),
          passage.state == .fresh || passage.state == .stale
        else { continue }
        let isStale = key != PassageKey(of: text.bytes, in: range)
        if isStale != (passage.state == .stale) {
          problems.append("\(passage.id) is \(passage.state), but its key \(isStale ? "differs" : "is the same")")
        }
      }
    }
    return problems
  }

  func giveUp() { state.withLock { $0.isGivenUp = true } }

  func problems(afterStatus status: Int32) -> [String] {
    state.withLock { state in
      // Raw bytes can ask for the end.
      if !state.isEnding && !state.isGivenUp {
        return state.script.sentRawBytes ? [] : ["the server ended with status \(status)"]
      }
      var problems = state.problems
      for (id, count) in state.asked where state.answered[id] != count {
        problems.append(
          "\(id) was asked \(count) times and answered \(state.answered[id] ?? 0) times: \(state.bodies[id] ?? "")"
        )
      }
      if status != (state.script.initializes ? 0 : 1), !state.script.sentRawBytes, !state.isGivenUp {
        problems.append("the exit status is \(status)")
      }
      return problems
    }
  }
}
