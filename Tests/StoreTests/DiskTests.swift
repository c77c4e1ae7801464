import Foundation
import Testing

@testable import Store

@Suite struct DiskTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func whatWasReplacedIsReadWhole() throws {
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
    try Disk.replace(folder.file("a"), with: [1])
    try Disk.replace(folder.file("a"), with: bytes)
    #expect(try Disk.read(folder.file("a")) == bytes)
    #expect(try folder.permissions("a") == 0o600)
    #expect(try folder.names == ["a"])
  }

  @Test func onlyAFileOrALinkIsReplaced() throws {
    try folder.write("kept", to: "target")
    try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: folder.file("target"))
    try Disk.replace(folder.file("link"), with: [1])
    #expect(try Disk.read(folder.file("link")) == [1])
    #expect(try Disk.read(folder.file("target")) == Array("kept".utf8))
    #expect(throws: Disk.Problem.isFolder) { try Disk.replace(folder.path, with: [1]) }
    #expect(throws: Disk.Problem.notRegular) { try Disk.replace("/dev/null", with: [1]) }
  }

  @Test func appendingSaysTheSize() throws {
    #expect(try Disk.append([1, 2], to: folder.file("a")) == 2)
    #expect(try Disk.append([3], to: folder.file("a")) == 3)
    #expect(try Disk.read(folder.file("a")) == [1, 2, 3])
  }

  @Test func readingSaysWhyItCannot() throws {
    try folder.write("12345", to: "a")
    #expect(throws: Disk.Problem.missing) { try Disk.read(folder.file("b")) }
    #expect(throws: Disk.Problem.missing) { try Disk.read(folder.file("a/b")) }
    #expect(throws: Disk.Problem.isFolder) { try Disk.read(folder.path) }
    #expect(throws: Disk.Problem.notRegular) { try Disk.read("/dev/null") }
    #expect(throws: Disk.Problem.tooLarge(limit: 4)) { try Disk.read(folder.file("a"), limit: 4) }
    #expect(throws: Disk.Problem.tooLarge(limit: 4)) { try Disk.read("/dev/zero", kind: .any, limit: 4) }
    #expect(try Disk.read("/dev/null", kind: .any) == [])
  }

  @Test func linksAreFollowedOnlyWhereAPersonChoseThePath() throws {
    try folder.write("", to: "target")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link"),
      withDestinationPath: folder.file("target")
    )
    #expect(throws: Disk.Problem.self) { try Disk.append([1], to: folder.file("link")) }
    #expect(try Disk.append([1], to: folder.file("link"), kind: .any) == 1)
    #expect(try Disk.append([1], to: "/dev/null", kind: .any) == 0)
  }

  @Test func aPrivateFolderIsMadeWithThoseAboveIt() throws {
    try Disk.makePrivateFolder(folder.file("a/b/c"))
    for name in ["a", "a/b", "a/b/c"] { #expect(try folder.permissions(name) == 0o700) }
    try Disk.makePrivateFolder(folder.file("a/b/c"))
  }

  @Test func aLinkOrAFileIsNoPrivateFolder() throws {
    try folder.write("", to: "file")
    try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: folder.path)
    #expect(throws: Disk.Problem.notPrivate) { try Disk.makePrivateFolder(folder.file("file")) }
    #expect(throws: Disk.Problem.notPrivate) { try Disk.makePrivateFolder(folder.file("link")) }
  }
}
