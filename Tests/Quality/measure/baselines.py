"""What simpler methods reach with the same room: the first sentences, and sumy's LexRank, TextRank, SumBasic and Luhn."""
import hashlib
import json
import pathlib
import re
import subprocess
import sys

from .planting import sentence_ends
from .rows import GROUPS, ROUGE
from .scorer import rouge, tokens
from .texts import CACHE, HERE
from .whole import Source

ROOM = 220
NAMES = ("LEAD", "LexRank", "TextRank", "SumBasic", "Luhn")


def _sentences(text):
    """Sentences as these methods are given them: of one line where lines are paragraphs."""
    border = r"\n\s*\n" if Source(text).is_wrapped else r"\n"
    for paragraph in re.split(border, text):
        begin = 0
        for end in [*sentence_ends(paragraph), len(paragraph)]:
            sentence = " ".join(paragraph[begin:end].split())
            begin = end
            if len(sentence.split()) >= 3:
                yield sentence


def _python():
    """A Python that has sumy, installed once."""
    requirements = HERE / "requirements.txt"
    place = CACHE / f"quality-{hashlib.sha256(requirements.read_bytes()).hexdigest()[:16]}"
    if not (place / "complete").exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", place], check=True)
        pip = [place / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements]
        subprocess.run(pip, check=True)
        (place / "complete").touch()
    return place / "bin" / "python"


def _sumy(texts):
    """What sumy chooses; kept, since that takes minutes and never changes."""
    peers = pathlib.Path(__file__).with_name("peers.py")
    question = json.dumps(texts)
    key = hashlib.sha256((peers.read_text(encoding="utf-8") + question).encode("utf-8")).hexdigest()[:16]
    kept = CACHE / "quality-baselines" / f"{key}.json"
    if not kept.exists():
        answer = subprocess.run([_python(), peers], input=question, capture_output=True, text=True, check=True).stdout
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(answer, encoding="utf-8")
    return json.loads(kept.read_text(encoding="utf-8"))


def baselines(documents, table):
    """Rows of every method, and a check that ours is better in each."""
    chosen = [document for document in documents if document.references and document.kind in GROUPS]
    texts = []
    for document in chosen:
        sentences = list(_sentences(document.text))
        texts.append({"sentences": sentences, "costs": [tokens(sentence) for sentence in sentences], "room": ROOM})
    for document, text, taken in zip(chosen, texts, _sumy(texts)):
        count = total = 0
        while count < len(text["costs"]) and total + text["costs"][count] <= ROOM:
            total += text["costs"][count]
            count += 1
        taken["LEAD"] = range(count)
        for name in NAMES:
            output = " ".join(text["sentences"][number] for number in sorted(taken[name]))
            for kind, score in zip(ROUGE, rouge(output, document.references)):
                table.add(f"{GROUPS[document.kind]} {kind} of {name}", document, score)
