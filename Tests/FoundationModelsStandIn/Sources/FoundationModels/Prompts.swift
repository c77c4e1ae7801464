/// What a request says.
public struct Prompt: Sendable {
  // The real module offers no way back to the text.
  let text: String

  init(text: String) { self.text = text }
  public init(_ content: some PromptRepresentable) { self = content.promptRepresentation }
  public init(@PromptBuilder _ content: () throws -> Prompt) rethrows { self = try content() }
}

/// What a session is told before its first request.
public struct Instructions: Sendable {
  let text: String

  init(text: String) { self.text = text }
  public init(_ content: some InstructionsRepresentable) { self = content.instructionsRepresentation }
  public init(@InstructionsBuilder _ content: () throws -> Instructions) rethrows { self = try content() }
}

public protocol PromptRepresentable {
  @PromptBuilder var promptRepresentation: Prompt { get }
}

public protocol InstructionsRepresentable {
  @InstructionsBuilder var instructionsRepresentation: Instructions { get }
}

extension Prompt: PromptRepresentable {
  // A "return" keeps the builder, whose parts are prompts themselves, out of it.
  public var promptRepresentation: Prompt {
    let whole = self
    return whole
  }
}

extension Instructions: InstructionsRepresentable {
  public var instructionsRepresentation: Instructions {
    let whole = self
    return whole
  }
}

@resultBuilder public struct PromptBuilder {
  public static func buildBlock<each P: PromptRepresentable>(_ components: repeat each P) -> Prompt {
    var texts: [String] = []
    for component in repeat each components { texts.append(component.promptRepresentation.text) }
    return Prompt(text: texts.joined(separator: "\n"))
  }
  public static func buildArray(_ prompts: [some PromptRepresentable]) -> Prompt {
    Prompt(text: prompts.map(\.promptRepresentation.text).joined(separator: "\n"))
  }
  public static func buildEither(first component: some PromptRepresentable) -> Prompt { Prompt(component) }
  public static func buildEither(second component: some PromptRepresentable) -> Prompt { Prompt(component) }
  public static func buildOptional(_ component: Prompt?) -> Prompt { component ?? Prompt(text: "") }
  public static func buildLimitedAvailability(_ prompt: some PromptRepresentable) -> Prompt { Prompt(prompt) }
  public static func buildExpression<P: PromptRepresentable>(_ expression: P) -> P { expression }
  public static func buildExpression(_ expression: Prompt) -> Prompt { expression }
}

@resultBuilder public struct InstructionsBuilder {
  public static func buildBlock<each I: InstructionsRepresentable>(_ components: repeat each I) -> Instructions {
    var texts: [String] = []
    for component in repeat each components { texts.append(component.instructionsRepresentation.text) }
    return Instructions(text: texts.joined(separator: "\n"))
  }
  public static func buildArray(_ instructions: [some InstructionsRepresentable]) -> Instructions {
    Instructions(text: instructions.map(\.instructionsRepresentation.text).joined(separator: "\n"))
  }
  public static func buildEither(first component: some InstructionsRepresentable) -> Instructions {
    Instructions(component)
  }
  public static func buildEither(second component: some InstructionsRepresentable) -> Instructions {
    Instructions(component)
  }
  public static func buildOptional(_ component: Instructions?) -> Instructions { component ?? Instructions(text: "") }
  public static func buildExpression<I: InstructionsRepresentable>(_ expression: I) -> I { expression }
  public static func buildExpression(_ expression: Instructions) -> Instructions { expression }
}
