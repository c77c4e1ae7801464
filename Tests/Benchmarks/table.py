"""What was measured: rows with figures, a target and whether it was reached, as Markdown and JSON."""

from __future__ import annotations

import os
import statistics
from dataclasses import dataclass, field


@dataclass
class Row:
    """One line of the table."""

    what: str
    #: Breviate's figure in words.
    ours: str
    #: The others' figures in words, by name; "could not be had" where one is missing.
    others: dict[str, str] = field(default_factory=dict)
    target: str = ""
    #: None where there is no target, or what it compares with could not be had.
    reached: bool | None = None
    #: Everything behind the words, for JSON.
    figures: dict = field(default_factory=dict)

    @property
    def verdict(self) -> str:
        return {True: "reached", False: "missed", None: "–"}[self.reached]

    @property
    def markdown(self) -> str:
        others = "; ".join(f"{name} {words}" for name, words in self.others.items()) or "–"
        return f"| {self.what} | {self.ours} | {others} | {self.target or '–'} | {self.verdict} |"


HEAD = "| measured | Breviate | against | to reach | |\n|---|---|---|---|---|"


def ms(seconds: float) -> str:
    value = seconds * 1000
    return f"{value:.3g} ms" if value < 1000 else f"{seconds:.3g} s"


def mib(size: float) -> str:
    return f"{size / 2**20:.1f} MiB"


def ratio(value: float, other: float) -> float:
    return value / other if other else float("inf")


def median(values: list[float]) -> float:
    return statistics.median(values)


def quantile(values: list[float], part: float) -> float:
    """The value that `part` of them do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def load() -> str:
    return "{:.1f} {:.1f} {:.1f}".format(*os.getloadavg())
