/// A model as a person names it in the settings: `auto`, `none`, `apple`, `ollama:NAME` or `openai:URL#NAME`.
package enum ModelName: Hashable, Sendable, CustomStringConvertible {
  /// The best that can be used without asking the network.
  case auto
  /// The built-in note taker, which uses no model.
  case none
  case apple
  case ollama(name: String)
  case openai(endpoint: Endpoint, name: String)

  /// Why a string names no model, as the end of the sentence "model …".
  ///
  /// It never quotes an address, which may hold a password.
  package struct Problem: Error, Hashable, Sendable {
    package let reason: String
  }

  /// What a model's name may look like, for messages and the table of settings.
  package static let forms = "auto, none, apple, ollama:NAME or openai:URL#NAME"

  package init(_ string: String) throws(Problem) {
    switch string {
    case "auto": self = .auto
    case "none": self = .none
    case "apple": self = .apple
    default:
      if let name = string.removingPrefix("ollama:") {
        try Self.check(name: name)
        self = .ollama(name: String(name))
      } else if let rest = string.removingPrefix("openai:") {
        guard let hash = rest.firstIndex(of: "#") else {
          throw Problem(reason: "needs the model's name behind its address: openai:URL#NAME")
        }
        let name = rest[rest.index(after: hash)...]
        try Self.check(name: name)
        self = .openai(endpoint: try Endpoint(rest[..<hash]), name: String(name))
      } else {
        throw Problem(reason: "must be \(Self.forms)")
      }
    }
  }

  private static func check(name: Substring) throws(Problem) {
    guard !name.isEmpty else { throw Problem(reason: "needs a name: ollama:NAME or openai:URL#NAME") }
    guard name.utf8.count <= 256, name.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
      throw Problem(reason: "has a name with spaces or control characters, or one of more than 256 bytes")
    }
  }

  /// Whether it stays on this machine.
  ///
  /// Ollama's server is taken at its own loopback address.
  package var isLoopback: Bool {
    switch self {
    case .auto, .none, .apple, .ollama: true
    case .openai(let endpoint, _): endpoint.isLoopback
    }
  }

  package var description: String {
    switch self {
    case .auto: "auto"
    case .none: "none"
    case .apple: "apple"
    case .ollama(let name): "ollama:\(name)"
    case .openai(let endpoint, let name): "openai:\(endpoint.url)#\(name)"
    }
  }
}

/// An address of an HTTP server, read strictly: what this reader and another one could take for two different
/// hosts is refused, because the host decides whether text may leave the machine.
package struct Endpoint: Hashable, Sendable {
  /// As given, in ASCII, without user name, password, query or fragment.
  package let url: String
  /// In lower case; an IPv6 address without its brackets.
  package let host: String

  init(_ text: Substring) throws(ModelName.Problem) {
    let rest: Substring
    if let plain = text.removingPrefix("http://") {
      rest = plain
    } else if let secure = text.removingPrefix("https://") {
      rest = secure
    } else {
      throw ModelName.Problem(reason: "needs an address that begins with http:// or https://")
    }
    let authority = rest.prefix { $0 != "/" }
    guard !text.contains("@") else {
      throw ModelName.Problem(reason: "must not hold a user name or password in its address")
    }
    let path = rest.dropFirst(authority.count)
    let pathIsPlain = path.utf8.allSatisfy { $0.isLetterOrDigit || "/-._~%+:,=".utf8.contains($0) }
    guard pathIsPlain, let (host, port) = Self.split(authority), port.map(Self.isPort) ?? true else {
      throw ModelName.Problem(reason: "has an address that cannot be read: openai:http://HOST:PORT/PATH#NAME")
    }
    url = String(text)
    self.host = host.lowercased()
  }

  /// `localhost`, 127.0.0.0/8 in four plain decimal numbers, or `::1`.
  ///
  /// Anything else counts as another machine.
  package var isLoopback: Bool {
    if host == "localhost" || host == "::1" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    let isAddress = parts.allSatisfy { part in UInt8(part).map { String($0) == part } ?? false }
    return parts.count == 4 && isAddress && parts[0] == "127"
  }

  /// Host and port of `HOST:PORT`, `HOST`, `[IPV6]:PORT` or `[IPV6]`.
  private static func split(_ authority: Substring) -> (host: Substring, port: Substring?)? {
    if let inside = authority.removingPrefix("[") {
      guard let close = inside.firstIndex(of: "]") else { return nil }
      let host = inside[..<close]
      let rest = inside[inside.index(after: close)...]
      guard !host.isEmpty, host.utf8.allSatisfy({ $0.isHexDigit || $0 == UInt8(ascii: ":") }) else { return nil }
      return rest.isEmpty ? (host, nil) : rest.removingPrefix(":").map { (host, $0) }
    }
    let host = authority.prefix { $0 != ":" }
    guard !host.isEmpty, host.utf8.allSatisfy({ $0.isLetterOrDigit || "-._".utf8.contains($0) }) else { return nil }
    let rest = authority.dropFirst(host.count)
    return (host, rest.isEmpty ? nil : rest.dropFirst())
  }

  private static func isPort(_ text: Substring) -> Bool {
    text.utf8.allSatisfy(\.isDigit) && (UInt16(text) ?? 0) > 0
  }
}

extension StringProtocol {
  fileprivate func removingPrefix(_ prefix: String) -> SubSequence? {
    hasPrefix(prefix) ? dropFirst(prefix.count) : nil
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self >= 0x30 && self <= 0x39 }
  fileprivate var isLetterOrDigit: Bool { isDigit || (self | 0x20 >= 0x61 && self | 0x20 <= 0x7A) }
  fileprivate var isHexDigit: Bool { isDigit || (self | 0x20 >= 0x61 && self | 0x20 <= 0x66) }
}
