"""The rows of the measure: what was found in each text, means, worst texts, and the marks to reach."""
import dataclasses
from collections import defaultdict

HALVES = ("tuned on", "held out")


@dataclasses.dataclass(frozen=True)
class Mark:
    """What a row has to reach; a row without marks is there to be read."""

    row: str
    floor: float | None
    aim: float | None
    of_worst: bool = False  # Of the worst text rather than of all.
    is_pooled: bool = False  # Of all that was counted together rather than the mean of the texts.
    is_most: bool = False  # The less the better.
    peers: tuple[str, ...] = ()  # Rows of others that this one has to beat.
    keeps_default: bool = False  # The default plan may not be worse.

    @property
    def name(self):
        return self.row + (", worst text" if self.of_worst else "")

    def reached(self, value, mark):
        return value <= mark if self.is_most else value >= mark


@dataclasses.dataclass
class Sample:
    document: str
    half: str
    part: float
    whole: float

    @property
    def value(self):
        return 100 * self.part / self.whole


def _cell(value, width):
    return "".rjust(width) if value is None else f"{value:.2f}".rstrip("0").rstrip(".").rjust(width)


class Table:
    def __init__(self):
        self.samples = defaultdict(list)
        self.broken = []  # What must never be, whatever the marks.
        self.checks = 0

    def add(self, row, document, part, whole=1, seed=None):
        """What was found of how much, in one text under one row."""
        if whole:
            name = document.name if seed is None else f"{document.name}/{seed}"
            self.samples[row].append(Sample(name, document.half, part, whole))

    def put(self, row, value):
        """A figure that is of no text."""
        self.samples[row].append(Sample("", "", value, 100))

    def check(self, holds, what):
        self.checks += 1
        if not holds:
            self.broken.append(what)

    def value(self, mark, half=None, row=None):
        samples = [sample for sample in self.samples[row or mark.row] if half in (None, sample.half)]
        if not samples:
            return None
        if mark.of_worst:
            return (max if mark.is_most else min)(sample.value for sample in samples)
        if mark.is_pooled:
            return 100 * sum(sample.part for sample in samples) / sum(sample.whole for sample in samples)
        return sum(sample.value for sample in samples) / len(samples)

    def worst(self, mark):
        """The text that does worst."""
        samples = self.samples[mark.row]
        return (max if mark.is_most else min)(samples, key=lambda sample: sample.value).document if samples else ""

    def print(self, marks):
        print(f"{'':55}{'floor':>7}{'aim':>7}{'value':>8}{'default':>9}{'tuned on':>10}{'held out':>10}{'of':>8}  worst text")
        for mark in marks:
            value = self.value(mark)
            if value is None:
                continue
            cells = [mark.floor, mark.aim, value, self.value(mark, row=mark.row + DEFAULT_PLAN)]
            cells += [self.value(mark, half) for half in HALVES]
            cells.append(sum(sample.whole for sample in self.samples[mark.row]) if mark.is_pooled else None)
            widths = (7, 7, 8, 9, 10, 10, 8)
            line = "".join(_cell(cell, width) for cell, width in zip(cells, widths))
            remark = ""
            if mark.floor is not None and not mark.reached(value, mark.floor):
                remark = "; floor not reached yet"
            print(f"{mark.name:55}{line}  {self.worst(mark)}{remark}")

    def failures(self, marks, held):
        """What is under its floor, in words; `held` names the floors that are not reached yet, and what is instead."""
        failures = list(self.broken)
        for mark in marks:
            value = self.value(mark)
            floor = held.get(mark.name, mark.floor)
            if value is None or floor is None:
                continue
            self.checks += 1
            if not mark.reached(value, floor):
                side = "over" if mark.is_most else "under"
                failures.append(f"{mark.name}: {value:.2f} is {side} {floor:g} ({self.worst(mark)})")
            default = self.value(mark, row=mark.row + DEFAULT_PLAN)
            if mark.keeps_default and default is not None:
                self.checks += 1
                if default < value - NOISE:
                    failures.append(f"{mark.name}: the default plan has {default:.2f}, less than {value:.2f}")
            for peer in mark.peers:
                if peer in self.samples:
                    self.checks += 1
                    other = self.value(mark, row=peer)
                    if value <= other:
                        failures.append(f"{mark.name}: {value:.2f} is no better than {peer}: {other:.2f}")
        return failures


# Passages of another size choose other sentences, so that a fact in two hundred comes or goes by chance.
NOISE = 0.5

# The row of the same measure with passages of the default size.
DEFAULT_PLAN = " at the default plan"
