import LSP
import TestSupport
import Testing

@Suite struct MetaModelTests {
  @Test(
    arguments: [
      ("Position", ["line": 1], ["Position.character is missing"]),
      ("Position", ["line": 1, "character": -1], ["Position.character: int(-1) is no uinteger"]),
      ("Position", ["line": 1, "character": 1, "x": 1], ["Position.x is not in the protocol"]),
      ("MarkupContent", ["kind": "html", "value": ""], [#"MarkupContent.kind: string("html") is no MarkupKind"#]),
      ("CodeLens", ["range": 1], ["CodeLens.range: int(1) is no object"]),
      ("CodeActionKind", "my.own", []),
      ("ProgressToken", 1.5, ["ProgressToken: double(1.5) is no integer"]),
      ("RelatedFullDocumentDiagnosticReport", ["kind": "full", "items": []], []),
    ] as [(String, JSONValue, [String])]
  )
  func `a value that the protocol does not have is found`(name: String, value: JSONValue, problems: [String]) throws {
    #expect(try MetaModel.current.get().problems(in: value, as: name) == problems)
  }

  @Test func `params and results are checked by method`() throws {
    let model = try MetaModel.current.get()
    #expect(model.problems(inParams: nil, of: "shutdown") == [])
    #expect(model.problems(inParams: [:], of: "shutdown") == ["shutdown has no params"])
    #expect(model.problems(inParams: nil, of: "textDocument/hover") == ["textDocument/hover needs params"])
    #expect(model.problems(inResult: nil, of: "textDocument/hover") == [])
    #expect(model.problems(inResult: ["text": "x"], of: "workspace/textDocumentContent") == [])
    #expect(model.problems(inResult: [[:]], of: "textDocument/codeLens") != [])
    #expect(model.problems(inParams: nil, of: "x/y") == ["x/y is not in the protocol"])
  }
}
