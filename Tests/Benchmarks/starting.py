"""Start-up, memory and idling, side by side with other servers."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from lsp import EDITOR, Gone, Server
from peers import BREVIATE, OTHERS, RUFF, Peer
from table import Row, mib, median, ms, ratio

MEGABYTE = 1_000_000


def startup(full: bool) -> list[Row]:
    """From the start of the process to the answer to initialize, one start of each in turn."""
    peers = [peer for peer in (BREVIATE, *OTHERS) if peer.is_there]
    times: dict[str, list[float]] = {peer.name: [] for peer in peers}
    sizes: dict[str, list[float]] = {peer.name: [] for peer in peers}
    floor: list[float] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for number in range(41 if full else 16):
            for peer in peers:
                if peer.compiles and number % 3:
                    continue
                with Server(list(peer.argv), folder) as server:
                    elapsed = server.initialize(folder)
                    size = server.status("VmRSS")
                if number:  # The first start fills the page cache.
                    times[peer.name].append(elapsed)
                    sizes[peer.name].append(size)
            floor.append(_echo(folder))
    return [
        _compare("spawn → initialize response", times, ms, 0.7, full, {"floor": f"{ms(median(floor))} (`cat`, spawn → echo)"}),
        _compare("RSS then", sizes, mib, 0.9, full, {}),
    ]


def _echo(folder: Path) -> float:
    """What the harness itself takes: `cat` gives back the first byte."""
    with Server(["cat"], folder) as server:
        server.write(b"Content-Length: 2\r\n\r\n{}")
        server.next(time.perf_counter() + 10)
        return time.perf_counter() - server.started


def _compare(what: str, values: dict[str, list[float]], words, limit: float, full: bool, more: dict[str, str]) -> Row:
    ours = median(values[BREVIATE.name])
    others, reached = {}, None
    for peer in OTHERS:
        if peer.name not in values:
            others[peer.name] = "could not be had"
            continue
        theirs = median(values[peer.name])
        # Of neighbours in time, so that both met the same load.
        ratios = [ratio(a, b) for a, b in zip(values[BREVIATE.name], values[peer.name])] if peer is RUFF else []
        share = median(ratios) if ratios else ratio(ours, theirs)
        others[peer.name] = f"{words(theirs)} ({share:.2f})"
        if peer is RUFF:
            reached = share <= limit
    return Row(what, words(ours), {**others, **more}, f"≤ {limit} × ruff", reached, values)


def memory(full: bool) -> list[Row]:
    rows = []
    for count, peers in ((1, OTHERS), (50, OTHERS[:2] if full else (RUFF,))):
        others = {}
        ours = _opened(BREVIATE, count)
        for peer in peers:
            try:
                others[peer.name] = mib(_opened(peer, count)) if peer.is_there else "could not be had"
            except Gone as error:
                others[peer.name] = f"gave up: {error}"
        limit = 4 * count * MEGABYTE + 10 * 2**20
        what = "RSS after opening 1 MB" if count == 1 else f"RSS after opening {count} × 1 MB"
        rows.append(Row(what, mib(ours), others, f"≤ {mib(limit)} (4 × the text + 10 MiB)", ours <= limit, {"bytes": ours}))
    return rows


def _opened(peer: Peer, count: int) -> int:
    """RSS when `count` files of 1 MB are open, diagnosed and a moment has passed."""
    with tempfile.TemporaryDirectory() as name, Server(list(peer.argv), Path(name)) as server:
        server.initialize(Path(name), EDITOR)
        server.notify("initialized", {})
        text = peer.source(MEGABYTE)
        for number in range(count):
            # Each file is another: nothing can be shared between them.
            path = Path(name, f"file{number}{peer.suffix}")
            path.write_text(text)
            server.open(path.as_uri(), peer.language, f"{number:06}".join(["", text[6:]]) if peer is BREVIATE else text)
            if server.capabilities.get("diagnosticProvider"):
                server.request("textDocument/diagnostic", {"textDocument": {"uri": path.as_uri()}})
        time.sleep(0.5)
        server.take_what_is_there()
        return server.status("VmRSS")


class Idle:
    """A server with a long document that is left alone while other things are measured."""

    def __init__(self):
        self._folder = tempfile.TemporaryDirectory()
        folder = Path(self._folder.name)
        self._server = Server(list(BREVIATE.argv), folder)
        self._server.initialize(folder)
        self._server.notify("initialized", {})
        self._server.open("file:///idle.txt", "plaintext", BREVIATE.source(MEGABYTE))
        self._server.request("textDocument/diagnostic", {"textDocument": {"uri": "file:///idle.txt"}})
        time.sleep(1.5)
        self._server.take_what_is_there()
        self._begin = (time.perf_counter(), self._wakeups(), self._server.processor_seconds())

    def _wakeups(self) -> int:
        total = 0
        for task in Path(f"/proc/{self._server.pid}/task").iterdir():
            for line in (task / "status").read_text().splitlines():
                if line.startswith("voluntary_ctxt_switches:"):
                    total += int(line.split()[1])
        return total

    def row(self, least: float) -> Row:
        begin, wakeups, busy = self._begin
        time.sleep(max(0.0, least - (time.perf_counter() - begin)))
        elapsed = time.perf_counter() - begin
        wakeups = self._wakeups() - wakeups
        busy = self._server.processor_seconds() - busy
        self._server.close()
        self._folder.cleanup()
        checks = elapsed / 5
        return Row(
            "idle with 1 MB open",
            f"{wakeups} wake-ups, {ms(busy)} of processor in {elapsed:.0f} s",
            {},
            "none but the check of the parent, every 5 s",
            wakeups <= checks + 1,
            {"wakeups": wakeups, "processorSeconds": busy, "seconds": elapsed},
        )
