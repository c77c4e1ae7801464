/// Checks the properties of one area on one input; throws where one does not hold.
///
/// The first byte picks the area, the rest is read as that area's structured input (`Choices`). Every sequence of
/// bytes is an input.
package func fuzz(_ bytes: [UInt8]) throws(Broken) {
  guard let first = bytes.first else { return }
  var choices = Choices(bytes.dropFirst())
  switch FuzzArea(first) {
  case .frames: try checkFrames(&choices)
  case .json: try checkJSON(&choices)
  case .edits: try checkEdits(&choices)
  case .outline: try checkOutline(&choices)
  case .specifics: try checkSpecifics(&choices)
  case .notes: try checkNotes(&choices)
  case .planning: try checkPlanning(&choices)
  case .session: try checkSession(&choices)
  }
}

/// What an input is about.
package enum FuzzArea: UInt8, CaseIterable, Sendable {
  case frames, json, edits, outline, specifics, notes, planning
  /// A whole session, which takes a hundred times as long as anything else: one first byte in sixteen.
  case session

  init(_ byte: UInt8) {
    self = byte >= 0xF0 ? .session : FuzzArea(rawValue: byte % FuzzArea.session.rawValue) ?? .frames
  }

  /// A first byte that picks this area.
  package var byte: UInt8 { self == .session ? 0xF0 : rawValue }
}

/// A property that does not hold.
package struct Broken: Error, CustomStringConvertible {
  package var description: String
}

func expect(_ holds: Bool, _ what: @autoclosure () -> String) throws(Broken) {
  if !holds { throw Broken(description: what()) }
}
