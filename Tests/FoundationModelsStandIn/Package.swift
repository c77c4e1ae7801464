// swift-tools-version: 6.2
import PackageDescription

// Apple's on-device model for machines that have none: a module with the public declarations of FoundationModels that
// Breviate uses, and behind them what was measured or reported of the real thing. A package of its own, so that no
// build of Breviate itself can ever see it; the sources under test are links to the real ones.
//
// BREVIATE_SDK chooses which SDK it stands in for: 26 (the default) or 27.

let is27 = Context.environment["BREVIATE_SDK"] == "27"
let standIn: [SwiftSetting] =
  [
    .unsafeFlags(["-user-module-version", is27 ? "2.0.62" : "1.5.2"]),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (is27 ? [.define("SDK_27")] : [])
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .define("FOUNDATION_MODELS_STAND_IN"),
]

let package = Package(
  name: "stand-in",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "FoundationModels", swiftSettings: standIn),
    .target(name: "LSP", swiftSettings: strict),
    .target(name: "Summaries", swiftSettings: strict),
    .target(name: "Models", dependencies: ["Summaries", "FoundationModels"], swiftSettings: strict),
    .target(name: "Store", dependencies: ["Summaries"], swiftSettings: strict),
    .target(name: "Server", dependencies: ["LSP", "Summaries", "Store"], swiftSettings: strict),
    .target(name: "TestSupport", dependencies: ["LSP", "Summaries", "Store", "Server"], swiftSettings: strict),
    .testTarget(
      name: "AppleTests",
      dependencies: ["FoundationModels", "Models", "Summaries", "Store", "Server", "LSP", "TestSupport"],
      swiftSettings: strict
    ),
  ],
  swiftLanguageModes: [.v6]
)
