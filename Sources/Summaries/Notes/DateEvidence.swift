/// Whether a source bears out a date: in another order, less exactly, or as one end of a range.
struct DateEvidence {
  private struct Known {
    var parts: [Substring]
    var figure: Int
  }

  private let figures: Figures
  private var known: [Known] = []
  /// By year, and by month and month with day for dates that are told without one: each is compared with few.
  private var byYear: [Substring: [Int]] = [:]
  private var byDay: [[Substring]: [Int]] = [:]

  init(in source: Reading, figures: Figures) {
    self.figures = figures
    for (index, figure) in figures.all.enumerated() where figure.group == .date {
      var forms = Self.ends(of: figure.form)
      if let specific = figure.specific, source.specifics[specific].value.contains("/"), let form = forms.first,
        let swapped = Self.swapped(form)
      {
        forms.append(swapped)
      }
      for parts in forms {
        byYear[parts.first ?? "", default: []].append(known.count)
        for length in stride(from: 2, through: parts.count, by: 1) {
          byDay[Array(parts[1..<length]), default: []].append(known.count)
        }
        known.append(Known(parts: parts, figure: index))
      }
    }
  }

  /// The figures of the source that say the date or more.
  func figures(for form: String) -> [Int] {
    var found: Set<Int> = []
    var isFirst = true
    for wanted in Self.ends(of: form) {
      let matches = self.matches(wanted)
      found = isFirst ? Set(matches) : found
      // Of a range both ends have to be there.
      if matches.isEmpty { return [] }
      isFirst = false
    }
    // "1987" may be a plain number in the source.
    return found.union(figures.byForm[form] ?? []).sorted()
  }

  /// Whether day and year are both in the source, though not together: a heading may give the year.
  func hold(_ form: String) -> Bool {
    let parts = Self.ends(of: form).first ?? []
    guard parts.count > 1, let year = parts.first, !year.isEmpty else { return false }
    return figures.byForm[String(year)] != nil && !matches([""] + parts.dropFirst()).isEmpty
  }

  private func matches(_ wanted: [Substring]) -> [Int] {
    let year = wanted.first ?? ""
    let candidates = (year.isEmpty ? byDay[Array(wanted.dropFirst())] : byYear[year]) ?? []
    return candidates.filter { index in
      let parts = known[index].parts
      guard wanted.count <= parts.count else { return false }
      return zip(wanted, parts).allSatisfy { $0 == $1 || $0.isEmpty }
    }.map { known[$0].figure }
  }

  /// Year, month and day of each end of a range, or of the one date: "" where the year is not known.
  private static func ends(of form: String) -> [[Substring]] {
    let halves = form.split(separator: "/")
    guard let first = halves.first else { return [] }
    var parts = first.split(separator: "-")
    if first.hasPrefix("--") { parts.insert("", at: 0) }
    guard halves.count == 2, parts.count == 3 else { return [parts] }
    return [parts, parts.dropLast() + [halves[1]]]
  }

  /// 3/4/1987 is the fourth of March to some.
  private static func swapped(_ parts: [Substring]) -> [Substring]? {
    guard parts.count == 3, parts[1] != parts[2], let day = Int(parts[2]), day <= 12 else { return nil }
    return [parts[0], parts[2], parts[1]]
  }
}
