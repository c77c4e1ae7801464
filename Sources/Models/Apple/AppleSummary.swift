#if canImport(FoundationModels) && (canImport(Darwin) || FOUNDATION_MODELS_STAND_IN)
  import FoundationModels

  /// A summary with a shape: a headline and its points.
  ///
  /// Conformed by hand: the macros are not there in every toolchain that builds this.
  @available(macOS 26.0, *)
  struct AppleSummary: Generable {
    var headline: String
    var points: [String]

    static var generationSchema: GenerationSchema {
      GenerationSchema(
        type: Self.self,
        description: "A summary of a text",
        properties: [
          GenerationSchema.Property(
            name: "headline",
            description: "What the text is about, in a few words",
            type: String.self
          ),
          GenerationSchema.Property(
            name: "points",
            description: "What it says, a whole sentence for each point, with every name, number and date",
            type: [String].self
          ),
        ]
      )
    }

    init(_ content: GeneratedContent) throws {
      headline = try content.value(String.self, forProperty: "headline")
      points = try content.value([String].self, forProperty: "points")
    }

    var generatedContent: GeneratedContent {
      GeneratedContent(properties: ["headline": headline, "points": points])
    }

    /// What there is of it while it is written.
    struct PartiallyGenerated: ConvertibleFromGeneratedContent {
      var headline: String?
      var points: [String]?

      init(_ content: GeneratedContent) throws {
        headline = try content.value(String?.self, forProperty: "headline")
        points = try content.value([String]?.self, forProperty: "points")
      }
    }
  }
#endif
