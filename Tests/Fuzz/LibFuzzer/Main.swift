import FuzzProperties

// libFuzzer's own loop. SwiftPM gives the entry point of an executable the name NAME_main, and libFuzzer's `main` is
// not linked then; so this is that entry point, and calls what libFuzzer has for programs with a main of their own.

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ check: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

@_cdecl("LibFuzzer_main")
func main(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
  var count = count
  var arguments = arguments
  return runDriver(&count, &arguments) { bytes, count in
    do throws(Broken) {
      try fuzz(Array(UnsafeBufferPointer(start: bytes, count: count)))
    } catch {
      fatalError("\(error)")
    }
    return 0
  }
}
