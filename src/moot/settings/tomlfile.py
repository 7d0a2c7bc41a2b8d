"""Read small TOML files strictly, and write values quoted and files atomically.

An unknown key is refused with the file, the row and the nearest known key. Files are written beside the old one (0600,
never through a link) and renamed.
"""

from __future__ import annotations

import contextlib
import difflib
import json
import os
import re
import secrets
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from moot.errors import BadSetting, StorageFailed

Value = str | bool | int | float | Sequence[str] | Mapping[str, "str | int | float"]
Row = TypeVar("Row", bound=Struct)


MOST_PARTS = 50
"""Maximum number of parts of a dotted key, because the standard library's parser takes time quadratic
in their number.
"""
_DOTTED = re.compile(rf"(?:(?:\"[^\"\n]{{0,80}}\"|'[^'\n]{{0,80}}'|(?<![\w-])[\w-]++)[ \t]*+\.[ \t]*+){{{MOST_PARTS}}}")


def parsed(text: str, origin: str) -> dict[str, Any]:
    """Parse TOML text and return its values; raise `BadSetting`, which names `origin`, if it is invalid."""
    if _DOTTED.search(text):
        raise BadSetting(f"{origin} has a key of more than {MOST_PARTS} parts.", "Write fewer dots in one key.")
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadSetting(f"{origin} is not TOML: {error}.") from None


def rows_in(text: str, file: str, kind: type[Row]) -> dict[str, Row]:
    """Parse a TOML file of tables and return them by name, each converted to `kind`, in the order of the file."""
    read = parsed(text, file)
    rows = {}
    for name, table in read.items():
        where = f"{file}, [{name}]"
        if not isinstance(table, dict):
            raise BadSetting(f"{file}: {name!r} stands outside a table.", "Put it under a line like `[name]`.")
        refuse_unknown(table, [each for each in kind.__struct_fields__ if each != "name"], where)
        named = {"name": name} if "name" in kind.__struct_fields__ else {}
        rows[name] = converted({**table, **named}, kind, where)
    return rows


def refuse_unknown(table: Mapping[str, Any], known: Sequence[str], origin: str) -> None:
    """Raise `BadSetting` if the table has a key that is not in `known`. `origin` is the name of the file."""
    for key in table:
        if key not in known:
            near = difflib.get_close_matches(key, known, n=1, cutoff=0.4)
            advice = f"Did you mean `{near[0]}`?" if near else f"Known: {', '.join(known)}."
            raise BadSetting(f"{origin}: there is no `{key}`.", advice)


def converted(table: Mapping[str, Any], kind: type[Row], origin: str) -> Row:
    """Convert a table to a struct of type `kind`; raise `BadSetting`, which names `origin`, if it does not fit."""
    try:
        return msgspec.convert(table, kind)
    except msgspec.ValidationError as error:
        raise BadSetting(f"{origin}: {str(error).replace(' - at `$.', ' at `')}.") from None


def quoted(text: str) -> str:
    """Return text as a TOML basic string. TOML's escapes are JSON's, except that TOML must also escape DEL."""
    return json.dumps(text.encode("utf-8", "replace").decode(), ensure_ascii=False).replace("\x7f", "\\u007f")


def literal(value: Value) -> str:
    """Return a value as it is written in TOML."""
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{quoted(name)} = {literal(each)}" for name, each in value.items()) + "}"
    return "[" + ", ".join(literal(each) for each in value) + "]"


def table_of(path: Sequence[str], values: Mapping[str, Value]) -> str:
    """Return one TOML table as text: its header, made of the parts of `path` (`[councils.mine]`), then a line per
    value.
    """
    lines = [f"[{'.'.join(quoted(part) for part in path)}]"]
    lines += [f"{quoted(name)} = {literal(value)}" for name, value in values.items()]
    return "\n".join(lines) + "\n"


def write_private(file: Path, text: str) -> None:
    """Write a file atomically, readable by its owner alone: a crash leaves the old file or the new one.

    Raises:
        StorageFailed: No space or no permission to write; the old file is unchanged.
    """
    beside = file.with_name(f".{file.name}.{secrets.token_hex(6)}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        opened = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), 0o600)
        try:
            with os.fdopen(opened, "w", encoding="utf-8") as out:
                out.write(text)
                out.flush()
                os.fsync(out.fileno())
            os.replace(beside, file)
        except BaseException:
            with contextlib.suppress(OSError):
                beside.unlink()
            raise
    except OSError as error:
        raise StorageFailed(
            f"{file} cannot be written: {error.strerror or error}.",
            f"See to space and rights in {file.parent}, then do it again; what was there before still holds.",
        ) from error
    if os.name == "posix":
        folder = os.open(file.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def file_stamp(file: Path) -> tuple[int, int] | None:
    """Return the time of the last change and the size of a file, to detect changes; `None` if there is none."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
