/// A draft as a note: each sentence traced to its place in the source, with what the draft leaves out of the
/// source and what it says that the source does not.
///
/// A draft that knows its sentences (the built-in note taker's) is taken at its word; the ledger is made unless it
/// brings that too.
package func groundedNote(_ draft: Draft, of source: [UInt8]) -> Note {
  if let sentences = draft.sentences, let omitted = draft.omitted {
    return Note(text: draft.text, headline: draft.headline, sentences: sentences, omitted: omitted)
  }
  let reading = Reading(source)
  if let sentences = draft.sentences {
    let ranges = sentences.compactMap(\.range).map { $0.clamped(to: 0..<source.count) }
    return Note(
      text: draft.text,
      headline: draft.headline,
      sentences: sentences,
      omitted: Ledger(of: reading).omissions(from: ranges.sorted { $0.lowerBound < $1.lowerBound })
    )
  }
  let grounding = Grounding(of: Reading(Array(draft.text.utf8)), in: reading)
  return Note(
    text: draft.text,
    headline: draft.headline ?? Headline(of: reading).text,
    sentences: grounding.sentences,
    omitted: Ledger(of: reading).omissions(from: [], canonicals: grounding.said),
    notInText: grounding.unsupported
  )
}
