"""What the life of a server is made of: its messages, its limits, and how to see that it is well."""

from __future__ import annotations

from client import Client, messages_in

#: Seconds in which the server must be gone once there is nothing left for it to do.
GONE = 1.0
#: The same when only the client's process died and nothing was closed.
GONE_WITHOUT_CLIENT = 10.0

URI = "file:///tmp/notes.md"


def message(method: str, params=None, id=None) -> dict:
    value = {"jsonrpc": "2.0", "method": method}
    return value | ({} if params is None else {"params": params}) | ({} if id is None else {"id": id})


def opened(text: str, uri: str = URI) -> dict:
    return {"textDocument": {"uri": uri, "languageId": "markdown", "version": 1, "text": text}}


def hover_params(uri: str = URI) -> dict:
    return {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}}


def answered(output: bytes) -> list:
    """The ids of the responses in what a server wrote."""
    return [message["id"] for message in messages_in(bytearray(output)) if "method" not in message]


def assert_serves(client: Client) -> None:
    """The server reads and answers: the report of a document that it does not know is empty."""
    assert client.execute("breviate.plan", {"uri": "file:///nowhere"})["documents"] == []


def wait_until_settled(client: Client) -> dict:
    """Asks until no passage waits or runs, each answer being the reason to ask again; the report."""
    while True:
        report = client.execute("breviate.notes", {"uri": URI})
        if all(passage["state"] == "fresh" for passage in report["documents"][0]["passages"]):
            return report
