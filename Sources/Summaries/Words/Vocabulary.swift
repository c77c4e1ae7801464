/// The closed classes of words that the scanners know: function words, months, number words, units, cue words.
///
/// It holds no names of people or places and no subject's words. One look-up per word gives every class that the
/// word is in. English and German in full; for CJK see `CJKCues`.
struct Vocabulary: Sendable {
  struct Traits: OptionSet {
    let rawValue: UInt32

    /// Carries no content: articles, prepositions, pronouns, auxiliaries, in any language.
    static let function = Traits(rawValue: 1 << 0)
    static let english = Traits(rawValue: 1 << 1)
    static let german = Traits(rawValue: 1 << 2)
    static let month = Traits(rawValue: 1 << 3)
    static let weekday = Traits(rawValue: 1 << 4)
    /// A number in words up to ninety-nine.
    static let numberWord = Traits(rawValue: 1 << 5)
    /// Hundred, thousand, million and the like.
    static let scale = Traits(rawValue: 1 << 6)
    static let currency = Traits(rawValue: 1 << 7)
    static let unit = Traits(rawValue: 1 << 8)
    /// Stands before a person's name.
    static let title = Traits(rawValue: 1 << 9)
    /// Stands in small letters inside a name: "van", "of".
    static let particle = Traits(rawValue: 1 << 10)
    /// A verb form that tells that what stands before it acts: "said", "was", "kept".
    static let verb = Traits(rawValue: 1 << 11)
    static let filler = Traits(rawValue: 1 << 12)
    /// Announces a section, figure or page number.
    static let reference = Traits(rawValue: 1 << 13)
    /// The requirement words of RFC 2119.
    static let requirement = Traits(rawValue: 1 << 14)
    /// Opens a sentence that leans on the one before it: "this", "however".
    static let leaning = Traits(rawValue: 1 << 15)
    /// Opens a sentence that goes on with a subject or a story: "he", "and", "then".
    static let goingOn = Traits(rawValue: 1 << 28)
    /// A text or a part of one: "this document" leans on nothing.
    static let document = Traits(rawValue: 1 << 29)
    /// Stands before a point in time: "until", "since".
    static let timeLead = Traits(rawValue: 1 << 16)
    static let question = Traits(rawValue: 1 << 17)
    /// So common in any talk or tale that it names no subject: "people", "think", "look", "I".
    static let everyday = Traits(rawValue: 1 << 25)
    // Cues of what a careful person would write down.
    static let definition = Traits(rawValue: 1 << 18)
    static let decision = Traits(rawValue: 1 << 19)
    static let proposal = Traits(rawValue: 1 << 20)
    static let obligation = Traits(rawValue: 1 << 21)
    static let reason = Traits(rawValue: 1 << 22)
    static let result = Traits(rawValue: 1 << 23)
    static let purpose = Traits(rawValue: 1 << 24)
    /// Alone in a short reply it settles what was asked or proposed.
    static let verdict = Traits(rawValue: 1 << 26)
    /// Contradicts what was said before: a note that keeps the one must keep the other.
    static let dissent = Traits(rawValue: 1 << 27)

    /// Points elsewhere in the text: "below", "following".
    static let pointer = Traits(rawValue: 1 << 30)
    /// A title made of such words alone names no subject: "NAME", "Introduction".
    static let genericTitle = Traits(rawValue: 1 << 31)

    static let cues: Traits = [.definition, .decision, .proposal, .obligation, .reason, .result, .purpose]
  }

  static let shared = Vocabulary()

  // Open addressing over a power of two: a look-up per word of a 10 MB text has to be cheap.
  private var keys: [UInt64]
  private var classes: [Traits]
  private var values: [UInt64: Int]
  private let mask: Int

  private init() {
    var gathered: [UInt64: Traits] = [:]
    for (traits, words) in wordLists {
      for word in words.split(whereSeparator: \.isWhitespace) {
        gathered[Fingerprint.of(String(word)), default: []].formUnion(traits)
      }
    }
    values = [:]
    for (traits, words) in valuedWords {
      for (word, value) in words {
        let key = Fingerprint.of(word)
        gathered[key, default: []].formUnion(traits)
        values[key] = value
      }
    }
    var size = 64
    while size < gathered.count * 4 { size *= 2 }
    mask = size - 1
    keys = Array(repeating: 0, count: size)
    classes = Array(repeating: [], count: size)
    for (key, traits) in gathered {
      var slot = Int(truncatingIfNeeded: key ^ key >> 32) & mask
      while keys[slot] != 0 { slot = (slot + 1) & mask }
      keys[slot] = key
      classes[slot] = traits
    }
  }

  @inline(__always)
  func traits(of hash: UInt64) -> Traits {
    var slot = Int(truncatingIfNeeded: hash ^ hash >> 32) & mask
    while keys[slot] != 0 {
      if keys[slot] == hash { return classes[slot] }
      slot = (slot + 1) & mask
    }
    return []
  }

  /// The number of a month or of a number word.
  func value(of hash: UInt64) -> Int? { values[hash] }
}
