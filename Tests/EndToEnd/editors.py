"""What editors say of themselves when they start a server, and what they may expect of it in return."""

from __future__ import annotations

import copy
from dataclasses import dataclass

from lsprotocol import converters
from pytest_lsp import client_capabilities


@dataclass(frozen=True)
class Editor:
    name: str
    #: `clientInfo` as the editor sends it.
    client_info: dict | None
    capabilities: dict
    #: What the server must choose of `general.positionEncodings`.
    encoding: str
    pulls_diagnostics: bool = False
    #: The kinds of hover text that suit the editor.
    hover_kinds: frozenset[str] = frozenset({"markdown", "plaintext"})

    def offers(self, *path: str) -> bool:
        value = self.capabilities
        for key in path:
            value = value.get(key) if isinstance(value, dict) else None
        return bool(value) or value == {}


def _captured(spec: str) -> dict:
    params = converters.get_converter().unstructure(client_capabilities(spec))
    return params.get("capabilities", params)


def _with(capabilities: dict, **sections: dict) -> dict:
    changed = copy.deepcopy(capabilities)
    for section, values in sections.items():
        changed.setdefault(section, {}).update(values)
    return changed


_NEOVIM = _captured("neovim@v0.11.0")
_VSCODE = _captured("visual_studio_code@v1.65.2")
_EMACS = _captured("emacs@v29.1")

NEOVIM = Editor(
    "Neovim 0.11",
    {"name": "Neovim", "version": "0.11.0"},
    _NEOVIM,
    encoding="utf-8",
    hover_kinds=frozenset({"plaintext"}),
)
#: Pulls, but cannot be told to pull again in 0.11; from 0.12 on it can.
NEOVIM_PULLING = Editor(
    "Neovim 0.12",
    {"name": "Neovim", "version": "0.12.0"},
    _with(_NEOVIM, workspace={"diagnostics": {"refreshSupport": True}, "codeLens": {"refreshSupport": True}}),
    encoding="utf-8",
    pulls_diagnostics=True,
    hover_kinds=frozenset({"plaintext"}),
)
VSCODE = Editor(
    "VS Code 1.65",
    {"name": "Visual Studio Code", "version": "1.65.2"},
    _VSCODE,
    encoding="utf-16",
    hover_kinds=frozenset({"markdown"}),
)
#: As VS Code is with a client library that has `workspace/textDocumentContent`.
VSCODE_WITH_CONTENT = Editor(
    "VS Code with documents of ours",
    {"name": "Visual Studio Code", "version": "1.120.0"},
    _with(
        _VSCODE,
        workspace={"textDocumentContent": {"dynamicRegistration": True}, "diagnostics": {"refreshSupport": True}},
        textDocument={"diagnostic": {"dynamicRegistration": True, "relatedInformation": True}},
    ),
    encoding="utf-16",
    pulls_diagnostics=True,
    hover_kinds=frozenset({"markdown"}),
)
EMACS = Editor("Emacs 29", {"name": "Emacs (eglot)", "version": "29.1"}, _EMACS, encoding="utf-8")
#: The other spelling of the refresh of pulled diagnostics, as clients on Rust's lsp-types have it.
HELIX = Editor(
    "Helix",
    {"name": "helix", "version": "25.07"},
    {
        "general": {"positionEncodings": ["utf-8", "utf-32", "utf-16"]},
        "textDocument": {
            "diagnostic": {"dynamicRegistration": False},
            "hover": {"contentFormat": ["markdown"]},
            "publishDiagnostics": {"versionSupport": True},
        },
        "window": {"workDoneProgress": True, "showDocument": {"support": True}},
        "workspace": {"configuration": True, "diagnostic": {"refreshSupport": True}},
    },
    encoding="utf-8",
    pulls_diagnostics=True,
    hover_kinds=frozenset({"markdown"}),
)
#: A client that says nothing of itself.
BARE = Editor("a bare client", None, {}, encoding="utf-16")

ALL = [NEOVIM, NEOVIM_PULLING, VSCODE, VSCODE_WITH_CONTENT, EMACS, HELIX, BARE]
