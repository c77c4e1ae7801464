/// About how many words a text has: what stands between white space and holds a letter or digit; of Chinese,
/// Japanese and Korean, written without spaces, two characters count as one word.
package func countWords(in text: [UInt8], _ range: Range<Int>? = nil) -> Int {
  var words = 0
  var ideographs = 0
  var insideWord = false
  for byte in text[range ?? text.indices] {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), 0xC3...0xDF:
      if !insideWord { words += 1 }
      insideWord = true
    case 0x09...0x0D, 0x20:
      insideWord = false
    case 0xE3...0xED:
      // The lead bytes of U+3000 to U+D7FF: kana, ideographs, Hangul.
      ideographs += 1
    default:
      break
    }
  }
  return words + (ideographs + 1) / 2
}
