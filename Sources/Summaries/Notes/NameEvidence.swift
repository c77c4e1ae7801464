/// Whether a source bears out a name, an identifier, a path or a quotation.
struct NameEvidence {
  private let source: Reading
  private let places: SourcePlaces
  /// Roots of the source's words.
  private var known: Set<UInt64> = []
  /// Its words in capitals.
  private var shouted: Set<UInt64> = []
  /// The source is read for each acronym that it does not hold: so many times at most, later ones are believed.
  private var readingsLeft = 24

  /// The words of a name stand no farther apart, other words of the name between them.
  private static let span = 8
  /// Of a word that stands everywhere so many places are looked at.
  private static let mostPlaces = 2_000
  /// What heads a list or a paragraph of a note and claims nothing.
  private static let labels: Set<UInt64> = {
    let words = """
      key main points point decisions decision action actions items item next steps step summary background findings
      finding conclusion conclusions topics topic discussion attendees participants dates numbers figures people places
      names overview details takeaways notes note results issues risks open questions timeline context recommendations
      recommendation purpose problem problems solution solutions important facts fact agenda outcome outcomes plan plans
      requirements goals goal other general final initial current characters events setting plot
      """
    var roots = Roots()
    let bytes = Array(words.utf8)
    return Set(lexemes(of: bytes, in: 0..<bytes.count).map { roots.root(of: $0, in: bytes) })
  }()

  init(in source: Reading, places: SourcePlaces) {
    self.source = source
    self.places = places
    var roots = Roots()
    for word in source.words {
      switch word.kind {
      case .word:
        known.insert(roots.root(of: word, in: source.text))
        if word.isShouted { shouted.insert(word.hash) }
      case .number, .katakana: known.insert(word.hash)
      default: break
      }
    }
  }

  // MARK: Names

  mutating func hold(_ specific: Specific, of draft: Reading) -> Bool {
    if source.mentions[specific.canonical] != nil { return true }
    var words = self.words(of: specific, in: draft)
    var roots = Roots()
    // "Eventually Anna Berg": what opens a sentence may be taken for a part of the name.
    if words.count > 1, let first = words.first, !isKnown(first, draft, &roots), opensSentence(first, draft),
      source.mentions[folded(draft.text, words[1].start..<specific.range.upperBound)] != nil
    {
      words.removeFirst()
    }
    let missing = words.filter { !isKnown($0, draft, &roots) }
    if missing.isEmpty { return words.count < 2 || specific.kind == .identifier || standTogether(words, draft) }
    if words.allSatisfy({ Self.labels.contains(roots.root(of: $0, in: draft.text)) }) { return true }
    return missing.count == 1 && isAcronym(missing[0], draft) || words.count > 1 && holdsAcronym(of: words, draft)
  }

  /// The words of a specific that say something: no titles, particles, or single letters.
  private func words(of specific: Specific, in draft: Reading) -> [Lexeme] {
    lexemes(of: draft.text, in: specific.range).filter { word in
      switch word.kind {
      case .word: word.count > 1 && word.traits.isDisjoint(with: [.function, .title, .particle])
      case .number, .katakana: true
      case .han, .hiragana, .sign, .symbol: false
      }
    }
  }

  private func isKnown(_ word: Lexeme, _ draft: Reading, _ roots: inout Roots) -> Bool {
    !places.positions(of: word.hash).isEmpty || !places.positions(of: word.stem).isEmpty
      || word.kind == .word && known.contains(roots.root(of: word, in: draft.text)) || isJoined(word, draft, roots)
  }

  /// Written as one word where the source puts a hyphen or space, or with letters for digits.
  private func isJoined(_ word: Lexeme, _ draft: Reading, _ roots: Roots) -> Bool {
    guard word.kind == .word, word.marks.contains(.hump) else { return false }
    return source.mentions[folded(draft.text, word.start..<word.end)] != nil
  }

  /// Whether the words of a name stand together somewhere, or the source joins none of them to another name.
  private func standTogether(_ words: [Lexeme], _ draft: Reading) -> Bool {
    let positions = words.map { $0.stem == $0.hash ? places.positions(of: $0.hash) : merged($0) }
    guard positions.allSatisfy({ !$0.isEmpty }),
      let rarest = positions.indices.min(by: { positions[$0].count < positions[$1].count })
    else { return true }
    let reach = Int32(Self.span + words.count)
    for place in positions[rarest].prefix(Self.mostPlaces) {
      if positions.allSatisfy({ Self.hasAny($0, place - reach...place + reach) }) { return true }
    }
    // "Ines Hollis": a surname that the source gives to others only.
    return !positions.contains { $0.prefix(Self.mostPlaces).contains(where: isPartOfLongerName) }
  }

  private func merged(_ word: Lexeme) -> [Int32] {
    (places.positions(of: word.hash) + places.positions(of: word.stem)).sorted()
  }

  private static func hasAny(_ positions: [Int32], _ range: ClosedRange<Int32>) -> Bool {
    var low = 0
    var high = positions.count
    while low < high {
      let middle = (low + high) / 2
      if positions[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < positions.count && range.contains(positions[low])
  }

  private func isPartOfLongerName(_ position: Int32) -> Bool {
    let index = Int(position)
    guard source.words[index].isCapital else { return false }
    func isName(_ index: Int) -> Bool {
      guard source.words.indices.contains(index) else { return false }
      let word = source.words[index]
      return word.isCapital && word.count > 1
        && word.traits.isDisjoint(with: [.function, .title, .month, .weekday, .filler])
    }
    return isName(index + 1) && source.words[index + 1].start == source.words[index].end + 1
      || isName(index - 1) && source.words[index].start == source.words[index - 1].end + 1
  }

  private func opensSentence(_ word: Lexeme, _ draft: Reading) -> Bool {
    draft.pieces[min(draft.piece(at: word.start), draft.pieces.count - 1)].content.lowerBound == word.start
  }

  // MARK: Acronyms

  private static let acronymLengths = 2...8

  /// "NASA", where the source spells it out.
  private mutating func isAcronym(_ word: Lexeme, _ draft: Reading) -> Bool {
    guard word.isShouted, Self.acronymLengths.contains(Int(word.count)) else { return false }
    guard readingsLeft > 0 else { return true }
    readingsLeft -= 1
    return hasInitials(letters(of: word, in: draft))
  }

  /// "World Health Organization", where the source says WHO.
  private func holdsAcronym(of words: [Lexeme], _ draft: Reading) -> Bool {
    let initials = words.map { decode(draft.text, $0.start, $0.end).folded }
    guard Self.acronymLengths.contains(initials.count) else { return false }
    let hash = initials.reduce(Fingerprint.seed) { Fingerprint.add($0, $1) }
    return shouted.contains(hash)
  }

  private func letters(of word: Lexeme, in draft: Reading) -> [UInt32] {
    var letters: [UInt32] = []
    var offset = word.start
    while offset < word.end {
      let character = decode(draft.text, offset, word.end)
      letters.append(character.folded)
      offset += character.length
    }
    return letters
  }

  /// Whether running words begin with these letters, small words skipped or not.
  private func hasInitials(_ letters: [UInt32]) -> Bool {
    for start in source.words.indices where source.words[start].kind == .word {
      var index = start
      var next = 0
      while index < source.words.count, next < letters.count, index - start < letters.count * 2 {
        let word = source.words[index]
        if word.kind == .word {
          if decode(source.text, word.start, word.end).folded == letters[next] {
            next += 1
          } else if next == 0 || word.traits.isDisjoint(with: [.function, .particle]) {
            break
          }
        } else if !(word.kind == .sign && word.count == 1 && (word.hash == 0x2D || word.hash == 0x26)) {
          break
        }
        index += 1
      }
      if next == letters.count { return true }
    }
    return false
  }

  // MARK: What has to stand word for word

  /// Whether all words and signs of a path or the like stand running in the source.
  func holdSequence(_ specific: Specific, of draft: Reading) -> Bool {
    let sequence = lexemes(of: draft.text, in: specific.range).filter { $0.kind != .sign && $0.kind != .symbol }
    guard
      let rarest = sequence.indices.min(by: {
        places.positions(of: sequence[$0].hash).count < places.positions(of: sequence[$1].hash).count
      })
    else { return true }
    // Signs between the words may differ ("https://" left out, a slash at the end).
    return places.positions(of: sequence[rarest].hash).prefix(Self.mostPlaces).contains { place in
      runs(sequence, at: rarest, from: Int(place))
    }
  }

  private func runs(_ sequence: [Lexeme], at anchor: Int, from place: Int) -> Bool {
    func matches(_ numbers: some Sequence<Int>, _ step: Int) -> Bool {
      var index = place + step
      for number in numbers {
        while source.words.indices.contains(index), [.sign, .symbol].contains(source.words[index].kind) {
          index += step
        }
        guard source.words.indices.contains(index), source.words[index].hash == sequence[number].hash else {
          return false
        }
        index += step
      }
      return true
    }
    return matches(anchor + 1..<sequence.count, 1) && matches((0..<anchor).reversed(), -1)
  }

  /// A term in quotation marks may be the note's own; what is quoted at length has to be there.
  func holdQuotation(_ specific: Specific, of draft: Reading) -> Bool {
    if source.mentions[specific.canonical] != nil { return true }
    var roots = Roots()
    var terms: Set<UInt64> = []
    draft.forEachRoot(in: words(in: specific.range, of: draft), &roots) { root, _ in terms.insert(root) }
    guard terms.count >= 3 else { return true }
    let found = places.window(3, for: terms.sorted().map { SourcePlaces.Term(key: $0, weight: 1) })
    return (found?.share ?? 0) >= 0.6
  }

  private func words(in range: Range<Int>, of draft: Reading) -> Range<Int> {
    let first = draft.words.firstIndex { $0.end > range.lowerBound } ?? 0
    let last = draft.words[first...].firstIndex { $0.start >= range.upperBound } ?? draft.words.count
    return first..<max(first, last)
  }

  // MARK: What is said

  /// The full names of the source that a draft mentions by some of their words.
  func mentioned(in draft: Reading) -> Set<String> {
    var wanted: Set<UInt64> = []
    for specific in draft.specifics where specific.kind == .name {
      if let last = words(of: specific, in: draft).last { wanted.insert(last.hash) }
    }
    guard !wanted.isEmpty else { return [] }
    var said: Set<String> = []
    for specific in source.specifics where specific.kind == .name && !said.contains(specific.canonical) {
      // A person is called by the last word of the name.
      if let last = words(of: specific, in: source).last, wanted.contains(last.hash) { said.insert(specific.canonical) }
    }
    return said
  }
}
