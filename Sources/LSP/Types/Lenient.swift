// Both conform where their values do and ask nothing of them otherwise: a type that does is looked up among all
// conformances of the process when it is first used, and the first message would wait for dozens of such searches.

/// A value that is nil where it is absent, null or not of its type, so that one odd value in a large object does
/// not cost the rest.
///
/// Nil is written by leaving the key out.
@propertyWrapper
package struct Lenient<Value> {
  package var wrappedValue: Value?

  package init(wrappedValue: Value?) {
    self.wrappedValue = wrappedValue
  }
}

extension Lenient: Sendable where Value: Sendable {}
extension Lenient: Equatable where Value: Equatable {}
extension Lenient: Hashable where Value: Hashable {}

extension Lenient: Decodable where Value: Decodable {
  package init(from decoder: any Decoder) throws {
    wrappedValue = try? Value(from: decoder)
  }
}

extension Lenient: Encodable where Value: Encodable {
  package func encode(to encoder: any Encoder) throws {
    try wrappedValue.encode(to: encoder)
  }
}

/// An array without the elements that are not of their type; empty where it is absent or no array.
@propertyWrapper
package struct LenientArray<Element> {
  package var wrappedValue: [Element]

  package init(wrappedValue: [Element]) {
    self.wrappedValue = wrappedValue
  }
}

extension LenientArray: Sendable where Element: Sendable {}
extension LenientArray: Equatable where Element: Equatable {}
extension LenientArray: Hashable where Element: Hashable {}

extension LenientArray: Decodable where Element: Decodable {
  package init(from decoder: any Decoder) throws {
    let elements = try? [Lenient<Element>](from: decoder)
    wrappedValue = elements?.compactMap(\.wrappedValue) ?? []
  }
}

extension LenientArray: Encodable where Element: Encodable {
  package func encode(to encoder: any Encoder) throws {
    try wrappedValue.encode(to: encoder)
  }
}

// Synthesised coding calls these instead of the general ones: an absent key is no error, and nil writes no key.

extension KeyedDecodingContainer {
  func decode<Value: Decodable>(_: Lenient<Value>.Type, forKey key: Key) throws -> Lenient<Value> {
    Lenient(wrappedValue: (try? decodeIfPresent(Value.self, forKey: key)) ?? nil)
  }

  func decode<Element: Decodable>(_: LenientArray<Element>.Type, forKey key: Key) throws -> LenientArray<Element> {
    try decodeIfPresent(LenientArray<Element>.self, forKey: key) ?? LenientArray(wrappedValue: [])
  }
}

extension KeyedEncodingContainer {
  mutating func encode<Value: Encodable>(_ value: Lenient<Value>, forKey key: Key) throws {
    try encodeIfPresent(value.wrappedValue, forKey: key)
  }
}
