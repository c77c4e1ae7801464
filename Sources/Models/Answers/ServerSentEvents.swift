/// Reads the data of server-sent events out of a stream of bytes (WHATWG HTML, "Server-sent events").
///
/// Comments, which servers send to keep a connection open, and all fields but `data` are passed over.
struct ServerSentEvents {
  private var lines = LineReader()
  private var data: [UInt8]?
  private var isFirstLine = true

  /// The data of the events that these bytes end.
  mutating func events(of bytes: [UInt8]) throws(LineReader.TooLong) -> [[UInt8]] {
    var events: [[UInt8]] = []
    for line in try lines.lines(of: bytes) { take(line, &events) }
    return events
  }

  /// The data of an event that the stream ended in: some servers leave out the last empty line.
  mutating func rest() -> [[UInt8]] {
    var events: [[UInt8]] = []
    take(lines.rest(), &events)
    take([], &events)
    return events
  }

  private mutating func take(_ whole: [UInt8], _ events: inout [[UInt8]]) {
    var line = whole[...]
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if isFirstLine, line.starts(with: byteOrderMark) { line = line.dropFirst(3) }
    isFirstLine = false
    if line.isEmpty {
      if let data { events.append(data) }
      data = nil
      return
    }
    guard line.starts(with: Array("data".utf8)) else { return }
    var value = line.dropFirst(4)
    guard value.isEmpty || value.first == UInt8(ascii: ":") else { return }
    value = value.dropFirst()
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    data = data.map { $0 + [UInt8(ascii: "\n")] + value } ?? Array(value)
  }
}
