// swift-tools-version: 6.2
import PackageDescription

// Who may import whom (README, "Architecture"): LSP and Summaries import nothing of ours; Models and Store
// import Summaries; Server imports LSP, Summaries and Store; only the executable sees both Models and Server.

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  // Generic types are made with the conformances that the compiler knows, not by looking each up among all of the
  // process when it is first used: half of the time to the first answer was such searches.
  .unsafeFlags(
    ["-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors"],
    .when(configuration: .release)
  ),
]

let package = Package(
  name: "breviate",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "breviate", targets: ["breviate"])],
  targets: [
    .target(name: "LSP", swiftSettings: strict),
    .target(name: "Summaries", swiftSettings: strict),
    .target(name: "Models", dependencies: ["Summaries"], swiftSettings: strict),
    .target(name: "Store", dependencies: ["Summaries"], swiftSettings: strict),
    .target(name: "Server", dependencies: ["LSP", "Summaries", "Store"], swiftSettings: strict),
    .executableTarget(
      name: "breviate",
      dependencies: ["LSP", "Summaries", "Models", "Store", "Server"],
      // A release build on Linux is one static file: it starts in about a millisecond and needs no Swift
      // runtime where it is installed. Only a root package may set these flags, which is what this is.
      swiftSettings: strict + [
        .unsafeFlags(["-static-executable"], .when(platforms: [.linux], configuration: .release))
      ],
      linkerSettings: [
        .unsafeFlags(["-static-executable"], .when(platforms: [.linux], configuration: .release))
      ]
    ),
    .target(
      name: "TestSupport",
      dependencies: ["LSP", "Summaries", "Store", "Server"],
      path: "Tests/TestSupport",
      swiftSettings: strict
    ),
    .target(
      name: "FuzzProperties",
      dependencies: ["LSP", "Summaries", "Models", "Store", "Server", "TestSupport"],
      path: "Tests/Fuzz/Properties",
      swiftSettings: strict
    ),
    .testTarget(
      name: "FuzzTests",
      dependencies: ["FuzzProperties"],
      path: "Tests/Fuzz/Found",
      swiftSettings: strict
    ),
    .testTarget(name: "LSPTests", dependencies: ["LSP", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "SummariesTests", dependencies: ["Summaries", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "ModelsTests", dependencies: ["Models", "Summaries", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "StoreTests", dependencies: ["Store", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "ServerTests",
      dependencies: ["Server", "LSP", "Summaries", "Models", "Store", "TestSupport"],
      swiftSettings: strict
    ),
  ],
  swiftLanguageModes: [.v6]
)

// BREVIATE_FUZZ adds what fuzzes (Tests/Fuzz/README.md), which no other build needs: "seeded" the executable of the
// checks, "libfuzzer" the one that hunts on its own, for which every module has to count its branches.
switch Context.environment["BREVIATE_FUZZ"] {
case "seeded":
  package.targets.append(
    .executableTarget(name: "fuzz", dependencies: ["FuzzProperties"], path: "Tests/Fuzz/Seeded", swiftSettings: strict)
  )
case "libfuzzer":
  package.targets.removeAll { $0.name == "breviate" || $0.type == .test }
  package.products = []
  package.targets.append(
    .executableTarget(
      name: "LibFuzzer",
      dependencies: ["FuzzProperties"],
      path: "Tests/Fuzz/LibFuzzer",
      swiftSettings: strict,
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]
    )
  )
  for target in package.targets {
    target.swiftSettings = strict + [.unsafeFlags(["-sanitize=fuzzer", "-parse-as-library"])]
  }
default: break
}

// BREVIATE_PROBE adds what the measure of the notes asks the code itself (Tests/Quality/README.md).
if Context.environment["BREVIATE_PROBE"] != nil {
  package.targets.append(
    .executableTarget(
      name: "quality-probe",
      dependencies: ["Summaries"],
      path: "Tests/Quality/Probe",
      swiftSettings: strict
    )
  )
}
