/// Reads JSON values that stand one to a line out of a stream of bytes (NDJSON).
struct JSONLines {
  private var reader = LineReader()

  /// The values that these bytes end; empty lines are none.
  mutating func values(of bytes: [UInt8]) throws(LineReader.TooLong) -> [[UInt8]] {
    try reader.lines(of: bytes).filter { !Self.isBlank($0) }
  }

  /// The value that the stream ended in, if its last line had no end.
  mutating func rest() -> [[UInt8]] { [reader.rest()].filter { !Self.isBlank($0) } }

  private static func isBlank(_ line: [UInt8]) -> Bool { line.allSatisfy { $0 == 0x20 || $0 == 0x09 } }
}
