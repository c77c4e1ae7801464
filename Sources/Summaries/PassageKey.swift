/// The name of a passage's content: a hash of its text, trimmed, with every run of white space taken as one space.
///
/// Two passages with the same words have the same key, wherever they stand and however they are wrapped. The
/// hashes of consecutive sentences compose to the hash of the run that they form, so a key does not depend on
/// where the sentences were split, and any run of sentences can be looked up in constant time (`Outline`).
/// It is the same on every machine and in every version that shares `Outline.format`.
package struct PassageKey: Hashable, Sendable, Comparable {
  package let value: UInt64

  package init(value: UInt64) {
    self.value = value
  }

  package static func < (left: PassageKey, right: PassageKey) -> Bool { left.value < right.value }
}

/// What is remembered of a passage's borders: enough to find it again in a text by a scan over sentence hashes.
package struct KnownPassage: Hashable, Sendable {
  package let key: PassageKey
  /// The key of its first sentence alone.
  package let first: PassageKey
  /// How many sentences it has, each piece of one too long for a passage counted; at least 1.
  package let count: Int

  package init(key: PassageKey, first: PassageKey, count: Int) {
    self.key = key
    self.first = first
    self.count = count
  }
}
