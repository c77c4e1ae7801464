"""The server and the command line where the machine, the environment or the person's own files let them down."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

import editors
from client import Client, frame, messages_in
from life import GONE, GONE_WITHOUT_CLIENT, URI, answered, hover_params, message, opened, wait_until_settled
from proc import await_end, closes_on_exec, open_files, session_members
from text import prose

#: Root may write and read everywhere; without its capabilities it is held to permissions like everyone.
ORDINARILY = [] if os.geteuid() else ["setpriv", "--bounding-set", "-all", "--inh-caps", "-all"]

#: Seconds that one run of the command line may take.
BOUND = 20

TEXT = prose(3000)
LONG = prose(200_000)


def whole_life(client: Client) -> dict:
    """A session from the first word to the last: price, notes, page, end. Returns the report."""
    client.notify("textDocument/didOpen", opened(TEXT.text))
    assert client.execute("breviate.plan", {"uri": URI})["documents"][0]["plan"]["passes"] >= 2
    assert client.execute("breviate.summarise", {"uri": URI})["run"]
    report = wait_until_settled(client)
    assert client.request("textDocument/hover", hover_params())
    assert client.execute("breviate.showNotes", {"uri": URI})
    assert client.shut_down() == 0
    return report


def told(client: Client) -> list[str]:
    """What a person was told."""
    return [each["params"]["message"] for each in client.notifications if each["method"] == "window/showMessage"]


@pytest.fixture
def home(tmp_path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


def of_home(home: Path, **more: str) -> dict:
    return {"HOME": str(home), "PATH": os.environ["PATH"], **more}


# The editor is killed.


@pytest.fixture
def editor(breviate, clean_env, tmp_path):
    """An editor with a run in the middle and a page of notes shown as a file: its process, its server, the page."""
    started = []

    def start(*options: str) -> tuple[subprocess.Popen, int, Path]:
        runtime = tmp_path / "runtime"
        runtime.mkdir(mode=0o700)
        process = subprocess.Popen(
            [sys.executable, Path(__file__).parent / "victim.py", breviate, *options],
            env=clean_env | {"XDG_RUNTIME_DIR": str(runtime)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        started.append(process)
        line = json.loads(process.stdout.readline())
        started.extend(line["holders"])
        return process, line["server"], Path(line["page"])

    yield start
    for each in started:
        if isinstance(each, int):
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        else:
            each.kill()
            each.wait()
            each.stdin.close()
            each.stdout.close()


def test_a_killed_editor_takes_its_server_and_its_pages_with_it(editor):
    process, server, page = editor()
    assert page.exists()
    with await_end(server) as gone:
        process.kill()
        gone(GONE)
    assert session_members(server) == []
    assert list(page.parent.iterdir()) == []


def test_a_killed_editor_is_noticed_though_another_process_holds_the_pipes(editor):
    process, server, page = editor("--held")
    assert page.exists()
    with await_end(server) as gone:
        process.kill()
        process.wait()
        gone(GONE_WITHOUT_CLIENT)
    assert session_members(server) == []
    assert list(page.parent.iterdir()) == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_in_the_middle_of_a_run_leaves_no_file(start, clean_env, tmp_path, number):
    client = start(env=clean_env | {"XDG_RUNTIME_DIR": str(tmp_path)})
    client.initialize(editors.NEOVIM.capabilities)
    client.notify("textDocument/didOpen", opened(LONG.text))
    client.send("workspace/executeCommand", {"command": "breviate.summarise", "arguments": [{"uri": URI}]})
    client.execute("breviate.showNotes", {"uri": URI})
    assert [path.suffix for path in (tmp_path / "breviate").iterdir()] == [".md"]
    client.process.send_signal(number)
    client.wait_for_exit(GONE)
    assert session_members(client.process.pid) == []
    assert list((tmp_path / "breviate").iterdir()) == []


# Standard streams that are no pipes, or pipes that nobody serves.

INITIALIZE = {"processId": None, "rootUri": None, "capabilities": {}}
LIFE = b"".join(
    frame(each)
    for each in [
        message("initialize", INITIALIZE | {"initializationOptions": {"passageTokens": "x"}}, 1),
        message("initialized", {}),
        message("textDocument/didOpen", opened(TEXT.text)),
        message("workspace/executeCommand", {"command": "breviate.plan"}, 2),
        message("breviate/summarise", {"uri": URI}, 3),
        message("shutdown", id=4),
        message("exit"),
    ]
)


def test_a_recorded_session_is_served_from_a_file_into_a_file(breviate, clean_env, tmp_path):
    (tmp_path / "in").write_bytes(LIFE)
    with (tmp_path / "in").open("rb") as source, (tmp_path / "out").open("wb") as target:
        process = subprocess.run([breviate, "lsp"], stdin=source, stdout=target, env=clean_env, timeout=BOUND)
    assert process.returncode == 0
    assert sorted(answered((tmp_path / "out").read_bytes())) == [1, 2, 3, 4]


@pytest.mark.parametrize("length", [0, 20, 100, len(LIFE) // 2, len(LIFE) - 3])
def test_a_file_that_breaks_off_ends_the_server(breviate, clean_env, tmp_path, length):
    (tmp_path / "in").write_bytes(LIFE[:length])
    with (tmp_path / "in").open("rb") as source:
        process = subprocess.run([breviate, "lsp"], stdin=source, capture_output=True, env=clean_env, timeout=BOUND)
    assert process.returncode == 1
    assert list(messages_in(buffer := bytearray(process.stdout))) is not None and not buffer


@pytest.mark.parametrize("redirection", ["</", "</dev/null", "<>/dev/full >&0", ">/dev/full", "2>/dev/full"])
def test_any_file_may_stand_in_for_a_stream(breviate, clean_env, redirection):
    command = ["sh", "-c", f'exec "$0" lsp {redirection}', breviate]
    process = subprocess.run(command, input=LIFE, capture_output=True, env=clean_env, timeout=BOUND)
    # Whether the end or the loss of the output is seen first is a race.
    assert process.returncode in ((0,) if redirection.startswith("2") else (0, 1))


def test_a_full_standard_error_that_nobody_reads_holds_nothing_up(breviate, clean_env):
    reader, writer = os.pipe()
    try:
        os.set_blocking(writer, False)
        with suppress(BlockingIOError):
            while True:
                os.write(writer, b"x" * 65536)
        os.set_blocking(writer, True)
        broken = b"".join(frame(None) for _ in range(2000))
        life = LIFE.replace(frame(message("shutdown", id=4)), broken + frame(message("shutdown", id=4)))
        process = subprocess.run(
            [breviate, "lsp"], input=life, stdout=subprocess.PIPE, stderr=writer, env=clean_env, timeout=BOUND
        )
    finally:
        os.close(reader)
        os.close(writer)
    assert process.returncode == 0
    assert len(answered(process.stdout)) == 2004


def test_a_pipe_that_somebody_set_to_non_blocking_is_waited_for(breviate, clean_env):
    reader, writer = os.pipe()
    try:
        os.set_blocking(reader, False)
        process = subprocess.Popen(
            [breviate, "plan", "-"], stdin=reader, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=clean_env
        )
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.2)
        os.write(writer, TEXT.text[:5000].encode())
        os.close(writer)
        output, errors = process.communicate(timeout=BOUND)
    finally:
        os.close(reader)
    assert (process.returncode, errors) == (0, b"")
    assert output.startswith(b"standard input: ")


# Many at once.


def test_ten_servers_share_one_home(start, home):
    config = home / ".config/breviate"
    config.mkdir(parents=True)
    (config / "config.json").write_text('{"passageTokens": 500}')
    (home / "run").mkdir(mode=0o700)
    clients = [start(env=of_home(home, XDG_RUNTIME_DIR=str(home / "run"))) for _ in range(10)]
    for client in clients:
        client.initialize(editors.NEOVIM.capabilities)
        client.notify("textDocument/didOpen", opened(TEXT.text))
    held = [client.send("breviate/summarise", {"uri": URI}) for client in clients]
    reports = [pending.wait()["documents"][0] for pending in held]
    assert {report["plan"]["inputBudget"] for report in reports} == {500}
    assert len({tuple(passage["note"]["text"] for passage in report["passages"]) for report in reports}) == 1
    for client in clients:
        client.execute("breviate.showNotes", {"uri": URI})
    pages = list((home / "run/breviate").iterdir())
    assert len(pages) == 10
    assert {stat.S_IMODE(page.stat().st_mode) for page in pages} == {0o600}
    clients[0].process.kill()
    clients[0].wait_for_exit()
    assert [client.shut_down() for client in clients[1:]] == [0] * 9
    assert len(list((home / "run/breviate").iterdir())) == 1, "only what the killed one left"


# Homes.


def home_missing(home: Path) -> dict:
    return {}


def home_empty(home: Path) -> dict:
    return {"HOME": ""}


def home_relative(home: Path) -> dict:
    return {"HOME": "somewhere", "XDG_CONFIG_HOME": "../x", "XDG_CACHE_HOME": ".", "XDG_RUNTIME_DIR": "run"}


def home_not_there(home: Path) -> dict:
    return {"HOME": str(home / "no/such"), "XDG_RUNTIME_DIR": str(home / "nor/this")}


def home_a_file(home: Path) -> dict:
    (home / "file").write_text("")
    return {"HOME": str(home / "file"), "XDG_RUNTIME_DIR": str(home / "file")}


def home_not_ours(home: Path) -> dict:
    return {"HOME": "/proc/1", "XDG_RUNTIME_DIR": "/proc/1", "TMPDIR": "/proc/1"}


def home_not_utf8(home: Path) -> dict:
    name = os.fsencode(home) + b"/caf\xe9"
    return {b"HOME": name, b"XDG_CACHE_HOME": name, b"XDG_RUNTIME_DIR": name, b"TMPDIR": name}


def home_without_end(home: Path) -> dict:
    name = "/x" * 40_000
    return {"HOME": name, "XDG_RUNTIME_DIR": name, "TMPDIR": name}


def home_locked(home: Path) -> dict:
    for part in (".config/breviate", ".cache/breviate", "run"):
        (home / part).mkdir(parents=True)
    for part in (".config/breviate", ".config", ".cache/breviate", ".cache", "run", ""):
        (home / part).chmod(0o500)
    return of_home(home, XDG_RUNTIME_DIR=str(home / "run"), TMPDIR=str(home / "run"))


def home_closed(home: Path) -> dict:
    for part in (".config/breviate", ".cache/breviate", "run"):
        (home / part).mkdir(parents=True)
    home.chmod(0)
    return of_home(home, XDG_RUNTIME_DIR=str(home / "run"), TMPDIR=str(home / "run"))


HOMES = [
    home_missing,
    home_empty,
    home_relative,
    home_not_there,
    home_a_file,
    home_not_ours,
    home_not_utf8,
    home_without_end,
    home_locked,
    home_closed,
]


@pytest.mark.parametrize("make", HOMES, ids=lambda make: make.__name__)
def test_without_a_good_home_everything_still_works(start, home, tmp_path, make):
    environment = make(home)
    before = sorted(tmp_path.rglob("*"))
    client = start(env=environment, cwd=str(tmp_path), through=ORDINARILY)
    client.initialize(editors.NEOVIM.capabilities)
    whole_life(client)
    home.chmod(0o700)
    left = set(tmp_path.rglob("*")) - set(before)
    assert not [path for path in left if not path.is_dir()], "no file is left"


@pytest.mark.parametrize("make", HOMES, ids=lambda make: make.__name__)
def test_the_command_line_needs_no_home(breviate, home, tmp_path, make):
    (tmp_path / "history.md").write_text(TEXT.text)
    environment = make(home)
    for verb in (["plan", "history.md"], ["summarise", "history.md"], ["config"], ["doctor"]):
        process = subprocess.run(
            [*ORDINARILY, breviate, *verb], env=environment, cwd=tmp_path, capture_output=True, timeout=BOUND
        )
        allowed = {0, 1} if verb == ["doctor"] else {0}
        assert process.returncode in allowed, process.stderr
        assert process.stdout
    home.chmod(0o700)


def test_a_page_that_cannot_be_a_file_comes_as_text(start, home):
    client = start(env=home_locked(home), through=ORDINARILY)
    client.initialize(editors.NEOVIM.capabilities)
    client.notify("textDocument/didOpen", opened(TEXT.text))
    client.request("breviate/summarise", {"uri": URI})
    reply = client.execute("breviate.showNotes", {"uri": URI})
    home.chmod(0o700)
    assert reply["uri"] is None and "Beginnings" in reply["text"]


# The file of settings.


def config_folder(path: Path) -> str:
    path.mkdir()
    return "is a folder"


def config_unreadable(path: Path) -> str:
    path.write_text('{"passageTokens": 500}')
    path.chmod(0)
    return "permission denied"


def config_pipe(path: Path) -> str:
    os.mkfifo(path)
    return "not a regular file"


def config_device(path: Path) -> str:
    path.symlink_to("/dev/zero")
    return "not a regular file"


def config_loop(path: Path) -> str:
    path.symlink_to(path)
    return "cannot be read"


def config_huge(path: Path) -> str:
    with path.open("wb") as file:
        file.truncate(10**11)
    return "larger than"


def config_of(content: bytes, words: str) -> Callable[[Path], str]:
    def make(path: Path) -> str:
        path.write_bytes(content)
        return words

    return make


CONFIGS = {
    "a folder": config_folder,
    "unreadable": config_unreadable,
    "a pipe": config_pipe,
    "a device": config_device,
    "a loop of links": config_loop,
    "huge": config_huge,
    "cut off": config_of(b'{"passageTokens": 5', "not valid JSON"),
    "two values": config_of(b'{"passageTokens": 500} {}', "not valid JSON"),
    "NUL bytes": config_of(b"\0" * 4096, "not valid JSON"),
    "no UTF-8": config_of(b'{"hover": "caf\xe9"}', "JSON"),
    "deep": config_of(b"[" * 500_000, "not valid JSON"),
    "deep and closed": config_of(b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "JSON"),
    "a list": config_of(b"[1, 2]", "must be an object"),
    "a number": config_of(b"1e999", ""),
    "numbers beyond all": config_of(b'{"passageTokens": 1e999, "contextWindow": -1e400}', "JSON"),
    "a key twice": config_of(b'{"passageTokens": 5, "passageTokens": 7}', "passageTokens"),
    "unknown keys": config_of(json.dumps({f"key {n}": n for n in range(5000)}).encode(), "is not a setting"),
}


@pytest.mark.parametrize("make", CONFIGS.values(), ids=CONFIGS.keys())
def test_a_broken_file_of_settings_is_named_and_the_defaults_hold(start, breviate, home, tmp_path, make):
    path = home / ".config/breviate/config.json"
    path.parent.mkdir(parents=True)
    words = make(path)
    client = start(env=of_home(home), through=ORDINARILY)
    client.initialize(editors.NEOVIM.capabilities)
    client.wait_until(lambda: any(str(path) in line and words in line for line in told(client)), "word of the file")
    assert whole_life(client)["documents"][0]["plan"]["inputBudget"] == 1000
    assert len(told(client)) <= 6, "nobody reads that many messages"
    (tmp_path / "history.md").write_text(TEXT.text)
    process = subprocess.run(
        [*ORDINARILY, breviate, "plan", tmp_path / "history.md"], env=of_home(home), capture_output=True, timeout=BOUND
    )
    assert process.returncode == 0
    assert words.encode() in process.stderr
    examined = subprocess.run(
        [*ORDINARILY, breviate, "doctor"], env=of_home(home), capture_output=True, timeout=BOUND
    )
    assert examined.returncode == 1
    assert words.encode() in examined.stdout


@pytest.mark.parametrize("content", [b"", b" \n", None], ids=["empty", "blank", "a dangling link"])
def test_a_file_of_settings_that_says_nothing_is_no_problem(start, home, content):
    path = home / ".config/breviate/config.json"
    path.parent.mkdir(parents=True)
    if content is None:
        path.symlink_to("nowhere")
    else:
        path.write_bytes(content)
    client = start(env=of_home(home))
    client.initialize()
    whole_life(client)
    assert told(client) == []


# Locales and bytes.

LOCALES = ["C", "POSIX", "de_DE.ISO-8859-1", "ja_JP.SJIS", "tr_TR.UTF-8", "no such locale", "\udcff"]


@pytest.mark.parametrize("locale", LOCALES, ids=ascii)
def test_no_locale_changes_anything(start, breviate, home, tmp_path, locale):
    environment = of_home(home, LC_ALL=locale, LANG=locale, LANGUAGE=locale)
    client = start(env=environment)
    client.initialize()
    report = whole_life(client)
    assert "Brückheim" in json.dumps(report, ensure_ascii=False)
    name = tmp_path / "Größe 東京 🪨.md"
    name.write_text(TEXT.text)
    process = subprocess.run([breviate, "summarise", name], env=environment, capture_output=True, timeout=BOUND)
    assert process.returncode == 0
    assert str(name) in process.stdout.decode() and "Brückheim" in process.stdout.decode()


def test_an_environment_of_any_bytes_is_no_trap(start, home):
    environment = {os.fsencode(name): os.fsencode(value) for name, value in of_home(home).items()}
    environment |= {b"\xff\xfe": b"\x80", b"BREVIATE_\xff": b"1", b"BREVIATE_HOVER": b"\xc3", b"JUNK": b"\xff" * 100_000}
    client = start(env=environment)
    client.initialize()
    client.wait_until(lambda: any("BREVIATE_HOVER" in line for line in told(client)), "word of the variable")
    whole_life(client)


@pytest.mark.parametrize(
    "arguments",
    [[b"plan", b"caf\xe9.md"], [b"lsp", b"--log", b"caf\xe9.log"], [b"\xff"], [b"plan", b"--format=\xc3", b"x"]],
    ids=ascii,
)
def test_arguments_that_are_no_text_are_refused_and_name_no_other_file(breviate, home, tmp_path, arguments):
    (tmp_path / "caf\ufffd.md").write_text(TEXT.text)
    before = sorted(tmp_path.iterdir())
    process = subprocess.run(
        [breviate, *arguments], env=of_home(home), cwd=tmp_path, capture_output=True, timeout=BOUND
    )
    assert process.returncode == 2
    assert process.stdout == b""
    assert "is not UTF-8" in process.stderr.decode()
    assert process.stderr.count(b"\n") == 1
    assert sorted(tmp_path.iterdir()) == before


# Limits.


def limited(limit: str) -> list[str]:
    return ["sh", "-c", f'ulimit {limit}; exec "$0" "$@"']


@pytest.mark.parametrize("files", range(1, 21))
def test_few_descriptors_are_enough_or_it_is_said_that_they_are_not(breviate, home, tmp_path, files):
    (tmp_path / "history.md").write_text(TEXT.text)
    for words, status in ((["lsp"], 0), (["summarise", "history.md"], 0)):
        process = subprocess.run(
            [*limited(f"-n {files}"), breviate, *words],
            input=LIFE,
            env=of_home(home),
            cwd=tmp_path,
            capture_output=True,
            timeout=BOUND,
        )
        if files >= 16 or process.returncode == status:
            assert (process.returncode, process.stderr) == (status, b"")
            assert process.stdout
        else:
            assert process.returncode == 2
            assert process.stdout == b""
            assert process.stderr.startswith(b"breviate: ") and b"open" in process.stderr


@pytest.mark.parametrize("limit", ["-f 0", "-s 256", "-c 0", "-l 0"])
def test_other_limits_change_nothing(start, home, tmp_path, limit):
    client = start("--log", str(tmp_path / "log"), env=of_home(home), through=limited(limit))
    client.initialize(editors.NEOVIM.capabilities)
    whole_life(client)


@pytest.mark.parametrize("path", ["/dev/full", "/dev/null"])
def test_a_log_that_takes_nothing_changes_nothing(start, home, path):
    client = start("--log", path, env=of_home(home))
    client.initialize()
    whole_life(client)


@pytest.mark.parametrize(
    "flag, path",
    [(flag, path) for flag in ("--log", "--record") for path in ("/", "/proc/1/x", "no/such/folder/file")]
    + [("--record", "/dev/full")],
)
def test_a_log_or_a_recording_that_cannot_begin_is_refused_and_harms_nothing(breviate, home, tmp_path, flag, path):
    process = subprocess.run(
        [*ORDINARILY, breviate, "lsp", flag, path],
        input=LIFE,
        env=of_home(home),
        cwd=tmp_path,
        capture_output=True,
        timeout=BOUND,
    )
    assert (process.returncode, process.stdout) == (2, b"")
    assert process.stderr.startswith(f"breviate: {path}: ".encode())
    assert list(tmp_path.iterdir()) == [home]
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode)


@pytest.mark.parametrize("verb", ["plan", "summarise", "config", "doctor", "--help"])
def test_a_full_disk_is_told(breviate, home, tmp_path, verb):
    (tmp_path / "history.md").write_text(TEXT.text)
    words = [verb, "history.md"] if verb in ("plan", "summarise") else [verb]
    with open("/dev/full", "wb") as full:
        process = subprocess.run(
            [breviate, *words], stdout=full, stderr=subprocess.PIPE, env=of_home(home), cwd=tmp_path, timeout=BOUND
        )
    assert process.returncode == 2
    assert process.stderr.decode().startswith("breviate: standard output: ")


# Descriptors.


def test_whatever_is_open_no_child_would_inherit_it(start, home, tmp_path):
    environment = of_home(home, XDG_RUNTIME_DIR=str(tmp_path))
    client = start("--log", str(tmp_path / "log"), "--record", str(tmp_path / "record"), env=environment)
    client.initialize(editors.NEOVIM.capabilities)
    client.notify("textDocument/didOpen", opened(LONG.text))
    held = client.send("breviate/summarise", {"uri": URI})
    client.execute("breviate.showNotes", {"uri": URI})
    pid = client.process.pid
    for _ in range(50):
        # An answer to each question: the looks are spread over the run.
        client.execute("breviate.plan", {"uri": "file:///nowhere"})
        for descriptor in open_files(pid):
            with suppress(FileNotFoundError):
                assert descriptor <= 2 or closes_on_exec(pid, descriptor)
        assert session_members(pid) == [pid], "it starts no child"
    held.cancel()
    assert client.shut_down() == 0
