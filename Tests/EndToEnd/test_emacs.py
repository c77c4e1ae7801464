"""The release binary in a real Emacs with Eglot, set up with exactly what editors/emacs/README.md says to paste."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from conftest import ROOT
from proc import session_members
from text import holds, prose, text_in, words

#: Characters outside of the basic plane stand before all that is selected, edited and shown.
TEXT = prose(3000).text.replace("# Beginnings", "# 🪨🏔️ Beginnings in 東京", 1)

SCRIPT = Path(__file__).parent / "emacs" / "session.el"


@pytest.fixture(scope="module")
def seen(breviate, clean_env, tmp_path_factory) -> dict:
    """What was seen at each step."""
    folder = tmp_path_factory.mktemp("emacs")
    text, setup = folder / "history.txt", folder / "setup.el"
    text.write_text(TEXT, encoding="utf-8")
    readme = (ROOT / "editors/emacs/README.md").read_text(encoding="utf-8")
    init, settings = re.findall(r"```elisp\n(.*?)```", readme, re.DOTALL)
    assert "/path/to/breviate" in init
    setup.write_text(init.replace("/path/to/breviate", str(ROOT)), encoding="utf-8")
    (folder / ".dir-locals.el").write_text(settings, encoding="utf-8")
    env = clean_env | {
        "BREVIATE_TEST_FILE": str(text),
        "BREVIATE_TEST_SETUP": str(setup),
        "LC_ALL": "C.UTF-8",
        "PATH": f"{Path(breviate).parent}:{clean_env['PATH']}",
    }
    process = subprocess.Popen(
        ["emacs", "-Q", "--batch", "-l", SCRIPT],
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


def test_a_command_starts_the_server_in_a_text_buffer(seen):
    assert seen["attach"] is True
    assert re.search(r"Breviate: \d+ passes, \d+ tokens", seen["plan"])


def test_the_package_compiles_without_a_warning(tmp_path):
    script = f"""(progn
      (require 'package)
      (add-to-list 'package-directory-list "/usr/share/emacs/site-lisp/elpa")
      (package-initialize)
      (require 'eglot)
      (setq byte-compile-error-on-warn t
            byte-compile-docstring-max-column 100
            byte-compile-dest-file-function (lambda (_) "{tmp_path}/breviate.elc"))
      (kill-emacs (if (byte-compile-file "{ROOT}/editors/emacs/breviate.el") 0 1)))"""
    ended = subprocess.run(["emacs", "-Q", "--batch", "--eval", script], capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr


def test_the_command_takes_notes_on_the_region(seen):
    assert seen["region"]["passages"] and [
        passage["range"] for passage in seen["region"]["passages"]
    ] == [passage["range"] for passage in seen["selection"]["passages"]]


def test_the_notes_buffer_fills_by_itself(seen):
    for passage in seen["notes"]["passages"]:
        assert holds(seen["live"], passage["note"]["sentences"][0]["text"])


def test_the_notes_buffer_copies_and_leads_to_the_text(seen):
    assert seen["copied"]["text"] == seen["copied"]["note"]["text"]
    assert seen["jumped"] is True


def test_a_note_is_inserted_before_its_passage_and_refused_once_the_text_moved(seen):
    assert holds(seen["inserted"], seen["copied"]["note"]["sentences"][0]["text"])
    assert "the text has changed" in seen["refused"]


def test_the_price_is_a_flymake_note_on_the_first_line(seen):
    (found,) = seen["diagnostic"]
    assert re.search(r"\d+ passes: [\d,]+ tokens", found["text"])
    assert (found["type"], found["line"]) == ("eglot-note", 1)
    assert found["covers"] and TEXT.startswith(found["covers"].strip("\n"))


def test_a_code_action_takes_notes_on_exactly_the_region(seen):
    action = seen["action"]
    assert action["title"]
    assert text_in(TEXT, action["argument"]["range"], "utf-16") == action["selected"]
    selection = seen["selection"]
    assert {passage["state"] for passage in selection["passages"]} == {"fresh"}
    covered = "".join(text_in(TEXT, passage["range"], "utf-16") for passage in selection["passages"])
    assert words(covered) == words(action["selected"])


def test_the_command_answers_at_once_and_every_passage_gets_a_note(seen):
    assert seen["run"]["run"]
    assert {passage["state"] for passage in seen["notes"]["passages"]} == {"fresh"}


def test_the_settings_of_the_folder_are_followed(seen):
    assert seen["notes"]["plan"]["inputBudget"] == 1500


def test_eldoc_shows_the_note(seen):
    assert all(holds(seen["hover"]["text"], sentence["text"]) for sentence in seen["hover"]["note"]["sentences"])


def test_the_note_comes_as_plain_text(seen):
    assert not re.search(r"\\|\*\*|&[a-z]+;", seen["hover"]["text"])


def test_imenu_lists_the_passages(seen):
    assert len(seen["imenu"]) == len(seen["notes"]["passages"])
    for entry, passage in zip(seen["imenu"], seen["notes"]["passages"], strict=True):
        assert str(passage["number"]) in entry
    assert "🪨🏔️ Beginnings in 東京" in seen["imenu"][0]


def test_an_edit_behind_characters_of_two_units_reaches_the_server_whole(seen):
    text, notes = seen["after"]["text"], seen["after"]["notes"]
    assert "🪨🏔️ Zora Quist came here in 1848. 🧗🏽 " in text
    assert words("".join(text_in(text, passage["range"], "utf-16") for passage in notes["passages"])) == words(text)
    for passage in notes["passages"]:
        for sentence in passage["note"]["sentences"]:
            assert words(text_in(text, sentence["range"], "utf-16")) == words(sentence["text"])
        for omission in passage["note"]["omitted"]:
            assert text_in(text, omission["range"], "utf-16") == omission["value"]
    assert "Zora Quist" in json.dumps([passage["note"] for passage in notes["passages"]])


def test_notes_are_held_through_an_edit(seen):
    before, held = seen["notes"]["passages"], seen["held"]["passages"]
    assert [passage["id"] for passage in held] == [passage["id"] for passage in before]
    assert [passage["note"]["text"] for passage in held] == [passage["note"]["text"] for passage in before]


def test_the_held_open_request_answers_with_the_same_notes(seen):
    (document,) = seen["whole"]["documents"]
    expected = [passage["note"]["text"] for passage in seen["after"]["notes"]["passages"]]
    assert [passage["note"]["text"] for passage in document["passages"]] == expected


def test_an_edit_makes_one_note_stale_and_an_update_makes_it_fresh(seen):
    assert seen["stale"].count("stale") == 1 and seen["stale"].count("fresh") == len(seen["stale"]) - 1
    assert set(seen["updated"]) == {"fresh"}


def test_the_page_shows_the_notes(seen):
    assert holds(seen["page"], seen["notes"]["passages"][0]["note"]["sentences"][0]["text"])


def test_the_server_stops_when_asked(seen):
    assert seen["stop"] is True
