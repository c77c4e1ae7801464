import LSP
import Server

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reports for programs.
///
/// Keys are sorted, so that the same notes are the same bytes. What cannot be seen but would change how a terminal
/// shows the rest is escaped, which to JSON is the same text.
enum JSONOutput {
  /// One document over several lines, with a line break behind it.
  static func whole(_ report: Report) -> [UInt8] {
    encode(report, pretty: true)
  }

  /// One passage with its document's `uri`, on one line.
  static func line(_ passage: Report.Passage, uri: DocumentURI) -> [UInt8] {
    encode(PassageLine(uri: uri, passage: passage), pretty: false)
  }

  /// A document's last line: its summary, or null.
  static func line(summary: Report.Note?, uri: DocumentURI) -> [UInt8] {
    encode(SummaryLine(uri: uri, summary: summary), pretty: false)
  }

  private static func encode(_ value: some Encodable, pretty: Bool) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if pretty { encoder.outputFormatting.insert(.prettyPrinted) }
    // What is encoded holds no number that JSON cannot say, so encoding cannot fail.
    let json = (try? encoder.encode(value)).map { [UInt8]($0) } ?? []
    return escapingInvisibles(json) + [UInt8(ascii: "\n")]
  }

  private struct PassageLine: Encodable {
    let uri: DocumentURI
    let passage: Report.Passage

    private enum CodingKeys: CodingKey { case uri }

    func encode(to encoder: any Encoder) throws {
      try passage.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(uri, forKey: .uri)
    }
  }

  private struct SummaryLine: Encodable {
    let uri: DocumentURI
    @OrNull var summary: Report.Note?
  }
}
