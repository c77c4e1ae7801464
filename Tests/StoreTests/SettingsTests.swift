import Testing

@testable import Store

/// One value as it is set in each source, and what it comes to.
struct Example: CustomTestStringConvertible, Sendable {
  let key: String
  /// As JSON.
  let json: String
  /// As text: for a variable or a flag.
  let text: String
  let shown: String

  var testDescription: String { "\(key) = \(json)" }

  /// The key and its value, nested as JSON wants it.
  var object: String {
    let names = key.split(separator: ".").map { "\"\($0)\":" }
    return "{" + names.joined(separator: "{") + json + String(repeating: "}", count: names.count)
  }
}

private let examples: [Example] = [
  Example(key: "model", json: #""none""#, text: "none", shown: "none"),
  Example(key: "model", json: #""apple""#, text: "apple", shown: "apple"),
  Example(key: "model", json: #""ollama:qwen3:4b""#, text: "ollama:qwen3:4b", shown: "ollama:qwen3:4b"),
  Example(
    key: "model",
    json: #""openai:http://127.0.0.1:8080/v1#m""#,
    text: "openai:http://127.0.0.1:8080/v1#m",
    shown: "openai:http://127.0.0.1:8080/v1#m"
  ),
  Example(key: "contextWindow", json: "8192", text: "8192", shown: "8192"),
  Example(key: "passageTokens", json: "64", text: "64", shown: "64"),
  Example(key: "passageTokens", json: "1000000", text: "1000000", shown: "1000000"),
  Example(key: "maxAnswerTokens", json: "120", text: "120", shown: "120"),
  Example(key: "hover", json: #""firstLine""#, text: "firstLine", shown: "firstLine"),
  Example(key: "hover", json: #""off""#, text: "off", shown: "off"),
  Example(key: "diagnostics.tooLong", json: #""off""#, text: "off", shown: "off"),
  Example(key: "diagnostics.tooLong", json: #""hint""#, text: "hint", shown: "hint"),
  Example(key: "prewarm", json: #""open""#, text: "open", shown: "open"),
  Example(key: "allowRemote", json: "true", text: "true", shown: "true"),
  Example(key: "models", json: #"["none","ollama:a"]"#, text: "none ollama:a", shown: "none ollama:a"),
  Example(key: "models", json: #"["ollama:a,b"]"#, text: " ollama:a,b\n", shown: "ollama:a,b"),
  Example(key: "instructions", json: #""In one line.""#, text: "In one line.", shown: "In one line."),
  Example(key: "temperature", json: "0.25", text: "0.25", shown: "0.25"),
  Example(key: "temperature", json: "2", text: "2", shown: "2"),
  Example(key: "temperature", json: "0", text: "0.0", shown: "0"),
  Example(key: "seed", json: "0", text: "0", shown: "0"),
  Example(key: "maxConcurrent", json: "4", text: "4", shown: "4"),
  Example(key: "connectTimeout", json: "3", text: "3", shown: "3"),
  Example(key: "tokenTimeout", json: "300", text: "300", shown: "300"),
  Example(key: "apiKeyEnv", json: #""LLM_KEY""#, text: "LLM_KEY", shown: "LLM_KEY"),
  Example(key: "apiKeyCommand", json: #""pass show llm""#, text: "pass show llm", shown: "pass show llm"),
  Example(key: "confirmAbove", json: "0", text: "0", shown: "0"),
  Example(key: "repair", json: "true", text: "1", shown: "true"),
]

/// A value that is refused, and words that its message has to have.
struct BadExample: CustomTestStringConvertible, Sendable {
  let json: String
  let words: [String]
  var testDescription: String { json }

  init(_ json: String, _ words: String...) {
    self.json = json
    self.words = words
  }
}

private let path = "/home/ann/.config/breviate/config.json"

private func layer(_ json: String, from source: SettingsSource) -> SettingsLayer {
  SettingsLayer.json(Array(json.utf8), source: source)
}

@Suite struct SettingsTests {
  @Test func defaultsAreAsDocumented() {
    let settings = ResolvedSettings([]).settings
    #expect(settings.model == .auto)
    #expect(settings.contextWindow == nil)
    #expect(settings.passageTokens(builtIn: true) == 1_000)
    #expect(settings.passageTokens(builtIn: false) == 2_000)
    #expect(settings.maxAnswerTokens == 220)
    #expect(settings.hover == .passage)
    #expect(settings.tooLong(builtIn: true) == .hint)
    #expect(settings.tooLong(builtIn: false) == .information)
    #expect(settings.prewarm == .auto)
    #expect(settings.allowRemote == false)
    #expect(settings.models.isEmpty && settings.instructions == nil)
    #expect(settings.temperature == nil && settings.seed == nil && settings.maxConcurrent == nil)
    #expect(settings.connectTimeout == 10 && settings.tokenTimeout == 60)
    #expect(settings.apiKeyEnv == nil && settings.apiKeyCommand == nil)
    #expect(settings.confirmAbove(isLoopback: true) == nil && settings.confirmAbove(isLoopback: false) == 20)
    #expect(settings.repair == false)
  }

  @Test func namesFollowFromTheKey() throws {
    let nested = try #require(Setting.named(key: "diagnostics.tooLong"))
    #expect(nested.environmentName == "BREVIATE_DIAGNOSTICS_TOO_LONG")
    #expect(nested.flagName == "--diagnostics-too-long")
    let plain = try #require(Setting.named(key: "passageTokens"))
    #expect(plain.environmentName == "BREVIATE_PASSAGE_TOKENS")
    #expect(plain.flagName == "--passage-tokens")
    for names in [Setting.all.map(\.key), Setting.all.map(\.environmentName), Setting.all.map(\.flagName)] {
      #expect(Set(names).count == Setting.all.count)
    }
  }

  @Test(arguments: examples) func everySourceSetsIt(example: Example) throws {
    let setting = try #require(Setting.named(key: example.key))
    var layers = [
      layer(example.object, from: .file(path: path)),
      SettingsLayer.environment([setting.environmentName: example.text]),
      SettingsLayer.flags([(setting.flagName, example.text)]),
    ]
    if setting.clientRule != .never { layers.append(layer(example.object, from: .client)) }
    for layer in layers {
      let resolved = ResolvedSettings([layer])
      #expect(resolved.problems == [])
      #expect(setting.show(resolved.settings) == example.shown)
      #expect(resolved.origin(of: setting) == layer.source)
      #expect(resolved.origins.count == 1)
    }
  }

  @Test func theLaterSourceWinsWhateverTheOrderOfLayers() throws {
    let setting = try #require(Setting.named(key: "maxAnswerTokens"))
    let layers = [
      layer(#"{"maxAnswerTokens":101}"#, from: .file(path: path)),
      SettingsLayer.environment(["BREVIATE_MAX_ANSWER_TOKENS": "102"]),
      layer(#"{"maxAnswerTokens":103}"#, from: .client),
      SettingsLayer.flags([("--max-answer-tokens", "1"), ("--max-answer-tokens", "104")]),
    ]
    for last in layers.indices {
      let resolved = ResolvedSettings(Array(layers[...last].reversed()))
      #expect(resolved.settings.maxAnswerTokens == 101 + last)
      #expect(resolved.origin(of: setting) == layers[last].source)
    }
  }

  @Test func aBadValueLeavesTheLayerBelowInForce() {
    let resolved = ResolvedSettings([
      layer(#"{"hover":"off"}"#, from: .file(path: path)),
      layer(#"{"hover":"sometimes","maxAnswerTokens":99}"#, from: .client),
    ])
    #expect(resolved.settings.hover == .off)
    #expect(resolved.settings.maxAnswerTokens == 99)
    #expect(
      resolved.problems.map(\.message) == [
        "the editor's configuration: hover is \"sometimes\" but must be passage, firstLine or off; it is ignored"
      ]
    )
  }

  @Test(arguments: [
    BadExample(#"{"passageTokens":"2000"}"#, "passageTokens", "\"2000\"", "a whole number from 64 to 1000000"),
    BadExample(#"{"passageTokens":63}"#, "passageTokens is 63", "from 64 to 1000000"),
    BadExample(#"{"passageTokens":-5}"#, "passageTokens is -5", "from 64"),
    BadExample(#"{"passageTokens":99999999999999999999999}"#, "passageTokens", "from 64"),
    BadExample(#"{"passageTokens":70.5}"#, "passageTokens is 70.5", "whole number"),
    BadExample(#"{"passageTokens":null}"#, "passageTokens is null"),
    BadExample(#"{"passageTokens":true}"#, "passageTokens is true"),
    BadExample(#"{"passageTokens":[]}"#, "passageTokens is a list"),
    BadExample(#"{"passageTokens":{"a":1}}"#, "passageTokens is an object"),
    BadExample(#"{"contextWindow":0}"#, "contextWindow is 0", "from 1"),
    BadExample(#"{"maxAnswerTokens":15}"#, "maxAnswerTokens is 15", "from 16 to 16384"),
    BadExample(#"{"hover":"firstline"}"#, "hover", "passage, firstLine or off"),
    BadExample(#"{"hover":1}"#, "hover is 1", "passage, firstLine or off"),
    BadExample(#"{"diagnostics":{"tooLong":"error"}}"#, "diagnostics.tooLong", "off, hint or information"),
    BadExample(#"{"diagnostics":{"tooLong":null}}"#, "diagnostics.tooLong is null"),
    BadExample(#"{"diagnostics":"off"}"#, "diagnostics is \"off\"", "diagnostics.tooLong"),
    BadExample(#"{"diagnostics":{"tooShort":"off"}}"#, "diagnostics.tooShort is not a setting"),
    BadExample(#"{"prewarm":false}"#, "prewarm is false", "auto, open or off"),
    BadExample(#"{"model":3}"#, "model is 3", "auto, none, apple, ollama:NAME or openai:URL#NAME"),
    BadExample(#"{"model":"gpt"}"#, "model must be auto, none"),
    BadExample(#"{"models":"none"}"#, "models is \"none\" but must be a list of auto"),
    BadExample(#"{"models":["none","gpt"]}"#, "models name 2 must be auto, none"),
    BadExample(#"{"models":["none",3]}"#, "models name 2 is 3"),
    BadExample(#"{"instructions":" \n"}"#, "instructions is", "a text, 4096 bytes at most"),
    BadExample(#"{"instructions":7}"#, "instructions is 7", "a text"),
    BadExample(#"{"temperature":2.1}"#, "temperature is 2.1", "a number from 0 to 2"),
    BadExample(#"{"temperature":"1"}"#, "temperature is \"1\"", "a number from 0 to 2"),
    BadExample(#"{"temperature":-1}"#, "temperature is -1", "from 0"),
    BadExample(#"{"seed":-1}"#, "seed is -1", "from 0 to 2147483647"),
    BadExample(#"{"maxConcurrent":0}"#, "maxConcurrent is 0", "from 1 to 64"),
    BadExample(#"{"connectTimeout":0}"#, "connectTimeout is 0", "from 1"),
    BadExample(#"{"tokenTimeout":0.5}"#, "tokenTimeout is 0.5", "whole number"),
    BadExample(#"{"confirmAbove":-1}"#, "confirmAbove is -1", "from 0"),
    BadExample(#"{"repair":"yes"}"#, "repair is \"yes\"", "true or false"),
    BadExample(#"{"modle":"none"}"#, "modle is not a setting; model is"),
    BadExample(#"{"colour":1}"#, "colour is not a setting"),
    BadExample(#"{"a\u001b[31m":1}"#, "a\u{FFFD}[31m is not a setting"),
    BadExample(#"{"hover":"#, "is not valid JSON"),
    BadExample("hover: off", "is not valid JSON"),
    BadExample("[]", "must be an object of settings, not a list"),
    BadExample("7", "must be an object of settings, not 7"),
  ])
  func aBadValueIsOneProblemThatNamesKeyAndPlace(example: BadExample) {
    for source in [SettingsSource.file(path: path), .client] {
      let resolved = ResolvedSettings([layer(example.json, from: source)])
      #expect(resolved.settings == Settings())
      #expect(resolved.origins.isEmpty)
      #expect(resolved.problems.count == 1)
      let message = resolved.problems.first?.message ?? ""
      #expect(message.hasPrefix(source == .client ? "the editor's configuration: " : path + ": "))
      for word in example.words { #expect(message.contains(word)) }
    }
  }

  @Test func nullIsNothingFromAClientAndAProblemInAFile() {
    #expect(layer("null", from: .client).problems.isEmpty)
    #expect(layer("null", from: .file(path: path)).problems.count == 1)
    #expect(layer(" \n", from: .file(path: path)).problems.isEmpty)
  }

  @Test func keysOfOthersArePassedOver() {
    let layer = SettingsLayer.json(
      Array(#"{"notifyNotes":true,"hover":"off"}"#.utf8),
      source: .client,
      others: ["notifyNotes"]
    )
    #expect(layer.problems.isEmpty)
    #expect(layer.keys == ["hover"])
  }

  @Test func variablesAreReadAsTextAndSlipsAreReported() {
    let resolved = ResolvedSettings([
      SettingsLayer.environment([
        "BREVIATE_PASSAGE_TOKENS": "lots",
        "BREVIATE_HOVER": "",
        "BREVIATE_PASAGE_TOKENS": "100",
        "BREVIATE_SOMETHING_ELSE": "1",
        "PATH": "/bin",
      ])
    ])
    #expect(
      resolved.problems.map(\.message) == [
        "environment: BREVIATE_PASAGE_TOKENS is not a setting; BREVIATE_PASSAGE_TOKENS is; it is ignored",
        "environment: BREVIATE_PASSAGE_TOKENS is \"lots\" but must be a whole number from 64 to 1000000; it is ignored",
      ]
    )
  }

  @Test func aFlagWithABadValueIsAProblem() {
    let layer = SettingsLayer.flags([("--allow-remote", "maybe"), ("--prewarm", "open")])
    #expect(layer.keys == ["prewarm"])
    #expect(
      layer.problems.map(\.message) == [
        "command line: --allow-remote is \"maybe\" but must be true or false; it is ignored"
      ]
    )
  }
}

@Suite struct SettingsThatAClientMayNotSetTests {
  @Test(arguments: ["true", "false"]) func allowRemoteIsRefused(value: String) {
    let layer = layer("{\"allowRemote\":\(value)}", from: .client)
    #expect(layer.keys.isEmpty)
    #expect(
      layer.problems.map(\.message) == [
        "the editor's configuration: allowRemote may not be set by an editor's configuration, only by the user's own"
          + " file, BREVIATE_ALLOW_REMOTE or --allow-remote; it is ignored"
      ]
    )
  }

  @Test(arguments: ["apiKeyEnv", "apiKeyCommand"]) func waysToAKeyAreRefused(key: String) {
    let json = "{\"\(key)\":\"HOME\"}"
    #expect(layer(json, from: .client).keys.isEmpty)
    #expect(layer(json, from: .client).problems.first?.message.contains("only by the user's own file") == true)
    #expect(layer(json, from: .file(path: path)).keys == [key])
  }

  @Test func aNameOfAVariableIsOneWord() {
    for name in ["A B", "A=B", "Ä", ""] {
      #expect(layer("{\"apiKeyEnv\":\"\(name)\"}", from: .file(path: path)).problems.count == 1)
    }
  }

  @Test(arguments: [
    "openai:https://api.example.com/v1#m",
    "openai:http://10.0.0.7:8080#m",
    "openai:http://localhost.example.com#m",
    "openai:http://127.0.0.1.example.com#m",
    "openai:http://0.0.0.0:8080#m",
    "openai:http://127.1#m",
    "openai:http://0177.0.0.1#m",
    "openai:http://2130706433#m",
    "openai:http://[2001:db8::1]:80#m",
  ])
  func aModelOnAnotherMachineIsRefusedToAClientAlone(model: String) throws {
    let json = "{\"model\":\"\(model)\"}"
    let refused = ResolvedSettings([layer(json, from: .client)])
    #expect(refused.settings.model == .auto)
    #expect(refused.problems.count == 1)
    #expect(refused.problems.first?.message.contains("names another machine") == true)
    let list = layer("{\"models\":[\"none\",\"\(model)\"]}", from: .client)
    #expect(list.keys.isEmpty && list.problems.first?.message.contains("names another machine") == true)
    let taken = ResolvedSettings([layer(json, from: .file(path: path))])
    #expect(taken.settings.model == (try ModelName(model)))
    #expect(taken.problems.isEmpty)
  }

  @Test(arguments: [
    "auto", "none", "apple", "ollama:m",
    "openai:http://127.0.0.1:8080/v1#m", "openai:http://127.8.9.10#m", "openai:https://localhost:1/#m",
    "openai:http://LOCALHOST#m", "openai:http://[::1]:9#m",
  ])
  func aModelOnThisMachineIsTakenFromAClient(model: String) throws {
    let resolved = ResolvedSettings([layer("{\"model\":\"\(model)\"}", from: .client)])
    #expect(resolved.settings.model == (try ModelName(model)))
    #expect(resolved.settings.model.description == model)
    #expect(resolved.problems.isEmpty)
  }
}

@Suite struct ModelNameTests {
  @Test(arguments: [
    ("", "must be auto"), ("None", "must be auto"), (" none", "must be auto"), ("ollama", "must be auto"),
    ("ollama:", "needs a name"), ("ollama:a b", "spaces"), ("ollama:a\u{1B}b", "control"),
    ("openai:http://localhost", "behind its address"), ("openai:http://localhost#", "needs a name"),
    ("openai:localhost:80#m", "http://"), ("openai:ftp://localhost#m", "http://"),
    ("openai:http://#m", "cannot be read"), ("openai:http://localhost:#m", "cannot be read"),
    ("openai:http://localhost:0#m", "cannot be read"), ("openai:http://localhost:65536#m", "cannot be read"),
    ("openai:http://localhost:8x#m", "cannot be read"), ("openai:http://[::1#m", "cannot be read"),
    ("openai:http://[::1]80#m", "cannot be read"), ("openai:http://[localhost]#m", "cannot be read"),
    ("openai:http://ann:secret@localhost#m", "user name or password"),
    ("openai:http://127.0.0.1@example.com#m", "user name or password"),
    ("openai:http://127.0.0.1\\.example.com#m", "cannot be read"),
    ("openai:http://example.com\\@127.0.0.1#m", "user name or password"),
    ("openai:http://127.0.0.1?.example.com#m", "cannot be read"),
    ("openai:http://loc alhost#m", "cannot be read"), ("openai:http://löcalhost#m", "cannot be read"),
    ("openai:http://localhost/ü#m", "cannot be read"),
  ])
  func whatNamesNoModelIsRefusedWithAReason(name: String, words: String) {
    #expect {
      _ = try ModelName(name)
    } throws: { error in
      let reason = (error as? ModelName.Problem)?.reason ?? ""
      return reason.contains(words) && !reason.contains("secret")
    }
  }
}

@Suite struct SettingsFileTests {
  @Test func aMissingFileSetsNothing() throws {
    let folder = try TemporaryFolder()
    let layer = SettingsLayer.file(folder.file("config.json"))
    #expect(layer.keys.isEmpty)
    #expect(layer.problems.isEmpty)
  }

  @Test func aFileIsReadWithItsPathAsSource() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("\u{FEFF}{\"diagnostics\": {\"tooLong\": \"off\"}}\n", to: "config.json")
    let resolved = ResolvedSettings([.file(path)])
    #expect(resolved.settings.tooLong == .off)
    #expect(resolved.origins == ["diagnostics.tooLong": .file(path: path)])
  }

  @Test func aFolderIsAProblem() throws {
    let folder = try TemporaryFolder()
    #expect(
      SettingsLayer.file(folder.path).problems.map(\.message) == [
        "\(folder.path): cannot be read: is a folder, not a file; it is ignored"
      ]
    )
  }

  @Test func whatIsNotAFileIsAProblemAndDoesNotBlock() {
    #expect(SettingsLayer.file("/dev/zero").problems.map(\.reason) == ["cannot be read: is not a regular file"])
  }

  @Test func aHugeFileIsAProblem() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(String(repeating: " ", count: 1_048_577), to: "config.json")
    #expect(SettingsLayer.file(path).problems.map(\.reason) == ["cannot be read: is larger than 1048576 bytes"])
  }
}

@Suite struct FoldersTests {
  @Test(
    arguments: [
      (["HOME": "/home/ann"], "/home/ann/.config/breviate", "/home/ann/.cache/breviate"),
      (["HOME": "/home/ann/"], "/home/ann/.config/breviate", "/home/ann/.cache/breviate"),
      (["HOME": "/"], "/.config/breviate", "/.cache/breviate"),
      (["HOME": "/h", "XDG_CONFIG_HOME": "/c", "XDG_CACHE_HOME": "/k"], "/c/breviate", "/k/breviate"),
      (["HOME": "/h", "XDG_CONFIG_HOME": "c", "XDG_CACHE_HOME": ""], "/h/.config/breviate", "/h/.cache/breviate"),
      (["XDG_CACHE_HOME": "/k"], nil, "/k/breviate"),
      (["HOME": "ann"], nil, nil),
      (
        ["HOME": "/home/ann", "XDG_CONFIG_HOME": "/caf\u{FFFD}"], "/home/ann/.config/breviate",
        "/home/ann/.cache/breviate"
      ),
      (["HOME": "/home/\u{FFFD}"], nil, nil),
      ([:], nil, nil),
    ] as [([String: String], String?, String?)]
  )
  func comeFromHomeAndXDG(environment: [String: String], config: String?, cache: String?) {
    let folders = Folders(environment: environment)
    #expect(folders.config == config)
    #expect(folders.cache == cache)
    #expect(folders.configFile == config.map { $0 + "/config.json" })
  }

  @Test func theRuntimeFolderIsThisUsersAlone() {
    #expect(Folders(environment: ["XDG_RUNTIME_DIR": "/run/user/7"]).runtime == "/run/user/7/breviate")
    #expect(Folders(environment: ["TMPDIR": "/var/t/"]).runtime.hasPrefix("/var/t/breviate-"))
    #expect(Folders(environment: [:]).runtime.hasPrefix("/tmp/breviate-"))
  }
}

@Suite struct SuggestionTests {
  @Test(
    arguments: [
      ("sumarise", "summarise"), ("sumamrise", "summarise"), ("PLAN", "plan"), ("plann", "plan"), ("paln", "plan"),
      ("xyz", nil), ("", nil), ("p", nil),
    ] as [(String, String?)]
  )
  func theNearestWordIsFound(word: String, expected: String?) {
    #expect(nearest(word, among: ["lsp", "summarise", "plan", "doctor"]) == expected)
  }
}
