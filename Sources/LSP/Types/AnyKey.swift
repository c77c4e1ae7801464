/// A key of any name, for what is written before the process is warm.
///
/// For each type of keys that an encoder meets, the runtime makes some generic types, which takes longer than to write
/// what they hold: with one type of keys the first answer is there sooner.
struct AnyKey: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringLiteral name: String) { stringValue = name }
  init(stringValue name: String) { stringValue = name }
  init?(intValue: Int) { nil }
}

extension KeyedEncodingContainer<AnyKey> {
  /// An object of that name, written by `write`.
  mutating func object(_ name: AnyKey, _ write: (inout KeyedEncodingContainer<AnyKey>) throws -> Void) throws {
    var inner = nestedContainer(keyedBy: AnyKey.self, forKey: name)
    try write(&inner)
  }

  mutating func strings(_ name: AnyKey, _ values: [String]) throws {
    var inner = nestedUnkeyedContainer(forKey: name)
    for value in values { try inner.encode(value) }
  }
}
