import Server
import Store
import Summaries

/// What `breviate doctor` finds out about one model by asking it: reachable, window, tokenizer, one short answer.
struct ModelChecks {
  /// The text of the short answer, and the most tokens that it may have.
  static let text = "Breviate takes notes on long texts. It works passage by passage and shows the notes in the editor."
  private static let ceiling = 60

  let taker: any NoteTaker
  /// As the settings name the model.
  let name: String

  func findings() async -> [Finding] {
    let profile = await taker.inspect()
    let name = name == profile.id ? name : "\(name): \(profile.id)"
    if case .unavailable(let failure) = profile.availability {
      return [Finding(.bad, "model", "\(name): \(failure.title). \(failure.detail)")]
    }
    let model = Finding(.good, "model", "\(name) (\(profile.displayName))")
    guard let window = profile.window else { return [model] }
    return [model, Self.finding(window), await tokenizer(profile), await answer()]
  }

  private static func finding(_ window: Window) -> Finding {
    window.assumed
      ? Finding(
        .notable,
        "window",
        "\(window.size) tokens, assumed: the server tells none. Set contextWindow to what it was started with"
      )
      : Finding(.good, "window", "\(window.size) tokens")
  }

  private func tokenizer(_ profile: ModelProfile) async -> Finding {
    guard profile.countsTokens else {
      return Finding(.notable, "tokenizer", "none to ask: token counts are estimates")
    }
    do {
      return Finding(.good, "tokenizer", "counts \(try await taker.countTokens(Self.text)) tokens in a short text")
    } catch {
      return Finding(.bad, "tokenizer", Self.words(of: error))
    }
  }

  /// One short note, with its time.
  private func answer() async -> Finding {
    let request = NoteRequest(kind: .note, source: Array(Self.text.utf8), ceiling: Self.ceiling)
    let start = ContinuousClock.now
    var first: Duration?
    do {
      var last: Draft?
      for try await draft in taker.write(request) {
        first = first ?? start.duration(to: .now)
        last = draft
      }
      guard let last, !last.text.isEmpty else { return Finding(.bad, "a note by the model", "came to nothing") }
      let tokens = last.usage.map { ", \($0.answerTokens) tokens" } ?? ""
      return Finding(
        .good,
        "a note by the model",
        "first words after \(Self.seconds(first)), all of it after \(Self.seconds(start.duration(to: .now)))\(tokens)"
      )
    } catch {
      return Finding(.bad, "a note by the model", Self.words(of: error))
    }
  }

  private static func words(of error: any Error) -> String {
    (error as? Failure).map { "\($0.title). \($0.detail)" } ?? "\(error)"
  }

  private static func seconds(_ duration: Duration?) -> String {
    let milliseconds = Int((duration ?? .zero) / .milliseconds(1))
    return milliseconds < 1_000 ? "\(milliseconds) ms" : "\(milliseconds / 1_000).\(milliseconds % 1_000 / 100) s"
  }
}
