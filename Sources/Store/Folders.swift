#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where the program keeps its files, from `HOME` and `XDG_*` alone.
///
/// Nothing is made here: a folder is made by whoever first writes into it. A variable that is not an absolute path
/// counts as unset, as the XDG specification asks, and so does one that was not UTF-8 (its repaired form holds
/// U+FFFD): it would name another folder.
package struct Folders: Hashable, Sendable {
  /// Holds `config.json`; nil when neither `XDG_CONFIG_HOME` nor `HOME` says where.
  package let config: String?
  /// Holds cached notes; nil when neither `XDG_CACHE_HOME` nor `HOME` says where: then they live in memory.
  package let cache: String?
  /// Holds what must be a file while the server runs.
  ///
  /// Without `XDG_RUNTIME_DIR` it is a folder for this user in the folder for temporary files, and
  /// `Disk.makePrivateFolder` refuses it when somebody else made it.
  package let runtime: String

  package init(environment: [String: String]) {
    func path(_ name: String) -> String? {
      guard let value = environment[name], value.hasPrefix("/"), !value.contains("\u{FFFD}") else { return nil }
      let end = value.lastIndex { $0 != "/" }
      return end.map { String(value[...$0]) } ?? ""
    }
    let home = path("HOME")
    config = (path("XDG_CONFIG_HOME") ?? home.map { $0 + "/.config" }).map { $0 + "/breviate" }
    cache = (path("XDG_CACHE_HOME") ?? home.map { $0 + "/.cache" }).map { $0 + "/breviate" }
    runtime =
      path("XDG_RUNTIME_DIR").map { $0 + "/breviate" }
      ?? (path("TMPDIR") ?? "/tmp") + "/breviate-\(getuid())"
  }

  /// The user's own settings.
  package var configFile: String? { config.map { $0 + "/config.json" } }
}
