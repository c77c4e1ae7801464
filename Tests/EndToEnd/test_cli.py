"""The command line, from outside: what it prints, to which stream, and with which exit status."""

import json
import os
import pty
import re
import select
import signal
import subprocess
from pathlib import Path

import pytest

from conftest import BINARY
from report import check_report

PARAGRAPH = (
    "The harbour at Larnmouth was dredged in {year} by Ada Winter, who moved {count} tonnes of silt. "
    "The council paid for the work from a loan. Ships of a deeper draught could then reach the inner quay. "
    "Merchants complained that the dues rose in the same year. A later survey found the channel stable.\n\n"
)


def long_text(paragraphs=60):
    return "# The harbour\n\n" + "".join(
        PARAGRAPH.format(year=1800 + index, count=1000 + 7 * index) for index in range(paragraphs)
    )


class Result:
    def __init__(self, done):
        self.status = done.returncode
        self.out = done.stdout.decode()
        self.err = done.stderr.decode()


@pytest.fixture
def home(tmp_path):
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


@pytest.fixture
def run(home, tmp_path):
    """Runs the program in a folder of its own with no settings but those given."""

    def run(*arguments, stdin=b"", env=None, cwd=None):
        environment = {"HOME": str(home), "PATH": os.environ["PATH"], **(env or {})}
        done = subprocess.run(
            [BINARY, *map(str, arguments)],
            input=stdin,
            capture_output=True,
            env=environment,
            cwd=cwd or tmp_path,
            timeout=60,
        )
        return Result(done)

    return run


@pytest.fixture
def text_file(tmp_path):
    path = tmp_path / "harbour.md"
    path.write_text(long_text())
    return path


# MARK: Arguments


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["help"], ["lsp", "--help"], ["help", "plan"]])
def test_help_goes_to_standard_output(run, arguments):
    done = run(*arguments)
    assert done.status == 0
    assert "usage:" in done.out
    assert done.err == ""


def test_help_names_every_command_and_setting(run):
    out = run("--help").out
    for word in [
        "lsp",
        "summarise",
        "plan",
        "doctor",
        "config",
        "--model",
        "--passage-tokens",
        "--diagnostics-too-long",
    ]:
        assert word in out


def test_version(run):
    done = run("--version")
    assert done.status == 0
    assert re.fullmatch(r"breviate \d+\.\d+\.\d+\n", done.out)


@pytest.mark.parametrize(
    "arguments, words",
    [
        ([], "--help"),
        (["sumarise", "x"], "did you mean summarise?"),
        (["frobnicate"], "lsp, summarise, plan, doctor, config"),
        (["plan"], "needs a file"),
        (["summarise", "--fromat", "json", "x"], "did you mean --format?"),
        (["summarise", "--format", "yaml", "x"], "text|markdown|json|jsonl"),
        (["summarise", "--format"], "--format needs a value"),
        (["summarise", "--max-passes", "none", "x"], "whole number"),
        (["plan", "--max-passes", "many", "x"], "whole number"),
        (["plan", "--max-passes", "-1", "x"], "whole number"),
        (["plan", "--passage-tokens", "3", "x"], "a whole number from 64 to"),
        (["plan", "--passage-tokens=", "x"], "a whole number from 64 to"),
        (["plan", "--model", "gpt", "x"], "ollama:NAME"),
        (["plan", "-", "-"], "once only"),
        (["lsp", "--stdio=yes"], "takes no value"),
        (["config", "x"], 'takes no "x"'),
        (["doctor", "--log", "x"], "doctor takes no --log"),
    ],
)
def test_what_makes_no_sense_is_refused_with_status_2(run, arguments, words):
    done = run(*arguments)
    assert done.status == 2
    assert done.out == ""
    assert words in done.err
    assert done.err.startswith("breviate: ")
    assert done.err.count("\n") == 1


def test_flags_may_stand_anywhere_and_end_at_two_dashes(run, tmp_path):
    (tmp_path / "--odd").write_text(long_text(3))
    done = run("--passage-tokens", "64", "plan", "--max-passes=1", "--", "--odd")
    assert done.status == 1
    assert done.out.startswith("--odd: ")


# MARK: Files


def test_the_text_report_names_passages_lines_and_the_summary(run, text_file):
    done = run("summarise", text_file)
    assert done.status == 0
    assert done.err == ""
    assert re.search(r"^1\. The harbour \(lines 1–\d+\)$", done.out, re.M)
    assert "\nSummary\n" in done.out
    assert max(map(len, done.out.splitlines()[1:])) <= 80


def test_the_american_spelling_is_the_same_command(run, text_file):
    first = run("summarise", text_file)
    assert first.status == 0
    assert run("summarize", text_file).out == first.out


def test_standard_input(run):
    done = run("summarise", "-", "--format", "json", stdin=long_text().encode())
    assert done.status == 0
    assert json.loads(done.out)["documents"][0]["uri"] == "untitled:stdin"


@pytest.mark.parametrize(
    "content, words",
    [
        (b"caf\xe9 au lait\n" * 50, "is not UTF-8: byte 0xE9 at offset 3"),
        (b"good \xe2\x82", "is not UTF-8: byte 0xE2 at offset 5"),
        (b"\xef\xbb\xbfab\xc0\x80", "is not UTF-8: byte 0xC0 at offset 5"),
        (b"ab\xed\xa0\x80", "is not UTF-8: byte 0xED at offset 2"),
        (b"ab\xf4\x90\x80\x80", "is not UTF-8: byte 0xF4 at offset 2"),
        (b"\x7fELF\x01\x00", "NUL byte at offset 5"),
        (b"\xff\xfea\x00\x00\xd8b\x00", "is not UTF-16, as its byte order mark says: broken at offset 4"),
        (b"\xff\xfea\x00b", "broken at offset 4"),
    ],
)
def test_what_is_no_text_is_an_error_that_says_where(run, tmp_path, content, words):
    (tmp_path / "bad.txt").write_bytes(content)
    done = run("plan", "bad.txt")
    assert done.status == 2
    assert done.out == ""
    assert done.err.startswith("breviate: bad.txt: ")
    assert words in done.err


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16-le", "utf-16-be"])
def test_byte_order_marks_are_understood(run, tmp_path, text_file, encoding):
    text = long_text() + "Müller 東京 \U0001f600.\n"
    text_file.write_text(text)
    expected = run("plan", text_file, "--format", "json")
    mark = "" if encoding == "utf-8-sig" else "\ufeff"
    text_file.write_bytes((mark + text).encode(encoding))
    done = run("plan", text_file, "--format", "json")
    assert done.status == 0
    assert done.out == expected.out


def test_missing_files_and_folders(run, tmp_path):
    done = run("plan", "nowhere.md", tmp_path)
    assert done.status == 2
    assert "breviate: nowhere.md: no such file\n" in done.err
    assert f"breviate: {tmp_path}: is a folder, not a file\n" in done.err


if os.geteuid() != 0:  # Root may read everything.

    def test_a_file_without_permission(run, text_file):
        text_file.chmod(0)
        done = run("plan", text_file)
        assert done.status == 2
        assert "permission denied" in done.err


def test_the_other_files_are_still_done(run, text_file, tmp_path):
    (tmp_path / "second.md").write_text(long_text(30))
    done = run("summarise", "--format", "json", text_file, "nowhere.md", "second.md")
    assert done.status == 2
    names = [Path(document["uri"]).name for document in json.loads(done.out)["documents"]]
    assert names == ["harbour.md", "second.md"]


def test_a_short_text_is_left_to_be_read(run, tmp_path):
    (tmp_path / "short.md").write_text("One two three four five six seven eight nine ten eleven twelve.\n")
    done = run("summarise", "short.md", "--format", "json")
    assert done.status == 0
    assert done.err == "breviate: short.md: short enough to read: 12 words\n"
    value = json.loads(done.out)
    check_report(value)
    assert value["documents"][0]["passages"] == []


@pytest.mark.parametrize("content", ["", "\n\n\n", "   ", "…"])
def test_a_text_without_words_is_no_error(run, tmp_path, content):
    (tmp_path / "empty.md").write_text(content)
    done = run("summarise", "empty.md", "--format", "json")
    assert done.status == 0
    assert json.loads(done.out)["documents"][0]["passages"] == []
    assert run("plan", "empty.md").status == 0


# MARK: Formats


def test_json_is_one_report_with_every_field(run, text_file, tmp_path):
    done = run("summarise", "--format", "json", text_file)
    assert done.status == 0
    value = json.loads(done.out)
    check_report(value)
    document = value["documents"][0]
    assert document["uri"] == text_file.as_uri()
    assert document["version"] is None
    assert document["languageId"] == "markdown"
    assert document["positionEncoding"] == "utf-8"
    assert document["model"] == {"id": "none", "backend": "none", "contextWindow": None, "windowAssumed": False}
    assert document["plan"]["passes"] == len(document["passages"]) > 1
    assert all(passage["state"] == "fresh" and passage["note"] for passage in document["passages"])
    assert document["summary"]["text"]


def test_json_lines_are_passages_and_then_the_summary(run, text_file):
    whole = json.loads(run("summarise", "--format", "json", text_file).out)["documents"][0]
    lines = [json.loads(line) for line in run("summarise", "--format", "jsonl", text_file).out.splitlines()]
    *passages, summary = lines
    assert summary.keys() == {"uri", "summary"}
    assert {line["uri"] for line in lines} == {whole["uri"]}
    assert sorted(passage["number"] for passage in passages) == [passage["number"] for passage in whole["passages"]]
    for passage in passages:
        assert passage.keys() == whole["passages"][0].keys() | {"uri"}
        assert passage["note"]["text"] == whole["passages"][passage["number"] - 1]["note"]["text"]
    assert summary["summary"]["text"] == whole["summary"]["text"]


def test_markdown_has_headings_and_nothing_live(run, tmp_path):
    hostile = "See <script>alert(1)</script> and ![x](http://evil.example/a.png) [click](http://evil.example). "
    (tmp_path / "hostile.md").write_text((hostile + PARAGRAPH.format(year=1900, count=12)) * 40)
    done = run("summarise", "--format", "markdown", "hostile.md")
    assert done.status == 0
    assert done.out.startswith("# `hostile.md`\n")
    assert re.search(r"^## Passage 1: (?!1)", done.out, re.M)
    assert not re.search(r"(?<!\\)<script", done.out)
    assert not re.search(r"(?<!\\)!?(?<!\\)\[[^\]]*\]\(", done.out)


@pytest.mark.parametrize("format", ["text", "markdown", "json", "jsonl"])
def test_no_format_lets_a_text_command_the_terminal(run, tmp_path, format):
    hostile = "The \x1b[31mred\x1b[0m door \u202eesrever\u202c opened in 1999 \x07for \x9b31m Ada Winter. "
    (tmp_path / "evil.md").write_text(hostile * 60)
    done = run("summarise", "--format", format, "evil.md")
    assert done.status == 0
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", done.out)


def test_a_files_name_cannot_command_the_terminal(run, tmp_path):
    (tmp_path / "a\x1b[31m\nb.md").write_text(long_text(3))
    done = run("plan", "a\x1b[31m\nb.md", "c\x1b[31m.md")
    assert "\x1b" not in done.out + done.err
    assert done.err.count("\n") == 1


def test_the_same_text_makes_the_same_bytes(run, text_file):
    def mask(out):
        return re.sub(r'"createdAt" ?: ?"[^"]*"', "", out)

    first, second = (mask(run("summarise", "--format", "json", text_file).out) for _ in range(2))
    assert first == second


# MARK: Plan


def test_a_plan_begins_with_the_passes_and_takes_no_notes(run, text_file):
    done = run("plan", text_file)
    assert done.status == 0
    assert re.match(rf"{re.escape(str(text_file))}: \d+ passes: [\d,]+ tokens \(built-in note taker\)\n", done.out)
    value = json.loads(run("plan", "--format", "json", text_file).out)
    check_report(value)
    assert all(passage["note"] is None for passage in value["documents"][0]["passages"])


def test_more_passes_than_allowed_is_status_1(run, text_file):
    passes = json.loads(run("plan", "--format", "json", text_file).out)["documents"][0]["plan"]["passes"]
    assert run("plan", "--max-passes", passes, text_file).status == 0
    assert run("plan", "--max-passes", passes - 1, text_file).status == 1
    assert run("plan", "--max-passes", passes, text_file, "nowhere.md").status == 2


def test_the_passage_size_changes_the_plan(run, text_file):
    def passes(*arguments, **more):
        return json.loads(run("plan", "--format", "json", *arguments, text_file, **more).out)["documents"][0]["plan"][
            "passes"
        ]

    assert passes("--passage-tokens", "200") > passes()
    assert passes("--passage-tokens=200") == passes(env={"BREVIATE_PASSAGE_TOKENS": "200"})


# MARK: Settings


def write_config(home, text):
    folder = home / ".config" / "breviate"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(text)
    return folder / "config.json"


def rows(out):
    return {line.split()[0]: re.split(r" {2,}", line)[1:] for line in out.splitlines()[1:]}


def test_config_shows_where_each_value_comes_from(run, home):
    path = write_config(home, '{"hover": "off", "maxAnswerTokens": 100, "diagnostics": {"tooLong": "off"}}')
    done = run("config", "--prewarm", "open", env={"BREVIATE_MAX_ANSWER_TOKENS": "120"})
    assert done.status == 0
    assert rows(done.out) == {
        "model": ["auto", "default"],
        "contextWindow": ["what the model says, else 4096", "default"],
        "passageTokens": ["2000 with a model, 1000 without", "default"],
        "maxAnswerTokens": ["120", "environment"],
        "hover": ["off", str(path)],
        "diagnostics.tooLong": ["off", str(path)],
        "prewarm": ["open", "command line"],
        "allowRemote": ["false", "default"],
        "models": ["none", "default"],
        "instructions": ["none", "default"],
        "temperature": ["the model's own", "default"],
        "seed": ["none", "default"],
        "maxConcurrent": ["the model's own, 1 on this machine", "default"],
        "connectTimeout": ["10", "default"],
        "tokenTimeout": ["60", "default"],
        "apiKeyEnv": ["none", "default"],
        "apiKeyCommand": ["none", "default"],
        "confirmAbove": ["20 with a model on another machine, else never", "default"],
        "repair": ["false", "default"],
    }


def test_a_bad_setting_is_told_once_and_the_work_goes_on(run, home, text_file):
    path = write_config(home, '{"hovre": "off", "passageTokens": "many"}')
    done = run("plan", text_file)
    assert done.status == 0
    assert done.out
    assert f"{path}: hovre is not a setting; hover is; it is ignored" in done.err
    assert f'{path}: passageTokens is "many" but must be a whole number from 64 to 1000000; it is ignored' in done.err
    assert done.err.count("\n") == 2


def test_without_a_home_there_are_no_files_and_no_error(run, text_file):
    done = run("summarise", text_file, env={"HOME": ""})
    assert done.status == 0
    assert done.err == ""


# MARK: Models and doctor


@pytest.mark.parametrize("model", ["apple", "ollama:m", "openai:http://127.0.0.1:9/v1#m"])
def test_a_model_that_cannot_be_used_is_status_2(run, text_file, model):
    done = run("summarise", "--model", model, text_file)
    assert done.status == 2
    assert done.out.strip() == ""
    assert "breviate: " in done.err


def test_text_goes_to_another_machine_only_where_that_is_allowed(run):
    model = "openai:http://models.example:8080/v1#m"
    done = run("doctor", "--model", model)
    assert done.status == 1
    assert "allowRemote" in done.out
    assert "allowRemote" not in run("doctor", "--model", model, "--allow-remote").out


def test_doctor_is_content_without_settings(run):
    done = run("doctor")
    assert done.status == 0
    assert "problem" not in done.out
    assert re.search(r"^ok +model: ", done.out, re.M)


def test_doctor_finds_a_broken_file_of_settings(run, home):
    write_config(home, "{")
    done = run("doctor")
    assert done.status == 1
    assert re.search(r"^problem +settings: .*config\.json: is not valid JSON", done.out, re.M)


def test_doctor_writes_nothing(run, home):
    run("doctor")
    assert list(home.iterdir()) == []


# MARK: Terminals and signals


class Watched:
    """The program with a terminal for its standard error, which is read as it is written."""

    def __init__(self, home, folder, *arguments):
        self.terminal, slave = pty.openpty()
        self.process = subprocess.Popen(
            [BINARY, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=(folder / "out").open("wb"),
            stderr=slave,
            env={"HOME": str(home), "TERM": "xterm"},
            cwd=folder,
        )
        os.close(slave)
        self.shown = b""
        self.folder = folder

    def read(self, until=None):
        """Reads until `until` was shown, or to the end."""
        while until is None or until not in self.shown:
            assert select.select([self.terminal], [], [], 60)[0], self.shown
            try:
                chunk = os.read(self.terminal, 4096)
            except OSError:  # Linux says so when the last writer is gone.
                chunk = b""
            if not chunk:
                assert until is None, self.shown
                break
            self.shown += chunk

    def finish(self):
        self.read()
        os.close(self.terminal)
        return self.process.wait(timeout=60)

    @property
    def out(self):
        return (self.folder / "out").read_text()


def test_progress_is_shown_on_a_terminal_and_gone_at_the_end(home, tmp_path):
    (tmp_path / "long.md").write_text(long_text(800))
    program = Watched(home, tmp_path, "summarise", "long.md")
    assert program.finish() == 0
    assert re.search(rb"\rlong\.md: \d+ %", program.shown)
    assert program.shown.endswith(b"\r\x1b[K")


def test_without_a_terminal_there_is_no_progress(run, text_file):
    assert run("summarise", text_file, env={"TERM": "xterm"}).err == ""


def test_ctrl_c_keeps_the_notes_that_are_there(home, tmp_path):
    (tmp_path / "long.md").write_text(long_text(7000))
    program = Watched(home, tmp_path, "summarise", "--format", "json", "long.md")
    program.read(until=b" %")
    program.process.send_signal(signal.SIGINT)
    assert program.finish() == 130
    value = json.loads(program.out)
    check_report(value)
    assert value["documents"][0]["passages"]
    assert value["documents"][0]["summary"] is None


def test_a_reader_that_leaves_ends_the_work_quietly(home, tmp_path):
    (tmp_path / "long.md").write_text(long_text(800))
    process = subprocess.Popen(
        [BINARY, "summarise", "--format", "json", "long.md"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={"HOME": str(home)},
        cwd=tmp_path,
    )
    process.stdout.read(1)
    process.stdout.close()
    assert process.stderr.read() == b""
    process.wait(timeout=60)


def test_ctrl_c_while_standard_input_is_awaited_ends_at_once(home):
    process = subprocess.Popen(
        [BINARY, "summarise", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={"HOME": str(home)},
    )
    # More than a pipe holds: all of it is gone only when the program reads, and then it handles signals.
    process.stdin.write(b"word " * 100_000)
    process.stdin.flush()
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=10) == 130
