/// A string that is put together scalar by scalar: its bytes grow in an array, which takes a fraction of the time of a
/// string that grows.
struct Words {
  private var bytes: [UInt8] = []

  var isEmpty: Bool { bytes.isEmpty }
  var string: String { String(decoding: bytes, as: UTF8.self) }

  mutating func append(_ scalar: Unicode.Scalar) {
    if scalar.isASCII {
      bytes.append(UInt8(truncatingIfNeeded: scalar.value))
    } else {
      bytes.append(contentsOf: String(scalar).utf8)
    }
  }

  mutating func append(contentsOf scalars: some Sequence<Unicode.Scalar>) {
    for scalar in scalars { append(scalar) }
  }
}
