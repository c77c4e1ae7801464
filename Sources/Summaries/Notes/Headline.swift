/// A few words that name the subject of a text: a title of its own, or the terms that it is about.
///
/// Never a word that does not stand in the text.
struct Headline {
  /// Characters; what a lens has room for.
  static let longest = 60

  private let reading: Reading

  init(of reading: Reading) {
    self.reading = reading
  }

  var text: String? { title ?? subject }

  /// The heading that opens the text, or one within its first third.
  private var title: String? {
    let third = reading.outline.range.lowerBound + reading.outline.range.count / 3
    for index in reading.pieces.indices {
      let piece = reading.pieces[index]
      if piece.content.lowerBound > third, index > 0 { return nil }
      guard piece.sentence.kind == .heading, let title = reading.outline.title(forSentence: index) else { continue }
      if namesSubject(piece), !Self.genericTitles.contains(title) { return Self.shortened(title) }
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

  private struct Phrase {
    var range: Range<Int>
    var words: Int
    var stems: [UInt64]
    var count = 0
    var score = 0.0
  }

  /// The one or two phrases that the text repeats most.
  private var subject: String? {
    var phrases: [UInt64: Phrase] = [:]
    for piece in reading.pieces where piece.sentence.kind != .furniture && piece.sentence.kind != .code {
      collect(piece, &phrases)
    }
    for (key, phrase) in phrases {
      // A longer phrase says more; one that is said once says what a name says.
      let length = phrase.words == 1 ? 1.0 : phrase.words == 2 ? 2.2 : 2.6
      phrases[key]?.score = length * Choice.logarithm(1 + Double(phrase.count)) * (phrase.count > 1 ? 1 : 0.25)
    }
    let ranked = phrases.values.sorted {
      $0.score != $1.score ? $0.score > $1.score : $0.range.lowerBound < $1.range.lowerBound
    }
    guard let first = ranked.first else { return fallback }
    let text = Self.shortened(reading.shown(first.range))
    let second = ranked.dropFirst().prefix(40).first { candidate in
      candidate.stems.allSatisfy { !first.stems.contains($0) } && candidate.count > 1
    }
    guard let second else { return text }
    if first.words == 1, second.words == 1, let span = span(of: first.stems[0], second.stems[0]) { return span }
    let both = text + ", " + reading.shown(second.range)
    return both.count <= Self.longest ? both : text
  }

  /// The two words as they stand together somewhere, with what is between them: "delay the release".
  private func span(of first: UInt64, _ second: UInt64) -> String? {
    for piece in reading.pieces {
      for start in piece.body where reading.words[start].stem == first || reading.words[start].stem == second {
        let other = reading.words[start].stem == first ? second : first
        for end in start + 1..<max(start + 1, min(start + 4, piece.body.upperBound)) {
          guard reading.words[end].kind == .word else { break }
          if reading.words[end].stem == other {
            return Self.shortened(reading.shown(reading.words[start].start..<reading.words[end].end))
          }
        }
      }
    }
    return nil
  }

  /// Runs of one to three content words that stand together.
  private func collect(_ piece: Reading.Piece, _ phrases: inout [UInt64: Phrase]) {
    for start in piece.body where isTerm(start) {
      var hash = Fingerprint.seed
      var stems: [UInt64] = []
      for next in start..<min(start + 3, piece.body.upperBound) {
        guard isTerm(next), next == start || joins(next) else { break }
        stems.append(reading.words[next].stem)
        hash = Fingerprint.add(hash, UInt32(truncatingIfNeeded: reading.words[next].stem))
        hash = Fingerprint.add(hash, UInt32(truncatingIfNeeded: reading.words[next].stem >> 32))
        let range = reading.words[start].start..<reading.words[next].end
        phrases[hash, default: Phrase(range: range, words: stems.count, stems: stems)].count += 1
      }
    }
  }

  private func isTerm(_ index: Int) -> Bool {
    let lexeme = reading.words[index]
    if lexeme.kind == .katakana || lexeme.kind == .han { return lexeme.count >= 2 && lexeme.count <= 12 }
    let dull: Vocabulary.Traits = [
      .function, .filler, .verb, .requirement, .reference, .goingOn, .leaning, .numberWord, .question,
    ]
    // A possessive ("Captain's") names its neighbour.
    let isPossessive = !lexeme.marks.contains(.nonASCII) && lexeme.end - lexeme.start > Int(lexeme.count)
    return lexeme.kind == .word && !isPossessive && lexeme.count > 2 && lexeme.count < 30
      && lexeme.traits.isDisjoint(with: dull)
      && !lexeme.traits.contains(.unit)
  }

  /// Whether the word stands beside the one before it with nothing but a space between them.
  private func joins(_ index: Int) -> Bool {
    let lexeme = reading.words[index]
    return !lexeme.touches && !lexeme.marks.contains(.blankLineBefore) && reading.words[index - 1].kind == lexeme.kind
  }

  /// The first words, where no term was found.
  private var fallback: String? {
    guard let piece = reading.pieces.first(where: { !$0.words.isEmpty }) else { return nil }
    return Self.shortened(
      reading.shown(piece.content.lowerBound..<min(piece.content.upperBound, piece.content.lowerBound + 400))
    )
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
