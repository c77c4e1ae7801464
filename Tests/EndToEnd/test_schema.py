"""The checks that the other tests stand on find what they are there to find."""

import pytest

from progress import Progress
from schema import Invalid, check_notification, check_request, check_response
from text import position_of, prose, text_in

RANGE = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}}
DIAGNOSTIC = {"range": RANGE, "message": "2 passes", "severity": 4}


def publish(**changes) -> dict:
    params = {"uri": "file:///a", "version": 1, "diagnostics": [DIAGNOSTIC | changes]}
    return {"jsonrpc": "2.0", "method": "textDocument/publishDiagnostics", "params": params}


def answer(result) -> dict:
    return {"jsonrpc": "2.0", "id": 1, "result": result}


def test_valid_messages_pass():
    check_notification(publish())
    check_response(answer(None), "textDocument/hover")
    check_response(answer({"contents": {"kind": "markdown", "value": "x"}}), "textDocument/hover")
    check_response(answer({"text": "x"}), "workspace/textDocumentContent")
    check_request({"jsonrpc": "2.0", "id": "a", "method": "workspace/codeLens/refresh"})
    check_request(
        {"jsonrpc": "2.0", "id": 2, "method": "workspace/textDocumentContent/refresh", "params": {"uri": "breviate:a"}}
    )
    options = {"capabilities": {"workspace": {"textDocumentContent": {"schemes": ["breviate"]}}}}
    check_response(answer(options), "initialize")


@pytest.mark.parametrize(
    "changes",
    [{"severity": 7}, {"message": None}, {"range": {}}, {"colour": 1}, {"tags": ["x"]}, {"range": RANGE | {"x": 1}}],
)
def test_a_diagnostic_that_breaks_the_protocol_is_found(changes):
    with pytest.raises(Invalid):
        check_notification(publish(**changes))


@pytest.mark.parametrize(
    "message, method",
    [
        (answer({"contents": {"kind": "html", "value": "x"}}), "textDocument/hover"),
        (answer([{"range": RANGE, "command": {"title": "x"}}]), "textDocument/codeLens"),
        (answer([{"name": "x", "kind": 15, "range": RANGE}]), "textDocument/documentSymbol"),
        (answer({"text": 1}), "workspace/textDocumentContent"),
        (answer({"capabilities": {"hoverProvider": 1}}), "initialize"),
        (answer({"capabilities": {"telepathyProvider": True}}), "initialize"),
        ({"jsonrpc": "2.0", "id": 1, "result": None, "error": {"code": 1, "message": "x"}}, "shutdown"),
        ({"jsonrpc": "2.0", "id": 1, "error": {"code": "1", "message": "x"}}, "shutdown"),
        ({"id": 1, "result": None}, "shutdown"),
    ],
)
def test_a_response_that_breaks_the_protocol_is_found(message, method):
    with pytest.raises(Invalid):
        check_response(message, method)


def test_a_server_sends_no_message_that_is_the_clients():
    with pytest.raises(Invalid):
        check_notification({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {}})
    with pytest.raises(Invalid):
        check_request({"jsonrpc": "2.0", "id": 1, "method": "textDocument/hover", "params": {}})


@pytest.mark.parametrize(
    "values",
    [
        [{"kind": "report"}],
        [{"kind": "begin", "title": "x"}, {"kind": "begin", "title": "x"}],
        [{"kind": "begin", "title": "x"}, {"kind": "end"}, {"kind": "end"}],
        [{"kind": "begin", "title": "x"}, {"kind": "end"}, {"kind": "report"}],
        [{"kind": "begin", "title": "x", "percentage": 5}, {"kind": "report", "percentage": 4}],
        [{"kind": "begin", "title": "x", "percentage": 0}, {"kind": "report"}],
        [{"kind": "begin", "title": "x", "percentage": 101}],
        [{"kind": "begin"}],
    ],
)
def test_progress_that_breaks_its_rules_is_found(values):
    progress = Progress("t")
    with pytest.raises(Invalid):
        for value in values:
            progress.add(value)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_positions_are_in_the_units_of_the_encoding(encoding):
    text = "one\nä🪨b and c"
    start = position_of(text, "b and", encoding)
    assert start == {"line": 1, "character": {"utf-8": 6, "utf-16": 3, "utf-32": 2}[encoding]}
    end = {"line": 1, "character": start["character"] + 1}
    assert text_in(text, {"start": start, "end": end}, encoding) == "b"


def test_the_prose_is_long_and_has_sections():
    text = prose(3000)
    assert 3000 <= text.word_count < 3100
    assert len(text.section_lines) == 7
    assert prose(3000).text == text.text
