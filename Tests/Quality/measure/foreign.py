"""Another scorer in the place of our own, to see whether both say the same."""
import importlib.util

from .planting import FACTS, MOST_TOKENS


class ForeignJudge:
    """A module with plant, planted_recall, estimate_tokens, rouge and reference_specifics."""

    def __init__(self, path):
        spec = importlib.util.spec_from_file_location("scorer", path)
        self.module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.module)
        self.tokens = self.module.estimate_tokens

    def plant(self, text, style, seed, language="en"):
        case = self.module.plant(text, FACTS, seed, style, language, MOST_TOKENS)
        return case["text"], case

    def recall(self, case, output):
        return self.module.planted_recall(case, output)["recall"]

    def rouge(self, output, references):
        row = self.module.rouge(output, references)
        return [row["r1"], row["r2"], row["rl"]]

    def reference_recall(self, source, output, references):
        row = self.module.reference_specifics(source, output, references)
        return row["recall"] if row["wanted"] else None
