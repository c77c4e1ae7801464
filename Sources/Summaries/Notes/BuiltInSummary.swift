/// One note out of the notes of several passages, without a model: the same choice over their sentences.
///
/// Its ledger comes from the source, never from the notes: a second pass must not lose what the first one kept.
/// Ranges are relative to `source`; a sentence whose place nobody knows is left out.
package func builtInSummary(
  of source: [UInt8],
  parts: [NoteRequest.Part],
  ceiling: Int,
  languageId: String = ""
) -> Note {
  let reading = Reading(source, languageId: languageId)
  var candidates: [Int] = []
  var groups: [Int32] = []
  for (number, part) in parts.enumerated() {
    for sentence in part.note.sentences {
      guard let range = sentence.range else { continue }
      let offset = range.lowerBound.addingReportingOverflow(part.offset).partialValue
      guard offset >= 0, offset < source.count else { continue }
      let piece = reading.piece(at: offset)
      guard piece < reading.pieces.count, candidates.last.map({ $0 < piece }) ?? true else { continue }
      candidates.append(piece)
      groups.append(Int32(truncatingIfNeeded: number))
    }
  }
  guard !candidates.isEmpty else { return builtInNote(of: source, ceiling: ceiling, languageId: languageId) }
  var groupOfPiece: [Int32] = Array(repeating: 0, count: reading.pieces.count)
  for (piece, group) in zip(candidates, groups) { groupOfPiece[piece] = group }
  let limit = max(1, min(ceiling, reading.outline.tokens / 3))
  var choice = Choice(from: reading, candidates: candidates, groups: groupOfPiece, limit: limit)
  var chosen = choice.choose()
  if chosen.isEmpty { chosen = [candidates[0]] }
  let fits = choice.spent > 0 && choice.spent <= ceiling
  let ranges = chosen.map { reading.pieces[$0].content }
  return reading.note(
    of: fits ? ranges : reading.cut(ranges, to: ceiling),
    headline: Headline(of: reading, isOfWholeText: true).text,
    withLeads: fits
  )
}
