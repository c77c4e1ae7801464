"""A whole session over the wire, for each editor: price, notes, lenses, hovers, edits, update, cancel."""

from __future__ import annotations

import re
import stat
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest

import editors
from client import Client, ResponseError
from editors import Editor
from report import check_plan, check_report
from text import holds, position_of, prose, text_in, words

URI = "file:///home/someone/A%20history.md"
TEXT = prose(3000)

HINT = 4
REQUEST_CANCELLED = -32800

COMMANDS = {
    "breviate.summarise",
    "breviate.update",
    "breviate.retry",
    "breviate.cancel",
    "breviate.models",
    "breviate.clearNotes",
    "breviate.plan",
    "breviate.notes",
    "breviate.showNotes",
}


class Session:
    """One editor with one document open, and what it can ask for."""

    def __init__(self, client: Client, editor: Editor, options: dict | None = None):
        self.client = client
        self.editor = editor
        self.text = ""
        self.version = 0
        settings = {"model": "none", "didChangeNotes": True} | (options or {})
        self.server = client.initialize(editor.capabilities, settings, client_info=editor.client_info)

    def open(self, text: str, uri: str = URI) -> None:
        self.text = text
        self.version += 1
        document = {"uri": uri, "languageId": "markdown", "version": self.version, "text": text}
        self.client.notify("textDocument/didOpen", {"textDocument": document})

    def insert(self, before: str, addition: str) -> None:
        """Types `addition` where `before` first stands."""
        place = position_of(self.text, before, self.editor.encoding)
        self.text = self.text.replace(before, addition + before, 1)
        self.version += 1
        change = {"range": {"start": place, "end": place}, "text": addition}
        document = {"uri": URI, "version": self.version}
        self.client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})

    def diagnostics(self, count: int = 1) -> list[dict]:
        """The diagnostics that the editor shows of the present version, once there are as many as expected."""
        if not self.editor.pulls_diagnostics:
            return self.client.wait_until(lambda: self._pushed(count), f"{count} diagnostics of this version")
        while True:
            told = len(self._refreshes())
            if len(found := self.pull()) == count:
                return found
            self.client.wait_until(lambda told=told: len(self._refreshes()) > told, "a reason to pull again")

    def _refreshes(self) -> list[dict]:
        return asked(self.client, "workspace/diagnostic/refresh")

    def pull(self) -> list[dict]:
        return self.client.request("textDocument/diagnostic", {"textDocument": {"uri": URI}})["items"]

    def _pushed(self, count: int) -> list[dict] | None:
        known = self.client.diagnostics.get(URI)
        if known and known.get("version") == self.version and len(known["diagnostics"]) == count:
            return known["diagnostics"]
        return None

    def lenses(self) -> list[dict]:
        found = self.client.request("textDocument/codeLens", {"textDocument": {"uri": URI}}) or []
        assert all("command" in lens for lens in found), "a lens comes resolved"
        return found

    def hover(self, place: dict) -> dict | None:
        return self.client.request("textDocument/hover", {"textDocument": {"uri": URI}, "position": place})

    def symbols(self) -> list[dict]:
        return self.client.request("textDocument/documentSymbol", {"textDocument": {"uri": URI}}) or []

    def actions(self, span: dict, only: list[str] | None = None) -> list[dict]:
        context: dict = {"diagnostics": []}
        if only is not None:
            context["only"] = only
        params = {"textDocument": {"uri": URI}, "range": span, "context": context}
        return self.client.request("textDocument/codeAction", params) or []

    def plan(self, **argument) -> dict:
        return self._one(self.client.execute("breviate.plan", {"uri": URI} | argument))

    def notes(self, **argument) -> dict:
        return self._one(self.client.execute("breviate.notes", {"uri": URI} | argument))

    def _one(self, report: dict) -> dict:
        (document,) = check_report(report)["documents"]
        assert document["uri"] == URI
        assert document["positionEncoding"] == self.editor.encoding
        return document

    def summarise(self, **argument) -> str:
        """Starts a run; its id."""
        answer = self.client.execute("breviate.summarise", {"uri": URI} | argument)
        assert answer.keys() == {"run", "plan"}
        check_plan(answer["plan"])
        return answer["run"]

    def wait_until_settled(self, run: str) -> dict:
        """Waits for the run's end: each `breviate/didChangeNotes` is a reason to look again."""
        while not is_settled(document := self.notes()):
            self.client.expect_notification("breviate/didChangeNotes", lambda params: params["run"] == run)
        return document

    def noted(self) -> dict:
        """Takes notes on the whole buffer, by the request that is held open until they are there."""
        return self._one(self.client.request("breviate/summarise", {"uri": URI}))


def is_settled(document: dict) -> bool:
    """Whether nothing is at work on the document: every passage is done with, and the notes are combined."""
    found = states(document)
    if "waiting" in found or "running" in found:
        return False
    return len(found) == 1 or document["summary"] is not None or not set(found) <= {"fresh", "stale"}


def states(document: dict) -> list[str]:
    return [passage["state"] for passage in document["passages"]]


def arguments_of(lens: dict) -> dict:
    (argument,) = lens["command"].get("arguments", [{}])
    return argument


@pytest.fixture(params=editors.ALL, ids=lambda editor: editor.name)
def editor(request) -> Editor:
    return request.param


@pytest.fixture
def session(start, editor) -> Session:
    """Each editor in turn, with a long document open."""
    session = Session(start(), editor)
    session.open(TEXT.text)
    return session


@pytest.fixture
def neovim(start) -> Session:
    """One editor, where they do not differ, with a long document open."""
    session = Session(start(), editors.NEOVIM)
    session.open(TEXT.text)
    return session


# Initialising.


def test_what_is_advertised(start, editor):
    result = Session(start(), editor).server
    able = result["capabilities"]
    assert result["serverInfo"]["name"] == "breviate"
    assert re.fullmatch(r"\d+\.\d+\.\d+.*", result["serverInfo"]["version"])
    assert able.get("positionEncoding", "utf-16") == editor.encoding
    assert set(able["executeCommandProvider"]["commands"]) == COMMANDS
    assert able["hoverProvider"] and able["codeLensProvider"] and able["documentSymbolProvider"]
    assert able["codeActionProvider"]
    assert "diagnosticProvider" in able if editor.pulls_diagnostics else "diagnosticProvider" not in able
    assert "foldingRangeProvider" not in able
    assert "version" in able["experimental"]["breviate"]
    content = able.get("workspace", {}).get("textDocumentContent")
    assert content == ({"schemes": ["breviate"]} if editor.offers("workspace", "textDocumentContent") else None)


# Before notes.


def test_the_price_is_a_diagnostic_that_begins_with_the_passes(session):
    (diagnostic,) = session.diagnostics()
    found = re.fullmatch(r"(\d+) passes: (\d{1,3}(?:,\d{3})*) tokens \(built-in note taker\)", diagnostic["message"])
    assert found, diagnostic["message"]
    plan = session.plan()["plan"]
    assert int(found[1]) == plan["passes"] >= 2
    assert int(found[2].replace(",", "")) == plan["tokens"]["value"]
    assert diagnostic["severity"] == HINT
    assert diagnostic["source"] == "breviate"
    assert diagnostic["code"]
    assert diagnostic["range"]["start"]["line"] == 0
    related = diagnostic.get("relatedInformation", [])
    way = "diagnostic" if session.editor.pulls_diagnostics else "publishDiagnostics"
    if session.editor.offers("textDocument", way, "relatedInformation"):
        assert len(related) == plan["passes"]
        assert all(each["location"]["uri"] == URI for each in related)
    else:
        assert related == []


def test_diagnostics_are_pushed_or_pulled_and_never_both(session):
    session.diagnostics()
    session.insert("The committee met", "Then it began. ")
    session.diagnostics()
    session.noted()
    assert (URI in session.client.diagnostics) != session.editor.pulls_diagnostics


def test_closing_takes_the_diagnostics_away(session):
    session.diagnostics()
    session.client.notify("textDocument/didClose", {"textDocument": {"uri": URI}})
    if not session.editor.pulls_diagnostics:
        session.client.wait_until(lambda: session.client.diagnostics[URI]["diagnostics"] == [], "no diagnostics")


def test_the_first_line_has_a_lens_that_says_what_summarising_takes(session):
    session.diagnostics()
    (lens,) = session.lenses()
    assert lens["range"]["start"]["line"] == 0
    assert lens["command"]["command"] == "breviate.summarise"
    assert str(session.plan()["plan"]["passes"]) in lens["command"]["title"]
    assert arguments_of(lens)["uri"] == URI


def test_a_plan_has_passages_and_no_notes(session):
    document = session.plan()
    plan = document["plan"]
    assert document["model"] == {"id": "none", "backend": "none", "contextWindow": None, "windowAssumed": False}
    assert plan["tokens"]["exact"] is True
    assert plan["inputBudget"] == 1000
    assert len(document["passages"]) == plan["passes"]
    assert all(passage["note"] is None for passage in document["passages"])
    assert set(states(document)) == {"waiting"}
    assert [passage["number"] for passage in document["passages"]] == list(range(1, plan["passes"] + 1))
    assert document["summary"] is None
    covered = "".join(
        text_in(session.text, passage["range"], session.editor.encoding) for passage in document["passages"]
    )
    assert words(covered) == words(session.text)


def test_notes_before_any_run_are_the_plans_passages(session):
    document = session.notes()
    assert set(states(document)) == {"waiting"}
    assert len(document["passages"]) == session.plan()["plan"]["passes"]
    assert session.symbols() == []
    assert session.hover({"line": 2, "character": 0}) is None


# Notes.


def test_every_passage_gets_a_note_from_its_own_text(session):
    document = session.wait_until_settled(session.summarise())
    assert set(states(document)) == {"fresh"}
    for passage in document["passages"]:
        note = passage["note"]
        assert note["text"] and note["model"] == "none" and not note["truncatedInput"]
        assert note["sentences"]
        for sentence in note["sentences"]:
            source = text_in(session.text, sentence["range"], session.editor.encoding)
            assert words(source) == words(sentence["text"])
        for omission in note["omitted"]:
            assert text_in(session.text, omission["range"], session.editor.encoding) == omission["value"]
        assert note["notInText"] == []
    assert document["summary"]["text"]


def test_progress_is_on_a_token_of_the_servers_own_where_the_client_can_show_it(session):
    session.wait_until_settled(session.summarise())
    if not session.editor.offers("window", "workDoneProgress"):
        assert session.client.progress == {}
        return
    session.client.wait_until(
        lambda: session.client.progress and all(each.ended for each in session.client.progress.values()),
        "the end of the progress",
    )
    (progress,) = session.client.progress.values()
    assert progress.begin["cancellable"] is True
    assert progress.percentages == sorted(progress.percentages)


def test_the_client_hears_of_changed_notes_because_it_asked(session):
    run = session.summarise()
    params = session.client.expect_notification("breviate/didChangeNotes", lambda params: params["run"] == run)
    assert params.keys() == {"uri", "version", "run", "passages"}
    assert params["uri"] == URI and params["version"] == 1
    known = {passage["id"] for passage in session.notes()["passages"]}
    assert params["passages"] and set(params["passages"]) <= known


def test_a_client_that_does_not_ask_hears_nothing_of_ours(start):
    session = Session(start(), editors.VSCODE, {"didChangeNotes": False})
    session.open(TEXT.text)
    session.summarise()
    session.client.wait_until(lambda: any(each.ended for each in session.client.progress.values()), "the end")
    session.client.shut_down()
    assert not [each for each in session.client.notifications if each["method"].startswith("breviate/")]


def test_each_noted_passage_has_a_lens_that_names_it(session):
    document = session.noted()
    lenses = session.lenses()
    named = {arguments_of(lens)["passage"]: lens for lens in lenses if "passage" in arguments_of(lens)}
    assert named.keys() == {passage["id"] for passage in document["passages"]}
    for passage in document["passages"]:
        lens = named[passage["id"]]
        assert lens["range"]["start"]["line"] >= passage["range"]["start"]["line"]
        assert str(passage["number"]) in lens["command"]["title"]
        assert "range" not in arguments_of(lens), "an edit would make it lie"
    assert {lens["command"]["command"] for lens in lenses} <= COMMANDS


def test_a_hover_shows_the_note_of_its_passage_as_the_editor_wants_it(session):
    document = session.noted()
    for passage in document["passages"]:
        place = {"line": passage["range"]["start"]["line"] + 1, "character": 0}
        contents = session.hover(place)["contents"]
        assert contents["kind"] in session.editor.hover_kinds
        for sentence in passage["note"]["sentences"]:
            assert holds(contents["value"], sentence["text"]), contents["value"]
        if contents["kind"] == "plaintext":
            assert "\\" not in contents["value"] and "**" not in contents["value"]


def test_symbols_are_the_noted_passages_in_order(session):
    document = session.noted()
    symbols = session.symbols()
    assert len(symbols) == len(document["passages"])
    for symbol, passage in zip(symbols, document["passages"], strict=True):
        assert str(passage["number"]) in symbol["name"]
        span = symbol["range"] if "range" in symbol else symbol["location"]["range"]
        assert span == passage["range"]


# Edits.


def test_an_edit_makes_its_own_passage_stale_and_no_other(session):
    before = session.noted()
    edited = before["passages"][1]
    inside = text_in(session.text, edited["range"], session.editor.encoding).strip().split("\n")[-1][:60]
    session.insert(inside, "A new sentence of 1848 by Zora Quist stands here. ")
    after = session.notes()
    assert after["version"] == session.version
    expected = ["stale" if passage["id"] == edited["id"] else "fresh" for passage in before["passages"]]
    assert states(after) == expected
    assert [passage["id"] for passage in after["passages"]] == [passage["id"] for passage in before["passages"]]
    assert len(session.lenses()) == len(before["passages"]) + 1


def test_an_update_takes_notes_on_what_is_stale_and_keeps_the_rest(session):
    before = session.noted()
    edited = before["passages"][1]
    inside = text_in(session.text, edited["range"], session.editor.encoding).strip().split("\n")[-1][:60]
    session.insert(inside, "A new sentence of 1848 by Zora Quist stands here. ")
    answer = session.client.execute("breviate.update", {"uri": URI})
    after = session.wait_until_settled(answer["run"])
    assert set(states(after)) == {"fresh"}
    kept = {passage["id"]: passage["note"]["text"] for passage in before["passages"] if passage["id"] != edited["id"]}
    assert {passage["id"]: passage["note"]["text"] for passage in after["passages"] if passage["id"] in kept} == kept
    specifics = [each["value"] for passage in after["passages"] for each in passage["note"]["omitted"]]
    texts = [passage["note"]["text"] for passage in after["passages"]]
    assert any("Zora Quist" in found for found in specifics + texts)


def test_undo_makes_a_stale_note_fresh_again(neovim):
    neovim.noted()
    addition = "A slip. "
    neovim.insert("The committee met", addition)
    assert "stale" in states(neovim.notes())
    neovim.version += 1
    place = position_of(neovim.text, addition, "utf-8")
    end = place | {"character": place["character"] + len(addition)}
    change = {"range": {"start": place, "end": end}, "text": ""}
    document = {"uri": URI, "version": neovim.version}
    neovim.client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
    neovim.text = neovim.text.replace(addition, "", 1)
    assert set(states(neovim.notes())) == {"fresh"}


def test_lines_added_above_move_the_notes(neovim):
    before = neovim.noted()
    neovim.insert("# Beginnings 1", "\n\n\n")
    after = neovim.notes()
    assert set(states(after)) == {"fresh"}
    moved = [passage["range"]["start"]["line"] + 3 for passage in before["passages"]]
    assert [passage["range"]["start"]["line"] for passage in after["passages"]][1:] == moved[1:]


def test_closing_and_reopening_goes_on(neovim):
    neovim.noted()
    neovim.client.notify("textDocument/didClose", {"textDocument": {"uri": URI}})
    assert neovim.client.execute("breviate.notes", {"uri": URI})["documents"] == []
    neovim.open(neovim.text)
    assert set(states(neovim.notes())) == {"fresh"}


# Cancelling and clearing.


def test_a_cancelled_run_keeps_the_notes_made_and_leaves_none_waiting(session):
    session.client.notify("textDocument/didClose", {"textDocument": {"uri": URI}})
    session.open(prose(200_000).text)
    arguments = [{"uri": URI}]
    starting, _ = (
        session.client.send("workspace/executeCommand", {"command": command, "arguments": arguments})
        for command in ("breviate.summarise", "breviate.cancel")
    )
    document = session.wait_until_settled(starting.wait()["run"])
    assert "cancelled" in states(document)
    assert set(states(document)) <= {"cancelled", "fresh"}
    if session.editor.offers("window", "workDoneProgress"):
        session.client.wait_until(lambda: all(each.ended for each in session.client.progress.values()), "the end")


def test_the_progress_can_be_cancelled(start):
    session = Session(start(), editors.VSCODE)
    session.open(prose(400_000).text)
    run = session.summarise()
    progress = session.client.wait_until(
        lambda: [each for each in session.client.progress.values() if each.begin], "the begin of the progress"
    )[0]
    session.client.notify("window/workDoneProgress/cancel", {"token": progress.token})
    session.client.wait_until(lambda: progress.ended, "the end of the progress")
    assert "cancelled" in states(session.wait_until_settled(run))


def test_cancelling_nothing_is_fine(neovim):
    neovim.client.execute("breviate.cancel", {"uri": URI})
    neovim.client.execute("breviate.cancel", {})
    neovim.client.notify("window/workDoneProgress/cancel", {"token": "nobody's"})
    neovim.client.notify("$/cancelRequest", {"id": 12345})
    assert set(states(neovim.noted())) == {"fresh"}


def test_clearing_takes_all_notes_away(session):
    session.noted()
    session.client.execute("breviate.clearNotes", {"uri": URI})
    assert set(states(session.notes())) == {"waiting"}
    assert session.symbols() == []
    assert len(session.lenses()) == 1
    assert session.hover({"line": 2, "character": 0}) is None


# The notes page.


def test_the_notes_can_be_shown_as_a_page(session):
    document = session.noted()
    reply = session.client.execute("breviate.showNotes", {"uri": URI})
    page = shown_page(session, reply)
    for passage in document["passages"]:
        assert holds(page, passage["note"]["sentences"][0]["text"])


def shown_page(session: Session, reply: dict) -> str:
    """The text of the page, by the way that suits the editor."""
    if session.editor.offers("workspace", "textDocumentContent"):
        page = asked_to_show(session) if session.editor.offers("window", "showDocument", "support") else reply["uri"]
        assert page.startswith("breviate:")
        return session.client.request("workspace/textDocumentContent", {"uri": page})["text"]
    if session.editor.offers("window", "showDocument", "support"):
        path = Path(unquote(urlparse(asked_to_show(session)).path))
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        text = path.read_text(encoding="utf-8")
        assert session.client.shut_down() == 0
        assert not path.exists(), "the page is gone with the server"
        return text
    return reply["text"]


def asked_to_show(session: Session) -> str:
    def find():
        shown = asked(session.client, "window/showDocument")
        return shown and shown[-1]["params"]["uri"]

    return session.client.wait_until(find, "window/showDocument")


def test_the_page_opens_at_a_passage(start):
    session = Session(start(), editors.BARE)
    session.open(TEXT.text)
    document = session.noted()
    reply = session.client.execute("breviate.showNotes", {"uri": URI, "passage": document["passages"][2]["id"]})
    heading, *below = reply["text"].split("\n")[reply["line"] :]
    assert "3" in words(heading)
    assert holds("\n".join(below), document["passages"][2]["note"]["sentences"][0]["text"])
    assert not holds("\n".join(below), document["passages"][1]["note"]["sentences"][0]["text"])


@pytest.mark.parametrize(
    "uri", ["breviate:nothing", "breviate:///a/b", "file:///etc/passwd", "", "breviate:" + "x" * 9999]
)
def test_a_page_that_is_not_there_is_no_trap(start, uri):
    session = Session(start(), editors.VSCODE_WITH_CONTENT)
    try:
        text = session.client.request("workspace/textDocumentContent", {"uri": uri})["text"]
    except ResponseError:
        return
    assert "root:" not in text


# The held-open request.


def test_the_held_open_request_answers_with_the_whole_report(session):
    report = check_report(session.client.request("breviate/summarise", {"uri": URI}))
    assert set(states(report["documents"][0])) == {"fresh"}
    assert report["documents"][0]["summary"]


def test_the_held_open_request_streams_the_report_so_far(start):
    session = Session(start(), editors.NEOVIM)
    session.open(prose(400_000).text)
    pending = session.client.send("breviate/summarise", {"uri": URI, "partialResultToken": "partial"})
    report = check_report(pending.wait(timeout=50))
    done = [states(check_report(snapshot)["documents"][0]).count("fresh") for snapshot in pending.partial]
    assert done and done == sorted(done)
    assert states(report["documents"][0]).count("fresh") == len(report["documents"][0]["passages"])


def test_a_text_that_is_no_document_can_be_summarised(neovim):
    params = {"text": prose(2000, start=500).text, "languageId": "markdown"}
    (document,) = check_report(neovim.client.request("breviate/summarise", params))["documents"]
    assert set(states(document)) == {"fresh"}


def test_a_cancelled_held_open_request_answers_with_the_report_so_far(start):
    session = Session(start(), editors.NEOVIM)
    session.open(prose(200_000).text)
    pending = session.client.send("breviate/summarise", {"uri": URI})
    pending.cancel()
    with pytest.raises(ResponseError) as caught:
        pending.wait()
    assert caught.value.code == REQUEST_CANCELLED
    (document,) = check_report(caught.value.data)["documents"]
    assert set(states(document)) <= {"cancelled", "fresh", "running", "waiting"}


def test_the_clients_own_token_is_served_while_its_request_is_held_open(neovim):
    neovim.client.request("breviate/summarise", {"uri": URI, "workDoneToken": "mine"})
    assert "mine" not in neovim.client.progress or neovim.client.progress["mine"].ended


# Selections and short texts.


def test_a_short_text_is_not_summarised(session):
    session.client.notify("textDocument/didClose", {"textDocument": {"uri": URI}})
    session.open("Twelve words are here, and twelve words are easily read by anyone.\n")
    answer = session.client.execute("breviate.summarise", {"uri": URI})
    assert answer == {"run": None, "reason": "short enough to read: 12 words"}
    assert session.lenses() == []
    if session.editor.pulls_diagnostics:
        assert session.pull() == []


def test_a_selection_has_its_own_notes_beside_the_buffers(session):
    buffer = session.noted()
    start, end = TEXT.section_lines[2], TEXT.section_lines[3]
    span = {"start": {"line": start, "character": 0}, "end": {"line": end, "character": 0}}
    run = session.summarise(range=span)
    selection = session.wait_until_settled(run)
    assert len(selection["passages"]) < len(buffer["passages"])
    for passage in selection["passages"]:
        assert start <= passage["range"]["start"]["line"] and passage["range"]["end"]["line"] <= end
    assert len(session.symbols()) > len(selection["passages"])


def test_notes_can_be_asked_for_a_part(neovim):
    document = neovim.noted()
    second = document["passages"][1]
    place = {"line": second["range"]["start"]["line"] + 1, "character": 0}
    part = neovim.notes(range={"start": place, "end": place | {"character": 1}})
    assert [passage["id"] for passage in part["passages"]] == [second["id"]]


def test_a_selection_however_short_is_offered_an_action(session):
    span = {"start": {"line": 2, "character": 0}, "end": {"line": 2, "character": 9}}
    assert "breviate.summarise" in commands_of(session.actions(span))


def test_a_line_without_a_selection_is_offered_nothing(session):
    session.noted()
    place = {"line": 4, "character": 3}
    assert session.actions({"start": place, "end": place}) == []


def test_the_buffer_is_offered_an_action_on_request(session):
    place = {"line": 4, "character": 3}
    assert "breviate.summarise" in commands_of(session.actions({"start": place, "end": place}, only=["source"]))


def commands_of(actions: list[dict]) -> set[str]:
    """The commands of actions: literals hold theirs, older clients get the command itself."""
    return {each["command"]["command"] if isinstance(each["command"], dict) else each["command"] for each in actions}


# Commands.


@pytest.mark.parametrize("command", ["breviate.plan", "breviate.notes"])
def test_an_unknown_document_has_an_empty_report(neovim, command):
    report = check_report(neovim.client.execute(command, {"uri": "file:///nowhere.md"}))
    assert report["documents"] == []


@pytest.mark.parametrize("arguments", [{}, {"arguments": []}, {"arguments": [{}]}, {"arguments": [None]}])
@pytest.mark.parametrize("command", sorted(COMMANDS - {"breviate.retry"}))
def test_a_command_without_arguments_means_the_last_document(neovim, command, arguments):
    neovim.client.request("workspace/executeCommand", {"command": command} | arguments)
    report = neovim.client.request("workspace/executeCommand", {"command": "breviate.notes"} | arguments)
    assert [document["uri"] for document in check_report(report)["documents"]] == [URI]


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_a_command_with_no_document_open_is_no_trap(start, command):
    session = Session(start(), editors.NEOVIM)
    try:
        session.client.execute(command)
    except ResponseError as error:
        assert error.message and error.code in (-32602, -32803)
    assert session.client.shut_down() == 0


def test_a_retry_of_what_did_not_fail_is_no_trap(neovim):
    document = neovim.noted()
    for passage in (document["passages"][0]["id"], "no-such-passage"):
        try:
            neovim.client.execute("breviate.retry", {"uri": URI, "passage": passage})
        except ResponseError as error:
            assert error.message


def test_focus_says_which_document_is_the_last(neovim):
    neovim.client.notify(
        "textDocument/didOpen",
        {"textDocument": {"uri": "file:///b.md", "languageId": "markdown", "version": 1, "text": prose(900).text}},
    )
    assert neovim.client.execute("breviate.plan")["documents"][0]["uri"] == "file:///b.md"
    neovim.client.notify("breviate/didFocus", {"uri": URI})
    assert neovim.client.execute("breviate.plan")["documents"][0]["uri"] == URI


# Settings.


@pytest.mark.parametrize("value", ["many", -5, None, [], {"a": 1}, 1e300])
def test_a_wrong_setting_is_named_and_replaced_by_its_default(start, value):
    session = Session(start(), editors.NEOVIM, {"passageTokens": value, "colour": "blue"})
    session.open(TEXT.text)
    assert session.plan()["plan"]["inputBudget"] == 1000
    if value is not None:
        said = session.client.wait_until(lambda: messages(session.client, "passageTokens"), "a message on the setting")
        assert len(said) == 1


def messages(client: Client, word: str) -> list[str]:
    """What was said to a person or to the log that holds this word."""
    said = [each["params"] for each in client.notifications if each["method"].startswith("window/")]
    return [each["message"] for each in said if word in each["message"]]


@pytest.mark.parametrize("options", [None, [], 5, "text", True, {"diagnostics": 7}, {"model": {}}])
def test_options_that_are_no_options_are_no_trap(start, options):
    client = start()
    client.initialize(editors.NEOVIM.capabilities, options)
    document = {"uri": URI, "languageId": "markdown", "version": 1, "text": TEXT.text}
    client.notify("textDocument/didOpen", {"textDocument": document})
    assert client.execute("breviate.plan", {"uri": URI})["documents"]


def test_the_editors_configuration_is_asked_for_and_followed(start):
    client = start()
    client.configuration = lambda item: {"passageTokens": 500} if item.get("section") == "breviate" else None
    session = Session(client, editors.VSCODE)
    session.open(TEXT.text)
    client.wait_until(lambda: asked(client, "workspace/configuration"), "the question for the configuration")
    assert session.plan()["plan"]["inputBudget"] == 500
    client.configuration = lambda item: {"passageTokens": 700}
    client.notify("workspace/didChangeConfiguration", {"settings": None})
    client.wait_until(lambda: len(asked(client, "workspace/configuration")) == 2, "the question after a change")
    assert session.plan()["plan"]["inputBudget"] == 700


def asked(client: Client, method: str) -> list[dict]:
    return [each for each in client.requests if each["method"] == method]


def test_a_client_that_answers_with_an_error_leaves_the_defaults(start):
    client = start()

    def refuse(item):
        raise ResponseError("workspace/configuration", {"code": -32603, "message": "no such section"})

    client.configuration = refuse
    session = Session(client, editors.VSCODE)
    client.wait_until(lambda: asked(client, "workspace/configuration"), "the question for the configuration")
    session.open(TEXT.text)
    assert session.plan()["plan"]["inputBudget"] == 1000
    assert set(states(session.noted())) == {"fresh"}


@pytest.mark.parametrize("key", ["allowRemote", "model"])
def test_a_cloned_repository_cannot_send_the_text_away(start, key):
    value = {"allowRemote": True, "model": "openai:https://example.invalid/v1#gpt"}[key]
    client = start()
    client.configuration = lambda item: {key: value}
    session = Session(client, editors.VSCODE)
    session.open(TEXT.text)
    client.wait_until(lambda: messages(client, key), "a message that names the setting")
    assert session.plan()["model"]["backend"] == "none"


# Addresses of documents.


@pytest.mark.parametrize("other", ["file:///C:/notes.md", "file:///c:/notes.md", "file:///c%3A/notes.md"])
def test_spellings_of_a_windows_drive_are_one_document(start, other):
    session = Session(start(), editors.VSCODE)
    session.open(TEXT.text, uri="file:///c%3A/notes.md")
    report = session.client.execute("breviate.plan", {"uri": other})
    assert [document["uri"] for document in report["documents"]] == ["file:///c%3A/notes.md"]


@pytest.mark.parametrize(
    "uri", ["untitled:Untitled-1", "vscode-notebook-cell:/a#X1", "zipfile:///a.zip::b.md", "file:///a#b?c"]
)
def test_any_scheme_is_a_document(start, uri):
    session = Session(start(), editors.VSCODE)
    session.open(TEXT.text, uri=uri)
    assert session.client.execute("breviate.plan", {"uri": uri})["documents"][0]["uri"] == uri


def test_a_session_leaves_no_file(start, clean_env, tmp_path):
    (tmp_path / "runtime").mkdir(mode=0o700)
    env = clean_env | {"HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path / "runtime")}
    session = Session(start(env=env), editors.NEOVIM)
    session.open(TEXT.text)
    session.noted()
    assert session.client.shut_down() == 0
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
