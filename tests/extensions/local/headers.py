"""GGUF headers by hand: whole ones, and ones that lie."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any


def text(words: str) -> bytes:
    """A text as GGUF writes it."""
    return struct.pack("<Q", len(words.encode())) + words.encode()


def value(given: Any) -> bytes:
    """A value with its kind."""
    if isinstance(given, str):
        return struct.pack("<I", 8) + text(given)
    if isinstance(given, list) and given and isinstance(given[0], str):
        return struct.pack("<IIQ", 9, 8, len(given)) + b"".join(map(text, given))
    if isinstance(given, list):
        return struct.pack("<IIQ", 9, 4, len(given)) + struct.pack(f"<{len(given)}I", *given)
    return struct.pack("<II", 4, given)


LLAMA: Mapping[str, Any] = {
    "general.architecture": "llama",
    "general.name": "Small One",
    "general.license": "apache-2.0",
    "general.file_type": 15,
    "llama.context_length": 4096,
    "llama.block_count": 2,
    "llama.embedding_length": 64,
    "llama.attention.head_count": 8,
    "llama.attention.head_count_kv": 4,
    "tokenizer.ggml.tokens": ["a", "b", "c"],
    "tokenizer.chat_template": "{{ messages }}",
}


def head(entries: Mapping[str, Any], *, version: int = 3) -> bytes:
    """A header with these entries."""
    begins = b"GGUF" + struct.pack("<IQQ", version, 0, len(entries))
    return begins + b"".join(text(key) + value(given) for key, given in entries.items())
