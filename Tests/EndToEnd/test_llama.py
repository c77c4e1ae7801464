"""A real engine, llama.cpp's server, with a real and very small model: shapes and times, never what it wrote."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from proc import session_members
from text import prose

SERVER = Path(__file__).with_name("llama_server.py")
URI = "file:///home/someone/history.md"
WINDOW = 1024
KEY = "a-key-that-nobody-may-see"


class Llama:
    """The server and the way to it without Breviate."""

    def __init__(self, port: int | None = None) -> None:
        self.port = port or self._free_port()
        self.process = subprocess.Popen(
            [sys.executable, str(SERVER), str(self.port)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        assert self.process.stdout.readline().startswith(b"http://127.0.0.1:"), "llama.cpp's server did not start"
        self.url = f"http://127.0.0.1:{self.port}"
        self.model = f"openai:{self.url}#smol"

    @staticmethod
    def _free_port() -> int:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            return free.getsockname()[1]

    def ask(self, path: str, body: dict | None = None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=20) as response:
            return json.load(response)

    def count(self, text: str) -> int:
        return len(self.ask("/tokenize", {"content": text})["tokens"])

    def is_busy(self) -> bool:
        return any(slot["is_processing"] for slot in self.ask("/slots"))

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


@pytest.fixture(scope="module")
def llama() -> Iterator[Llama]:
    server = Llama()
    yield server
    server.close()


def test_a_plan_counts_as_the_server_does(llama, breviate, clean_env, tmp_path):
    text = str(prose(1500))
    path = tmp_path / "history.md"
    path.write_text(text)
    command = [breviate, "plan", "--format", "json", "--model", llama.model, str(path)]
    done = subprocess.run(command, env=clean_env, capture_output=True, timeout=60, check=True)
    document = json.loads(done.stdout)["documents"][0]
    assert (document["model"]["contextWindow"], document["model"]["windowAssumed"]) == (WINDOW, False)
    plan = document["plan"]
    assert plan["passes"] == len(document["passages"]) > 1
    assert plan["tokens"]["exact"]
    assert all(passage["tokens"]["exact"] for passage in document["passages"])
    assert plan["tokens"]["value"] == pytest.approx(llama.count(text), rel=0.01)


def test_notes_stream_and_cancelling_frees_the_server(llama, start, clean_env):
    client = start(env=clean_env | {"BREVIATE_API_KEY_ENV": "SOMEONES_KEY", "SOMEONES_KEY": KEY})
    client.initialize(options={"model": llama.model})
    document = {"uri": URI, "languageId": "markdown", "version": 1, "text": str(prose(1500))}
    client.notify("textDocument/didOpen", {"textDocument": document})
    pending = client.send("breviate/summarise", {"uri": URI, "partialResultToken": "notes"})

    def written() -> list[int]:
        """Characters of the model's own notes, as each partial result had them."""
        sizes = []
        for part in pending.partial:
            notes = [passage["note"] for passage in part["documents"][0]["passages"]]
            sizes.append(sum(len(note["text"]) for note in notes if note and not note["provisional"]))
        return [size for size in sizes if size]

    client.wait_until(lambda: len(set(written())) > 2, "a note that grows", 60)
    sizes = written()
    assert sizes == sorted(sizes)
    assert llama.is_busy()
    running = [Path(f"/proc/{pid}/cmdline").read_bytes() for pid in session_members(client.process.pid)]
    assert any(b"curl" in command for command in running)
    assert not any(KEY.encode() in command for command in running)
    begun = time.monotonic()
    pending.cancel()
    while llama.is_busy():
        # Generous, for machines that do other things; the engine looks for a lost client between two tokens.
        assert time.monotonic() - begun < 2, "the server goes on with an answer that nobody wants"
    print(f"idle {1000 * (time.monotonic() - begun):.0f} ms after the cancel")


def test_a_server_that_is_killed_costs_its_passages_and_a_retry_works_when_it_is_back(start):
    llama = Llama()
    try:
        client = start()
        client.initialize(options={"model": llama.model, "didChangeNotes": True})
        document = {"uri": URI, "languageId": "markdown", "version": 1, "text": str(prose(900))}
        client.notify("textDocument/didOpen", {"textDocument": document})
        pending = client.send("breviate/summarise", {"uri": URI, "partialResultToken": "notes"})
        client.wait_until(lambda: len(pending.partial) > 4, "partial results", 60)
        llama.close()
        passages = pending.wait(60)["documents"][0]["passages"]
        failed = [passage for passage in passages if passage["state"] == "failed"]
        assert failed and all(passage["failure"]["retry"] for passage in failed)
        assert all(passage["note"] and passage["note"]["provisional"] for passage in failed)

        llama = Llama(llama.port)
        wanted = failed[0]["id"]
        assert client.execute("breviate.retry", {"uri": URI, "passage": wanted})["run"]

        def is_fresh() -> bool:
            found = client.execute("breviate.notes", {"uri": URI})["documents"][0]["passages"]
            passage = next(passage for passage in found if passage["id"] == wanted)
            return passage["state"] == "fresh" and not passage["note"]["provisional"]

        while not is_fresh():
            client.expect_notification("breviate/didChangeNotes", timeout=60)
    finally:
        llama.close()
