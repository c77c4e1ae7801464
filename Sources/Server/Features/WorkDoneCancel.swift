import LSP

// The person cancels where the progress is shown.

extension Session {
  func workDoneProgressCancel(_ params: WorkDoneProgressTokenParams) {
    if let run = run(onProgress: params.token) { cancel(run) }
  }
}
