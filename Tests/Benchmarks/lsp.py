"""A client that measures a language server from outside: no thread, no checks, nothing between the pipe and the clock."""

from __future__ import annotations

import json
import os
import select
import signal
import time
from pathlib import Path

#: Seconds after which an answer is given up.
PATIENCE = 60.0

#: What a full editor offers; diagnostics are pulled, which spares a server the work until somebody asks.
EDITOR = {
    "general": {"positionEncodings": ["utf-8", "utf-16"]},
    "textDocument": {
        "synchronization": {"dynamicRegistration": False, "didSave": True},
        "publishDiagnostics": {"relatedInformation": True, "versionSupport": True},
        "hover": {"contentFormat": ["markdown", "plaintext"]},
        "codeLens": {},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "diagnostic": {"relatedDocumentSupport": False},
    },
    "window": {"workDoneProgress": True},
    "workspace": {"codeLens": {"refreshSupport": True}, "diagnostics": {"refreshSupport": True}},
}

#: The same without pulled diagnostics: the server says by itself what it has found.
PUSHED = {
    **EDITOR,
    "textDocument": {key: value for key, value in EDITOR["textDocument"].items() if key != "diagnostic"},
    "workspace": {"codeLens": {"refreshSupport": True}},
}


class Gone(Exception):
    """The server has ended or does not answer."""


def frame(message: dict) -> bytes:
    body = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


class Server:
    """A process and what it says; `notifications` are kept as they come."""

    def __init__(self, argv: list[str], folder: Path, environment: dict[str, str] | None = None):
        client_in, server_out = os.pipe()
        server_in, client_out = os.pipe()
        quiet = os.open(os.devnull, os.O_WRONLY)
        actions = [(os.POSIX_SPAWN_DUP2, server_in, 0), (os.POSIX_SPAWN_DUP2, server_out, 1), (os.POSIX_SPAWN_DUP2, quiet, 2)]
        env = {**os.environ, **(environment or {})}
        before = os.getcwd()
        os.chdir(folder)
        self.started = time.perf_counter()
        self.pid = os.posix_spawnp(argv[0], argv, env, file_actions=actions)
        os.chdir(before)
        for descriptor in (server_in, server_out, quiet):
            os.close(descriptor)
        self._in, self._out = client_in, client_out
        os.set_blocking(self._out, False)
        self._buffer = bytearray()
        self._last = 0
        self.notifications: list[dict] = []
        self.capabilities: dict = {}

    # What the client says.

    def write(self, data: bytes) -> None:
        """Writes all of it, reading meanwhile what the server says, as an editor does."""
        rest = memoryview(data)
        while rest:
            try:
                rest = rest[os.write(self._out, rest) :]
            except BlockingIOError:
                readable, _, _ = select.select([self._in], [self._out], [], PATIENCE)
                if readable:
                    self._read()
            except BrokenPipeError as error:
                raise Gone("it has closed its input") from error

    def notify(self, method: str, params: dict) -> None:
        self.write(frame({"method": method, "params": params}))

    def request_frame(self, method: str, params: dict) -> tuple[int, bytes]:
        self._last += 1
        return self._last, frame({"id": self._last, "method": method, "params": params})

    def request(self, method: str, params: dict, patience: float = PATIENCE):
        number, data = self.request_frame(method, params)
        self.write(data)
        return self.response(number, patience)

    def command(self, name: str, argument: dict):
        return self.request("workspace/executeCommand", {"command": name, "arguments": [argument]})

    # What the server says.

    def response(self, number: int, patience: float = PATIENCE):
        """Takes messages until the response with this id is there; other messages are served or kept."""
        deadline = time.perf_counter() + patience
        while True:
            message = self.next(deadline)
            if message.get("id") == number and "method" not in message:
                if "error" in message:
                    raise Gone(f"{message['error']['code']} {message['error']['message']}")
                return message.get("result")

    def wait_for(self, holds, patience: float = PATIENCE) -> dict:
        """The first notification from now on for which `holds` is true."""
        deadline = time.perf_counter() + patience
        seen = len(self.notifications)
        while True:
            while seen < len(self.notifications):
                seen += 1
                if holds(self.notifications[seen - 1]):
                    return self.notifications[seen - 1]
            self.next(deadline)

    def next(self, deadline: float) -> dict:
        while True:
            body = self._frame()
            if body is not None:
                break
            if not select.select([self._in], [], [], max(0.0, deadline - time.perf_counter()))[0]:
                raise Gone("no answer in time")
            self._read()
        message = json.loads(body)
        if "method" in message and "id" in message:
            self._serve(message)
        elif "method" in message:
            self.notifications.append(message)
        return message

    def take_what_is_there(self) -> None:
        """Serves what the server has said by now, without waiting."""
        while True:
            try:
                self.next(time.perf_counter())
            except Gone:
                return

    def _serve(self, message: dict) -> None:
        items = (message.get("params") or {}).get("items", [])
        result = [None] * len(items) if message["method"] == "workspace/configuration" else None
        self.write(frame({"id": message["id"], "result": result}))

    def _read(self) -> None:
        data = os.read(self._in, 262_144)
        if not data:
            raise Gone("it has ended")
        self._buffer += data

    def _frame(self) -> bytes | None:
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return None
        header = bytes(self._buffer[:end]).lower()
        length = int(header.split(b"content-length:")[1].split(b"\r\n")[0])
        if len(self._buffer) < end + 4 + length:
            return None
        body = bytes(self._buffer[end + 4 : end + 4 + length])
        del self._buffer[: end + 4 + length]
        return body

    # A session.

    def initialize(self, folder: Path, capabilities: dict = EDITOR, options: dict | None = None) -> float:
        """Seconds from the start of the process to the answer."""
        params = {
            "processId": os.getpid(),
            "rootUri": folder.as_uri(),
            "workspaceFolders": [{"uri": folder.as_uri(), "name": folder.name}],
            "clientInfo": {"name": "benchmark"},
            "capabilities": capabilities,
            "initializationOptions": options or {},
        }
        self.capabilities = self.request("initialize", params)["capabilities"]
        return time.perf_counter() - self.started

    def open(self, uri: str, language: str, text: str) -> None:
        item = {"uri": uri, "languageId": language, "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})

    def status(self, key: str) -> int:
        """A figure of /proc/PID/status: `VmRSS` in bytes."""
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith(key + ":"):
                return int(line.split()[1]) * (1024 if line.endswith("kB") else 1)
        raise Gone(f"no {key}")

    def processor_seconds(self) -> float:
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        for descriptor in (self._in, self._out):
            os.close(descriptor)
        try:
            os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        os.waitpid(self.pid, 0)

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_) -> None:
        self.close()
