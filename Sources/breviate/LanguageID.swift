/// The protocol's names of languages, guessed from the names of files.
enum LanguageID {
  static let plain = "plaintext"

  private static let byExtension: [String: String] = [
    "md": "markdown", "markdown": "markdown", "mdown": "markdown", "txt": plain, "text": plain,
    "rst": "restructuredtext", "adoc": "asciidoc", "org": "org", "tex": "latex", "html": "html", "htm": "html",
    "xml": "xml", "json": "json", "yaml": "yaml", "yml": "yaml", "toml": "toml", "csv": "csv", "tsv": "tsv",
    "c": "c", "h": "c", "cc": "cpp", "cpp": "cpp", "hpp": "cpp", "cs": "csharp", "css": "css", "go": "go",
    "java": "java", "js": "javascript", "mjs": "javascript", "jsx": "javascriptreact", "kt": "kotlin", "lua": "lua",
    "php": "php", "pl": "perl", "py": "python", "r": "r", "rb": "ruby", "rs": "rust", "scala": "scala",
    "sh": "shellscript", "bash": "shellscript", "sql": "sql", "swift": "swift", "ts": "typescript",
    "tsx": "typescriptreact", "diff": "diff", "patch": "diff",
  ]

  static func guessed(fromName path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return plain }
    return byExtension[name[name.index(after: dot)...].lowercased()] ?? plain
  }
}
