"""The ten points that a careful reader of a text would demand, and whether a prose makes them."""
import json
import re

from .product import combined, notes
from .scorer import plain
from .texts import HERE

POINTS = json.loads((HERE / "points.json").read_text(encoding="utf-8"))


def _pattern(phrase):
    # A phrase stands at the beginning of a word: "mould" is in "moulded". Its | separate words for the same thing.
    return re.compile(r"(?<![a-z0-9])(?:" + "|".join(re.escape(plain(word)) for word in phrase.split("|")) + ")")


def made(found, sentences):
    """Whether one of the sets of phrases stands whole in one sentence or in two neighbours."""
    plains = [plain(sentence) for sentence in sentences]
    windows = [" ".join(plains[index : index + 2]) for index in range(len(plains))]
    return any(
        any(all(pattern.search(window) for pattern in patterns) for window in windows)
        for patterns in ([_pattern(phrase) for phrase in phrases] for phrases in found)
    )


def must_say(product, documents, table):
    chosen = [document for document in documents if document.name in POINTS]
    for document, report in zip(chosen, product.reports([document.text for document in chosen])):
        pieces = [[sentence["text"] for sentence in note["sentences"]] for note in notes(report)]
        summary = [sentence["text"] for sentence in combined(report)["sentences"]]
        for row in POINTS[document.name]:
            # A point that the text itself does not make would be nobody's to keep.
            whole = [re.sub(r"\s+", " ", part) for part in re.split(r"(?<=[.!?])\s", document.text)]
            table.check(made(row["found"], whole), f"{document.name} does not say: {row['point']}")
            said = any(made(row["found"], piece) for piece in pieces)
            table.add("must-say points, notes at the default plan", document, said)
            table.add("must-say points, combined prose", document, made(row["found"], summary))
