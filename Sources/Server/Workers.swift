import Dispatch
import Synchronization

/// The threads that jobs run on: at most one for each core, started when there is work for one more.
///
/// Swift's own pool wakes up every second for as long as it has threads. These sleep until there is work, for as long as
/// the process lives. Nothing that runs here waits for anything but by suspending itself.
package final class Workers: TaskExecutor {
  package static let shared = Workers(limit: Platform.coreCount)

  private struct State {
    /// What waits, in two halves: the one taken from is in reverse order.
    var coming: [UnownedJob] = []
    var going: [UnownedJob] = []
    var threads = 0
    /// Threads that wait for work, and those that were just started.
    var idle = 0

    mutating func take() -> UnownedJob? {
      if going.isEmpty {
        going = coming.reversed()
        coming = []
      }
      return going.popLast()
    }
  }

  private let state = Mutex(State())
  /// Signalled once for each job.
  private let filled = DispatchSemaphore(value: 0)
  private let limit: Int

  private init(limit: Int) {
    self.limit = limit
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = state.withLock { state in
      state.coming.append(job)
      guard state.idle < state.coming.count + state.going.count, state.threads < limit else { return false }
      state.threads += 1
      state.idle += 1
      return true
    }
    filled.signal()
    if needsThread { Platform.startThread { [self] in work() } }
  }

  private func work() {
    while true {
      filled.wait()
      let job = state.withLock { state in
        state.idle -= 1
        return state.take()
      }
      job?.runSynchronously(on: asUnownedTaskExecutor())
      state.withLock { $0.idle += 1 }
    }
  }
}
