import Summaries

private let languages = ["", "plaintext", "markdown", "swift", "latex"]

/// Sentences cover the text in order, and the keys of their runs are the keys of the text that they hold.
func checkOutline(_ choices: inout Choices) throws(Broken) {
  let languageId = choices.element(languages)
  let weights = choices.element([TokenWeights.small, .medium, .large])
  let (i, j) = (choices.number(below: 65_536), choices.number(below: 65_536))
  let text = Array(choices.text().utf8)
  let outline = Outline(of: text, languageId: languageId, weights: weights)
  var end = 0
  for (index, sentence) in outline.sentences.enumerated() {
    try expect(sentence.range.lowerBound == end && !sentence.range.isEmpty, "sentence \(index) begins not at \(end)")
    end = sentence.range.upperBound
    try expect(isBorder(end, in: text), "sentence \(index) ends within a character")
    try expect(
      (sentence.range.lowerBound...end).contains(sentence.contentEnd),
      "the content of sentence \(index) ends at \(sentence.contentEnd), not in \(sentence.range)"
    )
    try expect(sentence.tokens >= 0 && sentence.tokens <= sentence.range.count * 8 + 1, "\(sentence.tokens) tokens")
    try expect(index == 0 || !sentence.isBlank, "sentence \(index) is blank")
    _ = outline.title(forSentence: index)
  }
  try expect(end == text.count && outline.range == 0..<text.count, "the sentences cover \(end) of \(text.count)")
  try expect(outline.tokens >= 0, "\(outline.tokens) tokens")
  guard !outline.sentences.isEmpty else { return }
  let first = i % outline.sentences.count
  let run = first..<(first + 1 + j % (outline.sentences.count - first))
  let range =
    outline.sentences[run.lowerBound].range.lowerBound..<outline.sentences[run.upperBound - 1].range.upperBound
  try expect(
    outline.known(run).key == PassageKey(of: text, in: range),
    "the key of sentences \(run) is not that of the text \(range)"
  )
  let part = Outline(of: text, in: range, languageId: languageId, weights: weights)
  try expect(part.range == range, "the outline of \(range) is of \(part.range)")
  let wrapped = text.map { $0 == 0x20 ? 0x0A : $0 }
  try expect(
    PassageKey(of: wrapped, in: range) == PassageKey(of: text, in: range),
    "the key changes when lines are wrapped"
  )
}

/// Specifics stand in the text, in order, as they are quoted.
func checkSpecifics(_ choices: inout Choices) throws(Broken) {
  let (i, j) = (choices.number(below: 65_536), choices.number(below: 65_536))
  let text = Array(choices.text().utf8)
  try check(Specific.scan(text), in: text, 0..<text.count)
  let start = i % (text.count + 1)
  let range = start..<(start + j % (text.count - start + 1))
  guard isBorder(range.lowerBound, in: text), isBorder(range.upperBound, in: text) else {
    _ = Specific.scan(text, in: range)
    return
  }
  try check(Specific.scan(text, in: range), in: text, range)
}

private func check(_ specifics: [Specific], in text: [UInt8], _ range: Range<Int>) throws(Broken) {
  var last = range.lowerBound
  for specific in specifics {
    let place = specific.range
    try expect(
      place.lowerBound >= last && place.upperBound <= range.upperBound && !place.isEmpty,
      "\(specific) is out of order or out of \(range)"
    )
    last = place.lowerBound
    try expect(
      isBorder(place.lowerBound, in: text) && isBorder(place.upperBound, in: text),
      "\(specific) begins or ends within a character"
    )
    try expect(!specific.value.isEmpty && !specific.canonical.isEmpty, "\(specific) is empty")
    let quoted = String(decoding: text[place], as: UTF8.self)
    try expect(solid(specific.value) == solid(quoted), "\(specific) stands not in the text: \(quoted)")
  }
}

/// What a text holds besides white space and controls.
private func solid(_ text: String) -> [Unicode.Scalar] {
  text.unicodeScalars.filter { !$0.properties.isWhitespace && $0.properties.generalCategory != .control }
}

/// A note without a model is there when there are words, keeps to its ceiling and points into its text; a model's
/// prose is traced into the text, whatever it says.
func checkNotes(_ choices: inout Choices) throws(Broken) {
  let ceiling = choices.element([220, 40, 7, 3, 2, 1, .max])
  let text = Array(choices.text().utf8)
  let hasWords = Outline(of: text).hasWords
  let note = builtInNote(of: text, ceiling: ceiling)
  try check(note, in: text)
  try expect(note.text.isEmpty != hasWords, "a text \(hasWords ? "with" : "without") words has the note \(note.text)")
  try expect(note == builtInNote(of: text, ceiling: ceiling), "two notes of one text differ")
  let tokens = TokenWeights.standard.tokens(in: Array(note.text.utf8))
  // At least one word, whatever it costs; each sentence's price is rounded, a break between paragraphs costs one, and
  // white space is shown as one space.
  let slack = 1 + note.sentences.count / 2 + note.text.utf8.count { $0 == 0x0A } / 2
  try expect(
    tokens <= max(ceiling.addingReportingOverflow(slack).overflow ? .max : ceiling + slack, 24),
    "\(tokens) tokens where \(ceiling) were allowed: \(note.text)"
  )
  let own = Draft(text: note.text, headline: note.headline, sentences: note.sentences)
  try check(groundedNote(own, of: text), in: text)
  let prose = choices.text()
  let grounded = groundedNote(Draft(text: prose), of: text)
  try check(grounded, in: text)
  try expect(grounded.text == prose, "grounding changed the draft")
  let parts = [note, grounded, note].map { NoteRequest.Part(note: $0, offset: choices.number(below: text.count + 1)) }
  try check(builtInSummary(of: text, parts: parts, ceiling: ceiling), in: text)
}

private func check(_ note: Note, in text: [UInt8]) throws(Broken) {
  for range in note.sentences.compactMap(\.range) + note.omitted.map(\.range) {
    try expect(range.lowerBound >= 0 && range.upperBound <= text.count, "\(range) is not in \(text.count) bytes")
    try expect(
      isBorder(range.lowerBound, in: text) && isBorder(range.upperBound, in: text),
      "\(range) begins or ends within a character"
    )
  }
}

func isBorder(_ offset: Int, in text: [UInt8]) -> Bool {
  offset == text.count || (offset >= 0 && offset < text.count && text[offset] & 0xC0 != 0x80)
}
