import LSP
import Store

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A text to summarise, as the command line names it.
struct InputFile {
  /// A text that could not be read; the message begins with the file's name.
  struct Problem: Error, Hashable {
    let message: String
  }

  /// Larger files are refused before they fill the memory.
  private static let sizeLimit = 256 * 1_024 * 1_024

  /// As it was given; "standard input" for `-`.
  let name: String
  let uri: DocumentURI
  let languageId: String
  let text: String

  /// Reads a file, or standard input for `-`.
  init(_ path: String) throws(Problem) {
    let isStandardInput = path == "-"
    name = isStandardInput ? "standard input" : path
    uri = isStandardInput ? DocumentURI("untitled:stdin") : DocumentURI(filePath: Self.absolute(path))
    languageId = isStandardInput ? LanguageID.plain : LanguageID.guessed(fromName: path)
    do {
      let bytes =
        isStandardInput
        ? try Disk.read(descriptor: 0, limit: Self.sizeLimit)
        : try Disk.read(path, kind: .any, limit: Self.sizeLimit)
      text = try TextDecoding.decode(bytes)
    } catch {
      throw Problem(message: "\(name): \(error)")
    }
  }

  /// The path from the root, without "." and empty parts, and with ".." resolved by name.
  private static func absolute(_ path: String) -> String {
    let full = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    var parts: [Substring] = []
    for part in full.split(separator: "/") where part != "." {
      if part == ".." {
        _ = parts.popLast()
      } else {
        parts.append(part)
      }
    }
    return "/" + parts.joined(separator: "/")
  }
}
