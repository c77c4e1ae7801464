package import LSP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The protocol as its meta model describes it, to check what is sent against: every required member is there, no
/// member is unknown, every value is of its type.
package struct MetaModel: Sendable {
  private var structures: [String: JSONValue] = [:]
  private var enumerations: [String: JSONValue] = [:]
  private var aliases: [String: JSONValue] = [:]
  /// Requests and notifications.
  private var methods: [String: JSONValue] = [:]

  /// The model of 3.18, read once.
  package static let current = Result { try MetaModel() }

  private init() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    for file in ["lsp-3.18-metaModel.json", "supplement.json"] {
      let json = try Data(contentsOf: tests.appending(path: "Spec/\(file)"))
      add(try JSONDecoder().decode(JSONValue.self, from: json))
    }
    methods["$/progress"]?.set("params", ["kind": "reference", "name": "ProgressParams"])
  }

  private mutating func add(_ model: JSONValue) {
    for structure in model["structures"]?.arrayValue ?? [] {
      structures[structure["name"]?.stringValue ?? ""] = structure
    }
    for (name, added) in model["properties"]?.objectValue ?? [:] {
      let known = structures[name]?["properties"]?.arrayValue ?? []
      structures[name]?.set("properties", .array(known + (added.arrayValue ?? [])))
    }
    for (key, path) in [("enumerations", \MetaModel.enumerations), ("typeAliases", \.aliases)] {
      for entry in model[key]?.arrayValue ?? [] {
        self[keyPath: path][entry["name"]?.stringValue ?? ""] = entry
      }
    }
    for key in ["requests", "notifications"] {
      for entry in model[key]?.arrayValue ?? [] { methods[entry["method"]?.stringValue ?? ""] = entry }
    }
  }
}

extension MetaModel {
  /// Whether the protocol has a request or notification of that name.
  package func hasMethod(_ method: String) -> Bool { methods[method] != nil }

  /// What is wrong with a value that should be of the named type; empty where nothing is.
  package func problems(in value: JSONValue, as name: String) -> [String] {
    problems(value, ["kind": "reference", "name": .string(name)], at: name)
  }

  /// What is wrong with the params of a request or notification; nil for those that have none.
  package func problems(inParams params: JSONValue?, of method: String) -> [String] {
    guard let entry = methods[method] else { return ["\(method) is not in the protocol"] }
    guard let type = entry["params"] else { return params == nil ? [] : ["\(method) has no params"] }
    guard let params else { return ["\(method) needs params"] }
    return problems(params, type, at: method)
  }

  /// What is wrong with the result of a request.
  package func problems(inResult result: JSONValue, of method: String) -> [String] {
    guard let type = methods[method]?["result"] else { return ["\(method) is no request of the protocol"] }
    return problems(result, type, at: "\(method) result")
  }
}

extension MetaModel {
  private func problems(_ value: JSONValue, _ type: JSONValue, at path: String) -> [String] {
    let name = type["name"]?.stringValue ?? ""
    switch type["kind"]?.stringValue {
    case "base":
      return Self.isBase(value, name) ? [] : ["\(path): \(value) is no \(name)"]
    case "reference":
      return problems(value, named: name, at: path)
    case "array":
      guard let array = value.arrayValue, let element = type["element"] else { return ["\(path): no array"] }
      return array.enumerated().flatMap { problems($1, element, at: "\(path)[\($0)]") }
    case "map":
      guard let object = value.objectValue, let element = type["value"] else { return ["\(path): no object"] }
      return object.sorted { $0.key < $1.key }.flatMap { problems($1, element, at: "\(path).\($0)") }
    case "or":
      let all = (type["items"]?.arrayValue ?? []).map { problems(value, $0, at: path) }
      return all.min { $0.count < $1.count } ?? []
    case "stringLiteral":
      return value == type["value"] ? [] : ["\(path): \(value) is not \(type["value"] ?? nil)"]
    case "literal":
      return problems(value, properties: type["value"]?["properties"]?.arrayValue ?? [], at: path)
    default:
      return ["\(path): cannot check \(type)"]
    }
  }

  private func problems(_ value: JSONValue, named name: String, at path: String) -> [String] {
    if ["LSPAny", "LSPObject", "LSPArray"].contains(name) { return [] }
    if let alias = aliases[name]?["type"] { return problems(value, alias, at: path) }
    if let enumeration = enumerations[name] {
      let values = enumeration["values"]?.arrayValue?.compactMap { $0["value"] } ?? []
      if values.contains(value) { return [] }
      let isCustom = enumeration["supportsCustomValues"] == true
      return isCustom ? problems(value, enumeration["type"] ?? nil, at: path) : ["\(path): \(value) is no \(name)"]
    }
    guard structures[name] != nil else { return ["\(path): no type \(name) in the protocol"] }
    return problems(value, properties: properties(of: name), at: path)
  }

  private func problems(_ value: JSONValue, properties: [JSONValue], at path: String) -> [String] {
    guard var rest = value.objectValue else { return ["\(path): \(value) is no object"] }
    var found: [String] = []
    for property in properties {
      let name = property["name"]?.stringValue ?? ""
      if let member = rest.removeValue(forKey: name) {
        found += problems(member, property["type"] ?? nil, at: "\(path).\(name)")
      } else if property["optional"] != true {
        found.append("\(path).\(name) is missing")
      }
    }
    return found + rest.keys.sorted().map { "\(path).\($0) is not in the protocol" }
  }

  /// The properties of a structure and of all that it is made of; its own come before those that they replace.
  private func properties(of name: String) -> [JSONValue] {
    guard let structure = structures[name] else { return [] }
    let parents = (structure["extends"]?.arrayValue ?? []) + (structure["mixins"]?.arrayValue ?? [])
    let own = structure["properties"]?.arrayValue ?? []
    let inherited = parents.flatMap { properties(of: $0["name"]?.stringValue ?? "") }
    return own + inherited.filter { parent in !own.contains { $0["name"] == parent["name"] } }
  }

  private static func isBase(_ value: JSONValue, _ name: String) -> Bool {
    switch name {
    case "string", "DocumentUri", "URI", "RegExp": value.stringValue != nil
    case "integer": value.intValue.map { Int(Int32.min)...Int(Int32.max) ~= $0 } ?? false
    case "uinteger": value.intValue.map { 0...Int(Int32.max) ~= $0 } ?? false
    case "decimal": value.doubleValue != nil
    case "boolean": value.boolValue != nil
    case "null": value == .null
    default: false
    }
  }
}

extension JSONValue {
  fileprivate mutating func set(_ key: String, _ value: JSONValue) {
    guard var object = objectValue else { return }
    object[key] = value
    self = .object(object)
  }
}
