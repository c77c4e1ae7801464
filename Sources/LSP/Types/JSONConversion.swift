#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension JSONValue {
  /// The JSON that `value` is written as.
  package init(encoding value: some Encodable) throws {
    self = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value))
  }

  /// Reads this as a `T`.
  ///
  /// `path` says where it stood, for the message of the error: `arguments[0]`.
  package func decode<T: Decodable>(as type: T.Type = T.self, at path: String = "") throws(ParamsError) -> T {
    do {
      return try JSONDecoder().decode(type, from: JSONEncoder().encode(self))
    } catch {
      throw ParamsError(error, at: path)
    }
  }

  /// This as JSON text, UTF-8.
  package func bytes() throws -> [UInt8] { [UInt8](try JSONEncoder().encode(self)) }
}
