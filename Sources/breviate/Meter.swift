import Server

/// One line on standard error that says how far the work is, for whoever sits at the terminal.
///
/// It is rewritten in place and gone when the work is done; without a terminal there is none.
struct Meter {
  private let terminal: Terminal
  private let name: String
  private var isShown = false

  init(terminal: Terminal, name: String) {
    self.terminal = terminal
    self.name = name
  }

  mutating func show(percentage: Int?, message: String?) {
    guard let width = terminal.meterWidth else { return }
    let parts = [percentage.map { "\($0) %" }, message].compactMap { $0 }
    let line = TextWrap.cut(SafeText.message("\(name): \(parts.joined(separator: ", "))"), width: width - 1)
    terminal.meter("\r\(line)\u{1B}[K")
    isShown = true
  }

  mutating func clear() {
    guard isShown else { return }
    terminal.meter("\r\u{1B}[K")
    isShown = false
  }
}
