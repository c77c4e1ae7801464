"""Texts to measure on: what this checkout, Python and Debian hold; nothing of it is committed."""

from __future__ import annotations

import functools
import gzip
import html
import os
import re
import subprocess
import sysconfig
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CACHE = Path(os.environ.get("BREVIATE_BENCH_CACHE", Path.home() / ".cache/breviate-tests/benchmarks"))


def _filled(parts: list[str], size: int) -> str:
    """Exactly `size` bytes of ASCII: the parts one after the other, over and over."""
    text = "\n".join(parts).encode("ascii", "replace").replace(b"\r", b"").replace(b"?", b".")
    text = text * (size // len(text) + 1)
    return text[:size].decode()


@functools.cache
def prose(size: int) -> str:
    return _filled([path.read_text() for path in sorted((ROOT / "Tests/Quality/texts").glob("*.txt"))], size)


@functools.cache
def code(language: str, size: int) -> str:
    if language == "python":
        library = Path(sysconfig.get_path("stdlib"))
        parts = [(library / f"{name}.py").read_text() for name in ("argparse", "ast", "calendar", "difflib", "inspect", "typing")]
    elif language == "swift":
        parts = [path.read_text() for path in sorted((ROOT / "Sources").rglob("*.swift"))]
    else:
        parts = [_CPP.replace("NAME", f"f{number}") for number in range(size // 300 + 1)]
    return _filled(parts, size)


_CPP = """
/// Adds what the ledger holds between two days.
static int NAME(const int *ledger, int first, int last) {
  int sum = 0;
  for (int day = first; day < last; ++day) {
    if (ledger[day] < 0) continue;
    sum += ledger[day] * (day % 7 == 0 ? 2 : 1);
  }
  return sum > 1000 ? 1000 : sum;
}
"""

# Categories for the estimator.

#: Category, Debian package, the files in it that are text of that language.
DEBIAN = [
    ("prose", "debian-history", r"\.en\.(txt|html)(\.gz)?$"),
    ("German", "manpages-de", r"/man/de/man[1-8]/[a-m].*\.gz$"),
    ("Chinese", "debian-reference-zh-cn", r"\.zh-cn\.(html|txt)(\.gz)?$"),
    ("Japanese", "manpages-ja", r"/man/ja/man[1-8]/[a-m].*\.gz$"),
]
#: Bytes of one document and documents of a category.
DOCUMENT, DOCUMENTS = 40_000, 6


def debian(package: str) -> Path | None:
    """A folder with what a Debian package holds, fetched once and installed nowhere; None where it cannot be had."""
    folder = CACHE / "debian" / package
    if not (folder / "complete").exists():
        folder.mkdir(parents=True, exist_ok=True)
        try:
            subprocess.run(["apt-get", "download", "-q", package], cwd=folder, check=True, capture_output=True, timeout=120)
            for archive in folder.glob("*.deb"):
                subprocess.run(["dpkg-deb", "-x", archive, folder / "files"], check=True, capture_output=True)
                archive.unlink()
        except (OSError, subprocess.SubprocessError):
            return None
        (folder / "complete").touch()
    return folder / "files"


def _plain(path: Path) -> str:
    """What is read in a file: markup of HTML and manual pages is taken away."""
    data = path.read_bytes()
    if path.suffix == ".gz":
        data = gzip.decompress(data)
        path = path.with_suffix("")
    text = data.decode("utf-8", "replace")
    if path.suffix == ".html":
        text = re.sub(r"(?s)<(script|style|head)\b.*?</\1>", "", text)
        text = html.unescape(re.sub(r"<[^>]+>", "", text))
    elif re.fullmatch(r"\.\d\w*", path.suffix):
        text = re.sub(r"(?m)^\.\\\".*\n|^\.[A-Za-z]{1,2}\b ?", "", text)
        text = re.sub(r"\\f[A-Z]|\\&|\\m?\[[^]]*\]", "", text).replace("\\-", "-")
    return re.sub(r"\n{3,}", "\n\n", text)


def _documents(text: str) -> list[str]:
    """Documents from evenly spread places of a text, each beginning at a line."""
    count = min(DOCUMENTS, max(1, len(text.encode()) // DOCUMENT))
    step = max(1, len(text) // count)
    found = []
    for number in range(count):
        piece = text[number * step : (number + 1) * step]
        piece = piece[piece.find("\n") + 1 :]
        found.append(piece.encode()[:DOCUMENT].decode("utf-8", "ignore"))
    return [piece for piece in found if len(piece.encode()) >= 10_000]


def categories() -> tuple[dict[str, list[str]], list[str]]:
    """Documents by category, and what could not be had."""
    library = Path(sysconfig.get_path("stdlib"))
    swift = "\n".join(path.read_text() for path in sorted((ROOT / "Sources").rglob("*.swift")))
    python = "\n".join((library / f"{name}.py").read_text() for name in ("argparse", "ast", "difflib", "inspect"))
    found = {
        "prose": [path.read_text() for path in sorted((ROOT / "Tests/Quality/texts").glob("*.txt"))],
        "code": _documents(swift)[:3] + _documents(python)[:3],
        "Markdown": _markdown(),
    }
    missing = []
    for category, package, pattern in DEBIAN:
        folder = debian(package)
        paths = [path for path in sorted(folder.rglob("*")) if re.search(pattern, str(path))] if folder else []
        text = "\n".join(_plain(path) for path in paths if path.is_file())
        if text:
            found[category] = found.get(category, []) + _documents(text)
        else:
            missing.append(f"{category} ({package})")
    return found, missing


def _markdown() -> list[str]:
    """The pages of this checkout and those that other programs have installed beside them."""
    paths = [ROOT / "README.md", ROOT / "protocol-notes.md"]
    for place in ("/usr/share/doc", str(Path.home() / ".rustup/toolchains"), "/opt/swift/usr/share/doc"):
        found = sorted(Path(place).rglob("*.md")) if Path(place).is_dir() else []
        paths += [path for path in found if 10_000 <= path.stat().st_size <= 400_000][:6]
    documents = [path.read_text(errors="replace").encode()[:DOCUMENT].decode("utf-8", "ignore") for path in paths]
    return documents[: DOCUMENTS + 2]
