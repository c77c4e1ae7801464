"""Whether our scorer counts as another one does: figures that it gave, on inputs that anyone can make again."""
import json

from . import scorer
from .planting import STYLES, plant, sentence_ends
from .texts import HERE

FIGURES = HERE / "scorer-figures.json"
# Tokens, recall and ROUGE are defined to the last digit. What names something is a matter of rules: there the scorers
# may differ over a specific or two of a text, but not on the whole.
EXACT = 1e-9
NEAR_EACH = 0.06
NEAR_ALL = 0.01


def _every(text, step):
    """Every so manieth sentence."""
    ends = [0, *sentence_ends(text)]
    return " ".join(text[begin:end].strip() for begin, end in list(zip(ends, ends[1:]))[::step])


def inputs(documents):
    """A name for each figure, its kind, and what it is taken of."""
    for document in documents:
        yield f"tokens of {document.name}", "tokens", (document.text,)
        for style in STYLES:
            text, facts = plant(document.text, style, 7)
            yield f"recall of {style} in {document.name}", "recall", (facts, _every(text, 2))
        for step in (1, 9) if document.references else ():
            output = scorer.cut(_every(document.text, step), 220)
            yield f"rouge of {document.name}/{step}", "rouge", (output, document.references)
            output = _every(document.text, 4 * step)
            yield f"reference of {document.name}/{step}", "reference", (document.text, output, document.references)


def ours(kind, given):
    if kind == "tokens":
        return scorer.tokens(*given)
    if kind == "recall":
        return scorer.recall(*given)
    if kind == "rouge":
        return scorer.rouge(*given)
    return scorer.reference_recall(*given)


def theirs(module, kind, given):
    if kind == "tokens":
        return module.estimate_tokens(*given)
    if kind == "recall":
        return module.planted_recall({"facts": [{"specifics": fact} for fact in given[0]]}, given[1])["recall"]
    if kind == "rouge":
        row = module.rouge(*given)
        return [row["r1"], row["r2"], row["rl"]]
    row = module.reference_specifics(*given)
    return row["recall"] if row["wanted"] else None


def record(documents, module):
    """Writes down what the other scorer says, as data for the checks."""
    figures = {name: theirs(module, kind, given) for name, kind, given in inputs(documents)}
    rows = ",\n".join(f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in figures.items())
    FIGURES.write_text(f"{{\n{rows}\n}}\n", encoding="utf-8")


def compare(documents, table, module=None):
    """Our figures against those written down, or against those that a scorer gives now."""
    kept = json.loads(FIGURES.read_text(encoding="utf-8"))
    differences = []
    for name, kind, given in inputs(documents):
        if module is None and name not in kept:
            continue
        their, our = kept[name] if module is None else theirs(module, kind, given), ours(kind, given)
        if kind == "reference" and None not in (their, our):
            differences.append(our - their)
        near = NEAR_EACH if kind == "reference" else EXACT
        table.check(_is_near(our, their, near), f"{name}: our scorer says {our}, the other one {their}")
    if differences:
        mean = sum(differences) / len(differences)
        table.check(abs(mean) <= NEAR_ALL, f"reference specifics: our scorer says {100 * mean:+.1f} points on the whole")
        print(f"reference specifics by our scorer and the other one: {100 * mean:+.2f} points in {len(differences)} figures")


def _is_near(our, their, near):
    if isinstance(our, list):
        return all(_is_near(a, b, near) for a, b in zip(our, their, strict=True))
    return our is None and their is None or None not in (our, their) and abs(our - their) <= near
