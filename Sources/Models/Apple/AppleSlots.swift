import Synchronization

/// How many requests to the system's model are under way, in the whole process.
///
/// The model is one for the whole machine and refuses what is too much for it; what has to wait does so here, in
/// the order in which it came.
final class AppleSlots: Sendable {
  static let all = AppleSlots(count: 2)

  private struct State {
    var free: Int
    var waiting: [(id: Int, continuation: CheckedContinuation<Bool, Never>)] = []
    var lastID = 0
    var cancelled: Set<Int> = []
  }

  private let state: Mutex<State>

  init(count: Int) { state = Mutex(State(free: count)) }

  /// Runs `body` once there is a slot for it; throws `CancellationError` when its task was cancelled before.
  func use<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
    guard await take() else { throw CancellationError() }
    defer { give() }
    try Task.checkCancellation()
    return try await body()
  }

  private func take() async -> Bool {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: Bool? = state.withLock { state in
          if state.cancelled.remove(id) != nil { return false }
          if state.free > 0 {
            state.free -= 1
            return true
          }
          state.waiting.append((id, continuation))
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      let waiting = state.withLock { state in
        guard let index = state.waiting.firstIndex(where: { $0.id == id }) else {
          state.cancelled.insert(id)
          return nil as CheckedContinuation<Bool, Never>?
        }
        return state.waiting.remove(at: index).continuation
      }
      waiting?.resume(returning: false)
    }
  }

  private func give() {
    let next = state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.free += 1
        return nil as CheckedContinuation<Bool, Never>?
      }
      return state.waiting.removeFirst().continuation
    }
    next?.resume(returning: true)
  }
}
