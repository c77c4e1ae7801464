// Numbers, dates, times and names of Japanese and Chinese, which have neither spaces nor capitals to tell them by.

extension SpecificScanner {
  // MARK: Dates

  /// 1987年3月14日, 3月14日, 1987年, 令和5年3月14日.
  func eastAsianDate(_ index: Int) -> Date? {
    guard let lead = number(index, digits: 1...4), let sign = firstScalar(index + 1), words[index + 1].kind == .han
    else { return nil }
    if sign == Self.year {
      let era = era(before: index)
      let year = era.map { $0.first + lead - 1 } ?? lead
      guard era != nil || words[index].count >= 2 else { return nil }
      if let month = number(index + 2, digits: 1...2), firstScalar(index + 3) == Self.month, words[index + 1].count == 1
      {
        if let day = number(index + 4, digits: 1...2), firstScalar(index + 5) == Self.day, words[index + 3].count == 1 {
          return made(year, month, day, words[index + 5].start + 3, from: era?.start)
        }
        guard (1...12).contains(month) else { return nil }
        return Date(end: words[index + 3].start + 3, canonical: "\(year)-\(padded(month))", start: era?.start)
      }
      guard era != nil || words[index].count == 4 else { return nil }
      return Date(end: words[index + 1].start + 3, canonical: "\(year)", start: era?.start)
    }
    guard sign == Self.month, (1...12).contains(lead), words[index + 1].count == 1,
      let day = number(index + 2, digits: 1...2), firstScalar(index + 3) == Self.day
    else { return nil }
    return Date(end: words[index + 3].start + 3, canonical: "--\(padded(lead))-\(padded(day))")
  }

  private static let year: UInt32 = 0x5E74
  private static let month: UInt32 = 0x6708
  private static let day: UInt32 = 0x65E5

  /// The era of a Japanese year, where its name begins and the year that it calls its first.
  private func era(before index: Int) -> (start: Int, first: Int)? {
    guard let before = word(index - 1), before.kind == .han, words[index].touches, before.count >= 2 else { return nil }
    let start = before.end - 6
    for (name, first) in Self.eras where text.starts(with: name, at: start, before: before.end) {
      return (start, first)
    }
    return nil
  }

  private static let eras: [(StaticString, Int)] = [
    ("令和", 2019), ("平成", 1989), ("昭和", 1926), ("大正", 1912), ("明治", 1868),
  ]

  /// 14時30分, 3时5分, 20時; not 3時間.
  mutating func readEastAsianTime(at index: Int) -> Int? {
    guard let hour = number(index, digits: 1...2), hour <= 24, let sign = word(index + 1), sign.kind == .han,
      sign.touches, let first = firstScalar(index + 1), first == 0x6642 || first == 0x65F6
    else { return nil }
    if sign.count > 1 {
      let next = decode(text, sign.start + 3, sign.end).folded
      // 時間, 时间, 時代: a span of time.
      if next == 0x9593 || next == 0x95F4 || next == 0x4EE3 || next == 0x671F { return nil }
    }
    if sign.count == 1, let minute = number(index + 2, digits: 1...2), minute < 60, let unit = firstScalar(index + 3),
      unit == 0x5206
    {
      let end = words[index + 3].start + 3
      add(.time, words[index].start..<end, canonical: "\(padded(hour)):\(padded(minute))")
      return index + 4
    }
    add(.time, words[index].start..<sign.start + 3, canonical: "\(padded(hour)):00")
    return index + 2
  }

  // MARK: Numbers

  /// What stands behind digits in Han: a scale, a currency, a counter.
  struct Count {
    var end: Int
    var value: String
    /// The code of the currency that is counted.
    var currency: String?
  }

  /// 5,432册, 3万5千人, 1.2亿元, 500万円; nil where no Han follows.
  func eastAsianCount(behind literal: Literal) -> Count? {
    guard let han = word(literal.last + 1), han.touches, han.kind == .han || han.kind == .katakana else { return nil }
    var count = Count(end: words[literal.last].end, value: literal.value)
    var offset = han.start
    while offset < han.end, let places = Self.scales[decode(text, offset, han.end).folded] {
      count.value = shifted(count.value, places: places)
      offset += decode(text, offset, han.end).length
      count.end = offset
    }
    for (name, code) in Self.currencies where text.starts(with: name, at: offset, before: han.end) {
      count.end = offset + name.utf8CodeUnitCount
      count.currency = code
      return count
    }
    guard han.kind == .han, offset < han.end else { return count.end > words[literal.last].end ? count : nil }
    let next = decode(text, offset, han.end)
    guard Self.counters.contains(next.folded) else { return count }
    count.end = offset + next.length
    // 3時間, 5箇所, 两个月
    if count.end < han.end, Self.secondCounters.contains(decode(text, count.end, han.end).folded) { count.end += 3 }
    return count
  }

  private static let scales: [UInt32: Int] = [
    0x767E: 2, 0x5343: 3, 0x4E07: 4, 0x842C: 4, 0x4EBF: 8, 0x5104: 8, 0x5146: 12,
  ]

  private static let currencies: [(StaticString, String)] = [
    ("人民币", "cny"), ("美元", "usd"), ("欧元", "eur"), ("日元", "jpy"), ("英镑", "gbp"), ("円", "jpy"), ("元", "cny"),
    ("ドル", "usd"), ("ユーロ", "eur"), ("ポンド", "gbp"),
  ]

  private static let counters = Set(
    """
    个個只隻条條本册冊箱件次人名位台臺年月日天周週点點部章节節页頁行列字回枚匹頭头軒歳岁号號番级級层層階种種項项倍処处所箇
    杯株足票通膳羽話话曲社校店棟戸户席代世期間间类類桁文語语词詞組组対对双雙套辆輛架艘座块塊片张張枝支根粒滴句篇首场場届屆局集克斤
    米里吨升度寸尺亩公家門门口把封秒分時时国國市県县村区度步歩段幅着盏盞袋瓶桶盒串束排幢栋遍趟顿頓番面串道宗例起
    """.unicodeScalars.map(\.value).filter { $0 > 0x3000 }
  )

  private static let secondCounters = Set("間间所月紀纪目".unicodeScalars.map(\.value))

  // MARK: Names

  /// A person by what people are called: 高瀬さん, 王先生, 东方教授.
  mutating func readHan(at index: Int) -> Int? {
    let han = words[index]
    guard language == .cjk else { return nil }
    if han.count >= 2, han.count <= 5, let next = word(index + 1), next.kind == .hiragana, next.touches,
      !Self.people.contains(where: { text.starts(with: $0, at: han.start, before: han.end) })
    {
      for title in Self.kanaTitles where text.starts(with: title, at: next.start, before: next.end) {
        let end = next.start + title.utf8CodeUnitCount
        add(.name, han.start..<end, canonical: folded(text, han.start..<han.end))
        return index + 2
      }
    }
    // 田中氏: a family name of two or three characters.
    if (3...4).contains(han.count), text.starts(with: "氏", at: han.end - 3, before: han.end) {
      add(.name, han.start..<han.end, canonical: folded(text, han.start..<han.end - 3))
      return index + 1
    }
    var offset = han.start
    while offset + 3 < han.end {
      offset += decode(text, offset, han.end).length
      for title in Self.hanTitles where text.starts(with: title, at: offset, before: han.end) {
        let start = nameStart(before: offset, in: han)
        guard start < offset else { continue }
        add(.name, start..<offset + title.utf8CodeUnitCount, canonical: folded(text, start..<offset))
        return index + 1
      }
    }
    return nil
  }

  /// Back over at most three characters of which none joins words.
  private func nameStart(before end: Int, in han: Lexeme) -> Int {
    var start = end
    while start - 3 >= han.start, end - start < 9,
      !Self.joints.contains(decode(text, start - 3, end).folded)
    {
      start -= 3
    }
    return start
  }

  private static let kanaTitles: [StaticString] = ["さん", "さま", "くん", "ちゃん"]
  private static let hanTitles: [StaticString] = ["先生", "女士", "小姐", "教授", "博士"]
  /// Common nouns that are addressed like people.
  private static let people: [StaticString] = ["患者", "学生", "店員", "業者", "作者", "読者", "医者", "記者", "生徒", "職人", "皆様", "客様"]
  private static let joints = Set("的了在于於和与與把被是对對为為从從到向给給跟由请請这這那位有见見说說问問当當而且但各大本".unicodeScalars.map(\.value))
}
