import LSP
import Testing

@Suite struct FrameReaderTests {
  static let stream = "Content-Length: 2\r\n\r\n{}Content-Length: 10\r\n\r\n\"é\\r\\n\\n\"Content-Length: 0\r\n\r\n"
  static let bodies = ["{}", "\"é\\r\\n\\n\"", ""]

  /// All the bodies that come out when the pieces go in one after the other.
  static func read(_ pieces: [ArraySlice<UInt8>], longestBody: Int = 1000) throws -> [String] {
    var reader = FrameReader(longestBody: longestBody)
    var bodies: [String] = []
    for piece in pieces {
      reader.push(piece)
      while let body = try reader.next() { bodies.append(String(decoding: body, as: UTF8.self)) }
    }
    return bodies
  }

  static func read(_ stream: String) throws -> [String] {
    try read([Array(stream.utf8)[...]])
  }

  @Test func `several frames come out of one push`() throws {
    #expect(try Self.read(Self.stream) == Self.bodies)
  }

  @Test func `a stream can be cut at any two bytes`() throws {
    let bytes = Array(Self.stream.utf8)
    for first in 0...bytes.count {
      for second in first...bytes.count {
        #expect(try Self.read([bytes[..<first], bytes[first..<second], bytes[second...]]) == Self.bodies)
      }
    }
  }

  @Test func `a stream can come byte by byte`() throws {
    let bytes = Array(Self.stream.utf8)
    #expect(try Self.read(bytes.indices.map { bytes[$0...$0] }) == Self.bodies)
  }

  @Test(arguments: [
    "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 2\r\n\r\n{}",
    "Content-Length: 2\r\nContent-Type: x\r\nX-Anything:\r\n\r\n{}",
    "CONTENT-LENGTH:2\r\n\r\n{}",
    "content-length: \t 2 \t\r\n\r\n{}",
    "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
    "Content-Length: 0002\r\n\r\n{}",
    "Content-Length: 2\n\n{}",
  ])
  func `headers come in any order, case and spacing`(stream: String) throws {
    #expect(try Self.read(stream) == ["{}"])
  }

  @Test(arguments: [
    ("\r\n", FrameError.noContentLength),
    ("Content-Type: x\r\n\r\n{}", .noContentLength),
    ("garbage\r\n", .notAField("garbage")),
    (": 2\r\n", .notAField(": 2")),
    ("{\"jsonrpc\":\"2.0\"}\n\n", .noContentLength),
    ("Content-Length: \r\n", .notALength("")),
    ("Content-Length: two\r\n", .notALength("two")),
    ("Content-Length: -2\r\n", .notALength("-2")),
    ("Content-Length: +2\r\n", .notALength("+2")),
    ("Content-Length: 2.0\r\n", .notALength("2.0")),
    ("Content-Length: 2 2\r\n", .notALength("2 2")),
    ("Content-Length: 99999999999999999999\r\n", .notALength("99999999999999999999")),
    ("Content-Length: 1001\r\n", .bodyTooLong(1001)),
    ("Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", .notALength("3")),
    (String(repeating: "x", count: FrameReader.longestHeader), .headerTooLong),
    (String(repeating: "x: y\r\n", count: FrameReader.longestHeader), .headerTooLong),
  ])
  func `a broken header is an error that says what is wrong`(stream: String, error: FrameError) {
    #expect(throws: error) { try Self.read(stream) }
  }

  @Test func `a frame that is complete is read before a broken one is complained of`() throws {
    var reader = FrameReader()
    reader.push(Array("Content-Length: 2\r\n\r\n{}garbage\r\n".utf8)[...])
    #expect(try reader.next() == Array("{}".utf8))
    #expect(throws: FrameError.notAField("garbage")) { try reader.next() }
  }

  @Test func `the reader says whether the stream ended within a frame`() throws {
    var reader = FrameReader()
    #expect(!reader.isInFrame)
    for piece in ["Con", "tent-Length: 2\r\n\r\n", "{"] {
      reader.push(Array(piece.utf8)[...])
      #expect(try reader.next() == nil)
      #expect(reader.isInFrame)
    }
    reader.push(Array("}".utf8)[...])
    #expect(try reader.next() == Array("{}".utf8))
    #expect(!reader.isInFrame)
  }

  @Test func `a frame that is written can be read, large and in many pieces`() throws {
    let body = [UInt8](repeating: UInt8(ascii: "x"), count: 3_000_000)
    let stream = frame(body) + frame([]) + frame(body)
    var reader = FrameReader()
    var lengths: [Int] = []
    for start in stride(from: 0, to: stream.count, by: 65_536) {
      reader.push(stream[start..<min(start + 65_536, stream.count)])
      while let body = try reader.next() { lengths.append(body.count) }
    }
    #expect(lengths == [3_000_000, 0, 3_000_000])
  }

  @Test func `the header counts bytes, not characters`() {
    #expect(String(decoding: frame(Array("\"é😀\"".utf8)), as: UTF8.self) == "Content-Length: 8\r\n\r\n\"é😀\"")
  }
}
