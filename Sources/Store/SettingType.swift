/// What a setting may be: how a value of it is read and how people are told.
struct SettingType<Value: Sendable>: Sendable {
  /// The end of the sentence "must be …".
  let allowed: String
  let read: @Sendable (SettingValue) throws(SettingValue.Refusal) -> Value

  init(allowed: String, parse: @escaping @Sendable (SettingValue) -> Value?) {
    self.allowed = allowed
    read = { (value) throws(SettingValue.Refusal) in
      guard let parsed = parse(value) else {
        throw SettingValue.Refusal(reason: "is \(value.shown) but must be \(allowed)")
      }
      return parsed
    }
  }

  private init(allowed: String, read: @escaping @Sendable (SettingValue) throws(SettingValue.Refusal) -> Value) {
    self.allowed = allowed
    self.read = read
  }
}

extension SettingType<Int> {
  static func count(_ range: ClosedRange<Int>) -> Self {
    Self(allowed: "a whole number from \(range.lowerBound) to \(range.upperBound)") { value in
      let number: Int? =
        switch value {
        case .integer(let number): number
        case .text(let text): Int(text)
        default: nil
        }
      return number.flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension SettingType<Double> {
  static func number(_ range: ClosedRange<Double>) -> Self {
    Self(allowed: "a number from \(plain(range.lowerBound)) to \(plain(range.upperBound))") { value in
      let number: Double? =
        switch value {
        case .integer(let number): Double(number)
        case .fraction(let number): number
        case .text(let text): Double(text)
        default: nil
        }
      return number.flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// "2" for a whole number, "0.5" for another.
  static func plain(_ value: Double) -> String { Int(exactly: value).map(String.init) ?? String(value) }
}

extension SettingType<String> {
  /// A text that is not blank, of at most so many bytes.
  ///
  /// - Parameters:
  ///   - what: what it is, for messages: "a text".
  ///   - isAllowed: whether it may hold this byte.
  static func text(
    _ what: String,
    limit: Int,
    where isAllowed: @escaping @Sendable (UInt8) -> Bool = { _ in true }
  ) -> Self {
    Self(allowed: "\(what), \(limit) bytes at most") { value in
      switch value {
      case .string(let text), .text(let text):
        text.utf8.count <= limit && text.utf8.contains { $0 > 0x20 } && text.utf8.allSatisfy(isAllowed) ? text : nil
      default: nil
      }
    }
  }
}

extension SettingType<Bool> {
  static var yesOrNo: Self {
    Self(allowed: "true or false") { value in
      switch value {
      case .bool(let value): value
      case .text("true"), .text("1"): true
      case .text("false"), .text("0"): false
      default: nil
      }
    }
  }
}

extension SettingType where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
  static func choice(_ type: Value.Type) -> Self {
    let names = type.allCases.map(\.rawValue)
    return Self(allowed: names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")) { value in
      switch value {
      case .string(let name), .text(let name): Value(rawValue: name)
      default: nil
      }
    }
  }
}

extension SettingType<ModelName> {
  static var model: Self {
    Self(allowed: ModelName.forms) { (value: SettingValue) throws(SettingValue.Refusal) -> ModelName in
      switch value {
      case .string(let name), .text(let name):
        do throws(ModelName.Problem) {
          return try ModelName(name)
        } catch {
          throw SettingValue.Refusal(reason: error.reason)
        }
      default:
        throw SettingValue.Refusal(reason: "is \(value.shown) but must be \(ModelName.forms)")
      }
    }
  }
}

extension SettingType<[ModelName]> {
  /// A list in JSON; where everything is text, names with spaces between them, for no name holds one.
  static var models: Self {
    Self(allowed: "a list of \(ModelName.forms)") { (value: SettingValue) throws(SettingValue.Refusal) -> [ModelName] in
      let values: [SettingValue]
      switch value {
      case .list(let names): values = names
      case .text(let text): values = text.split(whereSeparator: \.isWhitespace).map { .text(String($0)) }
      default: throw SettingValue.Refusal(reason: "is \(value.shown) but must be a list of \(ModelName.forms)")
      }
      guard values.count <= 64 else { throw SettingValue.Refusal(reason: "has more than 64 names") }
      var names: [ModelName] = []
      for (index, value) in values.enumerated() {
        do throws(SettingValue.Refusal) {
          names.append(try SettingType<ModelName>.model.read(value))
        } catch {
          throw SettingValue.Refusal(reason: "name \(index + 1) \(error.reason)")
        }
      }
      return names
    }
  }
}
