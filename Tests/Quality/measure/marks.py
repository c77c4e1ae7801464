"""The marks to reach: floor and aim of every row."""
from .baselines import NAMES as BASELINES
from .grounding import ALTERED, FALSE, KINDS, SMALL, TRACED, WRONG
from .planting import STYLES
from .rows import ROUGE
from .speed import COMMAND, LINEAR, NOTES
from .table import Mark
from .whole import ROW as WHOLE


def _planted():
    for room, (floor, aim), (worst_floor, worst_aim) in ((220, (97, 100), (90, 97)), (110, (92, 98), (80, 92))):
        for style in STYLES:
            row = f"planted {style}, ledger {room}"
            yield Mark(row, floor, aim, keeps_default=True)
            yield Mark(row, worst_floor, worst_aim, of_worst=True)
    for language, floor, aim in (("German", 95, 98), ("Japanese", 88, 95), ("Chinese", 88, 95)):
        yield Mark(f"planted {language}, ledger 220", floor, aim, keeps_default=True)
    for style in STYLES:
        yield Mark(f"planted {style}, notes alone", None, None)
    for style in STYLES:
        floor, aim = (95, 100) if style == "dense" else (88, 95)
        yield Mark(f"combined {style}, prose 220 + ledger 220", floor, aim, keeps_default=True)
    for style in STYLES:
        yield Mark(f"combined {style}, prose alone", None, None)


def _rouge(group, *marks):
    for kind, (floor, aim) in zip(ROUGE, marks):
        yield Mark(f"{group} {kind}", floor, aim, peers=tuple(f"{group} {kind} of {name}" for name in BASELINES))
        for name in BASELINES:
            yield Mark(f"{group} {kind} of {name}", None, None)


MARKS = [
    *_planted(),
    *_rouge("SQuALITY", (27.5, 30), (5.9, 7), (14, 15.5)),
    *_rouge("QMSum", (23.5, 25), (3.6, 4.5), (13, 14)),
    Mark("SQuALITY reference specifics", 72, 85),
    Mark("QMSum reference specifics", 52, 60),
    Mark("SQuALITY reference specifics, prose alone", None, None),
    Mark("QMSum reference specifics, prose alone", None, None),
    Mark("must-say points, notes at the default plan", 55, 75),
    Mark("must-say points, combined prose", None, None),
    Mark(WHOLE, 97, 100, is_pooled=True),
    Mark(ALTERED, 5, 2, is_pooled=True, is_most=True),
    *(Mark(f"{ALTERED}: {kind}", None, None, is_pooled=True, is_most=True) for kind in (*KINDS, SMALL)),
    Mark(FALSE, 0.5, 0.1, is_pooled=True, is_most=True),
    Mark(TRACED, 95, 99, is_pooled=True),
    Mark(WRONG, 1, 0.2, is_pooled=True, is_most=True),
    Mark(NOTES, 20, 50),
    Mark(COMMAND, None, None),
    Mark(LINEAR, 80, 100),
]

# Floors that are not reached yet, with what is: the checks hold that. A row that reaches its floor leaves this table.
HELD = {
    "planted single, ledger 220, worst text": 66.6,
    "planted single, ledger 110, worst text": 58.3,
    "SQuALITY ROUGE-2": 5.3,
    "QMSum ROUGE-2": 3.3,
    "must-say points, notes at the default plan": 44.0,
    # The floor of 20 holds on a machine with nothing else to do.
    "MB/s of specifics and notes": 4.0,
}
