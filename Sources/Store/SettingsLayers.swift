/// Where a setting came from.
///
/// Later cases win over earlier ones.
package enum SettingsSource: Hashable, Sendable {
  case defaults
  case file(path: String)
  case environment
  /// An editor's configuration: initialization options or its section of settings.
  case client
  case flags

  /// For tables: "default", "/home/ann/.config/breviate/config.json", "environment", "editor", "command line".
  package var name: String {
    switch self {
    case .defaults: "default"
    case .file(let path): path
    case .environment: "environment"
    case .client: "editor"
    case .flags: "command line"
    }
  }

  var rank: Int {
    switch self {
    case .defaults: 0
    case .file: 1
    case .environment: 2
    case .client: 3
    case .flags: 4
    }
  }
}

/// A setting that was not taken, and why.
///
/// The layer below holds for its key.
package struct SettingsProblem: Hashable, Sendable {
  /// As the source spells it: `passageTokens`, `BREVIATE_PASSAGE_TOKENS`, `--passage-tokens`; nil when the whole
  /// source is the matter.
  package let key: String?
  package let source: SettingsSource
  /// The end of the sentence "KEY …".
  package let reason: String

  /// "/home/ann/.config/breviate/config.json: hover is 3 but must be passage, firstLine or off; it is ignored".
  package var message: String {
    let place = source.name == "editor" ? "the editor's configuration" : source.name
    return "\(place): \(key.map { $0 + " " } ?? "")\(reason); it is ignored"
  }
}

/// The settings that one source gives, each already known to be allowed, and what was wrong with the others.
package struct SettingsLayer: Sendable {
  package let source: SettingsSource
  package private(set) var problems: [SettingsProblem] = []
  private var values: [(setting: Setting, value: SettingValue)] = []

  private init(source: SettingsSource) {
    self.source = source
  }

  /// The keys that it gives, each once.
  package var keys: Set<String> { Set(values.map(\.setting.key)) }

  /// The user's own file; one that is not there gives nothing and is no problem.
  package static func file(_ path: String) -> SettingsLayer {
    let sizeLimit = 1_048_576
    do throws(Disk.Problem) {
      return json(try Disk.read(path, limit: sizeLimit), source: .file(path: path))
    } catch {
      var layer = SettingsLayer(source: .file(path: path))
      if error != .missing { layer.refuse(nil, "cannot be read: \(error)") }
      return layer
    }
  }

  /// `BREVIATE_…`; an empty variable counts as unset.
  ///
  /// The environment is shared, so an unknown name is only a problem when it looks like a slip in a known one.
  package static func environment(_ variables: [String: String]) -> SettingsLayer {
    var layer = SettingsLayer(source: .environment)
    for (name, text) in variables.sorted(by: { $0.key < $1.key }) where name.hasPrefix("BREVIATE_") && !text.isEmpty {
      if let setting = Setting.named(environment: name) {
        layer.take(setting, .text(text), spelt: name)
      } else if let meant = nearest(name, among: Setting.all.map(\.environmentName)) {
        layer.refuse(name, "is not a setting; \(meant) is")
      }
    }
    return layer
  }

  /// Flags by their names with dashes, in the order given: of two for one setting the later wins.
  package static func flags(_ flags: [(name: String, value: String)]) -> SettingsLayer {
    var layer = SettingsLayer(source: .flags)
    for (name, text) in flags {
      if let setting = Setting.named(flag: name) {
        layer.take(setting, .text(text), spelt: name)
      } else {
        layer.refuse(name, "is not a setting")
      }
    }
    return layer
  }

  /// An object of settings in JSON; keys in `others` are somebody else's and are passed over.
  ///
  /// A client that has nothing to say sends null, a file may be empty: neither is a problem.
  package static func json(_ json: [UInt8], source: SettingsSource, others: Set<String> = []) -> SettingsLayer {
    var layer = SettingsLayer(source: source)
    if json.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) { return layer }
    switch SettingValue(json: json) {
    case nil: layer.refuse(nil, "is not valid JSON")
    case .null? where source == .client: break
    case .object(let members)?: layer.take(members, prefix: "", others: others)
    case let value?: layer.refuse(nil, "must be an object of settings, not \(value.shown)")
    }
    return layer
  }

  private mutating func take(_ members: [String: SettingValue], prefix: String, others: Set<String>) {
    for (name, value) in members.sorted(by: { $0.key < $1.key }) where !others.contains(name) {
      let key = prefix + name
      let inside = Setting.all.map(\.key).filter { $0.hasPrefix(key + ".") }
      if let setting = Setting.named(key: key) {
        take(setting, value, spelt: key)
      } else if inside.isEmpty {
        let meant = nearest(key, among: Setting.all.map(\.key)).map { "; \($0) is" } ?? ""
        refuse(SettingValue.excerpt(key), "is not a setting" + meant)
      } else if case .object(let members) = value {
        take(members, prefix: key + ".", others: [])
      } else {
        refuse(key, "is \(value.shown) but must be an object that may hold \(inside.joined(separator: ", "))")
      }
    }
  }

  private mutating func take(_ setting: Setting, _ value: SettingValue, spelt key: String) {
    var result = Settings()
    do throws(SettingValue.Refusal) {
      try setting.read(value, &result)
    } catch {
      refuse(key, error.reason)
      return
    }
    let own = "the user's own file, \(setting.environmentName) or \(setting.flagName)"
    switch setting.clientRule {
    case .never where source == .client:
      refuse(key, "may not be set by an editor's configuration, only by \(own)")
    case .loopbackOnly where source == .client && !(result.models + [result.model]).allSatisfy(\.isLoopback):
      refuse(key, "names another machine, which may not be set by an editor's configuration, only by \(own)")
    case .free, .loopbackOnly, .never:
      values.append((setting, value))
    }
  }

  private mutating func refuse(_ key: String?, _ reason: String) {
    problems.append(SettingsProblem(key: key, source: source, reason: reason))
  }

  fileprivate func apply(to resolved: inout ResolvedSettings) {
    for (setting, value) in values where (try? setting.read(value, &resolved.settings)) != nil {
      resolved.origins[setting.key] = source
    }
    resolved.problems += problems
  }
}

/// The settings in force, where each came from, and what was wrong on the way.
package struct ResolvedSettings: Sendable {
  package fileprivate(set) var settings = Settings()
  /// By key; a key that no source gave is missing: its default holds.
  package fileprivate(set) var origins: [String: SettingsSource] = [:]
  package fileprivate(set) var problems: [SettingsProblem] = []

  /// Lays the layers over the defaults by the rank of their sources, whatever their order here.
  package init(_ layers: [SettingsLayer]) {
    for layer in layers.sorted(by: { $0.source.rank < $1.source.rank }) { layer.apply(to: &self) }
  }

  package func origin(of setting: Setting) -> SettingsSource { origins[setting.key] ?? .defaults }
}
