/// Words that end in a stop which seldom ends a sentence.
struct Abbreviations: Sendable {
  enum Kind: Sendable {
    /// Stands before what it belongs to ("Mr.", "e.g.", "vs.").
    case never
    /// Abbreviates only before a number ("No. 5"); else it is a word at the end of a sentence.
    case beforeNumber
    /// Stands behind what it belongs to and may end a sentence ("etc.", "Inc.").
    case maybe
  }

  static let shared = Abbreviations()

  private let kinds: [UInt64: Kind]
  private let openers: Set<UInt64>
  private let ordinals: Set<UInt64>

  private init() {
    var kinds: [UInt64: Kind] = [:]
    for word in Self.words(Self.never) { kinds[word] = .never }
    for word in Self.words(Self.beforeNumber) { kinds[word] = .beforeNumber }
    for word in Self.words(Self.maybe) { kinds[word] = .maybe }
    self.kinds = kinds
    openers = Set(Self.words(Self.sentenceOpeners))
    ordinals = Set(Self.words(Self.afterOrdinals))
  }

  func kind(of text: [UInt8], _ range: Range<Int>) -> Kind? { Self.packed(text[range]).flatMap { kinds[$0] } }

  /// Whether the word that begins at an offset opens sentences more often than it continues a name.
  func opensSentence(_ text: [UInt8], at offset: Int, before end: Int) -> Bool {
    word(text, at: offset, before: end).map(openers.contains) ?? false
  }

  /// Whether the word that begins at an offset follows a German ordinal, as months and centuries do.
  func followsOrdinal(_ text: [UInt8], at offset: Int, before end: Int) -> Bool {
    word(text, at: offset, before: end).map(ordinals.contains) ?? false
  }

  private func word(_ text: [UInt8], at offset: Int, before end: Int) -> UInt64? {
    var stop = offset
    while stop < end, stop - offset <= 8, text[stop].isLetter || text[stop] >= 0x80 { stop += 1 }
    return Self.packed(text[offset..<stop].prefix(8))
  }

  /// Up to eight bytes, lower case, as one number; nil for none or more.
  private static func packed(_ bytes: some Collection<UInt8>) -> UInt64? {
    guard !bytes.isEmpty, bytes.count <= 8 else { return nil }
    return bytes.reduce(0) { $0 << 8 | UInt64($1.lowercased) }
  }

  /// Longer words are cut: they are looked up by their first eight bytes.
  private static func words(_ list: String) -> [UInt64] {
    list.split(separator: " ").compactMap { packed($0.utf8.prefix(8)) }
  }

  private static let never = """
    mr mrs ms mx dr prof st rev hon pres gov sen rep gen col sgt capt cpt lt cmdr maj adm supt msgr messrs mme mlle \
    mt ft ave blvd dept univ vs viz cf ca approx resp incl excl e.g i.e eg ie z.b d.h u.a s.o s.u v.a o.ä u.ä i.d.r \
    z.t bzw ggf evtl inkl exkl zzgl abzgl sog vgl hrsg bspw lfd jan feb mar apr jun jul aug sept oct nov dec okt dez \
    hl str tel p.ex c.-à-d fr hr ing dipl
    """
  private static let beforeNumber = """
    no nos nr nrn fig figs vol vols ch chap sec sect eq eqs ref refs p pp par para art tab bd kap abb abs abschn aufl \
    ed op max min v ver vers s jh ff sep rn
    """
  private static let maybe = """
    etc usw inc ltd co corp llc plc jr sr bros al a.m p.m am pm est mio mrd geb gest jhd v.chr n.chr u.s.w ibid eds
    """
  private static let sentenceOpeners = """
    the this that these those it its he she they we you his her their our there then in on at by for from with but \
    and or so if when while as after before however although an to not all some many most each both no der die das \
    es er sie wir ein eine und aber im il elle le la les
    """
  private static let afterOrdinals = """
    januar februar märz april mai juni juli august septembe oktober november dezember jahrhund jahrtaus jh auflage \
    kapitel klasse platz tag woche monat stock weltkrie
    """
}
