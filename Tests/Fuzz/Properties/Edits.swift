import LSP
import TestSupport

/// After any edits a text is what an array of UTF-16 units says, and so is every position in it.
func checkEdits(_ choices: inout Choices) throws(Broken) {
  let encoding = choices.element(PositionEncoding.allCases)
  let start = choices.text(most: 24)
  var model = UTF16Text(start)
  var text = DocumentText(start)
  var steps = 0
  while !choices.isAtEnd && steps < 24 {
    steps += 1
    let before = text.bytes
    let edit = try apply(&choices, to: &text, &model, encoding)
    let fresh = DocumentText(model.string)
    try expect(text.bytes == fresh.bytes, "edit \(steps) left another text than the model")
    try expect(
      text.lineCount == fresh.lineCount
        && (0...text.lineCount).allSatisfy { text.lineRange($0) == fresh.lineRange($0) },
      "edit \(steps) left other lines than a fresh text has"
    )
    guard let edit else {
      try expect(text.bytes == before, "a refused edit changed the text")
      continue
    }
    let new = text.bytes[edit.range.lowerBound..<edit.range.lowerBound + edit.newLength]
    let rebuilt = before[..<edit.range.lowerBound] + new + before[edit.range.upperBound...]
    try expect(Array(rebuilt) == text.bytes, "edit \(steps) did something else than it says")
  }
  try checkPositions(in: text, encoding)
}

/// Applies one change to both; nil where it was refused.
private func apply(
  _ choices: inout Choices,
  to text: inout DocumentText,
  _ model: inout UTF16Text,
  _ encoding: PositionEncoding
) throws(Broken) -> TextEdit? {
  if choices.number(below: 8) == 7 {
    let new = choices.text(most: 24)
    model = UTF16Text(new)
    return try? text.apply(TextDocumentContentChangeEvent(text: new), encoding)
  }
  let odd = [-1, Int(Int32.max), .max, .min]
  let ends = (0..<2).map { _ in
    let isOdd = choices.number(below: 16) == 15
    return Position(
      line: isOdd ? choices.element(odd) : choices.number(below: model.lineCount + 1),
      character: isOdd ? choices.element(odd) : choices.number(below: 20)
    )
  }
  let range = LSPRange(start: ends[0], end: ends[1])
  let new = choices.text(most: 3)
  let edit = try? text.apply(TextDocumentContentChangeEvent(range: range, text: new), encoding)
  try expect((edit == nil) == (range.end < range.start), "\(range) was \(edit == nil ? "refused" : "taken")")
  if edit != nil { model.replace(range.start, range.end, with: new, encoding) }
  return edit
}

private func checkPositions(in text: DocumentText, _ encoding: PositionEncoding) throws(Broken) {
  let reader = PositionReader(text, encoding)
  var last = Position(line: 0, character: 0)
  for offset in 0...text.count {
    let position = text.position(of: offset, encoding)
    try expect(reader.position(of: offset) == position, "the reader has another position of \(offset)")
    try expect(last <= position, "positions run backwards at \(offset)")
    last = position
    let back = text.offset(of: position, encoding)
    let isInside = offset < text.count && text.bytes[offset] & 0xC0 == 0x80
    let isInTerminator =
      offset > 0 && offset < text.count && text.bytes[offset - 1] == 0x0D && text.bytes[offset] == 0x0A
    try expect(
      isInside || isInTerminator ? back < offset : back == offset,
      "offset \(offset) is \(position), which is offset \(back)"
    )
  }
}
