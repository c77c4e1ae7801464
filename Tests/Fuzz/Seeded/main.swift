// Checks the properties on many inputs, the same ones in every run, and ends with "N passed, N failed".
//
//   fuzz [COUNT [SEED]]     200,000 inputs of seed 2026 unless said otherwise
//   fuzz 0xHEX              one input, as a failure prints it
//
// A trap, or a minute without an end, prints its input too.

runFuzz(Array(CommandLine.arguments.dropFirst()))
