"""A strict language client on the pipes of a server process.

It checks every message that arrives (`schema.py`), that each request gets exactly one response, that nothing is asked
which the client's capabilities do not offer, and that progress keeps its rules (`progress.py`). What is wrong is raised
by the call that waits, or at the latest when the client is closed. Waiting is on events, with deadlines.
"""

from __future__ import annotations

import json
import os
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import schema
from progress import Progress

#: Seconds that anything may take which is not itself being timed.
PATIENCE = 20.0

#: What a server may ask of a client, and where the client's capabilities offer it.
OFFERED_BY = {
    "window/workDoneProgress/create": ["window.workDoneProgress"],
    "window/showDocument": ["window.showDocument.support"],
    "workspace/configuration": ["workspace.configuration"],
    "workspace/codeLens/refresh": ["workspace.codeLens.refreshSupport"],
    "workspace/diagnostic/refresh": ["workspace.diagnostics.refreshSupport", "workspace.diagnostic.refreshSupport"],
    "workspace/textDocumentContent/refresh": ["workspace.textDocumentContent"],
}


class ResponseError(Exception):
    """The server answered a request with an error."""

    def __init__(self, method: str, error: dict):
        super().__init__(f"{method}: {error['code']} {error['message']}")
        self.code: int = error["code"]
        self.message: str = error["message"]
        self.data: Any = error.get("data")


@dataclass
class Pending:
    """A request under way."""

    client: Client
    id: int | str
    method: str
    params: Any
    partial: list[Any] = field(default_factory=list)
    response: dict | None = None

    def wait(self, timeout: float = PATIENCE) -> Any:
        """The result; raises `ResponseError` for an error."""
        self.client.wait_until(lambda: self.response is not None, f"the response to {self.method}", timeout)
        if "error" in self.response:
            raise ResponseError(self.method, self.response["error"])
        return self.response["result"]

    def token(self, name: str) -> int | str | None:
        return self.params.get(name) if isinstance(self.params, dict) else None

    def cancel(self) -> None:
        self.client.notify("$/cancelRequest", {"id": self.id})


def frame(message: Any) -> bytes:
    body = json.dumps(message, ensure_ascii=False).encode("utf-8")
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


def messages_in(buffer: bytearray) -> Iterator[dict]:
    """Takes the messages of the whole frames at the beginning of what a server wrote."""
    while (end := buffer.find(b"\r\n\r\n")) >= 0:
        length = _content_length(bytes(buffer[:end]))
        if len(buffer) < end + 4 + length:
            return
        body = bytes(buffer[end + 4 : end + 4 + length])
        del buffer[: end + 4 + length]
        yield _message(body)


class Client:
    """One server process and the client's side of the talk with it."""

    def __init__(self, command: list[str | bytes], *, env: dict | None = None, cwd: str | None = None):
        # A session of its own, so that whatever the server leaves behind can be found.
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env=env,
            cwd=cwd,
            start_new_session=True,
        )
        self.capabilities: dict = {}
        #: The answer to each item of a `workspace/configuration`; may raise a `ResponseError`.
        self.configuration: Callable[[dict], Any] = lambda item: None
        self.handlers: dict[str, Callable[[dict], Any]] = {}
        self.notifications: list[dict] = []
        #: The server's requests that are answered: what is sent after one is seen here arrives after its answer.
        self.requests: list[dict] = []
        #: Responses with id null and their like, which belong to no request.
        self.unclaimed: list[dict] = []
        self.progress: dict[int | str, Progress] = {}
        self.diagnostics: dict[str, dict] = {}
        self.problems: list[str] = []
        self.stderr = b""
        self._pending: dict[int | str, Pending] = {}
        #: Progress tokens that the server made.
        self._created: set[int | str] = set()
        self._unread: deque[dict] = deque()
        self._next_id = 0
        self._changed = threading.Condition()
        self._writing = threading.Lock()
        self._reading = threading.Event()
        self._reading.set()
        self._eof = False
        #: Whether the talk may break off anywhere: the client does not read, or ended the server.
        self._may_break_off = False
        self._threads = [
            threading.Thread(target=self._read_messages, daemon=True),
            threading.Thread(target=self._read_errors, daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    # The client's messages.

    def initialize(
        self,
        capabilities: dict | None = None,
        options: Any = None,
        *,
        process_id: int | None = None,
        client_info: dict | None = None,
    ) -> dict:
        """Shakes hands; returns what the server can do."""
        self.capabilities = capabilities or {}
        params = {"processId": process_id, "rootUri": None, "capabilities": self.capabilities}
        if options is not None:
            params["initializationOptions"] = options
        if client_info is not None:
            params["clientInfo"] = client_info
        result = self.request("initialize", params)
        self.notify("initialized", {})
        return result

    def send(self, method: str, params: Any = None, id: int | str | None = None, *, trailing: bytes = b"") -> Pending:
        """Sends a request, and in the same write the bytes `trailing`, without waiting for its response."""
        with self._changed:
            if id is None:
                self._next_id += 1
                id = self._next_id
            pending = Pending(self, id, method, params)
            self._pending[id] = pending
        message = {"jsonrpc": "2.0", "id": id, "method": method}
        if params is not None:
            message["params"] = params
        self.write(frame(message) + trailing)
        return pending

    def request(self, method: str, params: Any = None, timeout: float = PATIENCE) -> Any:
        return self.send(method, params).wait(timeout)

    def execute(self, command: str, argument: dict | None = None) -> Any:
        """Runs a command of the server, with one object as argument or none."""
        params: dict = {"command": command}
        if argument is not None:
            params["arguments"] = [argument]
        return self.request("workspace/executeCommand", params)

    def notify(self, method: str, params: Any = None) -> None:
        message = {"jsonrpc": "2.0", "method": method}
        if params is not None:
            message["params"] = params
        self.write(frame(message))

    def write(self, data: bytes) -> None:
        with self._writing:
            view = memoryview(data)
            while view:
                view = view[os.write(self.process.stdin.fileno(), view) :]

    def close_input(self) -> None:
        self.process.stdin.close()

    # Waiting.

    def wait_until(self, condition: Callable[[], Any], what: str, timeout: float = PATIENCE) -> Any:
        """Waits until `condition` holds; it is looked at after each message. Returns what it returned."""
        end = time.monotonic() + timeout
        with self._changed:
            while True:
                self._raise_problems()
                value = condition()
                if value:
                    return value
                if self._eof:
                    raise AssertionError(f"the server is gone; {what} did not come; stderr: {self.stderr[-2000:]!r}")
                left = end - time.monotonic()
                if left <= 0:
                    raise AssertionError(f"{what} did not come within {timeout:g} s")
                self._changed.wait(left)

    def expect_notification(
        self, method: str, predicate: Callable[[Any], Any] = lambda params: True, timeout: float = PATIENCE
    ) -> Any:
        """The params of the first unread notification of this method that fits; reads it."""

        def find():
            for message in self._unread:
                if message["method"] == method and predicate(message.get("params")):
                    self._unread.remove(message)
                    return message
            return None

        return self.wait_until(find, method, timeout).get("params")

    def expect_unclaimed(self, timeout: float = PATIENCE) -> dict:
        """The error of the next response that belongs to no request: the answer to a broken message."""
        message = self.wait_until(lambda: self.unclaimed and self.unclaimed.pop(0), "an error with id null", timeout)
        assert message["id"] is None
        return message["error"]

    def pause_reading(self) -> None:
        """Stops taking what the server writes; one read under way may still take its share."""
        self._may_break_off = True
        self._reading.clear()

    def resume_reading(self) -> None:
        self._may_break_off = False
        self._reading.set()

    # The end.

    def wait_for_exit(self, timeout: float = PATIENCE) -> int:
        """The exit status; negative for a signal, as in `subprocess`."""
        try:
            return self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"the server is still there after {timeout:g} s") from None

    def shut_down(self) -> int:
        """Ends the session as the protocol has it; returns the exit status."""
        self.request("shutdown")
        self.notify("exit")
        return self.wait_for_exit()

    def close(self) -> None:
        """Ends the process if it is still there and raises what was found wrong."""
        if self.process.poll() is None:
            self._may_break_off = True
            self.process.kill()
        self._reading.set()
        self.process.wait()
        for thread in self._threads:
            thread.join(PATIENCE)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            stream.close()
        self._raise_problems()

    # The server's messages.

    def _read_errors(self) -> None:
        while data := self._read(self.process.stderr):
            self.stderr = (self.stderr + data)[-100_000:]

    def _read_messages(self) -> None:
        buffer = bytearray()
        while data := self._read(self.process.stdout):
            buffer += data
            self._guarded(self._take_frames, buffer)
            self._reading.wait()
        if buffer and not self._may_break_off:
            self._report(f"the server's last words are no frame: {bytes(buffer[:200])!r}")
        with self._changed:
            self._eof = True
            self._changed.notify_all()

    @staticmethod
    def _read(stream) -> bytes:
        try:
            return os.read(stream.fileno(), 65536)
        except (OSError, ValueError):
            return b""

    def _take_frames(self, buffer: bytearray) -> None:
        for message in messages_in(buffer):
            self._guarded(self._receive, message)

    def _guarded(self, step: Callable[[Any], None], argument: Any) -> None:
        try:
            step(argument)
        except Exception as error:
            if not (self._may_break_off and isinstance(error, OSError)):
                self._report(f"{type(error).__name__}: {error}")

    def _report(self, problem: str) -> None:
        with self._changed:
            self.problems.append(problem)
            self._changed.notify_all()

    def _raise_problems(self) -> None:
        if self.problems:
            problems, self.problems = self.problems, []
            raise AssertionError("\n".join(problems))

    def _receive(self, message: dict) -> None:
        if "method" not in message:
            self._receive_response(message)
        elif "id" in message:
            self._receive_request(message)
        else:
            self._receive_notification(message)

    def _receive_response(self, message: dict) -> None:
        with self._changed:
            if message.get("id") is None:
                schema.check_response(message, "error without a request")
                self.unclaimed.append(message)
            else:
                pending = self._pending.pop(message["id"], None)
                if pending is None or type(pending.id) is not type(message["id"]):
                    raise schema.Invalid(f"a response that nobody waits for: {message!r:.300}")
                pending.response = message
                schema.check_response(message, pending.method)
            self._changed.notify_all()

    def _receive_request(self, message: dict) -> None:
        schema.check_request(message)
        method, params = message["method"], message.get("params")
        with self._changed:
            if method == "window/workDoneProgress/create":
                if params["token"] in self._created:
                    raise schema.Invalid(f"the token {params['token']} is used twice")
                self._created.add(params["token"])
                self.progress[params["token"]] = Progress(params["token"])
        answer = {"jsonrpc": "2.0", "id": message["id"]}
        try:
            answer["result"] = self._answer(method, params)
        except ResponseError as error:
            answer["error"] = {"code": error.code, "message": error.message}
        self.write(frame(answer))
        with self._changed:
            self.requests.append(message)
            self._changed.notify_all()

    def _answer(self, method: str, params: Any) -> Any:
        if method not in OFFERED_BY or not any(self._offers(path) for path in OFFERED_BY[method]):
            self._report(f"{method} was not offered: {params!r:.200}")
            raise ResponseError(method, {"code": -32601, "message": "not offered"})
        if method in self.handlers:
            return self.handlers[method](params)
        if method == "workspace/configuration":
            return [self.configuration(item) for item in params["items"]]
        if method == "window/showDocument":
            return {"success": True}
        return None

    def _offers(self, path: str) -> bool:
        value: Any = self.capabilities
        for key in path.split("."):
            value = value.get(key) if isinstance(value, dict) else None
        return value is not None and value is not False

    def _receive_notification(self, message: dict) -> None:
        schema.check_notification(message)
        method, params = message["method"], message.get("params")
        with self._changed:
            self.notifications.append(message)
            self._unread.append(message)
            if method == "textDocument/publishDiagnostics":
                self.diagnostics[params["uri"]] = params
            elif method == "$/progress":
                self._receive_progress(params)
            self._changed.notify_all()

    def _receive_progress(self, params: dict) -> None:
        token, value = params["token"], params["value"]
        for pending in self._pending.values():
            if pending.token("partialResultToken") == token:
                pending.partial.append(value)
                return
        # A token of the client's lives as long as its request is held open.
        if any(pending.token("workDoneToken") == token for pending in self._pending.values()):
            self.progress.setdefault(token, Progress(token)).add(value)
        elif token in self._created:
            self.progress[token].add(value)
        else:
            raise schema.Invalid(f"progress on a token that is unknown or whose request is answered: {params!r:.200}")


def _content_length(header: bytes) -> int:
    """The length that a header states; strict, since it is our own server that writes it."""
    fields = dict(line.split(b": ", 1) for line in header.split(b"\r\n"))
    if set(fields) - {b"Content-Length", b"Content-Type"} or not fields[b"Content-Length"].isdigit():
        raise schema.Invalid(f"header {header!r:.200}")
    return int(fields[b"Content-Length"])


def _message(body: bytes) -> dict:
    message = json.loads(body.decode("utf-8"), object_pairs_hook=_unique, parse_constant=_refuse)
    if not isinstance(message, dict):
        raise schema.Invalid(f"no message: {message!r:.200}")
    # Fails on an escaped lone surrogate, which is JSON but no text.
    json.dumps(message, ensure_ascii=False).encode("utf-8")
    return message


def _unique(pairs: list[tuple[str, Any]]) -> dict:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise schema.Invalid(f"a key twice in {pairs!r:.200}")
    return value


def _refuse(constant: str) -> None:
    raise schema.Invalid(f"{constant} is no JSON")
