/// Cuts a row of weights into the fewest parts under a cap, and these into parts as equal as can be.
struct Partition {
  /// How good a place for a border is, before an element.
  enum Border: UInt8, Sendable {
    /// Between a heading and what it heads.
    case bad
    case plain
    case paragraph
    case heading

    /// What it is worth against the square of a part's deviation from the mean.
    fileprivate var price: Double {
      switch self {
      case .bad: 0.06
      case .plain: 0
      case .paragraph: -0.005
      case .heading: -0.06
      }
    }
  }

  /// A part that is off by more than this share is bad, whatever its borders: all within it differ by less than
  /// 1.3 times (1.12 / 0.88).
  private static let tolerance = 0.12
  /// Borders are looked for at most this share of a part from where they would be if all were equal.
  private static let reach = 0.35
  /// So many places are weighed for one border.
  private static let choices = 48

  private let sums: [Int]
  private let cap: Int
  private let borders: [Border]

  /// The parts, in order, none of them empty; an element over the cap is a part of its own.
  ///
  /// - Parameter borders: the quality of a border before each element; empty for all the same.
  static func parts(of weights: [Int], cap: Int, borders: [Border] = []) -> [Range<Int>] {
    guard !weights.isEmpty else { return [] }
    return Partition(weights, cap, borders).parts()
  }

  private init(_ weights: [Int], _ cap: Int, _ borders: [Border]) {
    var sums = [0]
    sums.reserveCapacity(weights.count + 1)
    for weight in weights { sums.append((sums.last ?? 0) + min(max(weight, 0), max(cap, 1))) }
    self.sums = sums
    self.cap = max(cap, 1)
    self.borders = borders
  }

  private var count: Int { sums.count - 1 }

  private func parts() -> [Range<Int>] {
    let latest = latestBorders()
    guard latest.count > 1 else { return [0..<count] }
    let ends = bestBorders(latest: latest, earliest: earliestBorders(latest.count))
    return zip([0] + ends, ends).map { $0..<$1 }
  }

  /// The end of each part when all are filled from the front: none can end later.
  private func latestBorders() -> [Int] {
    var ends: [Int] = []
    var start = 0
    var end = 0
    while start < count {
      while end < count, sums[end + 1] - sums[start] <= cap { end += 1 }
      ends.append(end)
      start = end
    }
    return ends
  }

  /// The end of each part when all are filled from the back: none can end earlier.
  private func earliestBorders(_ parts: Int) -> [Int] {
    var ends = [count]
    var start = count
    while ends.count < parts {
      let end = start
      while start > 0, sums[end] - sums[start - 1] <= cap { start -= 1 }
      ends.append(start)
    }
    return ends.reversed()
  }

  private struct Choice {
    var end: Int
    var cost: Double
    /// Its place among the choices for the border before it.
    var previous: Int
  }

  /// The ends of the parts that together cost least.
  ///
  /// The latest borders are always among the choices, so there is always an answer.
  private func bestBorders(latest: [Int], earliest: [Int]) -> [Int] {
    let mean = Double(sums[count]) / Double(latest.count)
    var rows: [[Choice]] = []
    var before = [Choice(end: 0, cost: 0, previous: 0)]
    for part in latest.indices {
      let isLast = part == latest.count - 1
      let ends =
        isLast
        ? [count]
        : candidates(between: earliest[part], and: latest[part], ideal: mean * Double(part + 1), mean: mean)
      let row = row(ends, after: before, mean: mean).map { choice in
        isLast
          ? choice : Choice(end: choice.end, cost: choice.cost + border(choice.end).price, previous: choice.previous)
      }
      rows.append(row)
      before = row
    }
    return traced(rows)
  }

  /// The cheapest way to each of these ends that there is from the borders before, the first of equal ones; the price
  /// of the border at the end itself left out.
  ///
  /// Both are ascending. What a part costs grows with its distance from the mean, so one looks from the mean to both
  /// sides only as far as something cheaper can be found.
  private func row(_ ends: [Int], after before: [Choice], mean: Double) -> [Choice] {
    let least = before.reduce(.infinity) { min($0, $1.cost) }
    var row: [Choice] = []
    row.reserveCapacity(ends.count)
    /// The first border from which a part is no longer than the mean.
    var middle = 0
    for end in ends {
      var best = Choice(end: end, cost: .infinity, previous: before.count)
      let sum = sums[end]
      /// Whether one may go on to the next border on this side.
      func weigh(_ index: Int) -> Bool {
        let size = sum - sums[before[index].end]
        guard before[index].end < end, size <= cap else { return false }
        let price = price(ofSize: size, mean: mean)
        guard least + price <= best.cost else { return false }
        let cost = before[index].cost + price
        if cost < best.cost || cost == best.cost && index < best.previous {
          best.cost = cost
          best.previous = index
        }
        return true
      }
      while middle < before.count, Double(sum - sums[before[middle].end]) > mean { middle += 1 }
      var index = middle
      while index < before.count, weigh(index) { index += 1 }
      index = middle - 1
      while index >= 0, weigh(index) { index -= 1 }
      if best.previous < before.count { row.append(best) }
    }
    return row
  }

  private func traced(_ rows: [[Choice]]) -> [Int] {
    var ends: [Int] = []
    var index = 0
    for row in rows.reversed() {
      ends.append(row[index].end)
      index = row[index].previous
    }
    return ends.reversed()
  }

  private func border(_ element: Int) -> Border { element < borders.count ? borders[element] : .plain }

  private func price(ofSize size: Int, mean: Double) -> Double {
    let deviation = abs(Double(size) - mean) / max(mean, 1)
    let square = deviation * deviation
    return deviation <= Self.tolerance ? square : 1 + 10 * square
  }

  /// Places for a border near where it would be if all parts were equal.
  private func candidates(between earliest: Int, and latest: Int, ideal: Double, mean: Double) -> [Int] {
    let low = min(earliest, latest)
    let centre = min(max(ideal, Double(sums[low])), Double(sums[latest]))
    let middle = firstIndex(from: low, to: latest) { Double(sums[$0]) >= centre }
    let reach = mean * Self.reach
    let start = firstIndex(from: low, to: middle) { Double(sums[$0]) >= centre - reach }
    let end = firstIndex(from: middle, to: latest) { Double(sums[$0]) > centre + reach }
    var chosen = nearest(to: middle, in: min(start, max(middle - 1, low))..<min(end, latest) + 1)
    if chosen.last != latest { chosen.append(latest) }
    return chosen
  }

  /// The best of many places: the nearest headings, paragraphs and plain ones, in order.
  private func nearest(to middle: Int, in places: Range<Int>) -> [Int] {
    guard places.count > Self.choices else { return Array(places) }
    var isChosen = [Bool](repeating: false, count: places.count)
    for wanted in [Border.heading, .paragraph, .plain] {
      var found = 0
      var distance = 0
      while found < Self.choices / 3, distance <= places.count {
        for place in distance == 0 ? [middle] : [middle - distance, middle + distance]
        where places.contains(place) && (border(place) == wanted || wanted == .plain) {
          isChosen[place - places.lowerBound] = true
          found += 1
        }
        distance += 1
      }
    }
    return places.filter { isChosen[$0 - places.lowerBound] }
  }

  private func firstIndex(from low: Int, to high: Int, where isBehind: (Int) -> Bool) -> Int {
    var low = low
    var high = high
    while low < high {
      let middle = low + (high - low) / 2
      if isBehind(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
