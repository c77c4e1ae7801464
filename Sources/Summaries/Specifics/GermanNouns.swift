/// What a German text itself shows to be nouns rather than names.
///
/// German writes every noun with a capital. A noun stands behind an article somewhere, or ends as nouns do, or is
/// counted; a name of a person hardly ever, so two capitals running that show none of this are a name. One capital alone
/// is only taken for a place, and only behind "in", "nach" or "aus" without an article.
struct GermanNouns {
  private var determined: WordFilter
  private var capitals: WordFilter

  init(_ words: [Lexeme]) {
    determined = WordFilter(capacity: words.count)
    capitals = WordFilter(capacity: words.count)
    var before: Lexeme?
    for word in words {
      if word.kind == .word, word.isCapital {
        capitals.insert(word.hash)
        if let before, Self.determines(before) { determined.insert(word.hash) }
      }
      before = word
    }
  }

  /// Whether the capitalised word at `index` is a common noun.
  func contains(_ index: Int, _ words: [Lexeme], _ text: [UInt8]) -> Bool {
    let word = words[index]
    if determined.contains(word.hash) || !word.traits.isDisjoint(with: [.unit, .reference, .document, .genericTitle]) {
      return true
    }
    return endsAsNoun(word, text)
  }

  /// Whether a lone capital is a place: "in Ivelden", "nach Rom"; not "in Dateien", "in Kraft".
  func isPlace(_ index: Int, _ words: [Lexeme], _ text: [UInt8]) -> Bool {
    guard index > 0, Self.placeLeads.contains(words[index - 1].hash) else { return false }
    let word = words[index]
    guard word.count >= 4, word.count <= 12, word.marks.contains(.hasLower), !contains(index, words, text),
      !Self.phrases.contains(word.hash)
    else { return false }
    if index + 1 < words.count, words[index + 1].touches, words[index + 1].kind == .sign {
      // "in Pool-Dateien", "in Datei(en)"
      let sign = text[words[index + 1].start]
      if sign == 0x2D || sign == 0x28 || sign == 0x2F { return false }
    }
    return !isPlural(word, text)
  }

  /// "von", "van": what stands in small letters inside the name of a person.
  func joinsNames(_ word: Lexeme) -> Bool { Self.nameJoints.contains(word.hash) }

  /// Whether the text also has the word without the ending of a plural: "Dateien" beside "Datei".
  private func isPlural(_ word: Lexeme, _ text: [UInt8]) -> Bool {
    guard text[word.end - 1] == 0x6E else { return false }
    var hash = Fingerprint.seed
    var shorter: [UInt64] = []
    var offset = word.start
    while offset < word.end {
      shorter.append(hash)
      let character = decode(text, offset, word.end)
      hash = Fingerprint.add(hash, character.folded)
      offset += character.length
    }
    return shorter.suffix(2).contains { capitals.contains($0) }
  }

  private func endsAsNoun(_ word: Lexeme, _ text: [UInt8]) -> Bool {
    guard word.count > 5 else { return false }
    return Self.endings.contains { ending in
      word.end - word.start > ending.utf8CodeUnitCount
        && text.starts(with: ending, at: word.end - ending.utf8CodeUnitCount, before: word.end)
    }
  }

  private static let endings: [StaticString] = [
    "ung", "ungen", "heit", "heiten", "keit", "keiten", "schaft", "schaften", "tion", "tionen", "ismus", "tät", "täten",
    "zeichen", "nis", "nisse", "nissen", "ieren", "enz", "anz", "eur", "ment", "mente", "menten", "zeile", "datei",
  ]

  private static func determines(_ word: Lexeme) -> Bool { word.kind == .word && determiners.contains(word.hash) }

  private static let determiners = HashedWords(
    """
    der die das den dem des ein eine einer eines einem einen kein keine keinen keiner keines keinem jede jeder jedes jedem
    jeden diese dieser dieses diesem diesen alle allen aller beide beiden mehrere mehreren viele vielen einige einigen
    welche welcher welches sein seine seinen seiner ihr ihre ihren ihrer unser unsere mein meine dein deine im am zum zur
    vom beim ins ans ohne pro als per mittels
    """
  )
  private static let placeLeads = HashedWords("in nach aus")
  private static let nameJoints = HashedWords("von van de der den di da del bin ibn ter ten al")
  /// Nouns that stand behind those without an article.
  private static let phrases = HashedWords(
    """
    kraft bezug bedarf hause fall frage ordnung zukunft form klammern gründen sicht richtung betrieb gebrauch zeit teilen
    wahrheit wirklichkeit folge anspruch betracht angriff erinnerung echtzeit kürze summe ruhe arbeit klartext
    wahl belieben wunsch ablauf abschluss beginn ende eingabe ausgabe holz glas stein metall stahl papier stoff text
    spanne gruppen paketen prozent farbe gold silber eisen beton sorge angst liebe hass mangel versehen protest
    englisch deutsch abhängigkeit übereinstimmung zusammenhang linux unix windows bash python java perl ruby
    """
  )
}
