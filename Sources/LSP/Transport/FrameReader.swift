/// Cuts a stream of bytes into the bodies of its frames.
///
/// A frame is a header of lines, an empty line, and as many bytes as `Content-Length` says. Push bytes as they come,
/// cut anywhere; pull bodies until there is none. After a throw the stream is lost: nobody knows where the next
/// frame begins.
package struct FrameReader: Sendable {
  /// The longest header that is read, in bytes.
  ///
  /// Real ones are below 100.
  package static let longestHeader = 8 * 1024
  /// The longest body that is read, in bytes: far more than any editor's document, far less than memory.
  package static let longestBody = 256 * 1024 * 1024

  /// From so many bytes on it matters how often a body is moved in memory.
  private static let handedOver = 256 * 1024

  private let longestBody: Int
  private var bytes: [UInt8] = []
  /// Where what has not been pulled begins in `bytes`.
  private var start = 0
  /// Where the line of the header that is being read begins; everything before it has been read.
  private var line = 0
  /// Up to where that line has been searched for its end.
  private var searched = 0
  private var contentLength: Int?
  /// Whether the header is complete, so that `start` is where the body begins.
  private var isInBody = false

  /// A lower `longestBody` is for tests.
  package init(longestBody: Int = FrameReader.longestBody) {
    self.longestBody = longestBody
  }

  /// Whether a frame has begun and is not complete.
  package var isInFrame: Bool { isInBody || start < bytes.count }

  package mutating func push(_ new: ArraySlice<UInt8>) {
    // What was pulled is dropped when it is at least half, so that every byte moves a constant number of times.
    if start > 0, start >= bytes.count - start {
      bytes.removeFirst(start)
      line -= start
      searched -= start
      start = 0
    }
    bytes.append(contentsOf: new)
  }

  /// The body of the next frame; nil until it is complete.
  package mutating func next() throws(FrameError) -> [UInt8]? {
    if !isInBody {
      guard try readHeader() else { return nil }
    }
    let length = contentLength ?? 0
    guard bytes.count - start >= length else { return nil }
    guard bytes.count > start + length || length < FrameReader.handedOver else {
      // A long message that nothing follows yet is handed over as it is, not copied.
      bytes.removeFirst(start)
      defer { bytes = [] }
      startFrame(at: 0)
      return bytes
    }
    let body = Array(bytes[start..<start + length])
    startFrame(at: start + length)
    return body
  }

  private mutating func startFrame(at index: Int) {
    start = index
    line = index
    searched = index
    contentLength = nil
    isInBody = false
    if start == bytes.count {
      // The memory of a large message is given back.
      bytes.removeAll(keepingCapacity: bytes.capacity <= FrameReader.handedOver)
      start = 0
      line = 0
      searched = 0
    }
  }

  /// Reads the lines that are complete; true when the empty one at the end of the header was among them.
  private mutating func readHeader() throws(FrameError) -> Bool {
    while let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
      var content = bytes[line..<end]
      if content.last == UInt8(ascii: "\r") { content.removeLast() }
      if end - start >= FrameReader.longestHeader { throw .headerTooLong }
      line = end + 1
      searched = line
      if content.isEmpty {
        guard let contentLength else { throw .noContentLength }
        start = line
        isInBody = true
        // Once, not by doubling.
        if contentLength >= FrameReader.handedOver { bytes.reserveCapacity(start + contentLength) }
        return true
      }
      try readField(content)
    }
    searched = bytes.count
    if bytes.count - start >= FrameReader.longestHeader { throw .headerTooLong }
    return false
  }

  /// Reads `Name: value`; only the content's length is of interest.
  private mutating func readField(_ field: ArraySlice<UInt8>) throws(FrameError) {
    guard let colon = field.firstIndex(of: UInt8(ascii: ":")), colon > field.startIndex else {
      throw .notAField(String(decoding: field, as: UTF8.self))
    }
    let name = String(decoding: field[..<colon], as: UTF8.self).lowercased()
    guard name == "content-length" else { return }
    let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    var digits = field[(colon + 1)...].drop(while: isBlank)
    while let last = digits.last, isBlank(last) { digits.removeLast() }
    let value = String(decoding: digits, as: UTF8.self)
    guard let first = digits.first, UInt8(ascii: "0")...UInt8(ascii: "9") ~= first, let length = Int(value) else {
      throw .notALength(value)
    }
    guard length <= longestBody else { throw .bodyTooLong(length) }
    guard contentLength == nil || contentLength == length else { throw .notALength(value) }
    contentLength = length
  }
}

/// Why a stream of bytes is no stream of frames.
package enum FrameError: Error, Hashable, Sendable, CustomStringConvertible {
  case headerTooLong
  case noContentLength
  /// A line of a header without a name and a colon.
  case notAField(String)
  /// A content's length that is no number, or two that differ.
  case notALength(String)
  /// In bytes.
  case bodyTooLong(Int)

  package var description: String {
    switch self {
    case .headerTooLong: "a header is longer than \(FrameReader.longestHeader) bytes"
    case .noContentLength: "a header has no Content-Length"
    case .notAField(let line): "a header has a line that is no field: \(line.debugDescription)"
    case .notALength(let value): "a header has a Content-Length that cannot be: \(value.debugDescription)"
    case .bodyTooLong(let length): "a body of \(length) bytes is too long to read"
    }
  }
}

/// A body with its header, in one buffer, so that one write sends it.
package func frame(_ body: [UInt8]) -> [UInt8] {
  let header = "Content-Length: \(body.count)\r\n\r\n"
  var bytes: [UInt8] = []
  bytes.reserveCapacity(header.utf8.count + body.count)
  bytes += header.utf8
  bytes += body
  return bytes
}
