/// As much of a text's language as the rules for names and context need to know.
enum Language: Sendable {
  /// English, or another language that capitalises names alone.
  case english
  /// Capitalises every noun, so that one capitalised word is no name.
  case german
  /// Written without spaces and capitals: Japanese and Chinese.
  case cjk

  /// Recognised by its function words and its letters; English when nothing speaks against it.
  init(of lexemes: [Lexeme]) {
    var english = 0
    var german = 0
    var cjk = 0
    var letters = 0
    for lexeme in lexemes {
      switch lexeme.kind {
      case .han, .hiragana, .katakana: cjk += Int(lexeme.count)
      case .word:
        letters += Int(lexeme.count)
        if lexeme.traits.contains(.english) { english += 1 }
        if lexeme.traits.contains(.german) { german += 1 }
      case .number, .sign, .symbol: break
      }
    }
    // A CJK character says about as much as three letters.
    if cjk * 3 > letters {
      self = .cjk
    } else if german > english * 2, german > 1 {
      self = .german
    } else {
      self = .english
    }
  }
}
