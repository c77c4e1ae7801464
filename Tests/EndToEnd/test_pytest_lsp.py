"""Whole sessions with pytest-lsp's client, which shares nothing with ours (`client.py`).

It structures each message with lsprotocol and compares what the server asks and answers with the capabilities.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
import pytest_asyncio
from lsprotocol import types
from pytest_lsp import LanguageClient, client_capabilities
from pytest_lsp.client import make_test_lsp_client

from client import PATIENCE
from report import check_report
from text import holds, position_of, prose

pytestmark = pytest.mark.filterwarnings("error::pytest_lsp.LspSpecificationWarning")

PROFILES = ["neovim@v0.11.0", "visual_studio_code@v1.65.2", "emacs@v29.1"]

URI = "file:///home/someone/A%20history%20%F0%9F%AA%A8.md"
TEXT = prose(3000).text
DOCUMENT = types.TextDocumentIdentifier(uri=URI)


class Talk:
    """One session: the client, and what has arrived."""

    def __init__(self, client: LanguageClient):
        self.client = client
        #: How many messages of each kind were structured.
        self.arrived: Counter[str] = Counter()
        self._news = asyncio.Event()
        structure = client.protocol.structure_message

        def structured(data: dict) -> Any:
            message = structure(data)
            if "jsonrpc" in data:
                self.arrived[data.get("method", "response")] += 1
                # Its handler runs before whoever waits is woken.
                asyncio.get_running_loop().call_soon(self._news.set)
            return message

        client.protocol.structure_message = structured

    async def until(self, condition: Callable[[], Any], what: str) -> Any:
        """What `condition` returns once it holds; it is looked at after each message."""
        while not (value := condition()):
            assert self.client.error is None, self.client.error
            self._news.clear()
            try:
                await asyncio.wait_for(self._news.wait(), PATIENCE)
            except asyncio.TimeoutError:
                raise AssertionError(f"{what} did not come, and nothing else for {PATIENCE:g} s") from None
        return value

    async def execute(self, command: str, argument: dict | None = None) -> Any:
        params = types.ExecuteCommandParams(command=command, arguments=[argument or {"uri": URI}])
        return await self.client.workspace_execute_command_async(params)

    async def notes(self) -> dict:
        (document,) = check_report(_plain(await self.execute("breviate.notes")))["documents"]
        return document

    async def settled(self) -> dict:
        """The document's notes, once no passage waits or runs: asked for again after each answer."""
        while True:
            document = await self.notes()
            if not {passage["state"] for passage in document["passages"]} & {"waiting", "running"}:
                return document


def _plain(value: Any) -> Any:
    """pygls makes named tuples of objects whose type it does not know."""
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, list) else value


@pytest_asyncio.fixture(params=PROFILES)
async def talk(request, breviate, clean_env):
    client = make_test_lsp_client()

    # The client's own set of answers lacks these.
    @client.feature(types.WORKSPACE_CODE_LENS_REFRESH)
    def refresh(params: None) -> None:
        pass

    client.set_configuration({"hover": "passage"}, section="breviate")
    await client.start_io(breviate, "lsp", env=clean_env)
    talk = Talk(client)
    yield talk, client_capabilities(request.param), request.param.partition("@")[0]
    await client.shutdown_session()
    assert client._server.returncode == 0
    await client.stop()
    assert client.error is None


@pytest.mark.asyncio
async def test_a_whole_session_has_no_invalid_message(talk):
    talk, capabilities, name = talk
    client = talk.client
    server = await client.initialize_session(
        types.InitializeParams(
            capabilities=capabilities,
            client_info=types.ClientInfo(name=name),
            initialization_options={"didChangeNotes": True},
        )
    )
    encoding = server.capabilities.position_encoding or "utf-16"
    item = types.TextDocumentItem(uri=URI, language_id="markdown", version=1, text=TEXT)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))

    (diagnostic,) = await talk.until(lambda: client.diagnostics.get(URI), "the diagnostic")
    assert "passes" in diagnostic.message
    (lens,) = await client.text_document_code_lens_async(types.CodeLensParams(text_document=DOCUMENT))
    assert lens.command.command == "breviate.summarise"
    check_report(_plain(await talk.execute("breviate.plan")))
    assert _plain(await talk.execute("breviate.summarise"))["run"]
    document = await talk.settled()
    assert {passage["state"] for passage in document["passages"]} == {"fresh"}
    if capabilities.window and capabilities.window.work_done_progress:
        (reports,) = await talk.until(
            lambda: [each for each in client.progress_reports.values() if each and each[-1].kind == "end"],
            "the end of the progress",
        )
        assert reports[0].kind == "begin"

    await talk.until(lambda: talk.arrived["breviate/didChangeNotes"], "word of changed notes")

    second = document["passages"][1]
    place = types.Position(line=second["range"]["start"]["line"] + 1, character=0)
    hover = await client.text_document_hover_async(types.HoverParams(text_document=DOCUMENT, position=place))
    assert all(holds(hover.contents.value, sentence["text"]) for sentence in second["note"]["sentences"])
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(text_document=DOCUMENT))
    assert len(lenses) == len(document["passages"]) + 1
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(text_document=DOCUMENT))
    assert len(symbols) == len(document["passages"])
    selection = types.Range(start=place, end=types.Position(line=place.line + 3, character=0))
    params = types.CodeActionParams(
        text_document=DOCUMENT, range=selection, context=types.CodeActionContext(diagnostics=[diagnostic])
    )
    assert await client.text_document_code_action_async(params)

    where = position_of(TEXT, "The committee met", encoding)
    spot = types.Position(**where)
    change = types.TextDocumentContentChangePartial(range=types.Range(start=spot, end=spot), text="🪨 Zora Quist. ")
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            text_document=types.VersionedTextDocumentIdentifier(uri=URI, version=2), content_changes=[change]
        )
    )
    assert Counter(passage["state"] for passage in (await talk.notes())["passages"])["stale"] == 1
    await talk.execute("breviate.update")
    assert {passage["state"] for passage in (await talk.settled())["passages"]} == {"fresh"}
    held = await client.protocol.send_request_async("breviate/summarise", {"uri": URI})
    assert check_report(_plain(held))["documents"][0]["summary"]

    page = _plain(await talk.execute("breviate.showNotes"))
    if capabilities.window and capabilities.window.show_document:
        await talk.until(lambda: client.shown_documents, "the page")
    else:
        assert page["text"]
    client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings=None))
    await talk.execute("breviate.cancel")
    await talk.execute("breviate.clearNotes")
    client.text_document_did_close(types.DidCloseTextDocumentParams(text_document=DOCUMENT))
    await talk.until(lambda: client.diagnostics[URI] == [], "no diagnostics")
    assert talk.arrived["response"] >= 15
