/// Arithmetic that the standard library has not; C's may differ by machine, and notes are the same on every one.
enum Powers {
  /// The natural logarithm, to about six digits.
  static func logarithm(_ value: Double) -> Double {
    guard value > 0 else { return 0 }
    let fraction = value.significand
    // ln(m) by its series in (m − 1)/(m + 1), m in 1..<2.
    let ratio = (fraction - 1) / (fraction + 1)
    let square = ratio * ratio
    let series = 2 * ratio * (1 + square * (1.0 / 3 + square * (1.0 / 5 + square * (1.0 / 7 + square / 9))))
    return series + Double(value.exponent) * 0.693_147_180_559_945_3
  }

  /// `value` to a power of less than one.
  static func power(_ value: Double, _ exponent: Double) -> Double { exponential(exponent * logarithm(value)) }

  private static func exponential(_ value: Double) -> Double {
    let whole = (value / 0.693_147_180_559_945_3).rounded()
    let rest = value - whole * 0.693_147_180_559_945_3
    var sum = 1.0
    var term = 1.0
    for step in 1...10 {
      term *= rest / Double(step)
      sum += term
    }
    return Double(sign: .plus, exponent: Int(max(-1_000, min(1_000, whole))), significand: sum)
  }
}
