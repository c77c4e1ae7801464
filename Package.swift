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
  ],
  swiftLanguageModes: [.v6]
)
