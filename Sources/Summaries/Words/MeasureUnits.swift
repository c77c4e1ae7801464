/// Units of measure in their spellings: two words are one unit when they have the same number here.
///
/// Words that count all kinds of things (people, pages) are none: a text may call them by many names.
enum MeasureUnits {
  /// A line for each unit, in lower case.
  private static let spellings = """
    foot feet ft fuß
    inch inches zoll
    yard yards yd
    mile miles mi meile meilen
    meter meters metre metres m
    kilometer kilometers kilometre kilometres km
    centimeter centimeters centimetre centimetres zentimeter cm
    millimeter millimeters millimetre millimetres mm
    acre acres
    hectare hectares hektar ha
    gram grams gramme grammes gramm g
    kilogram kilograms kilogramme kilogrammes kilogramm kilo kilos kg
    milligram milligrams milligramm mg
    pound pounds lb lbs pfund
    ounce ounces oz unze unzen
    ton tons tonne tonnes tonnen
    liter liters litre litres l
    milliliter milliliters millilitre millilitres ml
    gallon gallons
    second seconds sekunde sekunden sec secs s
    minute minutes minuten min mins
    hour hours stunde stunden h hr hrs
    day days tag tage tagen
    week weeks woche wochen
    month months monat monate monaten
    year years jahr jahre jahren
    decade decades jahrzehnt jahrzehnte jahrzehnten
    century centuries jahrhundert jahrhunderte jahrhunderten
    degree degrees grad
    byte bytes
    kilobyte kilobytes kb kib
    megabyte megabytes mb mib
    gigabyte gigabytes gb gib
    bit bits
    watt watts w
    kilowatt kilowatts kw
    volt volts v
    dollar dollars
    cent cents
    euro euros
    crown crowns kronen
    franc francs franken
    percent prozent
    """

  private static let numbers: [String: Int] = {
    var numbers: [String: Int] = [:]
    for (number, line) in spellings.split(separator: "\n").enumerated() {
      for word in line.split(separator: " ") { numbers[String(word)] = number }
    }
    return numbers
  }()

  /// The unit that a word in lower case names; nil for any other word.
  static func unit(_ word: String) -> Int? { numbers[word] }
}
