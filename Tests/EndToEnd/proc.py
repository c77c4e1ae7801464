"""What the system knows of a process (Linux's /proc)."""

from __future__ import annotations

import os
import select
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

O_CLOEXEC = 0o2000000


def processor_seconds(pid: int) -> float:
    """Time spent on a processor, user and system."""
    fields = _stat(pid)
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def session_members(session: int) -> list[int]:
    """The processes of a session that are alive: a server started in its own, and what it started."""
    members = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = _stat(int(entry.name))
            except OSError:
                continue
            if int(fields[3]) == session and fields[0] not in "ZX":
                members.append(int(entry.name))
    return members


def open_files(pid: int) -> dict[int, str]:
    """What each descriptor is open on."""
    found = {}
    for entry in Path(f"/proc/{pid}/fd").iterdir():
        try:
            found[int(entry.name)] = os.readlink(entry)
        except FileNotFoundError:
            continue
    return found


def closes_on_exec(pid: int, descriptor: int) -> bool:
    for line in Path(f"/proc/{pid}/fdinfo/{descriptor}").read_text().splitlines():
        if line.startswith("flags:"):
            return bool(int(line.split()[1], 8) & O_CLOEXEC)
    return False


def _stat(pid: int) -> list[str]:
    """The fields of /proc/PID/stat from the state on; the command's name before them may hold anything."""
    return Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()


@contextmanager
def await_end(pid: int) -> Iterator[Callable[[float], None]]:
    """What is yielded waits so many seconds for the end of a process that is nobody's child here."""
    descriptor = os.pidfd_open(pid)

    def gone(seconds: float) -> None:
        assert select.select([descriptor], [], [], seconds)[0], f"process {pid} is still there after {seconds:g} s"

    try:
        yield gone
    finally:
        os.close(descriptor)
