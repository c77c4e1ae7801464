/// What a piece of a note costs: the larger of the estimate and of a count by plain rules.
///
/// The plain rules: a word of up to 8 letters is 1, of up to 14 is 2, a longer one 3; two digits are 1; a CJK
/// character is 1; any other sign is 1. An estimate that is fitted to one tokenizer can be low for another; the
/// ceiling of a note has to hold for both.
func strictTokens(_ text: [UInt8], _ range: Range<Int>) -> Int {
  var tokens = StrictTokens()
  tokens.add(text, range)
  return tokens.count
}

/// The strict tokens of a text that comes in parts.
struct StrictTokens {
  private var thousandths = 0
  private var plain = 0

  var count: Int { thousandths == 0 ? plain : max(TokenWeights.whole(thousandths), plain) }

  mutating func add(_ text: [UInt8], _ range: Range<Int>) {
    thousandths += TokenWeights.standard.price(of: text, in: text.clamped(range)).thousandths
    plain += plainTokens(text, range)
  }
}

func strictTokens(_ text: String) -> Int {
  let bytes = Array(text.utf8)
  return strictTokens(bytes, 0..<bytes.count)
}

func plainTokens(_ text: [UInt8], _ range: Range<Int>) -> Int {
  var tokens = 0
  var offset = range.lowerBound
  while offset < range.upperBound {
    let first = decode(text, offset, range.upperBound)
    var next = offset + first.length
    switch first.letter {
    case .space: break
    case .han, .hiragana, .katakana, .sign, .symbol, .invisible: tokens += 1
    case .upper, .lower, .caseless:
      if isHangul(first.folded) {
        tokens += 1
        break
      }
      var letters = 1
      while next < range.upperBound {
        if text[next] < 0x80 {
          guard text[next].isLetter else { break }
          letters += 1
          next += 1
          continue
        }
        let character = decode(text, next, range.upperBound)
        guard character.letter == .upper || character.letter == .lower || character.letter == .caseless,
          !isHangul(character.folded)
        else { break }
        letters += 1
        next += character.length
      }
      tokens += letters <= 8 ? 1 : letters <= 14 ? 2 : 3
    case .digit:
      var digits = 1
      while next < range.upperBound {
        let character = decode(text, next, range.upperBound)
        guard character.letter == .digit else { break }
        digits += 1
        next += character.length
      }
      tokens += (digits + 1) / 2
    }
    offset = next
  }
  return tokens
}

private func isHangul(_ scalar: UInt32) -> Bool { scalar >= 0xAC00 && scalar <= 0xD7AF }
