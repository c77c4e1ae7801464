/// Why the params of a message could not be read, in words that name the key.
package struct ParamsError: Error, Hashable, Sendable, CustomStringConvertible {
  package var message: String

  package init(message: String) {
    self.message = message
  }

  package var description: String { message }

  /// Puts what `Decodable` throws into words: "params.position.line: expected a number".
  package init(_ error: any Error, at path: String = "") {
    guard let error = error as? DecodingError else {
      self.init(message: path.isEmpty ? "\(error)" : "\(path): \(error)")
      return
    }
    switch error {
    case .keyNotFound(let key, let context):
      self.init(at: path, context.codingPath + [key], "is missing")
    case .valueNotFound(let type, let context):
      self.init(at: path, context.codingPath, "expected \(ParamsError.name(of: type)), found null")
    case .typeMismatch(let type, let context):
      self.init(at: path, context.codingPath, "expected \(ParamsError.name(of: type))")
    case .dataCorrupted(let context):
      self.init(at: path, context.codingPath, context.debugDescription)
    @unknown default:
      self.init(at: path, [], "cannot be read")
    }
  }

  private init(at path: String, _ keys: [any CodingKey], _ problem: String) {
    var path = path
    for key in keys {
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
    self.init(message: path.isEmpty ? problem : "\(path): \(problem)")
  }

  /// What a type is called in JSON; a type of ours is an object.
  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a string"
    case is Int.Type, is Double.Type: "a number"
    case is Bool.Type: "true or false"
    case is any ArrayOfAny.Type: "an array"
    default: "an object"
    }
  }
}

/// Any array, whatever its elements.
private protocol ArrayOfAny {}
extension Array: ArrayOfAny {}
