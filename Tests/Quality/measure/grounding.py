"""Whether the product tells what a note says that its passage does not, and where each sentence of a note is from.

The notes are made here out of true sentences of real passages, or by a person: altered in one specific, which has to be
flagged; or only told in another way, which must not be. Facts planted in a passage are told again in other words, to be traced.
"""
import dataclasses
import json
import random
import re

from . import planting
from .scorer import holds, plain
from .texts import HERE

ALTERED = "altered specifics left unflagged"
FALSE = "false flags"
TRACED = "planted facts traced to the right lines"
WRONG = "traces that are wrong"

PASSAGE_CHARACTERS = 8_000
KINDS = (
    "number", "number from elsewhere", "number in words", "unit", "money", "percent", "date", "name", "surname", "place",
    "told by hand",
)
# "six feet" for "six yards": told, but no part of the sum, as a small number in words is hardly a specific.
SMALL = "unit of a small number in words"


def passages(text):
    """The text in pieces that end at lines."""
    begin = 0
    while begin < len(text):
        end = text.find("\n", begin + PASSAGE_CHARACTERS)
        end = len(text) if end < 0 or len(text) - end < PASSAGE_CHARACTERS // 4 else end + 1
        yield text[begin:end]
        begin = end


def true_sentences(passage):
    """Sentences of prose, as far as they can be told for certain: each after another's end, and with an end."""
    ends = planting.sentence_ends(passage)
    for begin, end in zip(ends, ends[1:]):
        sentence = passage[begin:end].strip()
        words = sentence.split()
        if 8 <= len(words) <= 45 and re.match(r"[A-Z]", sentence) and not re.search(r"\n\s*\n|[|{}<>\[\]_#:*]|  \d|\s-\s", sentence):
            yield " ".join(words)


# Specifics as they stand in sentences.

_COUNT = re.compile(
    r"(?<![\w.,:/$€£(-])(?<!Section )(?<!Figure )(?<!Table )(?<!Chapter )(?<!page )(?<!version )(?<!Version )(?<!Linux )"
    r"(\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)(?= ([a-z]{3,})\b)"
)
_DATE = re.compile(rf"\b(\d{{1,2}}) ({'|'.join(planting.MONTHS)}) (\d{{4}})\b|\b({'|'.join(planting.MONTHS)}) (\d{{1,2}}), (\d{{4}})\b")
_MONEY = re.compile(r"([$€£])(\d[\d,]*(?:\.\d\d)?)(?![\d,.]*\d)")
_PERCENT = re.compile(r"(?<![\w.,])(\d+(?:\.\d+)?)( ?%| percent\b| per cent\b)")
_NAME = re.compile(r"(?<=[a-z,] )((?:[A-Z][a-z]{2,} )+)([A-Z][a-z]{2,})\b(?! [A-Z])")
_LONE = re.compile(r"(?<=[a-z,] )([A-Z][a-z]{3,})\b(?! [A-Z])(?!-)")
_WORDS = re.compile(r"\b(twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)\b(?= (?:[a-z]{4,}))")
_UNITS = [
    ("seconds", "minutes", "hours", "days", "weeks", "months", "years"),
    ("euros", "pounds", "dollars", "francs"),
    ("miles", "yards", "feet", "inches"),
    ("bits", "bytes"),
]
_UNIT = re.compile(r"(?<![\w.,-])(\d[\d,]*|[a-z]+)( )(" + "|".join(unit for units in _UNITS for unit in units) + r")\b", re.IGNORECASE)


def _other_number(value, passage, chance):
    """A number of the same make that the passage does not hold."""
    digits = value.replace(",", "").split(".")[0]
    while True:
        low = 10 ** (len(digits) - 1) if len(digits) > 1 else 2
        number = chance.randint(low, max(10 ** len(digits) - 1, 99))
        shown = f"{number:,}" if "," in value else str(number)
        if not holds(plain(passage), shown) and shown != value:
            return shown


@dataclasses.dataclass
class Alteration:
    kind: str
    sentence: str
    altered: str
    value: str  # What stands in the place of the true specific.


def alterations(sentence, passage, chance):
    """Every way in which one specific of the sentence can be made wrong."""
    held = plain(passage)

    def put(kind, begin, end, value):
        return Alteration(kind, sentence, sentence[:begin] + value + sentence[end:], value)

    for found in _COUNT.finditer(sentence):
        if sentence[: found.start()].split()[-1:] in [[month] for month in planting.MONTHS]:
            continue
        yield put("number", *found.span(1), _other_number(found[1], passage, chance))
        # A number that the passage has, but beside other words.
        others = [
            other[1]
            for other in _COUNT.finditer(passage)
            if other[1] != found[1] and other[2] != found[2] and not holds(held, f"{other[1]} {found[2]}")
        ]
        others = [value for value in others if not holds(plain(sentence), value)]
        if others:
            yield put("number from elsewhere", *found.span(1), chance.choice(sorted(set(others))))
    for found in _DATE.finditer(sentence):
        year = int(found[3] or found[6])
        span = found.span(3) if found[3] else found.span(6)
        other = next(number for number in range(year + chance.randint(3, 9), year + 99) if not holds(held, str(number)))
        altered = put("date", *span, str(other))
        yield dataclasses.replace(altered, value=altered.altered[found.start() : found.end()])
    for found in _MONEY.finditer(sentence):
        yield put("money", *found.span(2), _other_number(found[2], passage, chance))
    for found in _PERCENT.finditer(sentence):
        yield put("percent", *found.span(1), _other_number(found[1], passage, chance))
    stranger = chance.choice([name for name in planting.FAMILY if not holds(held, name)])
    for found in _NAME.finditer(sentence):
        altered = put("surname", *found.span(2), stranger)
        yield dataclasses.replace(altered, value=found[1] + stranger)
    for found in _LONE.finditer(sentence):
        # A name for certain: never written small.
        if found[1].lower() not in re.findall(r"\b[a-z]+\b", passage) and len(re.findall(rf"\b{found[1]}\b", passage)) > 1:
            yield put("name", *found.span(1), stranger)
    for found in _WORDS.finditer(sentence):
        others = [word for word in planting.TENS[2:] if not holds(held, word)]
        if others:
            yield put("number in words", *found.span(1), chance.choice(others))
    for found in _UNIT.finditer(sentence):
        word = found[1].lower()
        if not (word[0].isdigit() or word in planting.NUMBER_WORDS):
            continue
        kind = SMALL if word in planting.NUMBER_WORDS[:11] + ["hundred"] else "unit"
        units = next(units for units in _UNITS if found[3].lower() in units)
        others = [unit for unit in units if not holds(held, f"{found[1]} {unit}") and unit != found[3].lower()]
        if others:
            altered = put(kind, *found.span(3), chance.choice(others))
            yield dataclasses.replace(altered, value=found[1])


def is_flagged(answer, alteration):
    """Whether the value, or the sentence that holds it, is told to be not in the text."""
    value = plain(alteration.value)
    for row in answer["notInText"]:
        flagged = plain(row["text"])
        if row["kind"] == "sentence" and plain(alteration.altered)[:40] in flagged:
            return True
        if row["kind"] == "specific" and (holds(flagged, value) or holds(value, flagged) or value in flagged):
            return True
    return False


# The same in other words: nothing of it is wrong.

_SYNONYMS = {
    "must": "has to", "shall": "must", "large": "big", "however": "but", "also": "too", "because": "since", "use": "employ",
    "begin": "start", "began": "started", "purchase": "buy", "require": "need", "required": "needed", "about": "around",
    "obtain": "get", "several": "some", "whole": "entire", "perhaps": "maybe", "usually": "mostly", "quickly": "fast",
    "allows": "lets", "provide": "give", "provides": "gives", "often": "many times", "said": "told them", "very": "quite",
}
_VALUES = {word: value for value, word in enumerate(planting.NUMBER_WORDS[:20])}
_VALUES |= {word: 10 * value for value, word in enumerate(planting.TENS) if value >= 2}
_SCALES = {"hundred": 100, "thousand": 1000}
_SPELLED = re.compile(
    r"(?<![\w-])(" + "|".join(word for word in _VALUES if word != "zero") + r")(?: (hundred|thousand))?(?= [a-z]{4,})(?! (?:"
    + "|".join([*_VALUES, *_SCALES, "million", "billion", "and", "point"]) + r")\b)"
)


def _reworded(sentence):
    return re.sub(r"\b[a-z]+\b", lambda word: _SYNONYMS.get(word[0], word[0]), sentence)


def _numbers_told_otherwise(sentence):
    def date(found):
        day, month, year = (found[1], found[2], found[3]) if found[1] else (found[5], found[4], found[6])
        return f"{year}-{planting.MONTHS.index(month) + 1:02}-{int(day):02}"

    def spelled(found):
        before = sentence[: found.start()].split()[-1:]
        # The last word of a longer number, as in "twenty five", stays with it; "one" is seldom a number.
        if found[0] == "one" or before and before[0].strip(",").lower() in [*_VALUES, *_SCALES, "and", "point"]:
            return found[0]
        return f"{_VALUES[found[1]] * _SCALES.get(found[2], 1):,}"

    sentence = _SPELLED.sub(spelled, sentence)
    sentence = _DATE.sub(date, sentence)
    sentence = _PERCENT.sub(lambda found: found[1] + (" percent" if "%" in found[2] else "%"), sentence)
    sentence = re.sub(r"(?<=\d)-(?=(?:minute|hour|day|week|month|year|character|bit|byte)\b)", " ", sentence)
    return re.sub(r"(?<![\w.,])\d{1,3}(?:,\d{3})+(?![\w.,]\d)", lambda found: found[0].replace(",", ""), sentence)


def _surnames(sentence):
    """A person is called by the last name: only where it is about people for certain."""
    is_person = re.search(r"\b(?:he|she|him|said|asked|replied|Mr|Mrs)\b", sentence) is not None
    return _NAME.sub(lambda found: found[2], sentence) if is_person else sentence


def _shortened(sentence):
    """Without what follows the last comma, if enough is left."""
    head = sentence.rpartition(", ")[0]
    return head + "." if len(head.split()) >= 6 and head.count("(") == head.count(")") else sentence


def _turned(sentence):
    """What follows the first comma before what precedes it."""
    head, _, tail = sentence.rstrip(".").partition(", ")
    if min(len(head.split()), len(tail.split())) < 4 or not re.match(r"(?:When|If|After|Before|As|While|Since|Although|For|In|On|At) ", head):
        return sentence
    return f"{tail[0].upper()}{tail[1:]}, {head[0].lower()}{head[1:]}."


def _around_a_number(sentence):
    """As a note puts it that keeps a number and little else: some words before and after it."""
    found = _COUNT.search(sentence)
    before, after = sentence[: found.start()].split(), sentence[found.end() :].split()
    words = " ".join([*before[-5:], found[0], *after[:4]]).rstrip(",;.")
    return words[0].upper() + words[1:] + "."


_RETELLINGS = (str, _reworded, _numbers_told_otherwise, _surnames, _shortened, _turned)

_SPECIFIC = re.compile(r"\b[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)*|(?<![\w.,])\d[\d.,:%/-]*")


def _specifics(draft):
    """How many numbers, and names that do not just open a sentence, a draft holds."""
    return sum(1 for found in _SPECIFIC.finditer(draft) if not re.search(r"(?:^|[.!?] )$", draft[max(0, found.start() - 2) : found.start()]))




def flags(product, documents, seeds, table, most, show=False):
    """Altered specifics that nobody is told of, and true ones that are called wrong."""
    for seed in seeds:
        altered, faithful = [], []
        for document in documents:
            if document.language != "en":
                continue
            chance = random.Random(f"flags/{document.name}/{seed}")
            kinds = {}
            for passage in passages(document.text):
                sentences = list(true_sentences(passage))
                if len(sentences) < 6:
                    continue
                for sentence in sentences:
                    for alteration in alterations(sentence, passage, chance):
                        around = chance.sample([other for other in sentences if other != sentence], 3)
                        kinds.setdefault(alteration.kind, []).append((document, passage, alteration, around))
                planted = Planted(chance, passage)
                for alteration in planted.alterations(chance):
                    rows = kinds.setdefault(alteration.kind, [])
                    rows.append((document, planted.source, alteration, chance.sample(sentences, 3)))
                told = [fact.told() for fact in planted.facts]
                drafts = [told + chance.sample(sentences, 2)]
                drafts += [[chance.choice(_RETELLINGS)(sentence) for sentence in chance.sample(sentences, 5)] for _ in range(3)]
                drafts.append([_around_a_number(sentence) for sentence in sentences if _COUNT.search(sentence)][:6])
                faithful += [(document, planted.source, " ".join(draft)) for draft in drafts]
            for source, right, alteration in _told_by_hand(document):
                faithful.append((document, source, right))
                kinds.setdefault(alteration.kind, []).append((document, source, alteration, []))
            for rows in kinds.values():
                altered += chance.sample(rows, min(most, len(rows)))
        questions = [(source, " ".join(around[:2] + [made.altered] + around[2:])) for _, source, made, around in altered]
        for (document, _, alteration, _), answer in zip(altered, product.grounded(questions)):
            is_missed = not is_flagged(answer, alteration)
            if alteration.kind != SMALL:
                table.add(ALTERED, document, is_missed, seed=seed)
            table.add(f"{ALTERED}: {alteration.kind}", document, is_missed, seed=seed)
            if show and is_missed:
                print(f"  {document.name}: unflagged {alteration.kind}: {alteration.value!r} in {alteration.altered!r}")
        questions = [(source, draft) for _, source, draft in faithful]
        for (document, _, draft), answer in zip(faithful, product.grounded(questions)):
            table.add(FALSE, document, len(answer["notInText"]), _specifics(draft), seed=seed)
            for row in answer["notInText"] if show else ():
                print(f"  {document.name}: false flag: {row['kind']} {row['text']!r} of {draft!r}")


RETOLD = json.loads((HERE / "retold.json").read_text(encoding="utf-8"))


def _told_by_hand(document):
    """Notes that a person wrote of places in the text, right and with one specific altered."""
    for row in RETOLD:
        if row["document"] == document.name:
            place = document.text.index(row["near"])
            begin = document.text.rfind("\n", 0, max(0, place - PASSAGE_CHARACTERS // 2)) + 1
            source = document.text[begin : begin + PASSAGE_CHARACTERS]
            yield source, row["right"], Alteration("told by hand", row["right"], row["wrong"], row["value"])


class Planted:
    """A passage with two facts planted in it, and one more fact that is nowhere in it."""

    def __init__(self, chance, passage):
        *self.facts, self.stranger = planting.told_facts(chance, plain(passage), 3)
        ends = planting.sentence_ends(passage)
        self.source, begin, self.spans = "", 0, []
        for place, fact in zip(sorted(chance.sample(ends[1:-1], 2)), self.facts):
            self.source += passage[begin:place] + " "
            first = len(self.source.encode("utf-8"))
            self.source += fact.sentence
            self.spans.append((first, len(self.source.encode("utf-8"))))
            begin = place
        self.source += passage[begin:]

    def alterations(self, chance):
        """The facts told with one value of the stranger's or of each other."""
        for fact, other in (self.facts, self.facts[::-1]):
            strange = self.stranger.values
            given = fact.values["name"].split()[0]
            changes = [
                ("date", {"other": strange["other"]}, strange["other"]),
                ("date", {"month": strange["month"]}, strange["month"]),
                ("number", {"count": strange["count"]}, strange["count"]),
                ("number from elsewhere", {"count": other.values["count"]}, other.values["count"]),
                ("number in words", {"words": strange["words"]}, strange["words"]),
                ("place", {"town": strange["town"]}, strange["town"]),
                ("surname", {"name": f"{given} {strange['family']}"}, f"{given} {strange['family']}"),
                ("name", {"family": strange["family"]}, strange["family"]),
            ]
            for kind, change, value in changes:
                if fact.tells(*change) and fact.values[next(iter(change))] != value:
                    yield Alteration(kind, fact.told(), fact.told(**change), value)


def traces(product, documents, seeds, table, show=False):
    """Planted facts, told in other words between true sentences: the lines that the product finds for each."""
    for seed in seeds:
        drafts = []
        for document in documents:
            chance = random.Random(f"traces/{document.name}/{seed}")
            for passage in passages(document.text) if document.language == "en" else ():
                sentences = list(true_sentences(passage))
                if len(sentences) < 6:
                    continue
                planted = Planted(chance, passage)
                filler = chance.choice(sentences)
                draft = [(fact.told(), span) for fact, span in zip(planted.facts, planted.spans)]
                draft += [(_reworded(filler), filler), (planted.stranger.told(), None)]
                chance.shuffle(draft)
                drafts.append((document, planted.source, draft))
        answers = product.grounded([(source, " ".join(text for text, _ in draft)) for _, source, draft in drafts])
        for (document, source, draft), answer in zip(drafts, answers):
            for text, place in draft:
                _trace(table, document, seed, source, answer, text, place, show)


def _trace(table, document, seed, source, answer, text, place, show):
    found = next((sentence for sentence in answer["sentences"] if plain(sentence["text"]) == plain(text)), {})
    span = found.get("range")
    verdict = _verdict(source, span, place)
    if isinstance(place, tuple):
        table.add(TRACED, document, verdict == "right", seed=seed)
    if span:
        table.add(WRONG, document, verdict == "wrong", seed=seed)
    if show and verdict != "right":
        there = source.encode("utf-8")[slice(*span)].decode("utf-8", "replace") if span else None
        print(f"  {document.name}: trace {verdict}: {text!r} from {there!r}")


def _verdict(source, found, place):
    """Of a trace: right, wrong, wide (more than the place asks for) or missing."""
    if place is None:
        return "wrong" if found else "right"
    if not found:
        return "missing"
    begin, end = found
    there = source.encode("utf-8")[begin:end].decode("utf-8", "replace")
    if isinstance(place, str):
        # Text may say the same twice: any place that holds the sentence is right.
        return "right" if plain(place) in plain(there) or plain(there).strip() in plain(place) else "wrong"
    if end <= place[0] or begin >= place[1]:
        return "wrong"
    return "right" if there.count("\n\n") <= 1 and end - begin <= 3 * (place[1] - place[0]) + 400 else "wide"
