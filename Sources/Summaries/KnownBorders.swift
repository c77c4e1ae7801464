/// Finds the passages of earlier plans in a text, so that their borders hold.
struct KnownBorders {
  /// A passage that stands in the text as it was.
  struct Anchor: Hashable, Sendable {
    var units: Range<Int>
    /// Its place in the text's own last plan; nil where it is known from elsewhere.
    var place: Int?
  }

  let units: Units
  /// The passages of the text's own last plan, in its order.
  let known: [KnownPassage]
  private var counts: [PassageKey: [Int]] = [:]
  private var places: [PassageKey: [Int]] = [:]
  /// The places of the passages that a sentence opened, ascending.
  private var opened: [PassageKey: [Int]] = [:]

  init(_ units: Units, _ known: [KnownPassage], _ elsewhere: [KnownPassage]) {
    self.units = units
    self.known = known
    for (place, passage) in (known + elsewhere).enumerated() where passage.count > 0 {
      places[passage.key, default: []] += place < known.count ? [place] : []
      counts[passage.first, default: []].append(passage.count)
    }
    for (place, passage) in known.enumerated() { opened[passage.first, default: []].append(place) }
    // Longest first: a passage that contains another one is the better find.
    counts = counts.mapValues { Set($0).sorted(by: >) }
  }

  /// The known passages that stand in the text, in its order, none overlapping another.
  ///
  /// One scan; each candidate is compared in constant time.
  ///
  /// - Parameter fits: whether a run of units with a key may be a passage at all.
  func anchors(where fits: (Range<Int>, PassageKey) -> Bool) -> [Anchor] {
    guard !counts.isEmpty else { return [] }
    var anchors: [Anchor] = []
    var index = 0
    var last = -1
    while index < units.indices.count {
      guard let found = passage(at: index, after: last, where: fits) else {
        index += 1
        continue
      }
      anchors.append(found)
      index = found.units.upperBound
      last = found.place ?? last
    }
    return anchors
  }

  /// For each place in the last plan, and for its end, the first at or behind it that is an anchor's; the end where
  /// there is none.
  func held(by anchors: [Anchor]) -> [Int] {
    var held = Array(repeating: known.count, count: known.count + 1)
    for place in anchors.compactMap(\.place) { held[place] = place }
    for place in known.indices.reversed() { held[place] = min(held[place], held[place + 1]) }
    return held
  }

  /// A part of a gap, and how many known passages stood there before it changed.
  struct Changed: Hashable, Sendable {
    var units: Range<Int>
    var places: Int
  }

  /// Cuts a gap where passages that have changed since still begin with the sentence that they began with.
  ///
  /// Only a sentence that stands in the gap once, and opened one passage, says where a passage begins.
  ///
  /// - Parameter lost: the known passages, by place, that stood in the gap.
  func changed(_ lost: Range<Int>, in run: Range<Int>) -> [Changed] {
    guard lost.count > 1 else { return [Changed(units: run, places: lost.count)] }
    var found: [PassageKey: (index: Int, place: Int)] = [:]
    var repeated: Set<PassageKey> = []
    for index in run {
      let key = units.key(index..<index + 1)
      guard let place = passage(openedBy: key, in: lost.dropFirst()) else { continue }
      if found.updateValue((index, place), forKey: key) != nil { repeated.insert(key) }
    }
    let begins = found.filter { !repeated.contains($0.key) && $0.value.index > run.lowerBound }.values
    var parts: [Changed] = []
    var start = run.lowerBound
    var place = lost.lowerBound
    for begin in begins.sorted(by: { $0.index < $1.index }) where begin.place > place {
      parts.append(Changed(units: start..<begin.index, places: begin.place - place))
      start = begin.index
      place = begin.place
    }
    parts.append(Changed(units: start..<run.upperBound, places: lost.upperBound - place))
    return parts
  }

  /// The only one of some known passages that a sentence opened.
  ///
  /// Looked up, because many gaps can share the places that were lost: to read these for each would not be linear.
  private func passage(openedBy key: PassageKey, in lost: Range<Int>) -> Int? {
    guard let places = opened[key] else { return nil }
    let index = Self.index(in: places, behind: lost.lowerBound - 1)
    guard index < places.count, lost.contains(places[index]) else { return nil }
    return index + 1 < places.count && lost.contains(places[index + 1]) ? nil : places[index]
  }

  private func passage(at index: Int, after last: Int, where fits: (Range<Int>, PassageKey) -> Bool) -> Anchor? {
    guard !units.isBlank(index), let lengths = counts[units.key(index..<index + 1)] else { return nil }
    // What followed in its plan comes before what is longest: so the plan of a text that repeats itself, made anew,
    // is the same plan.
    let expected = last + 1 < known.count ? known[last + 1].count : 0
    for length in [expected] + lengths where length > 0 && length <= units.indices.count - index {
      let run = index..<index + length
      let key = units.key(run)
      guard let places = places[key], fits(run, key) else { continue }
      return Anchor(units: run, place: Self.next(in: places, after: last))
    }
    return nil
  }

  /// The first of ascending places behind another one; of a text that stands twice, the nearest copy.
  private static func next(in places: [Int], after last: Int) -> Int? {
    let index = index(in: places, behind: last)
    return index < places.count ? places[index] : places.first
  }

  private static func index(in places: [Int], behind last: Int) -> Int {
    var low = 0
    var high = places.count
    while low < high {
      let middle = low + (high - low) / 2
      if places[middle] > last { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
