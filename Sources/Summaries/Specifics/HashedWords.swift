/// A closed list of words, asked for by hash: open addressing over a power of two.
struct HashedWords: Sendable {
  private var keys: [UInt64]
  private let mask: Int

  /// `list`: the words, white space between them.
  init(_ list: String) {
    let words = list.split(whereSeparator: \.isWhitespace).map { Fingerprint.of(String($0)) }
    var size = 64
    while size < words.count * 4 { size *= 2 }
    mask = size - 1
    keys = Array(repeating: 0, count: size)
    for key in words {
      var slot = Int(truncatingIfNeeded: key ^ key >> 32) & mask
      while keys[slot] != 0, keys[slot] != key { slot = (slot + 1) & mask }
      keys[slot] = key
    }
  }

  func contains(_ hash: UInt64) -> Bool {
    var slot = Int(truncatingIfNeeded: hash ^ hash >> 32) & mask
    while keys[slot] != 0 {
      if keys[slot] == hash { return true }
      slot = (slot + 1) & mask
    }
    return false
  }
}
