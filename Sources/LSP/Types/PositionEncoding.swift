/// What one column of a `Position` counts.
package enum PositionEncoding: String, Codable, CaseIterable, Sendable {
  /// UTF-8 bytes.
  case utf8 = "utf-8"
  /// UTF-16 code units; what the protocol means when nothing was negotiated.
  case utf16 = "utf-16"
  /// Unicode scalars.
  case utf32 = "utf-32"

  /// The encoding to use with a client that offers `offered`, in whatever order.
  ///
  /// UTF-8 first, because columns are then offsets as they are; UTF-16 where nothing known is offered.
  package static func negotiated(offered: [String]?) -> PositionEncoding {
    let offered = offered ?? []
    return [.utf8, .utf16, .utf32].first { offered.contains($0.rawValue) } ?? .utf16
  }
}
