import LSP
import Summaries
import Testing

@testable import Server

@Suite("The notes page is a document's notes as one Markdown text")
struct NotesPageTests {
  private let text = "# One\nFees rise.\n\n|# Two\nAnna leads.\n|The end.\n"

  @Test("A page with all there can be on it")
  func wholePage() {
    var scene = Scene(text, uri: "file:///notes/my%20%5Breport%5D.md")
    scene.model = Scene.local
    scene.run()
    scene.passage(1) { $0.title = "One" }
    scene.note(1, .of("Fees rise by *4* %.", omitted: (1...10).map { .of("Name\($0)", .name) }))
    scene.note(2, .of("Anna leads.", headline: "Staff"))
    scene.touch(2)
    scene.passage(3) { $0.state = .failed(Failure(.timedOut, "It took 60 s.")) }
    scene.document.runs.last?.summary = scene.kept(.of("All in all."))
    scene.finish()
    #expect(
      scene.view.notesPage().text == """
        # Notes: `my [report].md`

        *qwen3:4b · 3 passages, about 9,842 tokens · 1 failed · 1 stale*

        ## Summary

        All in all.

        *qwen3:4b · 3 min ago · some of the text has changed since*

        ## 1. One (lines 1–2)

        Fees rise by \\*4\\* %.

        **Also mentioned**

        - Names: Name1; Name2; Name3; Name4; Name5; Name6; Name7; Name8; Name9; Name10

        *qwen3:4b · 3 min ago*

        ## 2. Staff (lines 4–5)

        Anna leads.

        *qwen3:4b · 3 min ago · the text has changed since*

        ## 3. The end. (line 6)

        **Failed: The model did not answer in time**

        It took 60 s.

        “Retry this passage” asks again.

        """
    )
  }

  @Test("The page knows the line of each passage's heading")
  func lines() {
    var scene = Scene(text)
    scene.run()
    scene.note(1, .of("First.\n\nAnd more."))
    let page = scene.view.notesPage()
    let lines = page.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(page.lines.count == 3)
    for number in 1...3 {
      let line = page.lines["run-1-p\(number)"] ?? 0
      #expect(lines[line].hasPrefix("## \(number). "))
    }
  }

  @Test("One passage alone, by its id")
  func onePassage() {
    var scene = Scene(text)
    scene.run()
    scene.note(2, .of("Anna leads."))
    let page = scene.view.notesPage(passage: "run-1-p2").text
    #expect(page.contains("## 2. Anna leads."))
    #expect(!page.contains("## 1."))
    #expect(!page.contains("Summary"))
  }

  @Test("Before there are notes it says what they would take")
  func noNotes() {
    var scene = Scene(text)
    scene.price(.success(scene.plan()))
    #expect(
      scene.view.notesPage().text == """
        # Notes: `report.md`

        There are no notes yet.

        Summarising takes 3 passes, about 9,842 tokens.

        """
    )
  }

  @Test("While a run goes on the page says how far it is; a selection has a part of its own")
  func running() {
    var scene = Scene(text)
    scene.run()
    scene.note(1, .of("First."))
    scene.run(.selection, id: "run-2", over: 1..<2)
    scene.note(1, .of("Selected."))
    scene.finish()
    let page = scene.view.notesPage().text
    #expect(page.contains("1 of 3 passes done"))
    #expect(page.contains("*Waiting: 1 of 3 passes is done.*"))
    #expect(page.contains("## Selection, lines 4–5\n"))
    #expect(page.contains("## 1. Selected. (lines 4–5)"))
    #expect(!page.contains("## 2."))
  }

  @Test(
    "The page's URI names the document and leads back to it",
    arguments: ["file:///a/b%20c.md", "file:///c%3A/x?y#z", "untitled:Untitled-1", "x:/ä/%2520", "http://[::1]/é.md"]
  )
  func pageURI(uri: String) {
    let document = DocumentURI(uri)
    let page = PageURI.make(for: document)
    #expect(page.string.hasPrefix("breviate:/notes/"))
    #expect(page.string.contains(".md?"))
    #expect(page.string.utf8.allSatisfy { $0 < 0x80 })
    #expect(PageURI.document(of: page)?.string == uri)
  }

  @Test("Other URIs are no page", arguments: ["file:///notes/x.md", "breviate:/notes/x.md", "breviate:/notes/x.md?"])
  func noPage(uri: String) {
    #expect(PageURI.document(of: DocumentURI(uri)) == nil)
  }
}
