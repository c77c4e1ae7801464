import Summaries
import Synchronization

/// Counts that a model was asked for, so that pricing and passes never ask for the same one twice.
///
/// Jobs share it: who asks for what is being counted already waits for that answer.
final class CountMemo: Sendable {
  private struct Key: Hashable {
    var model: String
    var text: PassageKey
  }

  /// Counts kept; each is some hundred bytes.
  private static let capacity = 20_000

  private let counts = Mutex<[Key: Task<Int, any Error>]>([:])

  func count(_ text: String, by taker: any NoteTaker) async throws -> Int {
    let bytes = Array(text.utf8)
    let key = Key(model: taker.profile.id, text: PassageKey(of: bytes, in: bytes.indices))
    let task = counts.withLock { counts in
      if let known = counts[key] { return known }
      if counts.count >= Self.capacity { counts = [:] }
      let task = Task.detached(executorPreference: Workers.shared, priority: .utility) {
        try await taker.countTokens(text)
      }
      counts[key] = task
      return task
    }
    do {
      return try await task.value
    } catch {
      counts.withLock { if $0[key] == task { $0[key] = nil } }
      throw error
    }
  }
}
