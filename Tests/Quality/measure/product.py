"""The product as anyone runs it: reports of the command line, and what it makes of a prose that it is given."""
import json
import os
import pathlib
import subprocess
import tempfile

from .scorer import cut, tokens

# As many texts in one call as keep its report of a size that is no burden.
_BATCH = 24


class Product:
    def __init__(self, breviate, probe=None):
        self.breviate = breviate
        self.probe = probe

    def reports(self, texts, passage_tokens=None):
        """The reports on some texts, in their order; in passages of the default size unless said."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("BREVIATE_")}
        if passage_tokens:
            environment["BREVIATE_PASSAGE_TOKENS"] = str(passage_tokens)
        with tempfile.TemporaryDirectory() as folder:
            files = [pathlib.Path(folder) / f"{number}.txt" for number in range(len(texts))]
            for file, text in zip(files, texts):
                file.write_text(text, encoding="utf-8")
            for begin in range(0, len(files), _BATCH):
                command = [self.breviate, "summarise", "--format", "json", "--model", "none"]
                command += map(str, files[begin : begin + _BATCH])
                done = subprocess.run(command, env=environment, capture_output=True, text=True, encoding="utf-8")
                if done.returncode != 0:
                    raise SystemExit(f"{self.breviate} ended with status {done.returncode}: {done.stderr.strip()}")
                yield from json.loads(done.stdout)["documents"]

    def grounded(self, questions):
        """What becomes of each draft as a model's answer to its source: sentences traced, inventions told."""
        lines = "".join(json.dumps({"source": source, "draft": draft}) + "\n" for source, draft in questions)
        done = subprocess.run([self.probe], input=lines, capture_output=True, text=True, encoding="utf-8")
        if done.returncode != 0:
            raise SystemExit(f"{self.probe} ended with status {done.returncode}: {done.stderr.strip()[-2000:]}")
        return [json.loads(line) for line in done.stdout.splitlines()]


def notes(report):
    return [passage["note"] for passage in report["passages"] if passage["note"]]


def combined(report):
    """The summary; of a text that is one passage its note."""
    return report["summary"] or notes(report)[0]


def prose(report):
    return "\n\n".join(note["text"] for note in notes(report))


def ledger(note, room, count=tokens):
    """The rows of a note's ledger up to so many tokens of value and context."""
    rows = []
    for row in note["omitted"]:
        shown = f"{row['value']} {row['context']}".strip()
        room -= count(shown)
        if room < 0:
            break
        rows.append(shown)
    return "\n".join(rows)


def short(text, room=220):
    """A combined prose as it is scored: nothing beyond its room counts."""
    return cut(text, room)
