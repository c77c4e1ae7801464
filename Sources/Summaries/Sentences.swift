/// Cuts a text into sentences and what stands for them, in one pass over its lines.
///
/// Lines that belong together are joined: where a text is wrapped says nothing. The memory is that of the
/// sentences, the time linear, whatever the text.
struct SentenceSplitter {
  private let text: [UInt8]
  private let range: Range<Int>
  private let stops: StopFinder
  private let codeStyle: CodeStyle?
  /// In Markdown a line break says nothing; elsewhere a short line may.
  private let joinsWrappedLines: Bool
  private var sentences: [Sentence] = []
  private var open: Opening?
  private var fence: Fence?

  /// A sentence that has begun.
  private struct Opening {
    var start: Int
    var kind: Sentence.Kind
    var opensParagraph: Bool
  }

  private struct Fence {
    var mark: UInt8
    var length: Int
  }

  static func split(_ text: [UInt8], in range: Range<Int>, languageId: String) -> [Sentence] {
    var splitter = SentenceSplitter(text, range, languageId)
    splitter.readLines()
    splitter.cover()
    return splitter.sentences
  }

  private init(_ text: [UInt8], _ range: Range<Int>, _ languageId: String) {
    self.text = text
    self.range = range
    stops = StopFinder(text: text)
    codeStyle = CodeStyle(languageId: languageId)
    joinsWrappedLines = languageId == "markdown"
  }

  private mutating func readLines() {
    var reader = LineReader(text, in: range)
    var previous: Line?
    var previousKind: LineKind?
    var current = reader.next()
    var next = reader.next()
    while let line = current {
      let context = LineInContext(
        text: text,
        line: line,
        previous: previous,
        previousKind: previousKind,
        next: next
      )
      let kind = kind(of: context)
      read(line, as: kind, previous: previous, previousKind: previousKind, next: next)
      previous = line
      previousKind = kind
      current = next
      next = reader.next()
    }
    if let previous { close(at: previous.end) }
  }

  /// The kind of a line with what only the splitter knows: whether it is inside a fence.
  private mutating func kind(of context: LineInContext) -> LineKind {
    let line = context.line
    let mark = text[line.start]
    var run = 0
    if mark == 0x60 || mark == 0x7E {
      while line.start + run < line.end, text[line.start + run] == mark { run += 1 }
    }
    if let fence {
      guard mark == fence.mark, run >= fence.length, line.start + run == line.end else { return .code }
      self.fence = nil
      return .fence
    }
    if let codeStyle { return codeStyle.isComment(text, line) ? .prose : .code }
    if run >= 3, mark == 0x7E || !text[line.start + run..<line.end].contains(0x60) {
      fence = Fence(mark: mark, length: run)
      return .fence
    }
    return context.kind
  }

  private mutating func read(_ line: Line, as kind: LineKind, previous: Line?, previousKind: LineKind?, next: Line?) {
    var scanStart = line.start
    var continues = false
    if case .prose = kind, let previous, let previousKind, previousKind.isRunning, !line.blankBefore {
      continues = open == nil || !endsHard(previous, before: line, after: next)
    }
    if !continues, let previous { close(at: previous.end) }
    let sentenceKind: Sentence.Kind
    switch kind {
    case .heading: sentenceKind = .heading
    case .tableRow: sentenceKind = .tableRow
    case .code: sentenceKind = .code
    case .furniture, .fence: sentenceKind = .furniture
    case .listItem(let end):
      sentenceKind = .listItem
      scanStart = end
    case .turn(let end):
      sentenceKind = .turn
      scanStart = end
    case .prose: sentenceKind = continues ? sentences.last.map(\.kind) ?? .prose : .prose
    }
    guard kind.isRunning else {
      open = Opening(start: line.start, kind: sentenceKind, opensParagraph: line.blankBefore)
      close(at: line.end)
      return
    }
    let runningKind = open?.kind ?? sentenceKind
    if open == nil {
      open = Opening(start: line.start, kind: runningKind, opensParagraph: line.blankBefore)
    }
    let following = next.flatMap { $0.blankBefore ? nil : $0 }
    var offset = scanStart
    while let end = stops.next(
      from: offset,
      in: line,
      sentence: open?.start ?? line.start,
      following: following
    ) {
      close(at: end)
      offset = text.contentStart(in: end..<line.end)
      if offset < line.end { open = Opening(start: offset, kind: runningKind, opensParagraph: false) }
      if offset >= line.end { break }
    }
  }

  /// Whether a line in running text was ended on purpose: the next word would have had room on it, and looks like
  /// a beginning.
  private func endsHard(_ line: Line, before next: Line, after later: Line?) -> Bool {
    guard !joinsWrappedLines else { return false }
    let first = text.character(at: next.start, before: next.end).value
    guard first.isWord || text[next.start].isUpper || text[next.start].isDigit || text[next.start] == 0x22,
      !first.isLowercase, !stops.leavesOpen(line)
    else { return false }
    let width = max(next.end - next.start, later.map { $0.blankBefore ? 0 : $0.end - $0.start } ?? 0)
    var word = next.start
    while word < next.end, word - next.start < 40, !text[word].isWhite { word += 1 }
    let used = line.end - line.start + 1 + (word - next.start)
    return used < width / 4 * 3
  }

  private mutating func close(at end: Int) {
    guard let opening = open else { return }
    open = nil
    sentences.append(
      Sentence(
        range: opening.start..<end,
        contentEnd: end,
        kind: opening.kind,
        opensParagraph: opening.opensParagraph,
        tokens: 0
      )
    )
  }

  /// Makes the white space behind each sentence its own, so that they cover the range; in place, because a second copy
  /// of them would be as large as the text.
  private mutating func cover() {
    guard !range.isEmpty else { return }
    let first = sentences.first?.range.lowerBound ?? range.upperBound
    for index in sentences.indices {
      let end = index + 1 < sentences.count ? sentences[index + 1].range.lowerBound : range.upperBound
      sentences[index].range = sentences[index].range.lowerBound..<end
    }
    if first > range.lowerBound {
      let blank = Sentence(
        range: range.lowerBound..<first,
        contentEnd: range.lowerBound,
        kind: .furniture,
        opensParagraph: false,
        tokens: 0
      )
      sentences.insert(blank, at: 0)
    }
  }
}

/// How programs of some language mark comments; their other lines are code.
private struct CodeStyle {
  private let hashComments: Bool
  private let dashComments: Bool

  private static let hashed: Set<String> = [
    "python", "ruby", "perl", "shellscript", "sh", "bash", "zsh", "fish", "yaml", "toml", "makefile", "dockerfile",
    "cmake", "r", "elixir", "nix", "julia", "powershell", "coffeescript", "ini", "properties", "tcl",
  ]
  private static let dashed: Set<String> = ["lua", "sql", "haskell", "elm", "ada", "vhdl", "purescript"]
  private static let slashed: Set<String> = [
    "swift", "c", "cpp", "objective-c", "objective-cpp", "cuda-cpp", "java", "javascript", "javascriptreact",
    "typescript", "typescriptreact", "go", "rust", "csharp", "fsharp", "kotlin", "scala", "dart", "php", "zig", "css",
    "scss", "less", "json", "jsonc", "groovy", "glsl", "hlsl", "proto", "proto3", "vala", "d", "verilog",
  ]

  init?(languageId: String) {
    hashComments = Self.hashed.contains(languageId)
    dashComments = Self.dashed.contains(languageId)
    guard hashComments || dashComments || Self.slashed.contains(languageId) else { return nil }
  }

  func isComment(_ text: [UInt8], _ line: Line) -> Bool {
    let marks: [StaticString] = hashComments ? ["#"] : dashComments ? ["--"] : ["//", "/*", "* ", "*/"]
    return marks.contains { text.starts(with: $0, at: line.start, before: line.end) }
  }
}
