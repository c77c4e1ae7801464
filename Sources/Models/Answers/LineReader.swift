/// Cuts a stream of bytes into lines, however it was cut into pieces.
///
/// A line ends with LF, CR or CR LF, which is not part of it.
struct LineReader {
  /// No line of an answer is longer: what is, is not one.
  static let longestLine = 4 << 20

  /// The line is too long to be one.
  struct TooLong: Error {}

  private var line: [UInt8] = []
  private var endedInCarriageReturn = false

  /// The lines that these bytes end.
  mutating func lines(of bytes: [UInt8]) throws(TooLong) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    for byte in bytes {
      let isSecondHalf = endedInCarriageReturn && byte == UInt8(ascii: "\n")
      endedInCarriageReturn = byte == UInt8(ascii: "\r")
      if isSecondHalf { continue }
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        lines.append(line)
        line = []
      } else {
        guard line.count < Self.longestLine else { throw TooLong() }
        line.append(byte)
      }
    }
    return lines
  }

  /// What stood behind the last line's end.
  mutating func rest() -> [UInt8] {
    defer { line = [] }
    return line
  }
}
