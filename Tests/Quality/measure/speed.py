"""How fast notes are taken, from the command to the report, and whether a text ten times as long takes ten times."""
import re
import resource
import subprocess
import tempfile

MEGABYTE = 1_000_000
_VOWELS = "aeiou"


def _varied(text, copy):
    """Another text of the same make: names and numbers of its own."""
    turned = str.maketrans(_VOWELS, _VOWELS[copy % 5 :] + _VOWELS[: copy % 5])
    text = re.sub(r"\b[A-Z]\w+", lambda word: word[0][0] + word[0][1:].translate(turned), text)
    return re.sub(r"\d", lambda digit: str((int(digit[0]) + copy) % 10), text)


def long_text(documents, size):
    """A text of so many bytes out of the English ones."""
    pieces, total, copy = [], 0, 0
    while total < size:
        for document in documents:
            pieces.append(_varied(document.text, copy).encode("utf-8")[: size - total])
            total += len(pieces[-1])
        copy += 1
    return b"\n\n".join(pieces)


def _seconds(command, data):
    """The least processor time of three runs: what else the machine did is not the product's."""
    with tempfile.NamedTemporaryFile(suffix=".txt") as file:
        file.write(data)
        file.flush()
        spent = []
        for _ in range(3):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run([*command, file.name], check=True, stdout=subprocess.DEVNULL)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(spent)


NOTES = "MB/s of specifics and notes"
COMMAND = "MB/s of the command"
LINEAR = "speed of the command kept with a long text, %"


def speed(product, documents, table, megabytes):
    """Megabytes in a second of processor time: of notes alone, and of the command from the file to the report."""
    english = [document for document in documents if document.language == "en"]
    if not english:
        return
    command = [product.breviate, "summarise", "--format", "json", "--model", "none"]
    short, long = (long_text(english, size * MEGABYTE) for size in (1, megabytes))
    if product.probe:
        table.put(NOTES, megabytes / _seconds([product.probe, "--notes"], long))
    at_once, at_length = _seconds(command, short), _seconds(command, long)
    table.put(COMMAND, megabytes / at_length)
    table.put(LINEAR, 100 * megabytes * at_once / at_length)
