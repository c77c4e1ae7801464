/// A few words that name the subject of a text: a title of its own, or the phrase that it comes back to.
///
/// Never a word that does not stand in the text; none rather than words that only occur in it.
struct Headline {
  /// Characters; what a lens has room for.
  static let longest = 60

  private let reading: Reading
  /// A heading names a whole text only where it stands over all of it.
  private let isOfWholeText: Bool

  init(of reading: Reading, isOfWholeText: Bool = false) {
    self.reading = reading
    self.isOfWholeText = isOfWholeText
  }

  var text: String? { title ?? subject.map { Self.shortened(reading.shown($0)) } }

  /// The heading that opens the text, or one within its first third.
  private var title: String? {
    let third = reading.outline.range.lowerBound + reading.outline.range.count / 3
    for index in reading.pieces.indices {
      let piece = reading.pieces[index]
      if piece.content.lowerBound > third, index > 0 { return nil }
      if isOfWholeText, piece.sentence.kind == .prose || piece.sentence.kind == .turn, piece.terms.count > 4 {
        return nil
      }
      guard piece.sentence.kind == .heading, namesSubject(piece),
        let title = reading.outline.title(forSentence: index), !Self.genericTitles.contains(title)
      else { continue }
      return Self.shortened(title)
    }
    return nil
  }

  /// "注意" (note), "名前" (name) and the like.
  private static let genericTitles: Set<String> = ["注意", "提示", "警告", "名前", "書式", "説明", "名称", "概要", "例", "参考"]

  /// Whether a heading has a word beyond those that any text might have for a heading.
  private func namesSubject(_ piece: Reading.Piece) -> Bool {
    reading.words[piece.words].contains { lexeme in
      switch lexeme.kind {
      case .word: lexeme.count > 2 && lexeme.traits.isDisjoint(with: [.genericTitle, .function])
      case .han, .katakana: true
      case .hiragana, .number, .sign, .symbol: false
      }
    }
  }

  // MARK: What the text comes back to

  /// Fewer mentions make no subject; of a text of few sentences two do.
  private static let fewestMentions = 5
  private static let shortText = 12
  /// The subject of a whole text comes up again after so many sentences at most, on average.
  private static let mostBetween = 40

  /// The pair of content words that stands in most sentences, with a third where it mostly follows; in CJK text a run.
  private var subject: Range<Int>? {
    var pairs = PhraseCounts(for: reading.words.count)
    for piece in reading.pieces where piece.sentence.kind != .furniture && piece.sentence.kind != .code {
      for index in piece.body where isTerm(index) {
        if reading.words[index].kind != .word {
          pairs.add(reading.words[index].hash, at: index)
        } else if index > piece.body.lowerBound, index + 1 < piece.body.upperBound, isTerm(index + 1), joins(index + 1),
          namesThing(index + 1), reading.words[index - 1].hash != Self.openingBracket
        {
          pairs.add(reading.words[index].stem &* 31 ^ reading.words[index + 1].stem, at: index)
        }
      }
    }
    let count = reading.pieces.count
    let least = isOfWholeText ? max(Self.fewestMentions, count / Self.mostBetween) : Self.fewestMentions
    guard let best = pairs.best, best.count >= (count <= Self.shortText ? 2 : least) else { return nil }
    let first = best.first
    // What comes up late is a part of the subject.
    let third = reading.outline.range.lowerBound + reading.outline.range.count / 3
    guard !isOfWholeText || reading.words[first].start <= third else { return nil }
    guard reading.words[first].kind == .word else { return reading.words[first].start..<reading.words[first].end }
    return reading.words[first].start..<reading.words[end(of: first, count: best.count)].end
  }

  /// "[Build Status](…": the text of a link or an image.
  private static let openingBracket: UInt64 = 0x5B

  /// Whether a word can end a name of something: no "implied", and in German a noun.
  private func namesThing(_ index: Int) -> Bool {
    let word = reading.words[index]
    if reading.language == .german { return word.isCapital }
    return !(reading.text[word.end - 1] == 0x64 && reading.text[word.end - 2] == 0x65)
  }

  /// The last word of the phrase that begins at `first`: the third one, where it nearly always follows the two.
  private func end(of first: Int, count: Int) -> Int {
    let third = first + 2
    guard third < reading.words.count, isTerm(third), joins(third) else { return first + 1 }
    var follows = 0
    for index in reading.words.indices.dropLast(2)
    where reading.words[index].stem == reading.words[first].stem
      && reading.words[index + 1].stem == reading.words[first + 1].stem
      && reading.words[index + 2].stem == reading.words[third].stem
    { follows += 1 }
    return follows * 4 >= count * 3 ? third : first + 1
  }

  private func isTerm(_ index: Int) -> Bool {
    let lexeme = reading.words[index]
    switch lexeme.kind {
    case .katakana, .han: return lexeme.count >= 3 && lexeme.count <= 12
    case .word: break
    case .hiragana, .number, .sign, .symbol: return false
    }
    let dull: Vocabulary.Traits = [
      .function, .filler, .everyday, .verb, .requirement, .reference, .goingOn, .leaning, .numberWord, .question, .unit,
    ]
    // A possessive ("Captain's") names its neighbour.
    let isPossessive = !lexeme.marks.contains(.nonASCII) && lexeme.end - lexeme.start > Int(lexeme.count)
    return !isPossessive && lexeme.count > 2 && lexeme.count < 30 && lexeme.traits.isDisjoint(with: dull)
  }

  /// Whether the word stands beside the one before it with nothing but a space between them.
  private func joins(_ index: Int) -> Bool {
    let lexeme = reading.words[index]
    return !lexeme.touches && !lexeme.marks.contains(.blankLineBefore) && lexeme.kind == .word
  }

  /// Cut at a word, so that it fits.
  static func shortened(_ text: String) -> String {
    guard text.count > longest else { return text }
    let head = text.prefix(longest)
    guard let space = head.lastIndex(of: " "), head.distance(from: head.startIndex, to: space) > longest / 2 else {
      return head + "…"
    }
    return head[..<space] + "…"
  }
}

/// How often phrases occur, by their hashes, in a table without deletions.
private struct PhraseCounts {
  private struct Slot {
    var key: UInt64 = 0
    var count: Int32 = 0
    var first: Int32 = 0
  }

  private var slots: [Slot]
  private let mask: Int
  private var most = -1
  private var taken = 0

  init(for words: Int) {
    var size = 64
    while size < words { size *= 2 }
    slots = Array(repeating: Slot(), count: size)
    mask = size - 1
  }

  mutating func add(_ key: UInt64, at index: Int) {
    var slot = Int(truncatingIfNeeded: key ^ key >> 29) & mask
    while slots[slot].count > 0, slots[slot].key != key { slot = (slot + 1) & mask }
    // Full enough: what is new now is said too seldom to matter.
    if slots[slot].count == 0 {
      guard taken * 4 < slots.count * 3 else { return }
      taken += 1
      slots[slot] = Slot(key: key, count: 0, first: Int32(truncatingIfNeeded: index))
    }
    slots[slot].count += 1
    if most < 0 || slots[slot].count > slots[most].count { most = slot }
  }

  /// The most frequent one and where it first stands; of equals the one that reached its count first.
  var best: (first: Int, count: Int)? { most < 0 ? nil : (Int(slots[most].first), Int(slots[most].count)) }
}
