"""Edits in a long buffer, and what is asked of one that has its notes."""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from lsp import EDITOR, PUSHED, Gone, Server, frame
from peers import BREVIATE, OTHERS, RUFF, Peer
from table import Row, load, median, ms, quantile, ratio

MEGABYTE = 1_000_000
#: Seconds that a peer that compiles may take for its edits.
BUDGET = 15.0


class Buffer:
    """A document of 1 MB open in a server, being typed into: ten characters at a place, then another place."""

    def __init__(self, peer: Peer, folder: Path, options: dict | None = None):
        self.peer = peer
        self.path = folder / f"long{peer.suffix}"
        text = peer.source(MEGABYTE)
        self.path.write_text(text)
        self.uri = self.path.as_uri()
        self.lengths = [len(line) for line in text.split("\n")]
        self.server = Server(list(peer.argv), folder)
        self.server.initialize(folder, EDITOR, options)
        self.server.notify("initialized", {})
        self.server.open(self.uri, peer.language, text)
        self.version = 1
        self.chance = random.Random(3)
        self.left = 0
        self.place = (0, 0)

    def edit(self) -> bytes:
        """The next character typed, as a frame."""
        if not self.left:
            line = self.chance.randrange(len(self.lengths))
            self.place = (line, self.chance.randint(0, self.lengths[line]))
            self.left = 10
        line, column = self.place
        self.left -= 1
        self.version += 1
        self.lengths[line] += 1
        self.place = (line, column + 1)
        here = {"line": line, "character": column}
        change = {"range": {"start": here, "end": here}, "text": " " if self.left == 0 else "e"}
        document = {"uri": self.uri, "version": self.version}
        return frame({"method": "textDocument/didChange", "params": {"textDocument": document, "contentChanges": [change]}})

    def hover(self) -> tuple[int, bytes]:
        position = {"line": self.place[0], "character": self.place[1]}
        return self.server.request_frame("textDocument/hover", {"textDocument": {"uri": self.uri}, "position": position})

    def edit_and_hover(self) -> float:
        """Seconds from sending one edit to the answer of the hover behind it."""
        edit = self.edit()
        number, hover = self.hover()
        begin = time.perf_counter()
        self.server.write(edit)
        self.server.write(hover)
        self.server.response(number)
        return time.perf_counter() - begin

    def burst(self, count: int) -> float:
        """Seconds for each of so many edits that are sent at once, until the hover behind them is answered."""
        edits = b"".join(self.edit() for _ in range(count))
        number, hover = self.hover()
        begin = time.perf_counter()
        self.server.write(edits + hover)
        self.server.response(number)
        return (time.perf_counter() - begin) / count


def summarise(server: Server, uri: str) -> None:
    """Takes the notes of a document and waits until they are there."""
    answer = server.command("breviate.summarise", {"uri": uri})
    if answer["run"] is None:
        raise Gone(answer["reason"])
    server.wait_for(lambda said: said["method"] == "$/progress" and said["params"]["value"]["kind"] == "end")


def edits(full: bool) -> list[Row]:
    """Rounds of edits in each server in turn, all on a buffer of 1 MB."""
    count, rounds = 1_000, 5 if full else 2
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ours, noted = Buffer(BREVIATE, folder), Buffer(BREVIATE, folder, {"passageTokens": 800})
        summarise(noted.server, noted.uri)
        quick = [Buffer(RUFF, folder)] if RUFF.is_there else []
        singles: dict[str, list[float]] = {}
        bursts: dict[str, list[float]] = {}
        for _ in range(rounds):
            for label, buffer in (("ours", ours), *((peer.peer.name, peer) for peer in quick), ("noted", noted)):
                singles.setdefault(label, []).extend(buffer.edit_and_hover() for _ in range(count))
                bursts.setdefault(label, []).append(buffer.burst(count))
        for buffer in (ours, noted, *quick):
            buffer.server.close()
        slow = {peer.name: _slow_edits(peer, folder, BUDGET if full else 6.0) for peer in OTHERS if peer.compiles}
    best = median(singles["ruff"]) if quick else None
    others = {"ruff": _words(singles["ruff"]) if quick else "could not be had", **slow}
    bursts_of_others = {"ruff": f"{ms(median(bursts['ruff']))}" if quick else "could not be had"}
    rows = []
    for label, what in (("ours", "an edit in 1 MB → the hover behind it"), ("noted", "the same with 300 noted passages")):
        p50, p99 = median(singles[label]), quantile(singles[label], 0.99)
        reached = p99 <= 0.001 and (best is None or p50 <= 0.5 * best)
        share = {} if best is None else {"ratio to ruff": f"{ratio(p50, best):.2f}"}
        told = {**others, **share} if label == "ours" else share
        rows.append(Row(what, _words(singles[label]), told, "≤ 0.5 × the best; p99 ≤ 1 ms", reached, {"seconds": singles[label]}))
    ours_burst = median(bursts["ours"])
    reached = ours_burst <= 0.5 * median(bursts["ruff"]) if quick else None
    rows.append(
        Row("1,000 edits at once, then a hover, each edit", ms(ours_burst), bursts_of_others, "≤ 0.5 × the best", reached, bursts)
    )
    return rows


def _words(values: list[float]) -> str:
    return f"p50 {ms(median(values))}, p99 {ms(quantile(values, 0.99))}"


def _slow_edits(peer: Peer, folder: Path, budget: float) -> str:
    """A peer that compiles before it answers: as many edits as fit the budget."""
    if not peer.is_there:
        return "could not be had"
    buffer = Buffer(peer, folder)
    values: list[float] = []
    begin = time.perf_counter()
    try:
        while time.perf_counter() - begin < budget and len(values) < 1_000:
            edit = buffer.edit()
            number, hover = buffer.hover()
            start = time.perf_counter()
            buffer.server.write(edit + hover)
            buffer.server.response(number, budget)
            values.append(time.perf_counter() - start)
    except Gone as error:
        if not values:
            return f"no answer within {budget:.0f} s ({error})"
    finally:
        buffer.server.close()
    return f"p50 {ms(median(values))} of {len(values)}"


def edits_while_noting(full: bool) -> list[Row]:
    """Edits in one document while two others are summarised and cleared, over and over: one without a model, the other
    by a scripted one behind HTTP."""
    script = subprocess.Popen(
        [sys.executable, Path(__file__).parent / "scripted.py"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        model = f"openai:http://127.0.0.1:{script.stdout.readline().strip()}#scripted"
        return _edits_while_noting(full, {"file:///other1.txt": None, "file:///other2.txt": model})
    finally:
        script.kill()


def _edits_while_noting(full: bool, models: dict[str, str | None]) -> list[Row]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        buffer = Buffer(BREVIATE, folder)
        for uri in models:
            buffer.server.open(uri, "plaintext", BREVIATE.source(MEGABYTE))
        idle: list[float] = []
        busy: list[float] = []
        runs, notes = 0, 0
        running: dict[str, str] = {}
        for _ in range(4 if full else 2):
            idle += [buffer.edit_and_hover() for _ in range(1_000)]
            for uri, model in models.items():
                _start_again(buffer.server, uri, model)
            end = time.perf_counter() + 3
            while time.perf_counter() < end:
                busy.append(buffer.edit_and_hover())
                runs += _restart_ended(buffer.server, models, running)
            for uri, model in models.items():
                passages = buffer.server.command("breviate.notes", {"uri": uri})["documents"][0]["passages"]
                notes += model is not None and sum(bool(each["note"] and not each["note"]["provisional"]) for each in passages)
                buffer.server.command("breviate.cancel", {"uri": uri})
            buffer.server.notifications.clear()
        buffer.server.close()
    if not notes:
        raise Gone("the scripted model took no note")
    share, tail = ratio(median(busy), median(idle)), quantile(busy, 0.99)
    words = f"{_words(busy)}; {share:.2f} × idle ({_words(idle)}); {runs} runs ended and {notes} notes of the model's were taken meanwhile"
    figures = {"idle": idle, "busy": busy, "p99": tail, "load": load()}
    what = "the same while two other documents of 1 MB are noted, over and over (built in; scripted model)"
    return [Row(what, words, {}, "≤ 2 × idle", share <= 2, figures)]


def _start_again(server: Server, uri: str, model: str | None) -> None:
    """Forgets a document's notes and takes them again; nothing is waited for."""
    for name in ("breviate.clearNotes", "breviate.summarise"):
        argument = {"uri": uri} | ({"model": model} if model and name.endswith("summarise") else {})
        params = {"command": name, "arguments": [argument]}
        server.write(frame({"id": f"{name} {uri}", "method": "workspace/executeCommand", "params": params}))


def _restart_ended(server: Server, models: dict[str, str | None], running: dict[str, str]) -> int:
    """Starts again what has ended by now; how many that were. `running` holds whose progress a token is."""
    ended = 0
    for said in server.notifications:
        if said["method"] != "$/progress":
            continue
        token, value = said["params"]["token"], said["params"]["value"]
        if value["kind"] == "begin":
            running[token] = next(uri for uri in models if value["title"].endswith(uri.rpartition("/")[2]))
        elif value["kind"] == "end":
            _start_again(server, uri := running.pop(token), models[uri])
            ended += 1
    server.notifications.clear()
    return ended


def opening(full: bool) -> list[Row]:
    """From sending didOpen of 1 MB until its diagnostic arrives."""
    values: list[float] = []
    text = BREVIATE.source(MEGABYTE)
    with tempfile.TemporaryDirectory() as name, Server(list(BREVIATE.argv), Path(name)) as server:
        server.initialize(Path(name), PUSHED)
        server.notify("initialized", {})
        for number in range(40 if full else 15):
            uri = f"file:///opened{number}.txt"
            item = {"uri": uri, "languageId": "plaintext", "version": 1, "text": text}
            data = frame({"method": "textDocument/didOpen", "params": {"textDocument": item}})
            begin = time.perf_counter()
            server.write(data)
            server.wait_for(lambda said: said["method"].endswith("publishDiagnostics") and said["params"]["uri"] == uri)
            values.append(time.perf_counter() - begin)
            server.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    middle = median(values)
    words = f"{ms(middle)} (p90 {ms(quantile(values, 0.9))})"
    return [Row("didOpen of 1 MB → diagnostic", words, {}, "≤ 15 ms", middle <= 0.015, {"seconds": values})]


def asking(full: bool) -> list[Row]:
    """Lens, hover and symbols of 1 MB with about 300 noted passages, in turn, right after an edit."""
    methods = {"lens": "textDocument/codeLens", "hover": "textDocument/hover", "symbols": "textDocument/documentSymbol"}
    values: dict[str, list[float]] = {what: [] for what in methods}
    with tempfile.TemporaryDirectory() as name:
        buffer = Buffer(BREVIATE, Path(name), {"passageTokens": 800})
        summarise(buffer.server, buffer.uri)
        passages = 0
        for _ in range(200 if full else 50):
            for what, method in methods.items():
                buffer.server.write(buffer.edit())
                params: dict = {"textDocument": {"uri": buffer.uri}}
                if what == "hover":
                    params["position"] = {"line": buffer.place[0], "character": buffer.place[1]}
                number, data = buffer.server.request_frame(method, params)
                begin = time.perf_counter()
                buffer.server.write(data)
                answer = buffer.server.response(number)
                values[what].append(time.perf_counter() - begin)
                if what == "symbols":
                    passages = len(answer)
        buffer.server.close()
    words = ", ".join(f"{what} {ms(median(some))} (p99 {ms(quantile(some, 0.99))})" for what, some in values.items())
    reached = all(median(some) <= 0.005 for some in values.values())
    return [Row(f"lens, hover, symbols in 1 MB, {passages} noted passages", words, {}, "≤ 5 ms", reached, values)]
