import Summaries

/// Reads an answer of chat completions: a stream of events, or one object from a server that does not stream.
struct OpenAIStream: AnswerParser {
  private var isStream = false
  private var reader = ServerSentEvents()
  private var whole: [UInt8] = []
  /// A server that ignores the wish for a stream sends at most so much.
  private static let longestWhole = 16 << 20

  mutating func begin(_ head: HTTPHead) {
    isStream = head.headers["content-type"]?.lowercased().hasPrefix("text/event-stream") == true
  }

  mutating func events(of bytes: [UInt8]) throws -> [AnswerEvent] {
    guard isStream else {
      whole += bytes.prefix(max(0, Self.longestWhole - whole.count))
      return []
    }
    let found: [[UInt8]]
    do throws(LineReader.TooLong) {
      found = try reader.events(of: bytes)
    } catch {
      throw Failure.garbage(bytes)
    }
    return try found.flatMap { try Self.events(in: $0) }
  }

  mutating func rest() throws -> [AnswerEvent] {
    guard isStream else { return try Self.events(in: whole) + [.done] }
    return try reader.rest().flatMap { try Self.events(in: $0) }
  }

  private static func events(in data: [UInt8]) throws -> [AnswerEvent] {
    if data == Array("[DONE]".utf8) { return [.done] }
    guard let chunk = decoded(OpenAIWire.Chunk.self, data), chunk.choices != nil || chunk.usage != nil else {
      if let error = ServerError(inStream: data) { throw Failure(inStream: error) }
      throw Failure.garbage(data)
    }
    var events: [AnswerEvent] = []
    if let choice = chunk.choices?.first {
      let message = choice.delta ?? choice.message
      if let piece = message?.reasoningContent ?? message?.reasoning { events.append(.reasoning(piece)) }
      if let piece = message?.content, !piece.isEmpty { events.append(.text(piece)) }
      if let refusal = message?.refusal, !refusal.isEmpty {
        throw Failure(.refused, "The model answered: \(Failure.firstLine(refusal))")
      }
      if let reason = choice.finishReason { events.append(.end(Self.reason(reason))) }
    }
    if let usage = chunk.usage, let prompt = usage.promptTokens {
      events.append(.usage(Draft.Usage(promptTokens: prompt, answerTokens: usage.completionTokens ?? 0)))
    }
    return events
  }

  private static func reason(_ word: String) -> AnswerReader.Reason {
    switch word {
    case "length", "max_tokens": .length
    case "content_filter": .blocked
    default: .stop
    }
  }
}
