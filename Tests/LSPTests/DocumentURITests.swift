import LSP
import Testing

@Suite struct DocumentURITests {
  @Test(arguments: [
    ["file:///c%3A/x", "file:///c:/x", "file:///C:/x", "file:///C%3a/x", "FILE:///c:/x", "file://localhost/c:/x"],
    ["file:///c:", "file:///C%3A"],
    ["file:///tmp/a", "file:///tmp/%61", "file://LOCALHOST/tmp/a", "file:/tmp/a"],
    ["file:///tmp/%C3%A9 a", "file:///tmp/é%20a", "file:///tmp/%c3%a9%20a"],
    ["file:///a(b)@c+d,e!", "file:///a%28b%29%40c%2Bd%2Ce%21"],
    ["file:///100%", "file:///100%25"],
    ["file:///a%zz%4", "file:///a%25zz%254"],
    ["untitled:Untitled-1", "untitled:Untitled%2d1"],
    ["http://Example.org/A", "http://example.org/A"],
    ["vscode-notebook-cell:/a.ipynb#W0", "vscode-notebook-cell:/a.ipynb#%570"],
    ["", ""],
  ])
  func `spellings of one document are equal`(spellings: [String]) {
    for spelling in spellings {
      let uri = DocumentURI(spelling)
      #expect(uri == DocumentURI(spellings[0]))
      #expect(Set([uri, DocumentURI(spellings[0])]).count == 1)
      #expect(uri.string == spelling)
      #expect(DocumentURI(uri.key).key == uri.key)
    }
  }

  @Test(arguments: [
    ("file:///a", "file:///A"),
    ("file:///c:/x", "file:///c:/X"),
    ("file:///cc:/x", "file:///Cc:/x"),
    ("file:///tmp/C:/x", "file:///tmp/c:/x"),
    ("file:///a%2Fb", "file:///a/b"),
    ("file:///a%23b", "file:///a#b"),
    ("file:///a%3Fb", "file:///a?b"),
    ("file:///a%2541", "file:///a%41"),
    ("file://server/a", "file:///a"),
    ("untitled:a", "untitled:/a"),
    ("file:///a", "breviate:///a"),
    ("x:/a?b%26c", "x:/a?b&c"),
    ("file:///%FF", "file:///%FE"),
    ("file:///a", "file:///a/"),
  ])
  func `different documents are different`(one: String, other: String) {
    #expect(DocumentURI(one) != DocumentURI(other))
  }

  @Test(arguments: [
    ("/tmp/a b.txt", "file:///tmp/a%20b.txt"),
    ("/tmp/é/日本.md", "file:///tmp/%C3%A9/%E6%97%A5%E6%9C%AC.md"),
    ("/tmp/a#b?c%d", "file:///tmp/a%23b%3Fc%25d"),
    ("/a%20b", "file:///a%2520b"),
    ("/a\\b\"<>^`{|}", "file:///a%5Cb%22%3C%3E%5E%60%7B%7C%7D"),
    ("/", "file:///"),
    ("/x:y@z", "file:///x:y@z"),
  ])
  func `a path and its URI turn into each other`(path: String, uri: String) {
    #expect(DocumentURI(filePath: path).string == uri)
    #expect(DocumentURI(uri).filePath == path)
  }

  @Test(
    arguments: [
      ("file://localhost/a", "/a"),
      ("file:/a", "/a"),
      ("file:///a#L1", "/a"),
      ("file:///a?x", "/a"),
      ("file:///c%3A/x", "/c:/x"),
      ("file:///a%", "/a%"),
      ("file://server/a", nil),
      ("file:///a%00b", nil),
      ("file:///a%FF", nil),
      ("file:", nil),
      ("file://", nil),
      ("untitled:/a", nil),
      ("/a", nil),
      ("", nil),
    ] as [(String, String?)]
  )
  func `only a file of this machine has a path`(uri: String, path: String?) {
    #expect(DocumentURI(uri).filePath == path)
  }

  @Test(arguments: [
    ("file:///tmp/a%20b.txt", "file", "a b.txt"),
    ("untitled:Untitled-1", "untitled", "Untitled-1"),
    ("breviate:/notes/a.md?x#y", "breviate", "a.md"),
    ("file:///", "file", "file:///"),
    ("a/b", "", "b"),
    (":x", "", ":x"),
    ("", "", ""),
  ])
  func `a URI has a scheme and a name for people`(uri: String, scheme: String, name: String) {
    #expect(DocumentURI(uri).scheme == scheme)
    #expect(DocumentURI(uri).name == name)
  }
}
