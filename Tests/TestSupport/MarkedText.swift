/// A text with places marked in it, so that a test shows where something is instead of counting.
///
/// `1️⃣` … `9️⃣` mark points, `⏩` and `⏪` the beginning and end of a range. The markers are not part of the text;
/// all offsets are UTF-8 offsets in the text without them.
package struct MarkedText: Sendable {
  package let text: String
  /// By marker: `points["1️⃣"]`.
  package let points: [String: Int]
  /// In the order in which they begin.
  package let ranges: [Range<Int>]

  package init(_ marked: String) {
    var text = ""
    var points: [String: Int] = [:]
    var ranges: [Range<Int>] = []
    var open: [Int] = []
    var rest = marked.unicodeScalars[...]
    while let scalar = rest.first {
      let digit = rest.prefix(3)
      if "1"..."9" ~= scalar, digit.dropFirst().elementsEqual(["\u{FE0F}", "\u{20E3}"]) {
        points[String(digit)] = text.utf8.count
        rest = rest.dropFirst(3)
        continue
      }
      rest.removeFirst()
      switch scalar {
      case "⏩":
        open.append(ranges.count)
        ranges.append(text.utf8.count..<text.utf8.count)
      case "⏪":
        guard let index = open.popLast() else { preconditionFailure("⏪ without ⏩ in \(marked)") }
        ranges[index] = ranges[index].lowerBound..<text.utf8.count
      default:
        text.unicodeScalars.append(scalar)
      }
    }
    precondition(open.isEmpty, "⏩ without ⏪ in \(marked)")
    self.text = text
    self.points = points
    self.ranges = ranges
  }

  /// The offset of a point.
  package subscript(marker: String) -> Int {
    guard let offset = points[marker] else { preconditionFailure("no \(marker) in \(text)") }
    return offset
  }

  /// The only range.
  package var range: Range<Int> {
    guard let range = ranges.first, ranges.count == 1 else { preconditionFailure("not one range in \(text)") }
    return range
  }
}
