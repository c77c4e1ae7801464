import Server
import Store

extension Program {
  /// `breviate config`: every setting, its value and where that comes from.
  func showSettings() -> Int32 {
    let resolved = resolvedSettings()
    let rows = Setting.all.map { setting in
      [setting.key, setting.show(resolved.settings) ?? setting.standard, resolved.origin(of: setting).name]
    }
    terminal.print(Self.table([["setting", "value", "from"]] + rows))
    return ExitStatus.fine
  }

  /// Columns as wide as their widest cell.
  private static func table(_ rows: [[String]]) -> String {
    let safe = SafeText(.plaintext)
    let cells = rows.map { $0.map(safe.line) }
    let widths = (cells.first ?? []).indices.map { column in
      cells.map { TextWrap.columns($0[column]) }.max() ?? 0
    }
    return cells.map { row in
      let padded = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - TextWrap.columns(cell))
      }
      let line = padded.joined(separator: "  ")
      return String(line[..<(line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex)]) + "\n"
    }.joined()
  }
}
