import Foundation
import LSP
import Testing

@testable import Server

private let place = LSPRange(start: Position(line: 0, character: 0), end: Position(line: 2, character: 5))

private let note = Report.Note(
  text: "Ada wrote it.",
  headline: "Ada",
  sentences: [Report.Sentence(text: "Ada wrote it.", range: place)],
  omitted: [Report.Omission(value: "1843", kind: "date", context: "", range: place)],
  notInText: [Report.Unsupported(text: "Paris", kind: "specific")],
  model: "ollama:m",
  provisional: false,
  createdAt: "2026-11-30T00:00:00Z",
  finishReason: "stop",
  truncatedInput: false,
  relaxedFilter: false,
  usage: Report.Usage(promptTokens: 900, answerTokens: 90, tokensPerSecond: 22.5),
  timeToFirstToken: 0.25
)

private let bareNote = Report.Note(
  text: "",
  headline: nil,
  sentences: [Report.Sentence(text: "", range: nil)],
  omitted: [],
  notInText: [],
  model: "none",
  provisional: true,
  createdAt: "2026-11-30T00:00:00Z",
  finishReason: nil,
  truncatedInput: false,
  relaxedFilter: false,
  usage: nil,
  timeToFirstToken: nil
)

private func report(full: Bool) -> Report {
  let passage = Report.Passage(
    id: "p1",
    number: 1,
    title: full ? "One" : nil,
    range: place,
    tokens: Report.Tokens(value: 12, exact: true),
    state: full ? .failed : .waiting,
    note: full ? note : nil,
    failure: full ? Report.Failure(kind: "blocked", title: "Blocked", detail: "d", retry: true, relax: true) : nil
  )
  let plan = Report.Plan(
    tokens: Report.Tokens(value: 12, exact: false),
    inputBudget: 1_000,
    passes: 1,
    combinePasses: 0,
    estimatedSeconds: full ? 40 : nil
  )
  let document = Report.Document(
    uri: DocumentURI("file:///c%3A/x.md"),
    version: full ? 7 : nil,
    languageId: "markdown",
    positionEncoding: .utf16,
    model: Report.Model(id: "none", backend: "none", contextWindow: full ? 4_096 : nil, windowAssumed: full),
    plan: plan,
    passages: [passage],
    summary: full ? note : bareNote
  )
  return Report(breviate: "1.2.3", documents: [document])
}

private func json(_ value: some Encodable) throws -> JSONValue { try JSONValue(encoding: value) }

@Suite struct ReportTests {
  @Test func theFullReportHasTheDocumentedForm() throws {
    let range: JSONValue = ["start": ["line": 0, "character": 0], "end": ["line": 2, "character": 5]]
    let fullNote: JSONValue = [
      "text": "Ada wrote it.", "headline": "Ada", "sentences": [["text": "Ada wrote it.", "range": range]],
      "omitted": [["value": "1843", "kind": "date", "context": "", "range": range]],
      "notInText": [["text": "Paris", "kind": "specific"]], "model": "ollama:m", "provisional": false,
      "createdAt": "2026-11-30T00:00:00Z", "finishReason": "stop", "truncatedInput": false, "relaxedFilter": false,
      "usage": ["promptTokens": 900, "answerTokens": 90, "tokensPerSecond": 22.5], "timeToFirstToken": 0.25,
    ]
    let expected: JSONValue = [
      "schemaVersion": 1, "breviate": "1.2.3",
      "documents": [
        [
          "uri": "file:///c%3A/x.md", "version": 7, "languageId": "markdown", "positionEncoding": "utf-16",
          "model": ["id": "none", "backend": "none", "contextWindow": 4_096, "windowAssumed": true],
          "plan": [
            "tokens": ["value": 12, "exact": false], "inputBudget": 1_000, "passes": 1, "combinePasses": 0,
            "estimatedSeconds": 40,
          ],
          "passages": [
            [
              "id": "p1", "number": 1, "title": "One", "range": range, "tokens": ["value": 12, "exact": true],
              "state": "failed", "note": fullNote,
              "failure": ["kind": "blocked", "title": "Blocked", "detail": "d", "retry": true, "relax": true],
            ]
          ],
          "summary": fullNote,
        ]
      ],
    ]
    #expect(try json(report(full: true)) == expected)
  }

  @Test func whatIsNotKnownIsNullAndNeverAbsent() throws {
    func keys(_ value: JSONValue?) -> [String] { (value?.objectValue?.keys).map { $0.sorted() } ?? [] }
    let full = try json(report(full: true))
    let bare = try json(report(full: false))
    let (fullDocument, bareDocument) = (full["documents"]?[0], bare["documents"]?[0])
    #expect(keys(bareDocument) == keys(fullDocument))
    for name in ["model", "plan", "summary"] { #expect(keys(bareDocument?[name]) == keys(fullDocument?[name])) }
    #expect(keys(bareDocument?["passages"]?[0]) == keys(fullDocument?["passages"]?[0]))
    #expect(bareDocument?["version"] == .null)
    #expect(bareDocument?["plan"]?["estimatedSeconds"] == .null)
    #expect(bareDocument?["passages"]?[0]?["note"] == .null)
    #expect(bareDocument?["passages"]?[0]?["failure"] == .null)
    #expect(bareDocument?["summary"]?["sentences"]?[0]?["range"] == .null)
    #expect(bareDocument?["summary"]?["usage"] == .null)
  }

  @Test(arguments: [true, false]) func aReportIsReadAsItWasWritten(full: Bool) throws {
    let written = report(full: full)
    let read: Report = try json(written).decode()
    #expect(read == written)
    #expect(read.documents[0].uri.string == "file:///c%3A/x.md")
  }
}

@Suite struct TimestampTests {
  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"), (4_107_542_399, "2100-02-28T23:59:59Z"),
      (4_107_542_400, "2100-03-01T00:00:00Z"), (1_796_079_599.999, "2026-11-30T22:59:59Z"),
      (-1, "1969-12-31T23:59:59Z"), (-0.5, "1969-12-31T23:59:59Z"), (.infinity, "9999-12-31T23:59:59Z"),
      (-.infinity, "0001-01-01T00:00:00Z"), (.nan, "1970-01-01T00:00:00Z"),
    ] as [(Double, String)]
  )
  func aMomentIsWrittenInUTC(seconds: Double, text: String) {
    #expect(Timestamp.text(seconds) == text)
  }

  @Test func thousandthsAreCutOff() {
    #expect(Timestamp.text(1.25, thousandths: true) == "1970-01-01T00:00:01.250Z")
    #expect(Timestamp.text(-0.001, thousandths: true) == "1969-12-31T23:59:59.999Z")
  }

  @Test func everyDayOfFourCenturiesHasItsDate() {
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var (year, month, day) = (1_970, 1, 1)
    for days in 0..<146_097 {
      let pad = { (value: Int) in (value < 10 ? "0" : "") + String(value) }
      let expected = "\(year)-\(pad(month))-\(pad(day))T00:00:00Z"
      guard Timestamp.text(Double(days) * 86_400) == expected else {
        Issue.record("day \(days) is not \(expected)")
        return
      }
      let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
      day += 1
      if day > lengths[month - 1] + (isLeap && month == 2 ? 1 : 0) { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
  }
}
