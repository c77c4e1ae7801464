"""Plans, estimates and notes, against tokenizers and other programs that choose sentences."""

from __future__ import annotations

import contextlib
import json
import re
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import texts
from lsp import EDITOR, Server
from peers import BREVIATE
from table import Row, median, ms, ratio

BINARY = BREVIATE.argv[0]
SIZES = {"10 KB": 10_000, "1 MB": 1_000_000, "10 MB": 10_000_000}
MISSING = "could not be had"


def _timed(work) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def _run(*words: str) -> bytes:
    return subprocess.run([BINARY, *words], capture_output=True, check=True).stdout


def _speed(size: int, seconds: float) -> str:
    return f"{size / seconds / 1e6:.4g} MB/s"


# Plans.


def plans(full: bool) -> list[Row]:
    """`breviate.plan` of a text that the server has open, and the whole command; `bpe-openai` counts the same text."""
    with contextlib.suppress(ImportError):
        import bpe_openai

        count = _counter(bpe_openai.get_encoding("o200k_base"))
        count("warm")
    rounds = 9 if full else 5
    rows = []
    speeds = {}
    with tempfile.TemporaryDirectory() as name, Server(list(BREVIATE.argv), Path(name)) as server:
        server.initialize(Path(name), EDITOR)
        server.notify("initialized", {})
        for label, size in SIZES.items():
            text = texts.prose(size)
            path = Path(name, "text.txt")
            path.write_text(text)
            uri = f"file:///{size}.txt"
            server.open(uri, "plaintext", text)
            server.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})
            # With a range the text is read anew, whatever is known of the buffer.
            argument = {"uri": uri, "range": {"start": {"line": 0, "character": 0}, "end": {"line": 10**8, "character": 0}}}
            served: list[float] = []
            command: list[float] = []
            counted: list[float] = []
            for _ in range(rounds if size < 10**7 else 3):
                served.append(_timed(lambda: server.command("breviate.plan", argument)))
                command.append(_timed(lambda: _run("plan", "--format", "json", str(path))))
                if "count" in locals():
                    counted.append(_timed(lambda: count(text)))
            speeds[label] = size / median(served)
            others = {"bpe-openai": f"{_speed(size, median(counted))} ({median(counted) / median(served):.0f} ×)"} if counted else {"bpe-openai": MISSING}
            others["`breviate plan`, the whole command"] = ms(median(command))
            figures = {"served": served, "command": command, "bpe-openai": counted}
            # The shortest text shows what a request costs, not what reading costs.
            reached = None if size < 10**6 else speeds[label] >= 100e6
            rows.append(Row(f"plan of {label}", f"{ms(median(served))}, {_speed(size, median(served))}", others, "≥ 100 MB/s", reached, figures))
    growth = (SIZES["10 MB"] / speeds["10 MB"]) / (SIZES["1 MB"] / speeds["1 MB"])
    rows.append(Row("10 MB against 1 MB", f"{growth:.1f} × the time", {}, "linear: ≤ 12 ×", growth <= 12, {"growth": growth}))
    return rows


# Estimates.

#: The mean error that is allowed, in percent.
LIMITS = {"prose": 6, "code": 8, "Markdown": 8, "German": 12, "Chinese": 12, "Japanese": 12}
CHUNK = 2_000


def estimates(full: bool) -> list[Row]:
    """The estimate of each 2 KB against real counts, after one measured density for each document, as a plan has it."""
    found, missing = texts.categories()
    tokenizers = _tokenizers(full)
    documents = {category: [_chunks(text) for text in some] for category, some in found.items()}
    estimated = _estimates([chunk for some in documents.values() for chunks in some for chunk in chunks])
    rows = []
    for category, limit in LIMITS.items():
        if category not in documents:
            continue
        results = {}
        for name, count in tokenizers.items():
            errors = []
            for chunks in documents[category]:
                real = [count(chunk) for chunk in chunks]
                guessed = [estimated[chunk] for chunk in chunks]
                density = _density(real, guessed)
                errors += [abs(guess * density - truth) / truth for guess, truth in zip(guessed, real) if truth]
            if errors:
                results[name] = 100 * statistics.mean(errors)
        words = ", ".join(f"{name} {value:.1f} %" for name, value in results.items()) or MISSING
        chunks = sum(len(some) for some in documents[category])
        reached = all(value <= limit for value in results.values()) if results else None
        others = {} if full else {"SmolLM2": "in the full form"}
        rows.append(Row(f"estimate of 2 KB, {category} ({chunks} pieces)", words, others, f"mean ≤ {limit} %", reached, results))
    if missing:
        rows.append(Row("estimate of 2 KB, other languages", "–", {name: MISSING for name in missing}))
    return rows


def _density(real: list[int], guessed: list[int]) -> float:
    """What one calibration measures: tokens for each estimated one, on two thousand bytes at three places."""
    places = sorted({0, len(real) // 2, len(real) - 1})
    return ratio(sum(real[place] for place in places), max(1, sum(guessed[place] for place in places)))


def _chunks(text: str) -> list[str]:
    data = text.encode()
    chunks = [data[start : start + CHUNK].decode("utf-8", "ignore").strip() for start in range(0, len(data), CHUNK)]
    return [chunk for chunk in chunks if len(chunk.encode()) >= CHUNK // 2]


def _estimates(chunks: list[str]) -> dict[str, int]:
    """What the planner says of each piece, all in a few commands."""
    found = {}
    with tempfile.TemporaryDirectory() as name:
        paths = []
        for number, chunk in enumerate(chunks):
            path = Path(name, f"{number:05}.txt")
            path.write_text(chunk)
            paths.append(str(path))
        for start in range(0, len(paths), 200):
            report = json.loads(_run("plan", "--format", "json", *paths[start : start + 200]))
            for offset, document in enumerate(report["documents"]):
                found[chunks[start + offset]] = document["plan"]["tokens"]["value"]
    return found


def _tokenizers(full: bool) -> dict:
    found = {}
    with contextlib.suppress(ImportError):
        import bpe_openai

        for name in ("o200k", "cl100k"):
            found[name] = _counter(bpe_openai.get_encoding(name + "_base"))
    if full:
        with contextlib.suppress(ImportError, OSError, StopIteration, KeyError):
            import smollm2

            found["SmolLM2"] = smollm2.counter()
    return found


def _counter(encoding):
    """Counts in pieces of whole lines: a long text is refused."""

    def count(text: str) -> int:
        total, start = 0, 0
        while start < len(text):
            end = text.find("\n", start + 50_000) + 1 or len(text)
            total += len(encoding.encode_ordinary(text[start:end]))
            start = end
        return total

    return count


# Notes.


def notes(full: bool) -> list[Row]:
    """The command, start of the process and printing included, against libraries that are loaded and warm."""
    rows = []
    ours: dict[int, float] = {}
    sizes = {"200 KB": 200_000, "10 MB": 10_000_000}
    peers = _sumy()
    with tempfile.TemporaryDirectory() as name:
        luhns: list[float] = []
        quadratic = 200_000 if full else 40_000
        for label, size in sizes.items():
            path = Path(name, f"{size}.txt")
            path.write_text(texts.prose(size))
            values = []
            for _ in range(5 if size < 10**6 else 3):
                values.append(_timed(lambda: _run("summarise", "--format", "json", str(path))))
                if size == 200_000 and "Luhn" in peers and len(luhns) < (5 if full else 2):
                    luhns.append(_timed(lambda: peers["Luhn"](texts.prose(size))))
            ours[size] = median(values)
        words = f"{ms(ours[200_000])}, {_speed(200_000, ours[200_000])}"
        if luhns:
            share = median(luhns) / ours[200_000]
            rows.append(Row("notes of 200 KB without a model", words, {"sumy Luhn": f"{ms(median(luhns))} ({share:.0f} ×)"}, "≥ 20 × Luhn", share >= 20, {"ours": ours, "luhn": luhns}))
        else:
            rows.append(Row("notes of 200 KB without a model", words, {"sumy": MISSING}, "≥ 20 × Luhn"))
        path = Path(name, "quadratic.txt")
        path.write_text(texts.prose(quadratic))
        own = median([_timed(lambda: _run("summarise", "--format", "json", str(path))) for _ in range(5)])
        others, reached, figures = {}, None, {"ours": own}
        for peer in ("TextRank", "LexRank"):
            if peer not in peers:
                others[f"sumy {peer}"] = MISSING
                continue
            theirs = _timed(lambda: peers[peer](texts.prose(quadratic)))
            figures[peer] = theirs
            others[f"sumy {peer}"] = f"{ms(theirs)} ({theirs / own:.0f} ×)"
            if peer == "LexRank":
                reached = theirs / own >= 200 if full else None
        target = "≥ 200 × LexRank" + ("" if full else " at 200 KB: full form")
        rows.append(Row(f"notes of {quadratic // 1000} KB", ms(own), others, target, reached, figures))
    growth = ours[10_000_000] / ours[200_000]
    words = f"{ms(ours[10_000_000])}, {_speed(10_000_000, ours[10_000_000])}; {growth:.0f} × the time for 50 × the text"
    rows.append(Row("notes of 10 MB without a model", words, {}, "linear: ≤ 60 ×", growth <= 60, {"growth": growth}))
    return rows


def _sumy() -> dict:
    """Summarisers of sumy, each a function of a text; sentences and words are cut by rules, since its own rules need a download."""
    try:
        from sumy.nlp.stemmers import Stemmer
        from sumy.parsers.plaintext import PlaintextParser
        from sumy.summarizers.lex_rank import LexRankSummarizer
        from sumy.summarizers.luhn import LuhnSummarizer
        from sumy.summarizers.text_rank import TextRankSummarizer
        from sumy.utils import get_stop_words
    except ImportError:
        return {}

    class Cutter:
        language = "english"

        def to_sentences(self, text):
            return [part for part in re.split(r"(?<=[.!?])\s+", text) if part.strip()]

        def to_words(self, text):
            return re.findall(r"[A-Za-z']+", text)

    def made(kind):
        summariser = kind(Stemmer("english"))
        summariser.stop_words = get_stop_words("english")
        return lambda text: summariser(PlaintextParser.from_string(text, Cutter()).document, 5)

    return {"Luhn": made(LuhnSummarizer), "TextRank": made(TextRankSummarizer), "LexRank": made(LexRankSummarizer)}
