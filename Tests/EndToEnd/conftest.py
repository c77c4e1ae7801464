"""Starts the release binary for tests that talk to it over the wire."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from client import Client

ROOT = Path(__file__).resolve().parents[2]


#: The binary under test: `BREVIATE_BIN`, or the release build.
BINARY = str(Path(os.environ.get("BREVIATE_BIN", ROOT / ".build/release/breviate")).resolve())


def pytest_sessionstart() -> None:
    if not os.access(BINARY, os.X_OK):
        pytest.exit(f"{BINARY} is not there: swift build -c release", returncode=1)


@pytest.fixture(scope="session")
def breviate() -> str:
    return BINARY


@pytest.fixture(scope="session")
def clean_env(tmp_path_factory) -> dict[str, str]:
    """An environment in which no setting or cache of the person who runs the tests is seen."""
    home = tmp_path_factory.mktemp("home")
    runtime = tmp_path_factory.mktemp("runtime")
    runtime.chmod(0o700)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("BREVIATE_", "XDG_"))}
    return kept | {"HOME": str(home), "XDG_RUNTIME_DIR": str(runtime)}


@pytest.fixture
def start(breviate, clean_env) -> Iterator[Callable[..., Client]]:
    """Starts servers; when the test is over each is ended and what its client found wrong is raised."""
    clients: list[Client] = []

    def start(*arguments: str | bytes, through: Sequence[str] = (), **options: Any) -> Client:
        """`through` is a program that sets something and then becomes the server."""
        options.setdefault("env", clean_env)
        clients.append(Client([*through, breviate, "lsp", *arguments], **options))
        return clients[-1]

    yield start
    problems = []
    for client in clients:
        try:
            client.close()
        except AssertionError as error:
            problems.append(str(error))
    assert not problems, "\n".join(problems)


@pytest.fixture
def server(start) -> Client:
    """A server that has shaken hands."""
    client = start()
    client.initialize()
    return client
