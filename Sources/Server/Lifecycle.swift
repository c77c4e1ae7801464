package import LSP

/// The life of a session, in one pure function.
package enum Lifecycle {
  package enum Phase: Hashable, Sendable {
    case uninitialized
    case running
    case shutDown
  }

  package enum Verdict: Hashable, Sendable {
    case serve
    case ignore
    case refuse(ErrorCode, String)
    /// End the process with this status.
    case exit(Int32)
  }

  /// What to do with a message of this method in this phase.
  package static func verdict(method: String, isRequest: Bool, in phase: Phase) -> Verdict {
    if method == ExitNotification.method && !isRequest { return .exit(exitStatus(in: phase)) }
    switch (phase, isRequest) {
    case (.uninitialized, true):
      return method == InitializeRequest.method
        ? .serve : .refuse(.serverNotInitialized, "\(method) came before initialize")
    case (.running, true):
      return method == InitializeRequest.method
        ? .refuse(.invalidRequest, "initialize may be sent once only") : .serve
    case (.shutDown, true):
      return .refuse(.invalidRequest, "\(method) came after shutdown")
    case (.running, false):
      return .serve
    case (.uninitialized, false), (.shutDown, false):
      return .ignore
    }
  }

  /// The status of a process that ends in this phase, by `exit` or because the client is gone.
  package static func exitStatus(in phase: Phase) -> Int32 { phase == .shutDown ? 0 : 1 }
}
