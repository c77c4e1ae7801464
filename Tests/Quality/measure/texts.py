"""The texts that are measured: those beside this folder, Debian's in other languages, and a folder of one's own."""
import dataclasses
import gzip
import hashlib
import json
import os
import pathlib
import re
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent.parent
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "breviate-tests"


@dataclasses.dataclass
class Document:
    """A text with what people wrote about it."""

    name: str
    kind: str
    language: str
    text: str
    references: list[str]

    @property
    def half(self):
        """Whoever tunes looks at one half only: the name alone decides which one it is."""
        # Of the first numbers before the name, the one that halves every kind of text most evenly.
        return "tuned on" if hashlib.sha256(f"196 {self.name}".encode()).digest()[0] % 2 else "held out"


def folder(path):
    """The texts of a folder: as its manifest.json lists them, or else every *.txt."""
    path = pathlib.Path(path)
    manifest = path / "manifest.json"
    if manifest.exists():
        rows = json.loads(manifest.read_text(encoding="utf-8"))
    else:
        rows = [{"id": file.stem, "path": str(file.relative_to(path))} for file in sorted(path.rglob("*.txt"))]
    documents = []
    for row in rows:
        file = path / row["path"]
        references = file.with_suffix(".refs.json")
        if not references.exists():  # As man-signal.7.txt: the name has a dot of its own.
            references = file.with_name(file.name.removesuffix(".txt") + ".refs.json")
        documents.append(
            Document(
                name=row["id"],
                kind=row.get("kind", file.parent.name),
                language=row.get("lang", "en")[:2],
                text=file.read_text(encoding="utf-8"),
                references=json.loads(references.read_text(encoding="utf-8")) if references.exists() else [],
            )
        )
    if not documents:
        raise SystemExit(f"no texts in {path}")
    return documents


# Package, file in it, name, language, and the line to begin at: before it is nothing but a table of contents.
_REFERENCE = "usr/share/debian-reference/debian-reference.{}.txt.gz"
_DEBIAN = [
    ("manpages", "usr/share/man/man7/pid_namespaces.7.gz", "pid_namespaces.7", "en", None),
    ("doc-debian", "usr/share/doc/debian/constitution.txt.gz", "debian-constitution", "en", None),
    ("debian-reference-de", _REFERENCE.format("de"), "debian-reference-de-1", "de", r"^Kapitel 1\."),
    ("debian-reference-de", _REFERENCE.format("de"), "debian-reference-de-4", "de", r"^Kapitel 4\."),
    ("manpages-de", "usr/share/man/de/man1/systemctl.1.gz", "systemctl.1-de", "de", None),
    ("manpages-de", "usr/share/man/de/man5/systemd.exec.5.gz", "systemd.exec.5-de", "de", None),
    ("debian-reference-ja", _REFERENCE.format("ja"), "debian-reference-ja-1", "ja", r"^第\s?1\s?章"),
    ("debian-reference-ja", _REFERENCE.format("ja"), "debian-reference-ja-4", "ja", r"^第\s?4\s?章"),
    ("manpages-ja", "usr/share/man/ja/man7/signal.7.gz", "signal.7-ja", "ja", None),
    ("manpages-ja", "usr/share/man/ja/man7/tcp.7.gz", "tcp.7-ja", "ja", None),
    ("debian-reference-zh-cn", _REFERENCE.format("zh-cn"), "debian-reference-zh-1", "zh", r"^第\s?1\s?章"),
    ("debian-reference-zh-cn", _REFERENCE.format("zh-cn"), "debian-reference-zh-4", "zh", r"^第\s?4\s?章"),
    ("debian-reference-zh-cn", _REFERENCE.format("zh-cn"), "debian-reference-zh-9", "zh", r"^第\s?9\s?章"),
]
_MOST_CHARACTERS = 60_000


def debian():
    """Texts in German, Japanese and Chinese, and two in English, out of Debian packages that stay in the cache."""
    documents = []
    for package, path, name, language, first in _DEBIAN:
        file = _unpacked(package) / path
        if "/man/" in path:
            text = _manual_page(file)
        else:
            text = gzip.decompress(file.read_bytes()).decode("utf-8")
        if first is not None:
            found = re.search(first, text, re.MULTILINE)
            if not found:
                raise SystemExit(f"{package}: no line {first} in {path}")
            text = text[found.start() :]
        documents.append(Document(name, "debian", language, text[:_MOST_CHARACTERS], []))
    return documents


def _unpacked(package):
    """A folder with the package's files, which nobody installs."""
    place = CACHE / "quality-texts" / package
    if place.exists():
        return place
    place.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place.parent) as folder:
        download = ["apt-get", "download", "-q", package]
        if subprocess.run(download, cwd=folder, capture_output=True).returncode != 0:
            root = [] if os.geteuid() == 0 else ["sudo", "-n"]
            subprocess.run([*root, "apt-get", "update", "-q"], capture_output=True)
            done = subprocess.run(download, cwd=folder, capture_output=True, text=True)
            if done.returncode != 0:
                raise SystemExit(f"could not fetch {package}, run without it by --no-debian: {done.stderr.strip()}")
        unpacked = pathlib.Path(folder) / "files"
        subprocess.run(["dpkg-deb", "-x", next(pathlib.Path(folder).glob("*.deb")), unpacked], check=True)
        try:
            unpacked.rename(place)
        except OSError:  # Another run was faster.
            if not place.exists():
                raise
    return place


def _manual_page(file):
    """A manual page as it is read: set by groff at 80 columns, words whole, without what printers strike over."""
    source = gzip.decompress(file.read_bytes())
    command = ["groff", "-K", "utf8", "-t", "-man", "-T", "utf8", "-P", "-cbou", "-rLL=80n", "-rHY=0"]
    page = subprocess.run(command, input=source, capture_output=True, check=True).stdout.decode("utf-8")
    return re.sub(r".\x08", "", page)
