"""Measures all rows and prints them as a Markdown table, with the machine and its load."""

from __future__ import annotations

import argparse
import datetime
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import building
import editing
import reading
import starting
from peers import BREVIATE
from table import HEAD, Row, load

ROWS = {
    "start": starting.startup,
    "edits": editing.edits,
    "noting": editing.edits_while_noting,
    "opening": editing.opening,
    "asking": editing.asking,
    "memory": starting.memory,
    "plan": reading.plans,
    "notes": reading.notes,
    "estimate": reading.estimates,
    "build": building.builds,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="Tests/Benchmarks/run", description=__doc__)
    parser.add_argument("--full", action="store_true", help="more rounds, slow peers at full size, cold builds")
    parser.add_argument("--json", metavar="FILE", help="also write every figure to a file")
    parser.add_argument("--only", metavar="ROWS", help=", ".join([*ROWS, "idle"]))
    wanted = parser.parse_args()
    names = wanted.only.split(",") if wanted.only else [*ROWS, "idle"]
    # The person's own settings play no part.
    for name in [name for name in os.environ if name.startswith("BREVIATE_") and name not in ("BREVIATE_BIN", "BREVIATE_BENCH_CACHE")]:
        del os.environ[name]
    os.environ["XDG_CONFIG_HOME"] = "/nonexistent"
    command = " ".join(["Tests/Benchmarks/run", *sys.argv[1:]])
    machine = {
        "date": datetime.date.today().isoformat(),
        "command": command,
        "breviate": _version(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "loadBefore": load(),
    }
    begin = time.perf_counter()
    idle = starting.Idle() if "idle" in names else None
    rows: list[Row] = []
    for name, measure in ROWS.items():
        if name not in names:
            continue
        print(f"{name} …", file=sys.stderr, flush=True)
        try:
            rows += measure(wanted.full)
        except Exception as error:  # One row that cannot be measured says so; the others still are.
            rows.append(Row(name, f"not measured: {type(error).__name__}: {error}", {}, "", False))
    if idle:
        rows.append(idle.row(60))
    machine |= {"loadAfter": load(), "seconds": round(time.perf_counter() - begin)}
    print(_heading(machine))
    print(HEAD)
    for row in rows:
        print(row.markdown)
    if wanted.json:
        Path(wanted.json).write_text(json.dumps({"machine": machine, "rows": [vars(row) for row in rows]}, indent=1))


def _heading(machine: dict) -> str:
    return (
        "\n{date}, `{command}`, {seconds} s; {processor}, {cores} cores; load {loadBefore} before, {loadAfter} after; "
        "{breviate}. In brackets: Breviate's share of the other's figure, or how many times faster it is (×).\n"
    ).format(**machine)


def _version() -> str:
    try:
        return subprocess.run([BREVIATE.argv[0], "--version"], capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError) as error:
        return f"Breviate could not be started: {error}"


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return "processor unknown"


main()
