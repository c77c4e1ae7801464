"""Texts to summarise, the same in every run, and positions in them."""

from __future__ import annotations

import re
from dataclasses import dataclass

_TOWNS = [
    "Alversund",
    "Brückheim",
    "Kesselby",
    "Montréal-sur-Orne",
    "Dunmarrow",
    "Østervik",
    "Tarn Hollow",
    "Sant Feliu",
]
_PEOPLE = [
    "Ada Lindqvist",
    "Ruben Okafor",
    "Mei Tanaka",
    "José Carrasco",
    "Ingrid Vale",
    "Pavel Horák",
    "Nora Whitlock",
]
_THINGS = ["the tidal gauge", "the old signal box", "the harbour crane", "the parish archive", "the north reservoir"]
_WORK = ["was repaired", "was measured again", "was moved inland", "was opened to visitors", "was sold to the county"]
_SECTIONS = [
    "Beginnings",
    "The survey",
    "A hard winter",
    "What the ledger says",
    "Repairs",
    "The vote",
    "After the flood",
]

#: One of each shape; the figures in them make every sentence of a text different.
_SHAPES = [
    "In {year}, {person} wrote that {thing} at {town} {work}, at a cost of {cost} crowns.",
    "The committee met {count} times before {person} agreed to a second reading of the plan for {town}.",
    "Nobody in {town} expected {thing} to last, but the figures for {year} show that it did.",
    "{person} kept a diary of the work – “{count} stones, no rest” – and it survives in {town}. 🪨",
    "By the autumn of {year} about {cost} people had signed the petition, and {thing} {work}.",
    "It was therefore decided that {town} would pay for {count} of the beams and the county for the rest.",
    "The report of {year} puts the damage at {cost} crowns, which {person} disputed in three letters.",
]


@dataclass
class Prose:
    """Prose with headings in Markdown, and where its sections begin."""

    text: str
    section_lines: list[int]

    @property
    def word_count(self) -> int:
        return len(self.text.split())


def prose(word_count: int, start: int = 0) -> Prose:
    """About `word_count` words in sections of 430 words or so; `start` varies the figures."""
    lines: list[str] = []
    section_lines: list[int] = []
    written = 0
    index = start
    while written < word_count:
        if not section_lines or written >= 430 * len(section_lines):
            section_lines.append(len(lines))
            title = _SECTIONS[(len(section_lines) - 1) % len(_SECTIONS)]
            lines += [f"{'#' if len(section_lines) == 1 else '##'} {title} {len(section_lines)}", ""]
        paragraph = " ".join(_sentence(index + offset) for offset in range(5))
        index += 5
        written += len(paragraph.split())
        lines += [paragraph, ""]
    return Prose("\n".join(lines), section_lines)


def _sentence(index: int) -> str:
    return _SHAPES[index % len(_SHAPES)].format(
        year=1800 + index % 190,
        person=_PEOPLE[index * 3 % len(_PEOPLE)],
        town=_TOWNS[index * 5 % len(_TOWNS)],
        thing=_THINGS[index * 2 % len(_THINGS)],
        work=_WORK[index * 7 % len(_WORK)],
        cost=f"{1000 + index * 37:,}",
        count=3 + index % 89,
    )


def words(text: str) -> list[str]:
    """The words of a text, whatever marks and escapes stand between them."""
    return re.findall(r"\w+", text)


def holds(text: str, passage: str) -> bool:
    """Whether the words of `passage` stand in `text` in this order, next to each other."""
    shown, expected = words(text), words(passage)
    return any(shown[at : at + len(expected)] == expected for at in range(len(shown) - len(expected) + 1))


_UNITS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


def text_in(text: str, span: dict, encoding: str) -> str:
    """What stands in an LSP range; fails when the range does not exist in the text or cuts a character."""
    start, end = (_offset(text, span[side], encoding) for side in ("start", "end"))
    assert start <= end, f"a reversed range {span}"
    return text[start:end]


def position_of(text: str, needle: str, encoding: str) -> dict:
    """The LSP position at which `needle` first occurs."""
    before = text[: text.index(needle)]
    line = before.count("\n")
    name, width = _UNITS[encoding]
    return {"line": line, "character": len(before.rpartition("\n")[2].encode(name)) // width}


def _offset(text: str, position: dict, encoding: str) -> int:
    lines = text.split("\n")
    assert position["line"] < len(lines), f"{position} is past the last line"
    name, width = _UNITS[encoding]
    units = lines[position["line"]].encode(name)
    assert position["character"] * width <= len(units), f"{position} is past the end of its line"
    column = len(units[: position["character"] * width].decode(name))
    return sum(len(line) + 1 for line in lines[: position["line"]]) + column
