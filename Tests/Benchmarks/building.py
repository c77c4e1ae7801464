"""Cold builds, in a folder of their own."""

from __future__ import annotations

import subprocess
import tempfile
import time

from table import Row, load
from texts import ROOT


def builds(full: bool) -> list[Row]:
    if not full:
        return [Row("cold builds", "in the full form")]
    rows = []
    for what, words in (("release build, cold", ["-c", "release", "--product", "breviate"]), ("build of the tests, cold", ["--build-tests"])):
        with tempfile.TemporaryDirectory() as folder:
            before, begin = load(), time.perf_counter()
            done = subprocess.run(["swift", "build", "--scratch-path", folder, *words], cwd=ROOT, capture_output=True)
            elapsed = time.perf_counter() - begin
        words = f"{elapsed:.0f} s (load {before} → {load()})" if done.returncode == 0 else "failed"
        rows.append(Row(what, words, {}, "reported", None, {"seconds": elapsed}))
    return rows
