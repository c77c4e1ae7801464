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

/// Where the sentences of a model's prose come from.
struct Grounding {
  private(set) var sentences: [Note.Traced] = []
  private(set) var unsupported: [Note.Unsupported] = []
  /// Canonical forms of the specifics that the draft mentions and the source holds.
  private(set) var said: Set<String> = []

  private let draft: Reading
  private let source: Reading
  private let sourceForms: SpecificForms
  /// Term → pieces of the source that hold it, in order.
  private var places: [UInt64: [Int32]] = [:]

  /// A sentence's words stand together when they do within so many sentences of the source running.
  private static let window = 3
  /// The share of a sentence's content that has to stand together to call the place its source.
  private static let tracedShare = 0.4
  /// Below this share, nowhere in the passage, a sentence is called unsupported.
  private static let supportedShare = 0.3
  /// Fewer content words than this say too little to be called an invention.
  private static let fewestTerms = 4

  init(of draft: Reading, in source: Reading) {
    self.draft = draft
    self.source = source
    sourceForms = SpecificForms(of: source)
    for (index, piece) in source.pieces.enumerated() {
      source.forEachTerm(in: piece.words) { term in
        if places[term]?.last != Int32(truncatingIfNeeded: index) {
          places[term, default: []].append(Int32(truncatingIfNeeded: index))
        }
      }
    }
    var flagged: Set<String> = []
    for piece in draft.pieces where !piece.words.isEmpty {
      trace(piece, &flagged)
    }
  }

  private mutating func trace(_ piece: Reading.Piece, _ flagged: inout Set<String>) {
    let text = draft.shown(piece.content)
    for specific in draft.specifics[piece.specifics] {
      if sourceForms.hold(specific) {
        said.insert(specific.canonical)
      } else if specific.kind != .quote, flagged.insert(specific.canonical).inserted {
        unsupported.append(Note.Unsupported(text: specific.value, kind: .specific))
      }
    }
    var terms: [UInt64] = []
    draft.forEachTerm(in: piece.body) { term in if !terms.contains(term) { terms.append(term) } }
    // Bounded: a run-on sentence is traced by its first words.
    let best = bestWindow(for: Array(terms.prefix(60)))
    let share = terms.isEmpty ? 0 : Double(best.hits) / Double(min(60, terms.count))
    let isTraced = share >= Self.tracedShare && best.hits >= min(2, terms.count)
    sentences.append(Note.Traced(text: text, range: isTraced ? best.range : nil))
    let isClaim = piece.sentence.kind != .heading && piece.sentence.kind != .furniture
    if isClaim, terms.count >= Self.fewestTerms, share < Self.supportedShare {
      unsupported.append(Note.Unsupported(text: text, kind: .sentence))
    }
  }

  /// The sentences of the source that hold most of the terms, the narrowest and first of equals.
  private func bestWindow(for terms: [UInt64]) -> (hits: Int, range: Range<Int>?) {
    // Each place that holds a term, with the number of the term; of a term that stands everywhere the first ones.
    var hits: [(piece: Int32, term: Int)] = []
    for (number, term) in terms.enumerated() {
      for place in places[term, default: []].prefix(400) { hits.append((place, number)) }
    }
    hits.sort { $0.piece != $1.piece ? $0.piece < $1.piece : $0.term < $1.term }
    var counts = Array(repeating: 0, count: terms.count)
    var distinct = 0
    var left = 0
    var best: (hits: Int, width: Int32, first: Int32, last: Int32) = (0, 0, 0, 0)
    for right in hits.indices {
      if counts[hits[right].term] == 0 { distinct += 1 }
      counts[hits[right].term] += 1
      while true {
        let isTooWide = hits[right].piece - hits[left].piece >= Int32(Self.window)
        guard isTooWide || left < right && counts[hits[left].term] > 1 else { break }
        counts[hits[left].term] -= 1
        if counts[hits[left].term] == 0 { distinct -= 1 }
        left += 1
      }
      let width = hits[right].piece - hits[left].piece
      if distinct > best.hits || distinct == best.hits && width < best.width {
        best = (distinct, width, hits[left].piece, hits[right].piece)
      }
    }
    guard best.hits > 0 else { return (0, nil) }
    let first = source.pieces[Int(best.first)].content
    let last = source.pieces[Int(best.last)].content
    return (best.hits, first.lowerBound..<max(first.lowerBound, last.upperBound))
  }
}
