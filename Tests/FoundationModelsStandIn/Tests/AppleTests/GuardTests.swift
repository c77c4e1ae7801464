import Foundation
import Testing

/// What a compiler here cannot see: on Linux every `#available` holds, so that only the text of the sources shows
/// whether newer symbols are kept from older systems.
@Suite struct GuardTests {
  /// Of the 27 SDK: they must not be seen by a build with the 26 SDK.
  private static let symbols27 = [
    "LanguageModelError", "samplingMode", "SystemLanguageModel.Error", "LanguageModelSession.Error", "ParsingError",
  ]

  private func sources() throws -> [(name: String, lines: [Substring])] {
    let folder = URL(filePath: #filePath).appending(path: "../../../../../Sources/Models/Apple").standardizedFileURL
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return try files.filter { $0.pathExtension == "swift" }
      .map {
        (
          $0.lastPathComponent,
          try String(contentsOf: $0, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
        )
      }
  }

  @Test("symbols of the 27 SDK stand only where that SDK is asked for, and run only on 27")
  func symbols27() throws {
    var seen: Set<String> = []
    for (name, lines) in try sources() {
      var conditions: [Bool] = []
      for (number, line) in lines.enumerated() {
        let code = line.drop { $0 == " " }
        if code.hasPrefix("#if") { conditions.append(code.contains("_version: 2")) }
        if code.hasPrefix("#else"), let last = conditions.popLast() { conditions.append(last ? false : last) }
        if code.hasPrefix("#endif") { _ = conditions.popLast() }
        guard !code.hasPrefix("//") else { continue }
        for symbol in Self.symbols27 where code.contains(symbol) && !code.contains("\"") {
          seen.insert(symbol)
          #expect(conditions.contains(true), "\(name):\(number + 1): \(symbol)")
        }
      }
    }
    #expect(seen == Set(Self.symbols27))
  }

  @Test("tokens are counted only in functions that macOS 26.4 guards")
  func tokenCount() throws {
    var found = 0
    for (name, lines) in try sources() {
      for (number, line) in lines.enumerated() where line.contains(".tokenCount(") {
        found += 1
        let start = lines[..<number].lastIndex { $0.contains("func ") } ?? 0
        let guarded = lines[max(0, start - 1)..<number].contains { $0.contains("macOS 26.4") }
        #expect(guarded, "\(name):\(number + 1)")
      }
    }
    #expect(found >= 3)
  }

  @Test("no condition asks for more than the module that the system has")
  func conditions() throws {
    for (name, lines) in try sources() {
      #expect(!lines.contains { $0.contains("_underlyingVersion") }, "\(name)")
      let opens = lines.filter { $0.contains("import FoundationModels") }
      guard !opens.isEmpty else { continue }
      #expect(
        lines.first == "#if canImport(FoundationModels) && (canImport(Darwin) || FOUNDATION_MODELS_STAND_IN)",
        "\(name): a Linux build must never see the stand-in"
      )
    }
  }
}
