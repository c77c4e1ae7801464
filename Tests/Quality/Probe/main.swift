import Summaries

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Asks the product what it makes of a prose that somebody else wrote (Tests/Quality): one JSON object a line on standard
// input, {"source", "draft"}, and for each one the note that a model's answer of those words would have become.

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

let encoder = JSONEncoder()
while let line = readLine() {
  let question = try JSONDecoder().decode(Question.self, from: Data(line.utf8))
  let note = groundedNote(Draft(text: question.draft), of: Array(question.source.utf8))
  print(String(decoding: try encoder.encode(Answer(note)), as: UTF8.self))
}
