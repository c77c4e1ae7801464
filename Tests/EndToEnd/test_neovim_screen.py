"""What a person sees: Neovim on a real terminal, which tmux is, its screen taken as text."""

from __future__ import annotations

import re
import subprocess
import time
import uuid
from pathlib import Path

import pytest

from conftest import ROOT
from test_neovim import EDITIONS, nvim
from text import prose

COLUMNS, LINES = 140, 36

INIT = f"""
vim.opt.runtimepath:prepend("{ROOT}/editors/nvim")
vim.lsp.enable("breviate")
"""


class Terminal:
    """Keys go in, screens come out."""

    def __init__(self, command: list[str], env: dict[str, str], folder: Path):
        self._tmux = ["tmux", "-L", f"breviate-{uuid.uuid4()}", "-f", "/dev/null"]
        subprocess.run(
            [*self._tmux, "new-session", "-d", "-x", str(COLUMNS), "-y", str(LINES), *command],
            env=env | {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8"},
            cwd=folder,
            check=True,
        )

    def keys(self, *keys: str) -> None:
        subprocess.run([*self._tmux, "send-keys", *keys], check=True)

    def screen(self) -> list[str]:
        taken = subprocess.run([*self._tmux, "capture-pane", "-p"], capture_output=True, text=True, check=True)
        return [line.rstrip() for line in taken.stdout.splitlines()]

    def until(self, pattern: str) -> list[str]:
        """The screen once it has what is looked for. A terminal tells nobody that it has been drawn: it is looked at
        again and again."""
        for _ in range(100):
            screen = self.screen()
            if re.search(pattern, "\n".join(screen)):
                return screen
            time.sleep(0.1)
        raise AssertionError(f"no {pattern} on\n" + "\n".join(screen))

    def close(self) -> None:
        subprocess.run([*self._tmux, "kill-server"], check=False)


@pytest.fixture(params=EDITIONS, ids=EDITIONS.get)
def terminal(request, breviate, clean_env, tmp_path):
    # Without the sign that is two columns wide, so that a column is a character.
    (tmp_path / "history.md").write_text(prose(3000).text.replace(" 🪨", ""), encoding="utf-8")
    (tmp_path / "init.lua").write_text(INIT)
    env = clean_env | {"PATH": f"{Path(breviate).parent}:{clean_env['PATH']}", "XDG_STATE_HOME": str(tmp_path)}
    command = [str(nvim(request.param)), "-n", "-i", "NONE", "-u", "init.lua", "history.md"]
    terminal = Terminal(command, env, tmp_path)
    yield terminal
    terminal.close()


def columns(screen: list[str], pattern: str) -> list[int]:
    return [found.start() for line in screen if (found := re.search(pattern, line))]


def test_a_whole_story_on_the_screen(terminal):
    screen = terminal.until("Summarise: ")
    assert re.search(r"# Beginnings 1 +Summarise: 5 passes, [\d,]+ tokens$", screen[0])

    # A selection: the float stands below it, framed, its lines within the screen.
    terminal.keys("3GV4j", ":Breviate summarise", "Enter")
    screen = terminal.until(r"╭ history\.md:3–7 · 1 note · built-in note taker ─+╮")
    assert screen[2].lstrip().startswith("In 1800")
    top = next(row for row, line in enumerate(screen) if "╭" in line)
    bottom = next(row for row, line in enumerate(screen) if "╯" in line)
    left, right = screen[top].index("╭"), screen[top].index("╮")
    assert re.fullmatch(r"╰─+ g\? keys ╯", screen[bottom][left : right + 1])
    assert all(line[left] == line[right] == "│" for line in screen[top + 1 : bottom])
    assert not any("@@@" in line for line in screen)
    terminal.keys("q")

    # The buffer: text left, notes right.
    terminal.keys(":Breviate summarise", "Enter")
    screen = terminal.until(r"history\.md +5 notes · built-in note taker")
    screen = terminal.until(r"│ Summary")
    assert columns(screen[:-2], "│") == [82] * (LINES - 2)
    assert screen[0].startswith("H # Beginnings 1 Notes: 5 passages")
    # Titles begin where the bar does, notes are indented alike, lines of passages end at the right edge.
    notes = [line[83:] for line in screen[1:-2] if len(line) > 83]
    titles = [line for line in notes if re.match(r" \d  \S", line)]
    assert titles and all(re.search(r" \d+–\d+$", title) and len(title) == COLUMNS - 84 for title in titles)
    others = [line for line in notes if line.strip() and line not in titles and line != " Summary"]
    assert all(re.match(r" {4}\S", line) for line in others)

    # An edit: stale beside its title; an update: fresh.
    terminal.keys("3GIZora Quist came here in 1848. ", "Escape")
    screen = terminal.until(r"5 notes, 1 stale · built-in note taker")
    assert any(re.search(r" 1  Beginnings 1 +1–\d+ · stale$", line) for line in screen)
    terminal.keys(":Breviate update", "Enter")
    terminal.until(r"history\.md +5 notes · built-in note taker")

    # Hover and symbols are Neovim's own.
    terminal.keys("3G", "K")
    terminal.until(r"1 of 5 · Beginnings 1")
    terminal.keys("Escape", ":Breviate notes list", "Enter")
    screen = terminal.until(r"\[Location List\] Notes on history\.md")
    assert any(re.match(r"history\.md\|\d+ col \d+\| Beginnings 1: ", line) for line in screen)


def test_health_is_good(terminal):
    terminal.until("Summarise: ")
    terminal.keys(":checkhealth breviate", "Enter")
    screen = terminal.until(r"a note without a model: taken")
    assert any(re.search(r"OK .*breviate: breviate \d", line) for line in screen)
    assert not any("ERROR" in line or "WARNING" in line for line in screen)
