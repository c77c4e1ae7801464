package import Summaries

/// The note taker that uses no model: sentences and specifics from the text itself.
///
/// It is always available, needs no network and no memory to speak of, and its notes are the same every time.
package struct BuiltIn: NoteTaker {
  package init() {}

  package var profile: ModelProfile {
    ModelProfile(
      id: "none",
      backend: "none",
      displayName: "built-in note taker",
      window: nil,
      availability: .available
    )
  }

  package func inspect() async -> ModelProfile { profile }

  /// Exact by definition: what it counts by is the estimate.
  package func countTokens(_ text: String) async throws -> Int {
    TokenWeights.standard.tokens(in: Array(text.utf8))
  }

  /// There is nothing to warm.
  package func prewarm(_ kind: RequestKind) async {}

  package func write(_ request: NoteRequest) -> AsyncThrowingStream<Draft, any Error> {
    // Made here and now: it takes moments, and a task of its own would run in another pool than its reader's.
    AsyncThrowingStream { continuation in
      do {
        try Task.checkCancellation()
        let note = try Self.note(for: request)
        continuation.yield(
          Draft(
            text: note.text,
            headline: note.headline,
            sentences: note.sentences,
            omitted: note.omitted,
            finishReason: .stop
          )
        )
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
  }

  private static func note(for request: NoteRequest) throws -> Note {
    switch request.kind {
    case .note, .single:
      builtInNote(of: request.source, ceiling: request.ceiling, languageId: request.languageId)
    case .combine:
      builtInSummary(
        of: request.source,
        parts: request.parts,
        ceiling: request.ceiling,
        languageId: request.languageId
      )
    case .question, .repair:
      throw Failure(.badConfiguration, "That needs a model: the built-in note taker only takes notes.")
    }
  }
}
