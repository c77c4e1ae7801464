#if SDK_27
  public import Foundation
#endif

public protocol ConvertibleFromGeneratedContent: SendableMetatype {
  init(_ content: GeneratedContent) throws
}

public protocol ConvertibleToGeneratedContent: InstructionsRepresentable, PromptRepresentable {
  var generatedContent: GeneratedContent { get }
}

extension ConvertibleToGeneratedContent {
  public var promptRepresentation: Prompt {
    let whole = Prompt(text: generatedContent.jsonString)
    return whole
  }
  public var instructionsRepresentation: Instructions {
    let whole = Instructions(text: generatedContent.jsonString)
    return whole
  }
}

public protocol Generable: ConvertibleFromGeneratedContent, ConvertibleToGeneratedContent {
  associatedtype PartiallyGenerated: ConvertibleFromGeneratedContent = Self
  static var generationSchema: GenerationSchema { get }
}

/// A piece of an answer with a shape; here a string, an array of strings or an object of both.
public struct GeneratedContent: Sendable, Equatable, Generable {
  indirect enum Value: Sendable, Equatable {
    case string(String)
    case array([Value])
    case object([String: Value])
    case null
  }

  let value: Value
  public var isComplete: Bool

  init(value: Value, isComplete: Bool = true) {
    self.value = value
    self.isComplete = isComplete
  }

  public init(_ content: GeneratedContent) { self = content }

  public init(properties: KeyValuePairs<String, any ConvertibleToGeneratedContent>) {
    let pairs = properties.map { ($0.key, $0.value.generatedContent.value) }
    self.init(value: .object(Dictionary(pairs, uniquingKeysWith: { $1 })))
  }

  public static var generationSchema: GenerationSchema { GenerationSchema(type: Self.self, properties: []) }
  public var generatedContent: GeneratedContent { self }

  public var jsonString: String {
    func json(_ value: Value) -> String {
      switch value {
      case .string(let text): "\"\(text.escaped)\""
      case .array(let values): "[\(values.map(json).joined(separator: ", "))]"
      case .object(let values):
        "{\(values.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \(json($0.value))" }.joined(separator: ", "))}"
      case .null: "null"
      }
    }
    return json(value)
  }

  public func value<Value: ConvertibleFromGeneratedContent>(_ type: Value.Type = Value.self) throws -> Value {
    try Value(self)
  }

  public func value<Value: ConvertibleFromGeneratedContent>(
    _ type: Value.Type = Value.self,
    forProperty property: String
  ) throws -> Value {
    guard case .object(let values) = value, let found = values[property] else {
      throw StandInProblem(description: "no property \(property)")
    }
    return try Value(GeneratedContent(value: found, isComplete: isComplete))
  }

  public func value<Value: ConvertibleFromGeneratedContent>(
    _ type: Value?.Type = Value?.self,
    forProperty property: String
  ) throws -> Value? {
    guard case .object(let values) = value, let found = values[property] else { return nil }
    return try Value(GeneratedContent(value: found, isComplete: isComplete))
  }

  #if SDK_27
    public struct ParsingError: LocalizedError, Sendable {
      public let rawContent: String
      public let debugDescription: String
      public let underlyingError: (any Swift.Error)?
      public init(rawContent: String, debugDescription: String, underlyingError: (any Swift.Error)? = nil) {
        self.rawContent = rawContent
        self.debugDescription = debugDescription
        self.underlyingError = underlyingError
      }
    }
  #endif
}

struct StandInProblem: Error, CustomStringConvertible {
  let description: String
}

extension String: Generable {
  public init(_ content: GeneratedContent) throws {
    guard case .string(let text) = content.value else { throw StandInProblem(description: "not a string") }
    self = text
  }
  public static var generationSchema: GenerationSchema { GenerationSchema(type: Self.self, properties: []) }
  public var generatedContent: GeneratedContent { GeneratedContent(value: .string(self)) }
  public var promptRepresentation: Prompt {
    let whole = Prompt(text: self)
    return whole
  }
  public var instructionsRepresentation: Instructions {
    let whole = Instructions(text: self)
    return whole
  }
}

extension Array: PromptRepresentable, InstructionsRepresentable, ConvertibleToGeneratedContent
where Element: ConvertibleToGeneratedContent {
  public var generatedContent: GeneratedContent {
    GeneratedContent(value: .array(map(\.generatedContent.value)))
  }
}

extension Array: ConvertibleFromGeneratedContent where Element: ConvertibleFromGeneratedContent {
  public init(_ content: GeneratedContent) throws {
    guard case .array(let values) = content.value else { throw StandInProblem(description: "not an array") }
    self = try values.map { try Element(GeneratedContent(value: $0, isComplete: content.isComplete)) }
  }
}

extension Array: Generable where Element: Generable {
  public typealias PartiallyGenerated = [Element.PartiallyGenerated]
  public static var generationSchema: GenerationSchema { GenerationSchema(type: Self.self, properties: []) }
}

/// The shape that an answer is to have.
public struct GenerationSchema: Sendable {
  public struct Property: Sendable {
    let name: String
    let description: String?
    public init<Value: Generable>(
      name: String,
      description: String? = nil,
      type: Value.Type,
      guides: [GenerationGuide<Value>] = []
    ) {
      self.name = name
      self.description = description
    }
    public init<Value: Generable>(
      name: String,
      description: String? = nil,
      type: Value?.Type,
      guides: [GenerationGuide<Value>] = []
    ) {
      self.name = name
      self.description = description
    }
  }

  let properties: [Property]

  public init(type: any Generable.Type, description: String? = nil, properties: [Property]) {
    self.properties = properties
  }
}

/// A rule for a value that is generated; as in the real module no conformance to Sendable.
public struct GenerationGuide<Value> {}

extension GenerationGuide {
  public static func count<Element>(_ range: ClosedRange<Int>) -> GenerationGuide<[Element]> where Value == [Element] {
    GenerationGuide<[Element]>()
  }
}

extension String {
  fileprivate var escaped: String {
    reduce(into: "") { result, character in
      if character == "\\" || character == "\"" { result.append("\\") }
      result.append(character)
    }
  }
}
