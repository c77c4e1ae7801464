"""The servers that are measured side by side, and a file of any size that each of them accepts."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass

import texts


@dataclass(frozen=True)
class Peer:
    name: str
    argv: tuple[str, ...]
    language: str
    suffix: str
    #: Whether hovering waits for a compiler: such peers get less to do in the same time.
    compiles: bool = False

    @property
    def is_there(self) -> bool:
        return shutil.which(self.argv[0]) is not None

    def source(self, size: int) -> str:
        return texts.code(self.language, size) if self.language != "plaintext" else texts.prose(size)


BREVIATE = Peer("Breviate", (os.environ.get("BREVIATE_BIN", "breviate"), "lsp"), "plaintext", ".txt")
RUFF = Peer("ruff", ("ruff", "server"), "python", ".py")
TY = Peer("ty", ("ty", "server"), "python", ".py", compiles=True)
CLANGD = Peer("clangd", ("clangd", "--background-index=false"), "cpp", ".cpp", compiles=True)
SOURCEKIT = Peer("sourcekit-lsp", ("sourcekit-lsp",), "swift", ".swift", compiles=True)
OTHERS = (RUFF, TY, CLANGD, SOURCEKIT)

