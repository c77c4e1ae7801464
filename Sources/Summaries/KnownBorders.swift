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

  init(_ units: Units, _ known: [KnownPassage], _ elsewhere: [KnownPassage]) {
    self.units = units
    self.known = known
    for (place, passage) in (known + elsewhere).enumerated() where passage.count > 0 {
      places[passage.key, default: []] += place < known.count ? [place] : []
      counts[passage.first, default: []].append(passage.count)
    }
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
    var openings: [PassageKey: Int] = [:]
    var repeated: Set<PassageKey> = []
    for place in lost.dropFirst() where openings.updateValue(place, forKey: known[place].first) != nil {
      repeated.insert(known[place].first)
    }
    var found: [PassageKey: Int] = [:]
    for index in run {
      let key = units.key(index..<index + 1)
      if openings[key] != nil, found.updateValue(index, forKey: key) != nil { repeated.insert(key) }
    }
    let begins = found.filter { !repeated.contains($0.key) && $0.value > run.lowerBound }.sorted { $0.value < $1.value }
    var parts: [Changed] = []
    var start = run.lowerBound
    var place = lost.lowerBound
    for (key, index) in begins {
      guard let opened = openings[key], opened > place else { continue }
      parts.append(Changed(units: start..<index, places: opened - place))
      start = index
      place = opened
    }
    parts.append(Changed(units: start..<run.upperBound, places: lost.upperBound - place))
    return parts
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
    var low = 0
    var high = places.count
    while low < high {
      let middle = low + (high - low) / 2
      if places[middle] > last { high = middle } else { low = middle + 1 }
    }
    return low < places.count ? places[low] : places.first
  }
}
