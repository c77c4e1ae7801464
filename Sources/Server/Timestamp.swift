/// A moment as people and programs write it: ISO 8601, UTC.
enum Timestamp {
  /// "2026-11-30T22:49:31Z", with thousandths "2026-11-30T22:49:31.250Z".
  ///
  /// The calendar is computed: asking the system for it would read files. A moment outside of the years 1 to 9999
  /// is drawn to their borders.
  static func text(_ secondsSince1970: Double, thousandths: Bool = false) -> String {
    let first = -62_135_596_800.0
    let last = 253_402_300_799.0
    let moment = secondsSince1970.isNaN ? 0 : min(max(secondsSince1970, first), last)
    let milliseconds = Int((moment * 1_000).rounded(.down))
    let seconds = floorDivide(milliseconds, 1_000)
    let days = floorDivide(seconds, 86_400)
    let second = seconds - days * 86_400
    let (year, month, day) = date(daysSince1970: days)
    let fraction = thousandths ? "." + padded(milliseconds - seconds * 1_000, 3) : ""
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
      + "T\(padded(second / 3_600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))\(fraction)Z"
  }

  /// The Gregorian date of a day.
  ///
  /// Years are counted from March, so that the leap day is the last of its year.
  private static func date(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
    // Days since 1 March of the year 0; 146,097 days are the 400 years after which the calendar repeats.
    let shifted = days + 719_468
    let era = floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  private static func floorDivide(_ value: Int, _ divisor: Int) -> Int {
    value >= 0 ? value / divisor : -((divisor - 1 - value) / divisor)
  }

  private static func padded(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
