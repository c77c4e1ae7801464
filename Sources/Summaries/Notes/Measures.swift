/// Units of measure beside a number: which ones mean the same, and which ones measure the same thing.
enum Measures {
  struct Unit: Equatable {
    /// What it measures, one bit each, as a pound is a weight and a currency.
    var family: UInt8
    var number: Int

    /// Whether both measure the same thing, though not in the same unit.
    func rivals(_ other: Unit) -> Bool { number != other.number && family & other.family != 0 }
  }

  /// A unit a line: the bits of its family, then all its spellings.
  private static let table = """
    1 second seconds sec secs sekunde sekunden
    1 minute minutes min mins minuten
    1 hour hours hr hrs h stunde stunden
    1 day days tag tage tagen
    1 week weeks woche wochen
    1 month months monat monate monaten
    1 year years yr yrs jahr jahre jahren
    1 millisecond milliseconds ms millisekunde millisekunden
    2 mile miles meile meilen
    2 yard yards yd
    2 foot feet ft fuß
    2 inch inches zoll
    2 kilometre kilometres kilometer kilometers kilometern km
    2 metre metres meter meters metern
    2 centimetre centimetres centimeter centimeters zentimeter cm
    2 millimetre millimetres millimeter millimeters mm
    4 bit bits
    4 byte bytes octet octets
    4 kilobyte kilobytes kb kib
    4 megabyte megabytes mb mib
    4 gigabyte gigabytes gb gib
    4 terabyte terabytes tb tib
    8 gram grams gramm g
    8 kilogram kilograms kilogramm kilo kilos kg
    8 milligram milligrams milligramm mg
    8 ton tons tonne tonnes tonnen
    8 ounce ounces oz
    24 pound pounds lb lbs pfund
    16 dollar dollars
    16 euro euros
    16 franc francs franken
    """
  private static let units: [UInt64: Unit] = {
    var units: [UInt64: Unit] = [:]
    for (number, line) in table.split(separator: "\n").enumerated() {
      let parts = line.split(separator: " ")
      for word in parts.dropFirst() {
        units[Fingerprint.of(String(word))] = Unit(family: parts.first.flatMap { UInt8($0) } ?? 0, number: number)
      }
    }
    return units
  }()

  /// The unit at a number's side: a hyphen and one word, as in "six long feet", may stand between.
  static func unit(behind index: Int, of reading: Reading) -> Unit? {
    var left = 2
    for word in reading.words[min(index + 1, reading.words.count)...].prefix(4) {
      if word.kind == .sign, word.hash == 0x2D { continue }
      guard word.kind == .word else { return nil }
      if let unit = units[word.hash] { return unit }
      left -= 1
      if left == 0 || word.traits.contains(.function) { return nil }
    }
    return nil
  }

  /// Whether the unit stands a few words behind a number, as in "three to five months".
  static func has(_ unit: Unit, near index: Int, of reading: Reading) -> Bool {
    reading.words[min(index + 1, reading.words.count)...].prefix(7).contains { units[$0.hash] == unit }
  }
}
