public import Foundation

/// What was said in a session, in order.
///
/// The collection itself holds the entries: there is no property for them.
public struct Transcript: Sendable, Equatable, RandomAccessCollection {
  private var entries: [Entry]

  public init(entries: some Sequence<Entry> = []) { self.entries = Array(entries) }

  public var startIndex: Int { entries.startIndex }
  public var endIndex: Int { entries.endIndex }
  public subscript(index: Int) -> Entry {
    get { entries[index] }
    set { entries[index] = newValue }
  }

  mutating func append(_ entry: Entry) { entries.append(entry) }
  mutating func removeLast(downTo count: Int) { entries.removeSubrange(count...) }

  public enum Entry: Sendable, Equatable, Identifiable {
    case instructions(Instructions)
    case prompt(Prompt)
    case response(Response)
    #if SDK_27
      case reasoning(Response)
    #endif

    public var id: String {
      switch self {
      case .instructions(let entry): entry.id
      case .prompt(let entry): entry.id
      case .response(let entry): entry.id
      #if SDK_27
        case .reasoning(let entry): entry.id
      #endif
      }
    }

    var text: String {
      switch self {
      case .instructions(let entry): entry.segments.map(\.text).joined()
      case .prompt(let entry): entry.segments.map(\.text).joined()
      case .response(let entry): entry.segments.map(\.text).joined()
      #if SDK_27
        case .reasoning(let entry): entry.segments.map(\.text).joined()
      #endif
      }
    }
  }

  public enum Segment: Sendable, Equatable {
    case text(TextSegment)

    var text: String {
      switch self {
      case .text(let segment): segment.content
      }
    }
  }

  public struct TextSegment: Sendable, Equatable, Identifiable {
    public var id: String
    public var content: String
    public init(id: String = UUID().uuidString, content: String) {
      self.id = id
      self.content = content
    }
  }

  public struct Instructions: Sendable, Equatable, Identifiable {
    public var id: String
    public var segments: [Segment]
    init(id: String = UUID().uuidString, segments: [Segment]) {
      self.id = id
      self.segments = segments
    }
  }

  public struct Prompt: Sendable, Equatable, Identifiable {
    public var id: String
    public var segments: [Segment]
    public var options: GenerationOptions
    public init(
      id: String = UUID().uuidString,
      segments: [Segment],
      options: GenerationOptions = GenerationOptions()
    ) {
      self.id = id
      self.segments = segments
      self.options = options
    }
  }

  public struct Response: Sendable, Equatable, Identifiable {
    public var id: String
    public var segments: [Segment]
    init(id: String = UUID().uuidString, segments: [Segment]) {
      self.id = id
      self.segments = segments
    }
  }
}
