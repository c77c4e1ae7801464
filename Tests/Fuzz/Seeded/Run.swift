import FuzzProperties

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

func runFuzz(_ arguments: [String]) {
  if let hex = arguments.first, hex.hasPrefix("0x") {
    exit(check(bytes(ofHex: hex)) ? 0 : 1)
  }
  let count = arguments.first.flatMap { Int($0) } ?? 200_000
  let seed = arguments.dropFirst().first.flatMap { UInt64($0) } ?? 2026
  LastInput.reportTraps()
  var ran = 0
  var failed = 0
  for input in SeededInputs(seed: seed, count: count) {
    LastInput.set(input)
    // An input that never ends is a failure like any other.
    alarm(60)
    ran += 1
    if !check(input) { failed += 1 }
    if failed >= 20 { break }
  }
  print("\(ran - failed) passed, \(failed) failed")
  exit(failed == 0 ? 0 : 1)
}

private func check(_ input: [UInt8]) -> Bool {
  do throws(Broken) {
    try fuzz(input)
    return true
  } catch {
    print("0x\(hex(input)): \(error)")
    return false
  }
}

private func hex(_ bytes: [UInt8]) -> String {
  bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}

private func bytes(ofHex hex: String) -> [UInt8] {
  let digits = hex.dropFirst(2).compactMap { $0.hexDigitValue.map(UInt8.init) }
  return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

/// The input that is being checked, where a signal handler can read it.
private enum LastInput {
  private static let capacity = 65_536
  // Written by the thread that checks, read by it when it traps, and by any when it hangs.
  nonisolated(unsafe) private static let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
  nonisolated(unsafe) private static let line = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * capacity + 3)
  nonisolated(unsafe) private static var count = 0

  static func set(_ input: [UInt8]) {
    count = min(input.count, capacity)
    for index in 0..<count { memory[index] = input[index] }
    // Allocated before a handler needs it.
    line[0] = 0
  }

  static func reportTraps() {
    set([])
    for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGALRM] {
      signal(number) { number in
        LastInput.write()
        // The default action, so that the status tells of the signal.
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  /// One write, so that two threads that trap do not mix theirs.
  private static func write() {
    let digits = StaticString("0123456789abcdef")
    line[0] = 0x30
    line[1] = 0x78
    for index in 0..<count {
      line[2 + 2 * index] = digits.utf8Start[Int(memory[index] >> 4)]
      line[3 + 2 * index] = digits.utf8Start[Int(memory[index] & 15)]
    }
    line[2 + 2 * count] = 0x0A
    _ = Glibc.write(1, line, 3 + 2 * count)
  }
}
