"""Read TOML files of the library strictly: unknown keys at any depth are refused with the nearest known one.

Any error in a file is a `BadSetting` that names the file; the caller decides whether to raise it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeVar

from msgspec import inspect

from moot.errors import BadSetting
from moot.settings.tomlfile import parsed, refuse_unknown

T = TypeVar("T")
LONGEST_NAME = 64
"""Most characters of a name: some file systems allow only 255 bytes, including what is added to the name."""
TOLD_OF_A_NAME = 24
"""Characters of a too long name that the error repeats."""
PROJECT_FILE = "moot.toml"
FOR_PEOPLE_ONLY = frozenset({"endpoints", "keys", "traits", "settings"})
IN_PROJECTS = ("councils", "personas", "rubrics", "calibrations")
"""Kinds that a project's file may contain."""


def text_of(file: Path) -> str:
    """Return the text of a file."""
    try:
        return file.read_text(encoding="utf-8-sig")  # some editors write a byte order mark
    except FileNotFoundError:
        raise BadSetting(f"There is no file {file}.", "Name one that is there.") from None
    except UnicodeDecodeError:
        raise BadSetting(f"{file} cannot be read: it is not UTF-8 text.") from None
    except OSError as error:
        raise BadSetting(f"{file} cannot be read: {error.strerror}.") from None


def project_tables(file: Path, kind: str) -> dict[str, dict[str, Any]]:
    """Return the tables of one kind in a project's file."""
    if not file.is_file():
        return {}
    table = parsed(text_of(file), str(file))
    for name in table:
        if name in FOR_PEOPLE_ONLY:
            raise BadSetting(
                f"{file} holds `{name}`; a project may name councils, personas and rubrics, not what reaches out.",
                f"Put `{name}` into your own folder instead.",
            )
        if name not in IN_PROJECTS:
            raise BadSetting(f"{file}: there is no `{name}`.", f"Known: {', '.join(IN_PROJECTS)}.")
    found = table.get(kind, {})
    if not isinstance(found, dict) or not all(isinstance(each, dict) for each in found.values()):
        raise BadSetting(f"{file}: `{kind}` must hold tables, e.g. `[{kind}.mine]`.")
    return found


def refuse_unknown_within(value: Any, kind: Any, origin: str) -> None:
    """Raise `BadSetting` for an unknown key in a table of this kind, or in any table inside it."""
    _walk(value, inspect.type_info(kind), origin)


def checked_name(name: str, what: str = "a council") -> str:
    """Return a name that can be a file name on every system; else raise.

    The error itself contains the rule for names, because a caller may have no space for more.
    """
    plain = 1 <= len(name) <= LONGEST_NAME and all(c.isascii() and (c.isalnum() or c in "-_.") for c in name)
    if plain and name[0].isalnum() and name[-1] != "." and ".." not in name:
        return name
    told = name if len(name) <= LONGEST_NAME else f"{name[:TOLD_OF_A_NAME]}…"
    raise BadSetting(
        f"{told!r} cannot name {what}: a name has 1 to {LONGEST_NAME} of the letters a to z, digits, '-', '_' and "
        "'.', begins with a letter or digit, and has no dot at its end or beside another one.",
        "Give it another name.",
    )


def _walk(value: Any, kind: inspect.Type, origin: str) -> None:
    if isinstance(kind, inspect.UnionType):
        for each in kind.types:
            if isinstance(each, inspect.StructType) == isinstance(value, dict):
                _walk(value, each, origin)
    elif isinstance(kind, inspect.StructType) and isinstance(value, dict):
        fields = {field.encode_name: field.type for field in kind.fields}
        refuse_unknown(value, list(fields), origin)
        for key, inner in value.items():
            _walk(inner, fields[key], f"{origin}, {key}")
    elif isinstance(kind, inspect.VarTupleType | inspect.ListType) and isinstance(value, list):
        for number, inner in enumerate(value, start=1):
            _walk(inner, kind.item_type, f"{origin} {number}")
    elif isinstance(kind, inspect.DictType) and isinstance(value, dict):
        for key, inner in value.items():
            _walk(inner, kind.value_type, f"{origin}, {key}")
