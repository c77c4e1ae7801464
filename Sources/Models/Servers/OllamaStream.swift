import Summaries

/// Reads an answer of Ollama's: one object to a line.
struct OllamaStream: AnswerParser {
  private var reader = JSONLines()

  mutating func begin(_ head: HTTPHead) {}

  mutating func events(of bytes: [UInt8]) throws -> [AnswerEvent] {
    let lines: [[UInt8]]
    do throws(LineReader.TooLong) {
      lines = try reader.values(of: bytes)
    } catch {
      throw Failure.garbage(bytes)
    }
    return try lines.flatMap { try Self.events(in: $0) }
  }

  mutating func rest() throws -> [AnswerEvent] {
    let last = reader.rest()
    // A line that was cut off is how a lost connection looks.
    return try last.filter { decoded(OllamaWire.Line.self, $0) != nil }.flatMap { try Self.events(in: $0) }
  }

  private static func events(in bytes: [UInt8]) throws -> [AnswerEvent] {
    guard let line = decoded(OllamaWire.Line.self, bytes) else { throw Failure.garbage(bytes) }
    if let error = line.error { throw Failure(inStream: ServerError(message: error)) }
    guard line.message != nil || line.isDone != nil else { throw Failure.garbage(bytes) }
    var events: [AnswerEvent] = []
    if let piece = line.message?.thinking { events.append(.reasoning(piece)) }
    if let piece = line.message?.content, !piece.isEmpty { events.append(.text(piece)) }
    guard line.isDone == true else { return events }
    if let prompt = line.promptTokens {
      events.append(.usage(Draft.Usage(promptTokens: prompt, answerTokens: line.answerTokens ?? 0)))
    }
    return events + [.end(line.reason == "length" ? .length : .stop), .done]
  }
}
