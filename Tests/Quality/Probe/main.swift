import Summaries

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Asks the product's own code what cannot be asked from outside (Tests/Quality).
//
// Without arguments: what it makes of a prose that somebody else wrote. One JSON object a line on standard input,
// {"source", "draft"}, and for each one the note that a model's answer of those words would have become.
// `--notes FILE`: takes the notes of a text in passages of some 4,000 bytes, to be timed, and says how much is in them.

/// A passage and what a model is supposed to have answered to it.
struct Question: Decodable {
  var source: String
  var draft: String
}

/// The note in the report's words; offsets are UTF-8, relative to the source.
struct Answer: Encodable {
  struct Sentence: Encodable {
    var text: String
    var range: [Int]?
  }

  struct Unsupported: Encodable {
    var text: String
    var kind: String
  }

  struct Omission: Encodable {
    var value: String
    var kind: String
    var context: String
    var range: [Int]
  }

  var sentences: [Sentence]
  var notInText: [Unsupported]
  var omitted: [Omission]

  init(_ note: Note) {
    sentences = note.sentences.map { sentence in
      Sentence(text: sentence.text, range: sentence.range.map { [$0.lowerBound, $0.upperBound] })
    }
    notInText = note.notInText.map { Unsupported(text: $0.text, kind: $0.kind.rawValue) }
    omitted = note.omitted.map { row in
      Omission(
        value: row.value,
        kind: row.kind.rawValue,
        context: row.context,
        range: [row.range.lowerBound, row.range.upperBound]
      )
    }
  }
}

/// Answers the questions of standard input until it ends.
func answer() throws {
  let encoder = JSONEncoder()
  while let line = readLine() {
    let question = try JSONDecoder().decode(Question.self, from: Data(line.utf8))
    let note = groundedNote(Draft(text: question.draft), of: Array(question.source.utf8))
    print(String(decoding: try encoder.encode(Answer(note)), as: UTF8.self))
  }
}

/// Takes the notes of a text, passage after passage, each cut at the end of a line.
func takeNotes(of text: [UInt8]) {
  var sentences = 0
  var omitted = 0
  var begin = 0
  while begin < text.count {
    let end = text[min(text.count, begin + 4_000)...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? text.count
    let note = builtInNote(of: Array(text[begin..<end]), ceiling: 220)
    sentences += note.sentences.count
    omitted += note.omitted.count
    begin = end
  }
  print("\(sentences) sentences, \(omitted) specifics left out")
}

switch CommandLine.arguments.dropFirst().first {
case nil: try answer()
case "--notes" where CommandLine.arguments.count == 3:
  takeNotes(of: Array(try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[2]))))
default:
  print("usage: quality-probe [--notes FILE]")
}
