"""What is measured of texts as they are and of texts with planted facts."""
from . import scorer
from .planting import STYLES, plant
from .product import combined, ledger, notes, prose, short
from .table import DEFAULT_PLAN

# The passage size of the article whose figures the planted rows are compared with.
ARTICLE = 3697
LANGUAGES = {"de": "German", "ja": "Japanese", "zh": "Chinese"}
ROUGE = ("ROUGE-1", "ROUGE-2", "ROUGE-L")
GROUPS = {"story": "SQuALITY", "meeting": "QMSum"}


def planted(product, documents, seeds, table, judge):
    """Planted specifics that come back in notes and ledgers, and in the combined prose and its ledger."""
    for style in STYLES:
        cases = []
        for document in documents:
            if document.language == "en" or style == "dense":
                for seed in seeds:
                    cases.append((document, seed, *judge.plant(document.text, style, seed, document.language)))
        texts = [case[2] for case in cases]
        for plan, suffix in ((ARTICLE, ""), (None, DEFAULT_PLAN)):
            for (document, seed, _, facts), report in zip(cases, product.reports(texts, plan)):
                if document.language == "en":
                    _planted_english(table, style, suffix, document, seed, facts, report, judge)
                else:
                    row = f"planted {LANGUAGES[document.language]}, ledger 220"
                    table.add(row + suffix, document, judge.recall(facts, _with_ledgers(report, 220, judge)), seed=seed)


def _with_ledgers(report, room, judge):
    return "\n".join([prose(report)] + [ledger(note, room, judge.tokens) for note in notes(report)])


def _planted_english(table, style, suffix, document, seed, facts, report, judge):
    def add(row, output):
        table.add(row + suffix, document, judge.recall(facts, output), seed=seed)

    summary = combined(report)
    add(f"planted {style}, notes alone", prose(report))
    add(f"planted {style}, ledger 220", _with_ledgers(report, 220, judge))
    add(f"planted {style}, ledger 110", _with_ledgers(report, 110, judge))
    add(f"combined {style}, prose alone", short(summary["text"]))
    add(f"combined {style}, prose 220 + ledger 220", short(summary["text"]) + "\n" + ledger(summary, 220, judge.tokens))


def referenced(product, documents, table, judge):
    """The combined prose against the summaries that people wrote."""
    chosen = [document for document in documents if document.references and document.kind in GROUPS]
    texts = [document.text for document in chosen]
    for plan, suffix in ((None, ""), (ARTICLE, " at the article's plan")):
        for document, report in zip(chosen, product.reports(texts, plan)):
            summary = combined(report)
            group = GROUPS[document.kind]
            output = short(summary["text"])
            for kind, score in zip(ROUGE, judge.rouge(output, document.references)):
                table.add(f"{group} {kind}" + suffix, document, score)
            both = output + "\n" + ledger(summary, 220, judge.tokens)
            for row, text in (("", both), (", prose alone", output)):
                share = judge.reference_recall(document.text, text, document.references)
                if share is not None:
                    table.add(f"{group} reference specifics" + row + suffix, document, share)


class Judge:
    """Our own scorer."""

    plant = staticmethod(plant)
    recall = staticmethod(scorer.recall)
    tokens = staticmethod(scorer.tokens)
    rouge = staticmethod(scorer.rouge)
    reference_recall = staticmethod(scorer.reference_recall)
