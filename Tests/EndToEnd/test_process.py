"""The server as a process: how it begins and ends, what it reads and writes, what it leaves behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from contextlib import suppress

import pytest

from client import Client, Pending, ResponseError, frame
from life import (
    GONE,
    GONE_WITHOUT_CLIENT,
    URI,
    answered,
    assert_serves,
    hover_params,
    message,
    opened,
    wait_until_settled,
)
from proc import open_files, processor_seconds, session_members
from text import prose

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS = -32700, -32600, -32601, -32602
NOT_INITIALIZED = -32002


INITIALIZE = frame(message("initialize", {"processId": None, "rootUri": None, "capabilities": {}}, "first"))


# Ends.


def test_exit_after_shutdown_is_success(server):
    assert server.request("shutdown") is None
    server.notify("exit")
    assert server.wait_for_exit(GONE) == 0


def test_exit_without_shutdown_is_failure(server):
    server.notify("exit")
    assert server.wait_for_exit(GONE) == 1


def test_exit_before_initialize_is_failure(start):
    client = start()
    client.notify("exit")
    assert client.wait_for_exit(GONE) == 1


def test_shutdown_and_exit_in_one_write_still_answer(server):
    shutdown = server.send("shutdown")
    server.notify("exit")
    assert server.wait_for_exit(GONE) == 0
    assert shutdown.wait() is None


def test_a_whole_life_in_one_write(start):
    client = start()
    initialize = {"processId": None, "rootUri": None, "capabilities": {}}
    first = client.send("initialize", initialize)
    client.notify("initialized", {})
    client.notify("textDocument/didOpen", opened(prose(500).text))
    second = client.send("textDocument/hover", hover_params())
    third = client.send("shutdown")
    client.notify("exit")
    client.close_input()
    assert client.wait_for_exit(GONE) == 0
    assert first.wait()["serverInfo"]["name"] == "breviate"
    second.wait()
    assert third.wait() is None


def before_initialize(client: Client) -> None:
    pass


def with_half_a_header(client: Client) -> None:
    client.write(b"Content-Le")


def with_half_a_body(client: Client) -> None:
    client.initialize()
    client.write(b'Content-Length: 1000\r\n\r\n{"jsonrpc"')


def after_initialize(client: Client) -> None:
    client.initialize()


def in_the_middle_of_a_run(client: Client) -> None:
    client.initialize()
    client.notify("textDocument/didOpen", opened(prose(60_000).text))
    assert client.execute("breviate.summarise", {"uri": URI})["run"]


def after_shutdown(client: Client) -> None:
    client.initialize()
    client.request("shutdown")


STATES = [
    before_initialize,
    with_half_a_header,
    with_half_a_body,
    after_initialize,
    in_the_middle_of_a_run,
    after_shutdown,
]


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_the_end_of_input_ends_the_server(start, state):
    client = start()
    state(client)
    client.close_input()
    assert client.wait_for_exit(GONE) == (0 if state is after_shutdown else 1)
    assert session_members(client.process.pid) == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_the_server(server, number):
    server.process.send_signal(number)
    server.wait_for_exit(GONE)
    assert session_members(server.process.pid) == []


def test_a_client_that_was_dead_before_ends_the_server(start):
    editor = subprocess.Popen(["true"])
    editor.wait()
    client = start()
    client.send("initialize", {"processId": editor.pid, "rootUri": None, "capabilities": {}})
    client.wait_for_exit(GONE_WITHOUT_CLIENT)


def test_a_closed_output_ends_the_server_and_no_signal_does(breviate, clean_env):
    process = subprocess.Popen(
        [breviate, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=clean_env
    )
    try:
        process.stdout.close()
        with suppress(BrokenPipeError):
            process.stdin.write(INITIALIZE)
            process.stdin.flush()
        assert process.wait(GONE) >= 0
    finally:
        process.kill()
        process.wait()
        with suppress(BrokenPipeError):
            process.stdin.close()


def test_a_closed_standard_error_changes_nothing(breviate, clean_env):
    process = subprocess.Popen(
        [breviate, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=clean_env
    )
    try:
        process.stderr.close()
        # Rejected settings give it something to log.
        params = {
            "processId": None,
            "rootUri": None,
            "capabilities": {},
            "initializationOptions": {"passageTokens": "x"},
        }
        life = [
            message("initialize", params, 1),
            message("initialized", {}),
            message("shutdown", id=2),
            message("exit"),
        ]
        output, _ = process.communicate(b"".join(map(frame, life)), timeout=GONE)
        assert process.returncode == 0
        assert answered(output) == [1, 2]
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_descriptors_that_are_closed_from_the_start_are_no_trap(breviate, clean_env, closed):
    command = f'exec "$0" lsp {closed}'
    process = subprocess.run(
        ["sh", "-c", command, breviate], input=INITIALIZE, capture_output=True, env=clean_env, timeout=GONE
    )
    assert process.returncode >= 0, f"died of signal {-process.returncode}"


def test_a_client_that_stops_reading_does_not_stop_the_server(server):
    fill_the_output(server)
    server.close_input()
    server.wait_for_exit(GONE)


def test_a_client_that_stops_reading_can_still_end_the_server(server):
    fill_the_output(server)
    server.send("shutdown")
    server.notify("exit")
    assert server.wait_for_exit(GONE) == 0


def test_a_client_that_stops_reading_and_sends_a_signal(server):
    fill_the_output(server)
    server.process.terminate()
    server.wait_for_exit(GONE)


def test_a_client_that_reads_again_gets_everything(server):
    waiting = fill_the_output(server)
    server.resume_reading()
    assert [pending.wait() for pending in waiting] == [None] * len(waiting)
    assert server.shut_down() == 0


def fill_the_output(client: Client, size: int = 10_000_000) -> list[Pending]:
    """Makes the server write this many bytes, which its client does not read; the requests under way.

    An id comes back as it came: a long one makes a long answer that costs no work.
    """
    client.notify("textDocument/didOpen", opened("one"))
    client.pause_reading()
    ids = [f"{number}{'-' * 100_000}" for number in range(size // 100_000)]
    return [client.send("textDocument/hover", hover_params(), id=id) for id in ids]


# Frames.


@pytest.mark.parametrize(
    "header",
    [
        b"\r\n\r\n",
        b"Content-Type: application/json\r\n\r\n{}",
        b"Content-Length: many\r\n\r\n{}",
        b"Content-Length: -2\r\n\r\n{}",
        b"Content-Length: 0x10\r\n\r\n{}",
        b"Content-Length: 99999999999\r\n\r\n{}",
        b"Content-Length: 99999999999999999999999999\r\n\r\n{}",
        b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
        b"nonsense\r\n\r\n{}",
        b"\x00\xff\xfe\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"X: " + b"y" * 2_000_000,
    ],
    ids=lambda header: header[:40].decode("ascii", "replace").strip() or "empty",
)
def test_a_broken_header_ends_the_server(server, header):
    with suppress(BrokenPipeError):
        server.write(header)
    assert server.wait_for_exit(GONE) == 1


@pytest.mark.parametrize(
    "body",
    [b"{", b"nonsense", b'{"a" 1}', b'"\\x"', b"[" * 100_000, b'{"a":' * 100_000, b""],
    ids=lambda body: body[:20].decode("ascii", "replace") or "empty",
)
def test_broken_json_is_answered_and_the_next_frame_served(server, body):
    server.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
    assert server.expect_unclaimed()["code"] == PARSE_ERROR
    assert_serves(server)


@pytest.mark.parametrize("body", [[], 7, "text", None, {}, {"jsonrpc": "2.0"}, {"jsonrpc": "2.0", "method": 5}])
def test_json_that_is_no_message_does_not_end_the_server(server, body):
    server.write(frame(body))
    assert_serves(server)
    assert all(answer["error"]["code"] in (INVALID_REQUEST, PARSE_ERROR) for answer in server.unclaimed)


def test_a_frame_may_arrive_byte_by_byte(start):
    client = start()
    life = client.send("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
    life.wait()
    client.notify("initialized", {})
    data = frame(message("textDocument/didOpen", opened("# Überschrift 🪨\n\n" + prose(80).text)))
    for index in range(len(data)):
        client.write(data[index : index + 1])
    assert client.execute("breviate.plan", {"uri": URI})["documents"][0]["uri"] == URI


def test_a_frame_may_be_cut_anywhere(server):
    server.notify("textDocument/didOpen", opened("é"))
    data = frame(message("textDocument/didOpen", opened("é🪨", "file:///tmp/other.md")))
    for cut in range(1, len(data)):
        # The answer to the request before it shows that the first part was read.
        server.send("textDocument/hover", hover_params(), trailing=data[:cut]).wait()
        server.write(data[cut:])
    assert_serves(server)


@pytest.mark.parametrize(
    "header",
    [
        "content-length: {0}\r\n",
        "CONTENT-LENGTH:{0}\r\n",
        "Content-Length:    {0}   \r\n",
        "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: {0}\r\n",
        "Content-Length: {0}\r\nContent-Type: application/vscode-jsonrpc; charset=utf8\r\n",
        "X-Other: a: b\r\ncontent-LENGTH: {0}\r\n",
    ],
)
def test_header_fields_come_in_any_order_and_case(server, header):
    body = json.dumps(message("textDocument/didOpen", opened(prose(90).text))).encode()
    server.write(header.format(len(body)).encode() + b"\r\n" + body)
    assert len(server.execute("breviate.plan", {"uri": URI})["documents"]) == 1


def test_the_length_counts_bytes(server):
    text = "# 見出し\n\n" + "数える単位はバイトである。" * 40 + prose(80).text
    server.notify("textDocument/didOpen", opened(text))
    assert len(server.execute("breviate.plan", {"uri": URI})["documents"]) == 1


# Messages.


@pytest.mark.parametrize("id", [0, 1, -1, 2147483647, "", "7", 'a "b" \\ \n ü🪨', "0" * 300])
def test_an_id_comes_back_as_it_came(server, id):
    server.notify("textDocument/didOpen", opened("one"))
    assert server.send("textDocument/hover", hover_params(), id=id).wait() is None


def test_a_number_and_its_digits_are_two_ids(server):
    server.notify("textDocument/didOpen", opened("one"))
    both = [server.send("textDocument/hover", hover_params(), id=id) for id in (41, "41")]
    assert [pending.wait() for pending in both] == [None, None]


def expect_error(client: Client, code: int, method: str, params=None) -> ResponseError:
    with pytest.raises(ResponseError) as caught:
        client.request(method, params)
    assert caught.value.code == code
    return caught.value


def test_an_unknown_request_is_not_found(server):
    error = expect_error(server, METHOD_NOT_FOUND, "textDocument/telepathy", {})
    assert "textDocument/telepathy" in error.message
    assert_serves(server)


@pytest.mark.parametrize(
    "method", ["$/unknown", "textDocument/telepathy", "$/setTrace", "workspace/didChangeWatchedFiles"]
)
def test_an_unknown_notification_is_ignored(server, method):
    server.notify(method, {"value": "off", "changes": []})
    server.notify(method)
    assert_serves(server)


@pytest.mark.parametrize(
    "method, params",
    [
        ("textDocument/hover", None),
        ("textDocument/hover", {"textDocument": {"uri": URI}}),
        ("textDocument/hover", {"textDocument": {"uri": 5}, "position": {"line": 0, "character": 0}}),
        ("textDocument/hover", {"textDocument": {"uri": URI}, "position": {"line": "0", "character": 0}}),
        ("textDocument/hover", ["a", "b"]),
        ("textDocument/codeLens", {}),
        ("workspace/executeCommand", {}),
        ("workspace/executeCommand", {"command": "breviate.no-such-command"}),
        ("workspace/executeCommand", {"command": "breviate.summarise", "arguments": [5]}),
        ("workspace/executeCommand", {"command": "breviate.summarise", "arguments": [{"uri": 5}]}),
        ("workspace/executeCommand", {"command": "breviate.summarise", "arguments": [{"uri": URI, "range": {}}]}),
        ("breviate/summarise", {}),
    ],
)
def test_params_that_do_not_fit_are_invalid(server, method, params):
    server.notify("textDocument/didOpen", opened(prose(90).text))
    expect_error(server, INVALID_PARAMS, method, params)
    assert_serves(server)


@pytest.mark.parametrize("line, character", [(2**31 - 1, 2**31 - 1), (0, 2**31 - 1), (-1, 0), (2**53, 2**53)])
def test_a_position_outside_of_the_text_is_no_trap(server, line, character):
    server.notify("textDocument/didOpen", opened(prose(90).text))
    with suppress(ResponseError):
        params = {"textDocument": {"uri": URI}, "position": {"line": line, "character": character}}
        server.request("textDocument/hover", params)
    assert_serves(server)


def test_a_notification_with_broken_params_is_ignored(server):
    for params in (None, {}, {"textDocument": 5}, [], "text"):
        server.write(frame(message("textDocument/didOpen", params)))
        server.write(frame(message("textDocument/didChange", params)))
    assert_serves(server)


def test_before_initialize_requests_are_refused_and_notifications_dropped(start):
    client = start()
    expect_error(client, NOT_INITIALIZED, "textDocument/hover", hover_params())
    expect_error(client, NOT_INITIALIZED, "shutdown")
    client.notify("textDocument/didOpen", opened(prose(90).text))
    client.initialize()
    assert client.execute("breviate.plan", {"uri": URI})["documents"] == []


def test_it_is_initialized_once(server):
    expect_error(server, INVALID_REQUEST, "initialize", {"processId": None, "rootUri": None, "capabilities": {}})
    assert_serves(server)


def test_after_shutdown_requests_are_invalid(server):
    server.request("shutdown")
    expect_error(server, INVALID_REQUEST, "textDocument/hover", hover_params())
    expect_error(server, INVALID_REQUEST, "shutdown")
    server.notify("exit")
    assert server.wait_for_exit(GONE) == 0


def test_a_lone_surrogate_loses_no_message(server):
    text = json.dumps(prose(90).text)[1:-1]
    body = json.dumps(message("textDocument/didOpen", opened("TEXT"))).replace(
        "TEXT", r"a\ud83d b\udead c\ud83d\ude00 " + text
    )
    data = body.encode("ascii")
    server.write(b"Content-Length: %d\r\n\r\n%b" % (len(data), data))
    assert len(server.execute("breviate.plan", {"uri": URI})["documents"]) == 1


# Manners.


def test_it_needs_nothing_of_the_environment(start):
    client = start(env={})
    client.initialize()
    client.notify("textDocument/didOpen", opened(prose(3000).text))
    assert client.execute("breviate.summarise", {"uri": URI})["run"]
    assert client.shut_down() == 0


def test_a_folder_that_is_gone_is_no_trap(breviate, clean_env, tmp_path):
    folder = tmp_path / "gone"
    folder.mkdir()
    command = 'rmdir "$PWD" && exec "$0" lsp'
    life = [message("initialize", {"processId": None, "rootUri": None, "capabilities": {}}, 1), message("exit")]
    process = subprocess.run(
        ["sh", "-c", command, breviate],
        cwd=folder,
        input=b"".join(map(frame, life)),
        capture_output=True,
        env=clean_env,
        timeout=GONE,
    )
    assert process.returncode == 1
    assert answered(process.stdout) == [1]


def test_it_rests_when_there_is_nothing_to_do(server):
    server.notify("textDocument/didOpen", opened(prose(3000).text))
    assert server.execute("breviate.summarise", {"uri": URI})["run"]
    wait_until_settled(server)
    before = processor_seconds(server.process.pid)
    with pytest.raises(subprocess.TimeoutExpired):
        server.process.wait(1.0)
    assert processor_seconds(server.process.pid) - before <= 0.02


def test_standard_output_is_the_protocols_alone(server):
    pid = server.process.pid
    files = open_files(pid)
    ours = os.readlink(f"/proc/self/fd/{server.process.stdout.fileno()}")
    protocol = [descriptor for descriptor, target in files.items() if target == ours]
    assert len(protocol) == 1 and protocol[0] > 2, f"the protocol's pipe is at {protocol}, a stray print would reach it"


def test_it_opens_no_socket(server):
    server.notify("textDocument/didOpen", opened(prose(3000).text))
    server.execute("breviate.summarise", {"uri": URI})
    wait_until_settled(server)
    assert not [target for target in open_files(server.process.pid).values() if target.startswith("socket:")]


def test_descriptors_do_not_pile_up(server):
    def turn(index: int) -> int:
        uri = f"file:///tmp/{index}.md"
        server.notify("textDocument/didOpen", opened(prose(900).text, uri))
        server.execute("breviate.plan", {"uri": uri})
        server.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        assert_serves(server)
        return len(open_files(server.process.pid))

    first = turn(0)
    assert [turn(index) for index in range(1, 40)][-1] <= first
    assert first < 16
