"""Store API keys, and remove them from texts. A key is wrapped in a `Secret`, which never shows it.

Keys come from the environment or from `MOOT_HOME/keys.toml` (0600), where each is bound to the origin of its endpoint:
for another origin it is not used. `scrub` removes every known secret from a text, also URL- and base64-encoded and cut.
"""

from __future__ import annotations

import base64
import os
import tomllib
import urllib.parse
from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from moot.errors import BadInput, BadSetting
from moot.settings.tomlfile import table_of, write_private

MASK = "[key]"
SHORTEST_SCRUBBED = 8
"""Minimum number of characters of a key that is removed from texts. Shorter dummies such as `none` or `ollama` are
ordinary words.
"""
PREFIX = 12
"""Minimum number of characters of a piece of a secret that is removed from texts like the whole secret."""

STORED = "stored"
"""Value for the source of a key that is stored in the file, instead of an environment variable's name."""
MOST_KNOWN = 1024

_known: dict[str, tuple[str, ...]] = {}
"""Every secret this process has seen, in all its forms, because libraries keep a key longer than its wrapper exists,
and outgoing text must contain none of them.
"""


class Secret:
    """An API key that appears as a mask in `str`, `repr` and formatting. `reveal` returns the key's text, for a
    header."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        text = text.strip()
        if not text or len(text) > 4096 or not all("!" <= c <= "~" for c in text):
            raise BadInput("A key is one word of printable ASCII characters.", "Copy it again, without line breaks.")
        self._text = text
        if len(_known) >= MOST_KNOWN:
            _known.pop(next(iter(_known)))
        if text not in _known:
            _known[text] = _forms_of(text)

    def reveal(self) -> str:
        """Return the key itself, to be put into a header."""
        return self._text

    def __repr__(self) -> str:
        return "Secret(****)"

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return "****"

    def __reduce__(self) -> str:
        raise TypeError("a secret is not stored")


def scrub(text: str) -> str:
    """Return the text with every known API key masked. This includes keys that are encoded, and the beginnings of keys
    that were cut off."""
    # Forms with the same beginning are checked together and the longest match is removed: keys of one service share
    # their first letters, and a shorter match would leave the rest of a longer key in the text.
    beginnings: dict[str, list[str]] = {}
    for known in list(_known.values()):
        for form in known:
            beginnings.setdefault(form[:PREFIX], []).append(form)
    for beginning, forms in beginnings.items():
        at = text.find(beginning)
        while at >= 0:
            end = at + max(_alike(text, at, form) for form in forms)
            text = text[:at] + MASK + text[end:]
            at = text.find(beginning, at + len(MASK))
    return text


def _alike(text: str, at: int, form: str) -> int:
    """Return how many characters of `form` occur in the text from position `at` on."""
    length = 0
    while length < len(form) and at + length < len(text) and text[at + length] == form[length]:
        length += 1
    return length


def _forms_of(text: str) -> tuple[str, ...]:
    if len(text) < SHORTEST_SCRUBBED:
        return ()
    forms = {text, urllib.parse.quote(text, safe=""), urllib.parse.quote(text)}
    for ahead in range(3):
        # In base64 a text has three possible forms, by its offset; the edges mix with neighbours.
        packed = base64.b64encode(b"\0" * ahead + text.encode()).decode().rstrip("=")
        inner = packed[-(-ahead * 4 // 3) : len(packed) - 1]
        if len(inner) >= SHORTEST_SCRUBBED:
            forms |= {inner, inner.replace("+", "-").replace("/", "_")}
    return tuple(sorted(forms, key=len, reverse=True))


class KeyRing:
    """The API keys of this installation, from its file and from the environment."""

    def __init__(self, file: Path | None, environ: Mapping[str, str]) -> None:
        self._file, self._environ = file, environ
        self._held: dict[tuple[str, str], Secret] = {}

    def key_for(self, name: str, origin: str, variables: tuple[str, ...]) -> Secret | None:
        """Return the key for the endpoint `name` at this origin.

        A stored key for this origin comes first, then the first of the environment variables that is set. If there is
        neither, return `None`.
        """
        stored = self._stored().get(name)
        if stored is not None and stored.origin == origin:
            return self._secret(name, stored.key)
        for variable in variables:
            if value := self._environ.get(variable, "").strip():
                return self._secret(variable, value)
        return None

    def source_for(self, name: str, origin: str, variables: tuple[str, ...]) -> str:
        """Return where the key that `key_for` returns comes from: `STORED`, or the name of the variable; empty if there
        is no key."""
        stored = self._stored().get(name)
        if stored is not None and stored.origin == origin:
            return STORED
        return next((variable for variable in variables if self._environ.get(variable, "").strip()), "")

    def names(self) -> tuple[str, ...]:
        """Return the names of the endpoints with a stored key."""
        return tuple(sorted(self._stored()))

    def put(self, name: str, origin: str, key: str) -> None:
        """Store a key for the endpoint `name`. The key is used only at this origin."""
        Secret(key)
        self._write({**self._stored(), name: StoredKey(key=key.strip(), origin=origin)})

    def remove(self, name: str) -> bool:
        """Delete the stored key of an endpoint. Return false if there was none."""
        stored = self._stored()
        if name not in stored:
            return False
        del stored[name]
        self._write(stored)
        return True

    def _secret(self, name: str, text: str) -> Secret:
        held = self._held.get((name, text))
        if held is None:
            held = self._held[(name, text)] = Secret(text)
        return held

    def _stored(self) -> dict[str, StoredKey]:
        if self._file is None or not self._file.exists():
            return {}
        try:
            read = tomllib.loads(self._file.read_text(encoding="utf-8"))
        except (ValueError, OSError) as error:
            # The parser's own message may quote the line, and with it the key.
            raise BadSetting(f"{self._file.name} cannot be read ({type(error).__name__}).") from None
        found = {}
        for name, row in read.items():
            if (
                not isinstance(row, dict)
                or set(row) != {"key", "origin"}
                or not all(isinstance(value, str) for value in row.values())
            ):
                raise BadSetting(f"{self._file.name}: [{name}] must hold `key` and `origin` and nothing else.")
            found[name] = StoredKey(key=row["key"], origin=row["origin"])
        return found

    def _write(self, keys: Mapping[str, StoredKey]) -> None:
        if self._file is None:
            raise BadInput("This Moot has no folder to store keys in.", "Set the key in the environment instead.")
        rows = [table_of((name,), {"key": each.key, "origin": each.origin}) for name, each in sorted(keys.items())]
        write_private(self._file, "\n".join(rows))


class StoredKey(Struct, frozen=True, kw_only=True):
    """An entry of `keys.toml`: the key of one endpoint."""

    key: str
    """The key."""
    origin: str
    """Scheme, host and port for which alone the key is used."""

    def __repr__(self) -> str:
        return f"StoredKey(key=****, origin={self.origin!r})"


class Assignment(Struct, frozen=True, kw_only=True):
    """A `NAME=VALUE` line of a `.env` file."""

    name: str
    """Name of the variable."""
    value: Secret
    """Value of the variable."""


def assignments_in(text: str) -> Iterator[Assignment]:
    """Yield the variables set in the text of a `.env` file: `NAME=VALUE` lines, with or without `export` and quotes."""
    for line in text.splitlines():
        name, equals, value = line.strip().removeprefix("export ").partition("=")
        name, value = name.strip(), value.strip()
        if not equals or not name.isidentifier() or line.lstrip().startswith("#"):
            continue
        quote = value[:1] if value[:1] in ("'", '"') else ""
        value = value[1:].partition(quote)[0] if quote else value.partition(" #")[0].strip()
        if value and all("!" <= c <= "~" for c in value):
            yield Assignment(name=name, value=Secret(value))


def is_private(file: Path) -> bool:
    """Return whether nobody but the file's owner can read it."""
    return os.name != "posix" or not file.exists() or file.stat().st_mode & 0o077 == 0
