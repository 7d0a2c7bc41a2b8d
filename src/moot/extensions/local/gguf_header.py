"""Parse the header of a GGUF file, without a package for it.

A file is untrusted: every length in it is checked against the rest of the file, unused lists are skipped, and what is
kept is bounded. The format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md. Tested by
`tests/extensions/local/test_gguf_header.py`.
"""

from __future__ import annotations

import struct
from mmap import ACCESS_READ, mmap
from pathlib import Path

from msgspec import Struct

from moot.errors import BadInput
from moot.providers.public import cached_per_token, shown

MOST_ENTRIES = 65_536
"""Maximum number of entries in one header. The largest published headers have some hundreds."""
MOST_WORDS = 4_000_000
"""Maximum number of texts in one list, e.g. the tokens. The largest vocabularies have some 260,000."""
MOST_NUMBERS = 4_096
"""Maximum number of numbers in a list that is stored, e.g. one for each layer."""
LONGEST = 1_000_000
"""Maximum number of bytes of a text. Chat templates have some thousands."""

_FIXED = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_TEXT, _LIST = 8, 9
_CUT = "ends in the middle of its header"
_OTHERS = {b"": "nothing", b"<": "a web page", b"v": "a Git LFS pointer"}
"""Description of a file without the magic number, by its first byte."""

Value = int | float | bool | str | list[int]


class BadModelFile(BadInput):
    """Error: a file is no GGUF model, or its header cannot be read."""

    code = "bad_model_file"
    remedy_by_default = "Get it again: `moot models rm NAME`, then `moot models pull NAME`."


class GgufHeader(Struct, frozen=True, kw_only=True):
    """Contents of the header of a GGUF model file: architecture, licence, context, vocabulary, chat template."""

    bytes: int
    """Length of the file in bytes."""
    architecture: str
    """The kind of network, e.g. `llama`."""
    name: str = ""
    """The model's name, given by its makers."""
    license: str = ""
    """Licence of the model, if the file has one."""
    context: int = 0
    """Longest context for which the model was made, in tokens."""
    key_values: int = 0
    """Number of values in the key-value cache per token, over all layers. They determine the memory of the context."""
    tokens: int = 0
    """Size of the model's vocabulary."""
    template: str = ""
    """Chat template of the model. Without a template, the model cannot answer."""


def header_of(path: Path) -> GgufHeader:
    """Read the header of a GGUF model file and return it; raise if the file is not one. The rest of the file is not
    read.
    """
    try:
        with path.open("rb") as file:
            if (magic := file.read(4)) != b"GGUF":
                raise ValueError(f"is no GGUF file: it holds {_OTHERS.get(magic.lstrip()[:1], 'other data')}")
            with mmap(file.fileno(), 0, access=ACCESS_READ) as data:
                return _header(_GgufReader(data).entries(), len(data))
    except OSError as error:
        raise BadModelFile(f"{path.name} cannot be read: {error.strerror}.") from None
    except ValueError as error:
        raise BadModelFile(f"{shown(path.name, 80)} {error}.") from None


def _header(entries: dict[str, Value], size: int) -> GgufHeader:
    def words(key: str, most: int) -> str:
        value = entries.get(key)
        return shown(value, most) if isinstance(value, str) else ""

    def whole(key: str) -> int:
        value = entries.get(key)
        return value if isinstance(value, int) and 0 <= value < 1 << 48 else 0

    kind = entries.get("general.architecture")
    if not isinstance(kind, str) or not kind:
        raise ValueError("does not say what kind of network it holds")
    if (parts := whole("split.count")) > 1:
        raise ValueError(f"is one of {parts} parts of a model, and parts cannot be run")
    template = entries.get("tokenizer.chat_template")
    return GgufHeader(
        bytes=size,
        architecture=shown(kind, 40),
        name=words("general.name", 120),
        license=words("general.license", 80),
        context=whole(f"{kind}.context_length"),
        key_values=cached_per_token(entries, kind) or 0,
        tokens=whole("tokenizer.ggml.tokens"),
        template=template if isinstance(template, str) else "",
    )


class _GgufReader:
    """Sequential reader of one GGUF file."""

    def __init__(self, data: mmap) -> None:
        self._data, self._at = data, 4

    def entries(self) -> dict[str, Value]:
        """Return the header's values by name. A list of texts is replaced by its length."""
        version = self._number("I")
        if version not in (2, 3):
            big = "is written for big-endian machines" if version in (0x2000000, 0x3000000) else ""
            raise ValueError(big or f"is GGUF version {version}; versions 2 and 3 are read")
        self._skip(8)  # the number of tensors, which are not read
        found: dict[str, Value] = {}
        for _ in range(self._count(MOST_ENTRIES, "entries")):
            key = self._text()
            value = self._value(int(self._number("I")))
            if value is not None:
                found[key] = value
        return found

    def _value(self, kind: int) -> Value | None:
        if kind in _FIXED:
            return self._number(_FIXED[kind])
        if kind == _TEXT:
            return self._text()
        if kind != _LIST:
            raise ValueError(f"has a value of an unknown kind ({kind})")
        inner = int(self._number("I"))
        if inner == _TEXT:
            count = self._count(MOST_WORDS, "texts")
            for _ in range(count):
                self._skip(int(self._number("Q")))
            return count
        if inner not in _FIXED:
            raise ValueError("has a list of an unknown kind")
        count, at = int(self._number("Q")), self._at
        self._skip(struct.calcsize(f"<{_FIXED[inner]}") * count)
        if count > MOST_NUMBERS or _FIXED[inner] in "fd?":
            return None
        return list(struct.unpack_from(f"<{count}{_FIXED[inner]}", self._data, at))

    def _count(self, most: int, what: str) -> int:
        count = int(self._number("Q"))
        if count > most:
            raise ValueError(f"says it has {count:,} {what}, which cannot be")
        return count

    def _number(self, form: str) -> int | float | bool:
        at = self._at
        self._skip(struct.calcsize(f"<{form}"))
        found: int | float | bool = struct.unpack_from(f"<{form}", self._data, at)[0]
        return found

    def _text(self) -> str:
        size = self._count(LONGEST, "bytes in a text")
        at = self._at
        self._skip(size)
        return self._data[at : self._at].decode("utf-8", "replace")

    def _skip(self, size: int) -> None:
        if size > len(self._data) - self._at:
            raise ValueError(_CUT)
        self._at += size
