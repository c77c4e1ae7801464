/// The numbers, dates and times of a reading in order, each with the words that it stands beside.
struct Figures {
  enum Class: UInt8 { case number, date, time }

  /// One number, date or time where it stands.
  struct Figure {
    /// Digits with a point for the decimals, or the canonical form of a date or time.
    var form: String
    var group: Class
    /// First and last lexeme of the digits or number words, without the unit.
    var first: Int
    var last: Int
    var piece: Int
    /// The specific that it is; nil for a number that is none, as in a list.
    var specific: Int?
    /// Stands for the sign of per cent or of a currency among the words beside it.
    var unit: UInt64?
  }

  /// A word beside a figure, and how closely (1 at its side, less farther away).
  struct Neighbour {
    var root: UInt64
    var weight: Double
  }

  private(set) var all: [Figure] = []
  /// Form → its figures, in order.
  private(set) var byForm: [String: [Int]] = [:]
  /// The first figure of each piece, and the end.
  private var ofPiece: [Int] = []

  private let reading: Reading

  init(of reading: Reading) {
    self.reading = reading
    gather()
    for (index, figure) in all.enumerated() {
      byForm[figure.form, default: []].append(index)
      // A year is the same in a full date and alone, said as a number or as a date.
      if figure.group == .date, let year = Self.year(of: figure.form), year != figure.form {
        byForm[year, default: []].append(index)
      }
    }
  }

  func inPiece(_ piece: Int) -> Range<Int> { ofPiece[piece]..<ofPiece[piece + 1] }

  private mutating func gather() {
    ofPiece.reserveCapacity(reading.pieces.count + 1)
    var gathered: [Figure] = []
    for (number, piece) in reading.pieces.enumerated() {
      ofPiece.append(gathered.count)
      var index = piece.words.lowerBound
      for specific in piece.specifics {
        let range = reading.specifics[specific].range
        while index < piece.words.upperBound, reading.words[index].end <= range.lowerBound {
          addBare(index, number, to: &gathered)
          index += 1
        }
        let first = index
        while index < piece.words.upperBound, reading.words[index].start < range.upperBound { index += 1 }
        guard first < index else { continue }
        if let figure = figure(specific, first..<index, number) {
          gathered.append(figure)
        } else {
          for inner in first..<index { addBare(inner, number, to: &gathered) }
        }
      }
      while index < piece.words.upperBound {
        addBare(index, number, to: &gathered)
        index += 1
      }
    }
    ofPiece.append(gathered.count)
    all = gathered
  }

  private func figure(_ index: Int, _ words: Range<Int>, _ piece: Int) -> Figure? {
    let specific = reading.specifics[index]
    let group: Class
    var form = specific.canonical
    switch specific.kind {
    case .number, .money, .percent:
      group = .number
      form = Self.digits(of: form)
    case .version:
      group = .number
      form = Self.digits(of: String(form.split(separator: " ").last ?? ""))
    case .date: group = .date
    case .time: group = .time
    case .name, .identifier, .path, .url, .address, .quote: return nil
    }
    var last = words.upperBound - 1
    var first = words.lowerBound
    if group == .number {
      while last > first, !isNumber(last) { last -= 1 }
      while first < last, !isNumber(first) { first += 1 }
    }
    return Figure(
      form: form,
      group: group,
      first: first,
      last: last,
      piece: piece,
      specific: index,
      unit: Self.unit(of: specific)
    )
  }

  /// A number that is no specific: small ones in words, those in lists, references and identifiers.
  private func addBare(_ index: Int, _ piece: Int, to gathered: inout [Figure]) {
    let lexeme = reading.words[index]
    var form: String?
    if lexeme.kind == .number {
      form = folded(reading.text, lexeme.start..<lexeme.end)
    } else if lexeme.traits.contains(.numberWord), let value = Vocabulary.shared.value(of: lexeme.hash) {
      form = "\(value)"
    } else if lexeme.traits.contains(.scale), let value = Vocabulary.shared.value(of: lexeme.hash) {
      // "A million".
      form = "\(value)"
    }
    guard let form else { return }
    gathered.append(
      Figure(form: form, group: .number, first: index, last: index, piece: piece, specific: nil, unit: nil)
    )
  }

  private func isNumber(_ index: Int) -> Bool {
    let lexeme = reading.words[index]
    return lexeme.kind == .number || !lexeme.traits.isDisjoint(with: [.numberWord, .scale])
  }

  static func digits(of canonical: String) -> String {
    String(canonical.filter { $0 >= "0" && $0 <= "9" || $0 == "." })
  }

  private static func year(of date: String) -> String? {
    guard !date.hasPrefix("-"), let year = date.split(separator: "-").first, year.count == 4 else { return nil }
    return String(year)
  }

  private static func unit(of specific: Specific) -> UInt64? {
    switch specific.kind {
    case .percent: Words.percent
    case .money: Fingerprint.of(String(specific.canonical.prefix { $0 != " " }))
    default: nil
    }
  }

  // MARK: Neighbours

  /// How many lexemes are looked at on each side.
  private static let reach = 60
  /// What is left of a word's weight with each word that stands between.
  private static let decay = 0.82
  private static let leastWeight = 0.2
  /// Before a number stands rather what acts than what is counted; a date or time belongs to both sides.
  private static let leftWeight = 0.8
  /// Between two numbers the words belong to the first.
  private static let sharedWeight = 0.4
  /// A sign of per cent stands at too many numbers to tell them apart.
  private static let unitWeight = 0.3
  /// Beyond another number.
  private static let beyondWeight = 0.2

  /// The words of its sentence around a figure, each root once with its greatest weight, in order of the text.
  func neighbours(of index: Int, _ roots: inout Roots) -> [Neighbour] {
    let figure = all[index]
    let piece = reading.pieces[figure.piece]
    var result: [Neighbour] = []
    if let unit = figure.unit { result.append(Neighbour(root: unit, weight: Self.unitWeight)) }
    let near = inPiece(figure.piece)
    let next = (index + 1..<max(index + 1, min(near.upperBound, index + 12))).first { all[$0].group == figure.group }
    let previous = (max(near.lowerBound, index - 12)..<index).last { all[$0].group == figure.group }
    // To the right.
    var weight = 1.0
    let right = figure.last + 1..<max(figure.last + 1, min(piece.words.upperBound, figure.last + 1 + Self.reach))
    let border = next.map { all[$0].first } ?? Int.max
    reading.forEachRoot(in: right, &roots) { root, word in
      add(root, word > border ? Self.beyondWeight : weight, to: &result)
      weight = max(Self.leastWeight, weight * Self.decay)
    }
    // To the left, the words gathered in order and weighed from the figure outwards.
    var left: [(root: UInt64, word: Int)] = []
    let start = max(piece.words.lowerBound, figure.first - Self.reach)
    reading.forEachRoot(in: start..<max(start, figure.first), &roots) { left.append(($0, $1)) }
    weight = figure.group != .number ? 1 : previous == nil ? Self.leftWeight : Self.sharedWeight
    let barrier = previous.map { all[$0].last } ?? Int.min
    for (root, word) in left.reversed() {
      add(root, word < barrier ? Self.beyondWeight : weight, to: &result)
      weight = max(Self.leastWeight, weight * Self.decay)
    }
    return result
  }

  private func add(_ root: UInt64, _ weight: Double, to neighbours: inout [Neighbour]) {
    if let known = neighbours.firstIndex(where: { $0.root == root }) {
      neighbours[known].weight = max(neighbours[known].weight, weight)
    } else {
      neighbours.append(Neighbour(root: root, weight: weight))
    }
  }
}
