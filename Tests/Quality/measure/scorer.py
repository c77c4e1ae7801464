"""What a summary keeps of a text: tokens, planted specifics, ROUGE, and specifics that people put into a reference."""
import functools
import re
import unicodedata
from collections import Counter

# Kana, ideographs (also the compatibility ones) and Hangul: each is a token, and none has a border to a letter.
WIDE = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af"
_IS_WIDE = re.compile(f"[{WIDE}]")

_RUNS = re.compile(rf"(?P<number>\d+)|(?P<wide>[{WIDE}])|(?P<word>(?:(?![{WIDE}])[^\W\d_])+)|(?P<sign>[^\w\s]|_)")


def _price(run):
    length = run.end() - run.start()
    if run.lastgroup == "number":
        return (length + 1) // 2
    if run.lastgroup == "word":
        return 1 if length <= 8 else 2 if length <= 14 else 3
    return 1


def tokens(text):
    """A word of up to 8 letters is 1, of up to 14 is 2, longer 3; two digits 1; an ideograph, a kana or any sign 1."""
    return sum(map(_price, _RUNS.finditer(text)))


def cut(text, room):
    """The beginning of the text that costs no more than so many tokens."""
    for run in _RUNS.finditer(text):
        room -= _price(run)
        if room < 0:
            return text[: run.start()]
    return text


_SIGNS = dict.fromkeys(map(ord, "‐‑‒–—−"), "-") | dict.fromkeys(map(ord, "‘’"), "'") | dict.fromkeys(map(ord, "“”"), '"')
_SIGNS |= {0xAD: None, 0x200B: None}


def plain(text):
    """One spelling for widths, white space, quotes, dashes and thousands separators, and no capitals."""
    text = unicodedata.normalize("NFKC", text).translate(_SIGNS)
    text = re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", text)
    return re.sub(r"\s+", " ", text).casefold()


@functools.lru_cache(maxsize=10_000)
def _plain_value(value):
    return plain(value).strip()


def _is_letter(text, index):
    """Whether a letter or digit stands there that a word or number could go on with."""
    return 0 <= index < len(text) and text[index].isalnum() and not _IS_WIDE.match(text, index)


def _goes_on(text, index, step):
    """Whether the number that ends there has another part behind a point or comma: 12 is not in 12.5."""
    return 0 <= index + step < len(text) and 0 <= index < len(text) and text[index] in ".," and text[index + step].isdigit()


def holds(text, value):
    """Whether a text that is plain already holds the value as words and numbers of its own."""
    value = _plain_value(value)
    begin = text.find(value) if value else -1
    while begin >= 0:
        end = begin + len(value)
        is_cut = (
            _is_letter(text, begin) and (_is_letter(text, begin - 1) or text[begin].isdigit() and _goes_on(text, begin - 1, -1))
            or _is_letter(text, end - 1) and (_is_letter(text, end) or text[end - 1].isdigit() and _goes_on(text, end, 1))
        )
        if not is_cut:
            return True
        begin = text.find(value, begin + 1)
    return False


def recall(facts, output):
    """The share of the planted specifics that the output holds in one of their spellings."""
    output = plain(output)
    wanted = [spellings for fact in facts for spellings in fact.values()]
    return sum(any(holds(output, spelling) for spelling in spellings) for spellings in wanted) / len(wanted)


# ROUGE


def _words(text):
    return re.findall(rf"[a-z0-9à-ÿ]+|[{WIDE}]", plain(text))


def _f1(common, made, wanted):
    return 2 * common / (made + wanted) if made and wanted else 0.0


def _longest_common(a, b):
    """The length of the longest common subsequence, a column of the table at a time in the bits of one number."""
    places = {}
    for index, word in enumerate(a):
        places[word] = places.get(word, 0) | 1 << index
    every = (1 << len(a)) - 1
    row = every
    for word in b:
        matched = row & places.get(word, 0)
        row = ((row + matched) | (row - matched)) & every
    return len(a) - row.bit_count()


def rouge(output, references):
    """ROUGE-1, -2 and -L as F1 against the reference that fits best."""
    made = _words(output)
    rows = []
    for reference in references:
        wanted = _words(reference)
        row = []
        for size in (1, 2):
            ours = Counter(zip(*(made[shift:] for shift in range(size))))
            theirs = Counter(zip(*(wanted[shift:] for shift in range(size))))
            row.append(_f1((ours & theirs).total(), ours.total(), theirs.total()))
        row.append(_f1(_longest_common(made, wanted), len(made), len(wanted)))
        rows.append(row)
    return max(rows, key=lambda row: row[0] + row[1])


# Specifics of a reference

_MONTH = "(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*"
_TEEN = "eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
_TEN = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_SMALL = f"one|two|three|four|five|six|seven|eight|nine|ten|{_TEEN}|{_TEN}"
_CAPITAL = r"[A-ZÀ-Þ][\w'’-]*[^\W_]"
_SPECIFIC = re.compile(
    "|".join(
        f"(?P<{kind}>{pattern})"
        for kind, pattern in {
            "address": r"\bhttps?://[^\s<>\")\]]+|\b[\w.+-]+@[\w-]+\.[\w.]+\b",
            "date": rf"\b\d{{4}}-\d\d-\d\d\b|\b\d{{1,2}}(?:st|nd|rd|th)?\s+(?i:(?:of\s+)?{_MONTH})\b(?:,?\s+\d{{4}})?"
            rf"|\b(?i:{_MONTH})\s+\d{{1,2}}(?:st|nd|rd|th)?\b(?:,?\s+\d{{4}})?|\b(?i:{_MONTH})\s+\d{{4}}\b",
            "money": r"[$€£¥]\s?\d(?:[\d,.]*\d)?|\b\d[\d,.]*\s?(?i:dollars|euros?|pounds|yen|francs|cents)\b",
            "percent": r"\b\d[\d,.]*\s?(?:%|(?i:per ?cent)\b)",
            "time": r"(?<![\d:.])\d?\d:\d\d(?:\s?[ap]\.?m\b\.?)?(?![\d:])",
            "identifier": r"\b[a-z]+(?:_[a-z0-9]+)+\b|\b[a-z]+[A-Z]\w+\b|\b\w+\(\d?\)|\bv?\d+\.\d+\.\d+\b|\b[A-Z]{2,}-?\d+\w*\b|\b[A-Z]{3,}\b",
            "number": r"(?<![\w.,])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\w)|(?<![\w.])\d+(?:[.,]\d+)?(?!\w|[.,]\d)",
            "words": rf"\b(?i:(?:{_SMALL})(?:[ -](?:{_SMALL}|hundred|thousand|million|billion|and(?= (?:{_SMALL})\b)))+"
            rf"|{_TEEN}|{_TEN})\b",
            "name": rf"{_CAPITAL}(?:[ \n]+(?:(?:of|de|von|van|der|la|le|the|and)[ \n]+)?{_CAPITAL})*",
        }.items()
    )
)
# Words that open sentences with a capital and name nothing.
_OPENERS = frozenset(
    """a an the i it he she they we you this that these those there here in on at by for from with and but or so if
    when while as to of is was are were be been has have had do does did does not no yes well okay ok oh um uh yeah hmm
    right then now what who where why how which all each any some our their his her its my your mine one two three also
    however thus hence note see may can must should shall will would could let because after before during since until
    although though than both either neither only just even still very more most much many few such other another same
    first second third last next new old good great sure please thank thanks mr mrs ms dr sir madam project section
    chapter figure table appendix page name description required optional recommended""".split()
)


def _names(match, text):
    """The words of a run of capitals that are a name: what merely opens the sentence is left out."""
    words = match.group().split()
    begin = match.start()
    while words and re.sub(r"['’]\w+$", "", words[0].casefold()) in _OPENERS:
        begin = text.index(words[0], begin) + len(words.pop(0))
    while words and words[-1].casefold() in _OPENERS:
        words.pop()
    opens = not text[:begin].strip() or re.search(r"[.!?:\"“‘'(\[\n]\s*$", text[max(0, begin - 3):begin]) is not None
    if not words or len(words) > 6 or len(words) == 1 and (opens or len(words[0]) < 3):
        return None
    return " ".join(words)


def reference_specifics(source, references):
    """What people put into their summaries of the source that names something, and that the source holds too."""
    held = plain(source)
    wanted = {}
    for reference in references:
        for match in _SPECIFIC.finditer(reference):
            value = _names(match, reference) if match.lastgroup == "name" else match.group()
            if value and holds(held, value):
                key = re.sub(r"['’]s$", "", plain(value)).strip(" .,;:'\"").replace("-", " ")
                wanted.setdefault(key, value)
        # A single word is a name, also where it opens a sentence, if the source never writes it without a capital.
        for word in re.findall(r"\b[A-Z][a-z]{2,}\b", reference):
            if word.lower() in _OPENERS or word.lower() in wanted:
                continue
            if re.search(rf"\b{word}\b", source) and not re.search(rf"\b{word.lower()}\b", source):
                wanted[word.lower()] = word
    return list(wanted.values())


def reference_recall(source, output, references):
    """The share of those specifics that the output holds; None where the references hold none."""
    wanted = reference_specifics(source, references)
    output = plain(output)
    return sum(holds(output, value) for value in wanted) / len(wanted) if wanted else None
