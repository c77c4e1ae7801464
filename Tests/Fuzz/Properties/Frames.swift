import LSP

/// Frames come out as they went in, however the stream is cut, and a broken stream breaks in the same way.
func checkFrames(_ choices: inout Choices) throws(Broken) {
  if choices.bool() {
    let cuts = choices
    _ = try checkCuts(of: choices.rest(), cuts)
    return
  }
  var stream: [UInt8] = []
  var bodies: [[UInt8]] = []
  while !choices.isAtEnd && bodies.count < 6 {
    let body = Array(choices.text(most: 8).utf8)
    bodies.append(body)
    switch choices.number(below: 4) {
    case 0: stream += frame(body)
    case 1: stream += Array("content-length:\t\(body.count) \n\n".utf8) + body
    case 2: stream += Array("Content-Type: x; charset=utf-8\r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body
    default:
      stream += Array("CONTENT-LENGTH: 0\(body.count)\r\nX: \r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body
    }
  }
  let read = try checkCuts(of: stream, choices)
  try expect(read.bodies == bodies && read.error == nil, "\(bodies.count) frames went in, \(read) came out")
}

private struct FramesRead: Equatable {
  var bodies: [[UInt8]] = []
  var error: FrameError?
  var isInFrame = false
}

private func checkCuts(of stream: [UInt8], _ choices: Choices) throws(Broken) -> FramesRead {
  var choices = choices
  var whole = FrameReader(longestBody: 4_096)
  whole.push(stream[...])
  let expected = pull(&whole)
  var reader = FrameReader(longestBody: 4_096)
  var read = FramesRead()
  var offset = 0
  while offset < stream.count && read.error == nil {
    let end = min(stream.count, offset + 1 + choices.number(below: 24))
    reader.push(stream[offset..<end])
    let more = pull(&reader)
    read = FramesRead(bodies: read.bodies + more.bodies, error: more.error, isInFrame: more.isInFrame)
    offset = end
  }
  // After a broken header nothing is known of where the stream stands.
  if expected.error != nil { read.isInFrame = expected.isInFrame }
  try expect(read == expected, "cut into pieces a stream reads \(read) and in one \(expected)")
  return expected
}

private func pull(_ reader: inout FrameReader) -> FramesRead {
  var read = FramesRead()
  do throws(FrameError) {
    while let body = try reader.next() { read.bodies.append(body) }
  } catch {
    read.error = error
  }
  read.isInFrame = reader.isInFrame
  return read
}
