"""Parse the header of a GGUF file, without a package for it.

A file is untrusted: every length in it is checked against the rest of the file, unused lists are skipped, and what is
kept is bounded. The format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md. Tested by
`tests/extensions/local/test_gguf_header.py`.
"""

from __future__ import annotations

import os
import struct
from pathlib import Path
from typing import IO

from msgspec import Struct

from moot.errors import BadInput
from moot.providers.public import shown

MOST_ENTRIES = 65_536
"""Most entries and tensors in one header; the largest published have some thousands."""
MOST_WORDS = 4_000_000
"""Most texts in one list, e.g. the tokens; the largest vocabularies have some 260,000."""
LONGEST_NAME = 65_535
LONGEST_KEPT = 1_000_000
"""Most characters of a text that is kept; chat templates have some thousands."""
PART = 1 << 16
"""Bytes that are read at once."""

_FIXED = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_TEXT, _LIST = 8, 9
_BLOCKS = {
    0: (1, 4),
    1: (1, 2),
    2: (32, 18),
    3: (32, 20),
    6: (32, 22),
    7: (32, 24),
    8: (32, 34),
    9: (32, 36),
    10: (256, 84),
    11: (256, 110),
    12: (256, 144),
    13: (256, 176),
    14: (256, 210),
    15: (256, 292),
    16: (256, 66),
    17: (256, 74),
    18: (256, 98),
    19: (256, 50),
    20: (32, 18),
    21: (256, 110),
    22: (256, 82),
    23: (256, 136),
    24: (1, 1),
    25: (1, 2),
    26: (1, 4),
    27: (1, 8),
    28: (1, 8),
    29: (256, 56),
    30: (1, 2),
    34: (256, 54),
    35: (256, 66),
    39: (32, 17),
}
"""Weights in a block and bytes of a block, by kind of tensor (`ggml.c`)."""
_KINDS = {
    0: "F32",
    1: "F16",
    2: "Q4_0",
    3: "Q4_1",
    7: "Q8_0",
    8: "Q5_0",
    9: "Q5_1",
    10: "Q2_K",
    11: "Q3_K_S",
    12: "Q3_K_M",
    13: "Q3_K_L",
    14: "Q4_K_S",
    15: "Q4_K_M",
    16: "Q5_K_S",
    17: "Q5_K_M",
    18: "Q6_K",
    19: "IQ2_XXS",
    20: "IQ2_XS",
    21: "Q2_K_S",
    22: "IQ3_XS",
    23: "IQ3_XXS",
    24: "IQ1_S",
    25: "IQ4_NL",
    26: "IQ3_S",
    27: "IQ3_M",
    28: "IQ2_S",
    29: "IQ2_M",
    30: "IQ4_XS",
    31: "IQ1_M",
    32: "BF16",
    36: "TQ1_0",
    37: "TQ2_0",
    38: "MXFP4",
}
"""Quantisation by value of `general.file_type` (`llama.h`)."""

Value = int | float | bool | str | tuple[int, ...]


class BadModelFile(BadInput):
    """A file that contains no readable model."""

    code = "bad_model_file"
    remedy_by_default = "Get it again: `moot models rm NAME`, then `moot models pull NAME`."


class GgufHeader(Struct, frozen=True, kw_only=True):
    """Header of a model's file."""

    bytes: int
    """The file's length."""
    architecture: str
    """The kind of network, e.g. `llama`."""
    name: str = ""
    """Its name, given by its makers."""
    license: str = ""
    """Its licence, if the file has one."""
    quantisation: str = ""
    """Its quantisation, e.g. `Q4_K_M`."""
    parameters: int = 0
    """Number of weights."""
    context: int = 0
    """Its context, in tokens."""
    layers: int = 0
    """Number of layers."""
    key_values: int = 0
    """Numbers in the key-value cache per token, in all layers together: they determine the memory of the context."""
    tokens: int = 0
    """Size of its vocabulary."""
    template: str = ""
    """Its chat template; a model without one is not made to answer."""


def header_of(path: Path) -> GgufHeader:
    """Return the header; raise if this is no whole GGUF file, after reading no more than its header."""
    try:
        size = path.stat().st_size
        with path.open("rb", buffering=PART) as file:
            return _GgufReader(file, size, path.name).header()
    except OSError as error:
        raise BadModelFile(f"{path.name} cannot be read: {error.strerror}.") from None


class _GgufReader:
    """Sequential reader of one file."""

    def __init__(self, file: IO[bytes], size: int, name: str) -> None:
        self._file, self._size, self._name = file, size, shown(name, 80)
        self._at = 0

    def header(self) -> GgufHeader:
        """Return the whole header."""
        magic = self._file.read(4)
        self._at = 4
        if magic != b"GGUF":
            what = (
                "a web page"
                if magic.lstrip()[:1] == b"<"
                else "a Git LFS pointer"
                if magic == b"vers"
                else "other data"
            )
            raise self._wrong(f"is no GGUF file: it holds {what if magic else 'nothing'}")
        version = self._number("I")
        if version not in (2, 3):
            if version in (0x2000000, 0x3000000):
                raise self._wrong("is written for big-endian machines, which this reader is not made for")
            raise self._wrong(f"is GGUF version {version}; versions 2 and 3 are read")
        tensors, entries = self._number("Q"), self._number("Q")
        for count, what, least in ((tensors, "tensors", 24), (entries, "entries", 12)):
            if count > min(MOST_ENTRIES, self._left // least):
                raise self._wrong(f"says it has {count:,} {what}, which cannot be")
        told: dict[str, Value] = {}
        for _ in range(entries):
            key = self._text(LONGEST_NAME)
            value = self._value(self._number("I"))
            if value is not None:
                told[key] = value
        weights = self._tensors(tensors, told)
        return self._joined(told, weights)

    def _joined(self, told: dict[str, Value], weights: int) -> GgufHeader:
        kind = _words(told, "general.architecture")
        if not kind:
            raise self._wrong("does not say what kind of network it holds")
        if (parts := _whole(told, "split.count")) > 1:
            raise self._wrong(f"is one of {parts} parts of a model, and parts cannot be run")
        layers, heads = _whole(told, f"{kind}.block_count"), _whole(told, f"{kind}.attention.head_count")
        usual = _whole(told, f"{kind}.embedding_length") // heads if heads else 0
        width = (_whole(told, f"{kind}.attention.key_length") or usual) + (
            _whole(told, f"{kind}.attention.value_length") or usual
        )
        cached = told.get(f"{kind}.attention.head_count_kv", heads)
        # If layers differ, each has its own value.
        remembered = (
            sum(cached) if isinstance(cached, tuple) else layers * (cached if isinstance(cached, int) else heads)
        )
        return GgufHeader(
            bytes=self._size,
            architecture=shown(kind, 40),
            name=shown(_words(told, "general.name"), 120),
            license=shown(_words(told, "general.license"), 80),
            quantisation=_KINDS.get(_whole(told, "general.file_type", -1), ""),
            parameters=weights,
            context=_whole(told, f"{kind}.context_length"),
            layers=layers,
            key_values=remembered * width,
            tokens=_whole(told, "tokenizer.ggml.tokens"),
            template=_words(told, "tokenizer.chat_template"),
        )

    def _tensors(self, count: int, told: dict[str, Value]) -> int:
        """Check that every tensor is within the file, and return the number of weights."""
        weights, ends = 0, 0
        for _ in range(count):
            self._text(LONGEST_NAME)
            dimensions = self._number("I")
            if dimensions > 8:
                raise self._wrong(f"has a tensor of {dimensions:,} dimensions, which cannot be")
            each = 1
            for _ in range(dimensions):
                each *= self._number("Q")
            kind, offset = self._number("I"), self._number("Q")
            block, size = _BLOCKS.get(kind, (256, 1))
            weights, ends = weights + each, max(ends, offset + each // block * size)
        align = max(1, _whole(told, "general.alignment", 32))
        ends += -(-self._at // align) * align if count else 0
        if ends > self._size:
            raise self._wrong(f"is not whole: {self._size:,} of {ends:,} bytes are there")
        return weights

    @property
    def _left(self) -> int:
        return self._size - self._at

    def _value(self, kind: int) -> Value | None:
        if kind in _FIXED:
            return self._number(_FIXED[kind])
        if kind == _TEXT:
            return self._text(LONGEST_KEPT)
        if kind != _LIST:
            raise self._wrong(f"has a value of an unknown kind ({kind})")
        inner, count = self._number("I"), self._number("Q")
        if inner in _FIXED:
            return self._numbers(_FIXED[inner], count)
        if inner != _TEXT:
            raise self._wrong("has a list of an unknown kind")
        if count > min(MOST_WORDS, self._left // 8):
            raise self._wrong(f"says it has a list of {count:,} texts, which cannot be")
        for _ in range(count):
            self._pass(self._number("Q"))
        return int(count)

    def _numbers(self, form: str, count: int) -> tuple[int, ...] | None:
        """Return a short list of whole numbers, e.g. one for each layer; skip others."""
        size = struct.calcsize(f"<{form}") * count
        if size > self._left:
            raise self._wrong(f"says it has a list of {count:,} numbers, which cannot be")
        if count > MOST_ENTRIES or form in "fd?":
            self._pass(size)
            return None
        return struct.unpack(f"<{count}{form}", self._take(size))

    def _number(self, form: str) -> int:
        found: int = struct.unpack(f"<{form}", self._take(struct.calcsize(f"<{form}")))[0]
        return found

    def _text(self, most: int) -> str:
        size = self._number("Q")
        if size > self._left or size > most:
            raise self._wrong(f"says it has a text of {size:,} bytes, which cannot be")
        return self._take(size).decode("utf-8", "replace")

    def _take(self, size: int) -> bytes:
        """Return the next bytes; raise if the file is too short for them."""
        data = self._file.read(size) if size <= self._left else b""
        if len(data) != size:
            raise self._wrong("ends in the middle of its header")
        self._at += size
        return data

    def _pass(self, size: int) -> None:
        """Skip bytes."""
        if size > self._left:
            raise self._wrong("ends in the middle of its header")
        if size <= PART:
            self._take(size)
        else:
            self._at = self._file.seek(size, os.SEEK_CUR)

    def _wrong(self, what: str) -> BadModelFile:
        return BadModelFile(f"{self._name} {what}.")


def _whole(told: dict[str, Value], key: str, without: int = 0) -> int:
    value = told.get(key, without)
    return value if isinstance(value, int) and 0 <= value < 1 << 48 else without


def _words(told: dict[str, Value], key: str) -> str:
    value = told.get(key, "")
    return value if isinstance(value, str) else ""
