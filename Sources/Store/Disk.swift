#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Files and folders by the system's plain calls.
///
/// Every descriptor is close-on-exec, nobody's name is looked up (in a static executable that loads the system's
/// NSS libraries), and what is written is for its owner alone.
package enum Disk {
  /// Why a file could not be read or written, as the end of the sentence "FILE: …".
  package enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
    case missing
    case isFolder
    case notRegular
    case denied
    case tooLarge(limit: Int)
    /// A folder that was to be private belongs to somebody else or is open to others.
    case notPrivate
    case system(code: Int32)

    init(code: Int32) {
      switch code {
      case ENOENT, ENOTDIR: self = .missing
      case EISDIR: self = .isFolder
      case EACCES, EPERM, EROFS: self = .denied
      default: self = .system(code: code)
      }
    }

    package var description: String {
      switch self {
      case .missing: "no such file"
      case .isFolder: "is a folder, not a file"
      case .notRegular: "is not a regular file"
      case .denied: "permission denied"
      case .tooLarge(let limit): "is larger than \(limit) bytes"
      case .notPrivate: "belongs to another user or is open to others"
      case .system(let code): strerror(code).map { String(cString: $0) } ?? "error \(code)"
      }
    }
  }

  package enum Kind: Sendable {
    /// Anything else is refused without reading: a pipe without a writer would wait for ever.
    case regularOnly
    /// Pipes and devices too, until their end.
    case any
  }

  /// All bytes of a file, at most `limit`.
  package static func read(_ path: String, kind: Kind = .regularOnly, limit: Int = .max) throws(Problem) -> [UInt8] {
    let waiting = kind == .regularOnly ? O_NONBLOCK : 0
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | waiting)
    guard descriptor >= 0 else { throw Problem(code: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Problem(code: errno) }
    if status.st_mode & S_IFMT == S_IFDIR { throw .isFolder }
    if kind == .regularOnly && status.st_mode & S_IFMT != S_IFREG { throw .notRegular }
    if status.st_size > limit { throw .tooLarge(limit: limit) }
    return try read(descriptor: descriptor, expecting: max(0, Int(status.st_size)), limit: limit)
  }

  /// All bytes that an open descriptor has until its end, at most `limit`.
  package static func read(descriptor: Int32, expecting: Int = 0, limit: Int = .max) throws(Problem) -> [UInt8] {
    let step = 65_536
    var bytes: [UInt8] = []
    bytes.reserveCapacity(expecting)
    while true {
      var got = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: step) { buffer, count in
        repeat { got = systemRead(descriptor, buffer.baseAddress, step) } while got < 0 && errno == EINTR
        count = max(0, got)
      }
      if got < 0 {
        guard errno == EAGAIN else { throw Problem(code: errno) }
        // Whoever shares the pipe has set it to non-blocking.
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&entry, 1, -1)
        continue
      }
      if got == 0 { return bytes }
      bytes += chunk
      if bytes.count > limit { throw .tooLarge(limit: limit) }
    }
  }

  /// Adds bytes to the end of a file in one write, making the file (0600) where it is missing.
  ///
  /// The system puts each such write behind the last one, so two processes that append do not mix their bytes.
  /// Links are followed and devices written to only where `kind` is `any`: for a path that a person chose.
  /// Returns the size of the file afterwards; 0 for what is no regular file.
  @discardableResult
  package static func append(_ bytes: [UInt8], to path: String, kind: Kind = .regularOnly) throws(Problem) -> Int {
    let links = kind == .regularOnly ? O_NOFOLLOW : 0
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK | links, 0o600)
    guard descriptor >= 0 else { throw Problem(code: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Problem(code: errno) }
    let isRegular = status.st_mode & S_IFMT == S_IFREG
    guard isRegular || kind == .any else { throw .notRegular }
    if isRegular && status.st_mode & 0o077 != 0 { _ = fchmod(descriptor, 0o600) }
    try write(bytes, to: descriptor)
    return isRegular ? Int(status.st_size) + bytes.count : 0
  }

  /// Puts a new file (0600) in the place of an old one at once: a reader sees all of either, never a part.
  ///
  /// What is there and is neither a file nor a link to one stays: a device is not to be lost by its name.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(Problem) {
    var status = stat()
    if lstat(path, &status) == 0 {
      switch status.st_mode & S_IFMT {
      case S_IFREG, S_IFLNK: break
      case S_IFDIR: throw .isFolder
      default: throw .notRegular
      }
    }
    let temporary = "\(path).\(getpid()).new"
    _ = unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Problem(code: errno) }
    do throws(Problem) {
      defer { close(descriptor) }
      try write(bytes, to: descriptor)
    } catch {
      _ = unlink(temporary)
      throw error
    }
    try move(temporary, to: path)
  }

  /// Renames a file, over one that is there.
  package static func move(_ path: String, to newPath: String) throws(Problem) {
    guard rename(path, newPath) == 0 else { throw Problem(code: errno) }
  }

  package static func remove(_ path: String) throws(Problem) {
    guard unlink(path) == 0 else { throw Problem(code: errno) }
  }

  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  package static func isWritableFolder(_ path: String) -> Bool {
    format(of: path) == S_IFDIR && access(path, W_OK | X_OK) == 0
  }

  package static func isExecutableFile(_ path: String) -> Bool {
    format(of: path) == S_IFREG && access(path, X_OK) == 0
  }

  private static func format(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  /// Makes a folder (0700) with those above it where they are missing, and sees to it that it is this user's alone.
  package static func makePrivateFolder(_ path: String) throws(Problem) {
    if mkdir(path, 0o700) != 0 {
      switch errno {
      case EEXIST: break
      case ENOENT:
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { throw .missing }
        try makeFolder(String(path[..<slash]))
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw Problem(code: errno) }
      case let code: throw Problem(code: code)
      }
    }
    var status = stat()
    guard lstat(path, &status) == 0 else { throw Problem(code: errno) }
    guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == getuid() else { throw .notPrivate }
    if status.st_mode & 0o077 != 0 {
      guard chmod(path, 0o700) == 0 else { throw .notPrivate }
    }
  }

  private static func makeFolder(_ path: String) throws(Problem) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
      throw Problem(code: errno)
    }
    try makeFolder(String(path[..<slash]))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw Problem(code: errno) }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Problem) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count == 0 || errno != EINTR {
        throw Problem(code: errno)
      }
    }
  }
}

/// `read` and `write` under names that `Disk`'s own functions do not hide.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}

private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, buffer, count)
}
