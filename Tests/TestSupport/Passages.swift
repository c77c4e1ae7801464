/// Texts whose passages a test can foresee.
package enum Passages {
  /// With this `passageTokens` each paragraph of `text` is a passage of its own.
  package static let tokens = 100

  /// A text of one paragraph for each name, beginning with it: one sentence of some eighty tokens.
  package static func text(_ names: String) -> String {
    names.split(separator: " ").map { paragraph(String($0)) }.joined(separator: "\n\n") + "\n"
  }

  /// One sentence of about sixty-five words that begins with `name`.
  package static func paragraph(_ name: String) -> String {
    "\(name) counted the boats" + String(repeating: ", then the long nets and the old lamps by the wall", count: 5)
      + ", and then walked home along the shore."
  }
}
