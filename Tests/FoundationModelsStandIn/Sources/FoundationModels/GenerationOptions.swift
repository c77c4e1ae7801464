/// How an answer is chosen and how long it may be.
public struct GenerationOptions: Sendable, Equatable {
  public struct SamplingMode: Sendable, Equatable {
    let name: String
    public static var greedy: SamplingMode { SamplingMode(name: "greedy") }
    public static func random(top k: Int, seed: UInt64? = nil) -> SamplingMode {
      SamplingMode(name: "random top \(k) \(seed.map(String.init) ?? "")")
    }
    public static func random(probabilityThreshold: Double, seed: UInt64? = nil) -> SamplingMode {
      SamplingMode(name: "random \(probabilityThreshold) \(seed.map(String.init) ?? "")")
    }
  }

  var chosen: SamplingMode?
  public var temperature: Double?
  public var maximumResponseTokens: Int?

  #if SDK_27
    public var samplingMode: SamplingMode? {
      get { chosen }
      set { chosen = newValue }
    }

    @available(*, deprecated)
    public var sampling: SamplingMode? {
      get { chosen }
      set { chosen = newValue }
    }

    public init(samplingMode: SamplingMode? = nil, temperature: Double? = nil, maximumResponseTokens: Int? = nil) {
      chosen = samplingMode
      self.temperature = temperature
      self.maximumResponseTokens = maximumResponseTokens
    }

    @available(*, deprecated)
    public init(sampling: SamplingMode?, temperature: Double? = nil, maximumResponseTokens: Int? = nil) {
      chosen = sampling
      self.temperature = temperature
      self.maximumResponseTokens = maximumResponseTokens
    }
  #else
    public var sampling: SamplingMode? {
      get { chosen }
      set { chosen = newValue }
    }

    public init(sampling: SamplingMode? = nil, temperature: Double? = nil, maximumResponseTokens: Int? = nil) {
      chosen = sampling
      self.temperature = temperature
      self.maximumResponseTokens = maximumResponseTokens
    }
  #endif
}
