"""Whether the sentences of a note are what a person would call sentences of the text: whole, verbatim, no furniture."""
import re
from collections import Counter

from .planting import ends_in_abbreviation
from .product import combined, notes
from .rows import ARTICLE
from .scorer import tokens
from .table import DEFAULT_PLAN

_CLOSERS = "\"'”’)]»」』）*_`"
_STOPS = ".!?…。！？"
# What may stand between the beginning of a line and its first sentence: list marks, a number, a speaker's label.
_LINE_OPENING = re.compile(
    r"\s*(?:[>|]\s*)*(?:(?:[-*+•·–]|\(?(?:\d+|[a-zA-Z]|[ivx]+)[.)]|#{1,6}|\d+(?:\.\d+)+\.?)\s+)*"
    r"(?:[^\W\d_][\w .'’()-]{0,40}:\s+)?[\"'“‘(\[«「『（*_`]*"
)


class Source:
    """A text in which the sentences of notes are looked up."""

    def __init__(self, text):
        self.bytes = text.encode("utf-8")
        self.one_spaced = re.sub(r"\s+", " ", text)
        self.lines = self.bytes.split(b"\n")
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)
        lines = [line.rstrip() for line in text.split("\n") if line.strip()]
        wrapped = sum(45 <= len(line.encode("utf-8")) <= 120 for line in lines)
        # In a text that is wrapped by hand a line's end means nothing.
        self.is_wrapped = wrapped > 0.4 * len(lines) and sum(len(line) > 160 for line in lines) < 0.05 * len(lines)
        repeated = Counter(re.sub(r"[\d\s]+", " ", line).strip() for line in lines)
        self.furniture = {line for line, count in repeated.items() if count >= 3 and len(line) > 3}

    def offset(self, position):
        return self.starts[position["line"]] + position["character"]

    def around(self, sentence):
        """What stands before and after the sentence in the text; None when its words are not there."""
        place = sentence["range"]
        if place is None:
            return None
        begin, end = self.offset(place["start"]), self.offset(place["end"])
        there = self.bytes[begin:end].decode("utf-8", "replace")
        pattern = r"\s+".join(re.escape(word) for word in sentence["text"].split())
        found = re.search(pattern, there)
        if not found:
            return None
        before = self.bytes[:begin].decode("utf-8")[-2000:] + there[: found.start()]
        return before, there[found.end() :] + self.bytes[end : end + 2000].decode("utf-8", "replace")


def fault(source, sentence):
    """What is wrong with a sentence of a note; None when nothing is."""
    text = re.sub(r"\s+", " ", sentence["text"]).strip()
    if text not in source.one_spaced:
        return "not verbatim"
    around = source.around(sentence)
    if around is None:
        return "not where its range says"
    return _furniture(source, text) or _half(source, text, *around)


def _furniture(source, text):
    signs = text.replace(" ", "")
    if sum(sign.isalpha() for sign in signs) < 0.6 * len(signs):
        return "hardly any letters"
    if re.search(r"\.{4,}|_{3,}|\|.*\||\{%|\[Page \d|^#|^\[Transcriber|Project Gutenberg|\d\d:\d\d:\d\d[.,]\d", text):
        return "furniture"
    if len(text.split()) >= 4 and sum(sign.isupper() for sign in signs) > 0.6 * len(signs):
        return "all capitals"
    if re.sub(r"[\d\s]+", " ", text).strip() in source.furniture:
        return "a line that comes again and again"
    return None


def _half(source, text, before, after):
    return _begins_inside(source, text, before) or _ends_inside(source, text, after)


def _begins_inside(source, text, before):
    line = before.rsplit("\n", 1)[-1]
    if not _LINE_OPENING.fullmatch(line):
        said = before.rstrip().rstrip("\"'“‘([«「『（*_`—- ")
        said = said.rstrip(_CLOSERS)
        return None if said[-1:] in _STOPS + ":;" else "begins inside a sentence"
    above = before[: len(before) - len(line)].rstrip("\n")
    if "\n" not in before or before[: len(before) - len(line)].endswith("\n\n") or line.strip():
        return None
    last = above.rsplit("\n", 1)[-1].strip()
    if not source.is_wrapped or not last or last.rstrip(_CLOSERS)[-1:] in _STOPS + ":;" or len(last.encode("utf-8")) < 45:
        return None
    return "begins inside a sentence"


def _ends_inside(source, text, after):
    stop = text.rstrip(_CLOSERS)[-1:]
    following = after.lstrip(_CLOSERS)
    rest = following.lstrip()
    if stop == ":":
        return "ends before what it announces"
    if stop in _STOPS:
        goes_on = re.match(r" +(?=\S)|\n *(?=\S)" if source.is_wrapped else r" +(?=\S)", following) is not None
        if stop == "." and goes_on and ends_in_abbreviation(text.rstrip(_CLOSERS)) and re.match(r"[^\W_]", rest):
            return "ends at an abbreviation"
        # A name that is always written small may open a sentence: chown(1), systemd.exec, ssh_config.
        if stop in ".!?…" and goes_on and rest[:1].islower() and not re.match(r"[\w+-]+[(._/]\w", rest):
            return "ends inside a sentence"
        return None
    # An item of a list may do without a stop, and so may a line with an empty one below.
    if re.match(r"[ \t]*(?:\n\s*(?:\n|[-*+•·]\s|\(?\w{1,3}[.)]\s)|\Z)", after) and tokens(text) >= 7:
        return None
    return "ends without a stop"


ROW = "sentences whole, verbatim, no furniture"


def whole(product, documents, table, show=False):
    """The share of sentences, in all notes and summaries, that have no fault."""
    for plan, suffix in ((ARTICLE, ""), (None, DEFAULT_PLAN)):
        for document, report in zip(documents, product.reports([document.text for document in documents], plan)):
            source = Source(document.text)
            sentences = [sentence for note in notes(report) + [combined(report)] for sentence in note["sentences"]]
            faults = [(fault(source, sentence), sentence["text"]) for sentence in sentences]
            table.add(ROW + suffix, document, sum(kind is None for kind, _ in faults), len(faults))
            for kind, text in faults:
                table.check(kind not in ("not verbatim", "not where its range says"), f"{document.name}: {kind}: {text!r}")
                if show and kind:
                    print(f"  {document.name}: {kind}: {text[:200]!r}")
