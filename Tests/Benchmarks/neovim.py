"""What a person feels in Neovim: a key pressed in a text of 1 MB until the screen is drawn again, with Breviate and
without, in turns; and how long after opening that text its diagnostic is there.

    python3 Tests/Benchmarks/neovim.py NVIM [BREVIATE]
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 5

SCRIPT = """
vim.o.lines, vim.o.columns = 40, 140
local begin = vim.uv.hrtime()
if vim.env.WITH then vim.lsp.enable("breviate") end
vim.cmd.edit(vim.env.TEXT)
local opened
if vim.env.WITH then
  vim.wait(20000, function() return vim.diagnostic.get(0)[1] end, 1)
  opened = (vim.uv.hrtime() - begin) / 1e6
end
vim.wait(500)
vim.cmd("normal! 6000Gzz")
local keys = {}
for number = 1, 300 do
  local at = vim.uv.hrtime()
  vim.api.nvim_feedkeys(vim.keycode("ix<Esc>"), "nx", false)
  vim.cmd.redraw()
  table.insert(keys, (vim.uv.hrtime() - at) / 1e6)
  -- What comes in between is waited for, as between the keys of a person.
  vim.wait(5)
end
io.stdout:write(vim.json.encode({ opened = opened, keys = keys }))
vim.cmd("qall!")
"""


def measure(nvim: str, breviate: str, folder: Path, with_breviate: bool) -> dict:
    env = os.environ | {
        "TEXT": str(folder / "text.txt"),
        "PATH": f"{Path(breviate).parent}:{os.environ['PATH']}",
        "XDG_STATE_HOME": str(folder),
    }
    if with_breviate:
        env["WITH"] = "1"
    plugin = f"set runtimepath^={ROOT}/editors/nvim"
    command = [nvim, "--headless", "--clean", "--cmd", plugin, "-c", f"luafile {folder / 'script.lua'}"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL)
    return json.loads(done.stdout)


def main() -> None:
    nvim = sys.argv[1]
    breviate = str(Path(sys.argv[2] if len(sys.argv) > 2 else ROOT / ".build/release/breviate").resolve())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source = (ROOT / "Tests/Quality/texts/squality-61467.txt").read_text()
        text = (source * (1 + 1_000_000 // len(source)))[:1_000_000]
        # Lines as a person has them.
        lines = [line[at : at + 80] for line in text.splitlines() for at in range(0, max(len(line), 1), 80)]
        (folder / "text.txt").write_text("\n".join(lines) + "\n")
        (folder / "script.lua").write_text(SCRIPT)
        keys: dict[bool, list[float]] = {True: [], False: []}
        opened = []
        for _ in range(ROUNDS):
            for with_breviate in (True, False):
                seen = measure(nvim, breviate, folder, with_breviate)
                keys[with_breviate] += seen["keys"]
                if with_breviate:
                    opened.append(seen["opened"])
    for with_breviate, label in ((True, "with Breviate"), (False, "without")):
        ordered = sorted(keys[with_breviate])
        p50, p99 = statistics.median(ordered), ordered[int(len(ordered) * 0.99)]
        print(f"key to redraw, {label}: p50 {p50:.2f} ms, p99 {p99:.2f} ms, most {ordered[-1]:.2f} ms")
    print(f"server start and 1 MB opened to its diagnostic: {min(opened):.0f} to {max(opened):.0f} ms")


if __name__ == "__main__":
    main()
