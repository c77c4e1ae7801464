import Dispatch
import LSP
import Synchronization

/// Writes frames to a descriptor on a thread of its own, so that the loop never waits for a slow reader; a short frame
/// that a pipe takes at once is written by whoever sends it, which spares the reader a change of threads.
///
/// Its queue has no limit: what waits in it was asked for by the client, and dropping an answer is worse than
/// holding it. When the client is gone the queue is thrown away.
package final class FrameWriter: Sendable {
  private struct State {
    var queue: [[UInt8]] = []
    var writing = false
    var closed = false
  }

  private let state = Mutex(State())
  private let filled = DispatchSemaphore(value: 0)
  private let drained = DispatchSemaphore(value: 0)
  private let descriptor: Int32
  private let isPipe: Bool
  private let onClosed: @Sendable () -> Void

  /// - Parameter onClosed: called once, on the writer's thread, when writing failed.
  package init(descriptor: Int32, onClosed: @escaping @Sendable () -> Void) {
    self.descriptor = descriptor
    isPipe = Platform.isPipe(descriptor)
    self.onClosed = onClosed
    Platform.startThread { [self] in writeForever() }
  }

  /// Queues one message body; returns at once.
  package func send(_ body: [UInt8]) {
    let frame = frame(body)
    let wasEmpty = state.withLock { state in
      guard !state.closed else { return false }
      if isPipe, state.queue.isEmpty, !state.writing, Platform.writeAtOnce(descriptor, frame) { return false }
      state.queue.append(frame)
      return state.queue.count == 1
    }
    if wasEmpty { filled.signal() }
  }

  /// Waits until everything queued is written, or for `milliseconds` if the client does not read.
  package func drain(milliseconds: Int) {
    let idle = state.withLock { state in
      if state.queue.isEmpty && !state.writing { return true }
      // An empty frame is the mark that everything before it is written.
      state.queue.append([])
      return state.closed
    }
    if idle { return }
    filled.signal()
    _ = drained.wait(timeout: .now() + .milliseconds(milliseconds))
  }

  private func writeForever() {
    while true {
      filled.wait()
      while let batch = takeBatch() {
        for next in batch {
          if next.isEmpty {
            drained.signal()
          } else if Platform.writeAll(descriptor, next) != .written {
            close()
            return
          }
        }
      }
    }
  }

  private func takeBatch() -> [[UInt8]]? {
    state.withLock { state in
      defer { state.queue = [] }
      state.writing = !state.queue.isEmpty
      return state.queue.isEmpty ? nil : state.queue
    }
  }

  private func close() {
    state.withLock { state in
      state.closed = true
      state.queue = []
    }
    drained.signal()
    onClosed()
  }
}
