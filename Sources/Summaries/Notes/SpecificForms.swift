/// The specifics of a source in every form under which a note may mention them.
struct SpecificForms {
  private var canonicals: Set<String> = []
  /// Numbers whatever they count: money, per cent and counts share their figures.
  private var figures: Set<String> = []
  private var dates: [[Substring]] = []
  private var words: Set<UInt64> = []

  init(of source: Reading) {
    for specific in source.specifics {
      canonicals.insert(specific.canonical)
      switch specific.kind {
      case .number, .money, .percent: figures.insert(Self.figure(of: specific.canonical))
      case .date: dates.append(Self.parts(of: specific.canonical))
      default: break
      }
    }
    for lexeme in source.words {
      switch lexeme.kind {
      case .word:
        words.insert(lexeme.hash)
        if let value = Vocabulary.shared.value(of: lexeme.hash), lexeme.traits.contains(.numberWord) {
          figures.insert("\(value)")
        }
      case .number, .katakana: words.insert(lexeme.hash)
      default: break
      }
    }
    for specific in source.specifics where specific.kind == .number { figures.insert(specific.canonical) }
    for lexeme in source.words where lexeme.kind == .number {
      figures.insert(folded(source.text, lexeme.start..<lexeme.end))
    }
  }

  /// Whether the source holds a specific: in the same form, in another spelling, or as all the words of it.
  func hold(_ specific: Specific) -> Bool {
    if canonicals.contains(specific.canonical) { return true }
    switch specific.kind {
    case .number, .money, .percent: return figures.contains(Self.figure(of: specific.canonical))
    case .date: return holdsDate(specific)
    case .time, .version, .path, .url, .address: return false
    case .name, .identifier, .quote: return holdsWords(of: specific)
    }
  }

  /// A date may be told less exactly than the source has it: "March 1987" for 14 March 1987.
  private func holdsDate(_ specific: Specific) -> Bool {
    let wanted = Self.parts(of: specific.canonical)
    if wanted.count == 1, figures.contains(specific.canonical) { return true }
    return dates.contains { known in
      let shared = zip(wanted.reversed(), known.reversed())
      if wanted.count <= known.count, zip(wanted, known).allSatisfy({ $0 == $1 || $0.isEmpty }) { return true }
      return specific.canonical.hasPrefix("--") && shared.allSatisfy { $0 == $1 || $0.isEmpty }
    }
  }

  private func holdsWords(of specific: Specific) -> Bool {
    let bytes = Array(specific.value.utf8)
    let asked = lexemes(of: bytes, in: 0..<bytes.count)
    return asked.allSatisfy { lexeme in
      lexeme.kind != .word && lexeme.kind != .number && lexeme.kind != .katakana || words.contains(lexeme.hash)
        || !lexeme.traits.isDisjoint(with: [.function, .title, .particle])
    }
  }

  private static func figure(of canonical: String) -> String {
    String(canonical.filter { $0 >= "0" && $0 <= "9" || $0 == "." })
  }

  /// Year, month, day; "" where a part is not known.
  private static func parts(of canonical: String) -> [Substring] {
    if canonical.hasPrefix("--") { return [""] + canonical.dropFirst(2).split(separator: "-") }
    return canonical.split(separator: "-")
  }
}
