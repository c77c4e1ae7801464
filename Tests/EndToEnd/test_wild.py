"""The command line on texts as they are found: the system's documentation and its manual pages.

A sample that is the same in every run on one machine; BREVIATE_WILD_FILES=1000000 takes them all.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import subprocess
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import pytest

from conftest import BINARY
from report import check_report

#: Texts of each kind.
DOCUMENTS = int(os.environ.get("BREVIATE_WILD_FILES", 240))
PAGES = DOCUMENTS // 8

#: Larger files are left to the run over all of them.
SIZE = 200_000 if DOCUMENTS < 10_000 else 2**62

#: What one process is given at most, in files and bytes; and the seconds in which it must be done with them.
BATCH = 100
BATCH_SIZE = 4_000_000
BOUND = 50 if DOCUMENTS < 10_000 else 600

#: What the command line may say of a text.
REASONS = [": is not ", ": short enough to read: ", ": there is nothing to read: "]


@dataclass(frozen=True)
class Text:
    path: Path
    content: bytes

    @property
    def is_text(self) -> bool:
        """As the command line has it: UTF-8 without NUL bytes, or UTF-16 with its mark."""
        if self.content[:2] in (b"\xff\xfe", b"\xfe\xff"):
            return _decodes(self.content, "utf-16") and "\0" not in self.content.decode("utf-16")
        return b"\0" not in self.content and _decodes(self.content, "utf-8")


def _decodes(content: bytes, encoding: str) -> bool:
    try:
        content.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _shuffled(folder: str) -> list[Path]:
    """The files of a folder in an order that has nothing to do with their names and is always the same."""
    files = [Path(root) / name for root, _, names in os.walk(folder) for name in names]
    files = [path for path in files if path.is_file() and not path.is_symlink()]
    return sorted(files, key=lambda path: hashlib.sha256(os.fsencode(path)).digest())


def _unpacked(path: Path) -> bytes | None:
    content = path.read_bytes()
    if path.suffix != ".gz":
        return content
    try:
        return gzip.decompress(content)
    except (OSError, EOFError, zlib.error):
        return None


def _documentation() -> Iterator[tuple[str, bytes]]:
    seen = set()
    for path in _shuffled("/usr/share/doc"):
        content = _unpacked(path)
        if content is not None and len(content) <= SIZE and content not in seen:
            seen.add(content)
            yield path.name.removesuffix(".gz"), content


def _manual_pages() -> Iterator[tuple[str, bytes]]:
    """Rendered, in their languages."""
    command = ["groff", "-k", "-t", "-e", "-mandoc", "-Tutf8", "-rLL=78n", "-P-c", "-P-b", "-P-o", "-P-u"]
    for path in _shuffled("/usr/share/man"):
        source = _unpacked(path)
        # The other names of a page are files that hold the name of its source.
        if source is not None and not source.startswith(b".so ") and len(source) <= SIZE:
            rendered = subprocess.run(command, input=source, capture_output=True, timeout=BOUND)
            yield f"{path.name}.txt", rendered.stdout


@pytest.fixture(scope="module")
def batches(tmp_path_factory) -> list[list[Text]]:
    folder = tmp_path_factory.mktemp("wild")
    found = [*islice(_documentation(), DOCUMENTS), *islice(_manual_pages(), PAGES)]
    assert len(found) >= 50, "there is no documentation on this machine"
    batches: list[list[Text]] = []
    room = 0
    for number, (name, content) in enumerate(found):
        path = folder / f"{number}-{name}"
        path.write_bytes(content)
        if len(content) > room or len(batches[-1]) == BATCH:
            batches.append([])
            room = BATCH_SIZE
        batches[-1].append(Text(path, content))
        room -= len(content)
    return batches


def _report(verb: str, texts: list[Text], home: Path) -> dict[Path, dict]:
    """The documents of one run over the texts, by their files; what has none is named on standard error with a reason.

    Only what is no text may have none.
    """
    process = subprocess.run(
        [BINARY, verb, "--format", "json", *(text.path for text in texts)],
        env={"HOME": str(home)},
        capture_output=True,
        timeout=BOUND,
    )
    report = json.loads(process.stdout)
    if verb == "plan":
        check_report(report)
    documents = {Path(text.path): document for text, document in zip(_read(texts), report["documents"], strict=True)}
    for path, document in documents.items():
        assert document["uri"].endswith(_last_of_uri(path))
    lines = process.stderr.decode().splitlines()
    for text in texts:
        if not text.is_text:
            assert [line for line in lines if line.startswith(f"breviate: {text.path}: is not ")], text.path
    assert [line for line in lines if not any(reason in line for reason in REASONS)] == []
    assert process.returncode == (0 if len(documents) == len(texts) else 2)
    return documents


def _read(texts: list[Text]) -> list[Text]:
    return [text for text in texts if text.is_text]


def _last_of_uri(path: Path) -> str:
    return Path(path.as_uri()).name[-8:]


def test_every_text_has_a_plan_and_nothing_else_has(batches, tmp_path):
    for batch in batches:
        for path, document in _report("plan", batch, tmp_path).items():
            plan, passages = document["plan"], document["passages"]
            assert plan["passes"] == len(passages), path
            assert sum(passage["tokens"]["value"] for passage in passages) <= plan["tokens"]["value"] + len(passages)
            ends = [(passage["range"]["start"], passage["range"]["end"]) for passage in passages]
            order = [(place["line"], place["character"]) for both in ends for place in both]
            assert order == sorted(order), path


def test_every_text_gets_notes_or_is_short(batches, tmp_path):
    for batch in batches:
        for path, document in _report("summarise", batch, tmp_path).items():
            for passage in document["passages"]:
                assert passage["state"] == "fresh" and passage["note"]["text"], path
                assert passage["note"]["notInText"] == [], path
            assert (document["summary"] is not None) == (len(document["passages"]) > 1), path
