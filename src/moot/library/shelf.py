"""Which councils and personas are there? Packaged ones, then the user's, then the project's; later ones go first.

A file is read strictly: an unknown key is refused with the nearest known one, and `explain` tells for every value which
file it comes from. A project's `moot.toml` may name councils, personas and rubrics, never endpoints, keys or addresses.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from moot.errors import BadSetting, Conflict, UnknownName
from moot.library.strict import (
    PROJECT_FILE,
    Layer,
    Read,
    checked_name,
    converted,
    project_tables,
    refuse_unknown,
    table_from,
    text_of,
)
from moot.tomlfile import literal, write_private
from moot.vocabulary.councils import Council
from moot.vocabulary.seats import Member


class Shelved(Struct, frozen=True, kw_only=True):
    """A council and where it stands."""

    council: Council
    """The council."""
    layer: Layer
    """Who put it there."""
    origin: str
    """The file it was read from."""


class Origin(Struct, frozen=True, kw_only=True):
    """One value of a council and where it comes from."""

    name: str
    """The value's name."""
    value: str
    """What it is, as TOML."""
    origin: str
    """The file that says so, or `default`."""


class Shelf:
    """What lies in the package, in the user's folder and in the project's file."""

    def __init__(self, home: Path, project: Path | None = None) -> None:
        self._home = home
        self._project = project if project is not None else Path.cwd() / PROJECT_FILE

    def councils(self) -> dict[str, Shelved]:
        """Every council by name; one of the project goes before one of the user, that before a packaged one."""
        return self._read().good

    def broken(self) -> dict[str, BadSetting]:
        """Councils whose file cannot be taken, and why. They are in nobody's way until somebody names them."""
        return self._read().broken

    def council(self, name: str) -> Council:
        """The council of this name."""
        return self.shelved(name).council

    def shelved(self, name: str) -> Shelved:
        """The council of this name, and where it stands."""
        read = self._read()
        if name in read.broken:
            raise read.broken[name]
        if name not in read.good:
            raise UnknownName("council", name, read.good)
        return read.good[name]

    def _read(self) -> Read[Shelved]:
        read: Read[Shelved] = Read()
        for entry in sorted((files("moot.library") / "councils").iterdir(), key=lambda each: each.name):
            if entry.name.endswith(".toml"):
                name = entry.name.removesuffix(".toml")
                table = table_from(entry.read_text(encoding="utf-8"), entry.name)
                read.good[name] = _shelved(name, table, "packaged", entry.name)
        for file in sorted((self._home / "councils").glob("*.toml")):
            with read.taking(file.stem):
                read.good[file.stem] = _shelved(file.stem, table_from(text_of(file), str(file)), "user", str(file))
        for name, table in project_tables(self._project, "councils").items():
            with read.taking(name):
                read.good[name] = _shelved(name, table, "project", f"{self._project}, [councils.{name}]")
        return read

    def personas(self) -> dict[str, str]:
        """Every persona by name."""
        found: dict[str, str] = {}
        for entry in (files("moot.library") / "personas").iterdir():
            if entry.name.endswith(".toml"):
                found[entry.name.removesuffix(".toml")] = _persona(
                    table_from(entry.read_text("utf-8"), entry.name), entry.name
                )
        for file in sorted((self._home / "personas").glob("*.toml")):
            found[file.stem] = _persona(table_from(text_of(file), str(file)), str(file))
        for name, table in project_tables(self._project, "personas").items():
            found[name] = _persona(table, f"{self._project}, [personas.{name}]")
        return found

    def save(self, council: Council, *, replace: bool = False) -> Path:
        """Writes a council to the user's folder."""
        name = checked_name(council.name)
        file = self._home / "councils" / f"{name}.toml"
        if file.exists() and not replace:
            raise Conflict(f"You have a council called {name!r} already.", "Use `--replace` to write over it.")
        write_private(file, council_text(council))
        return file

    def remove(self, name: str) -> Path:
        """Deletes one of the user's councils; packaged and project ones are not the user's to delete here."""
        file = self._home / "councils" / f"{checked_name(name)}.toml"
        if not file.exists():
            shelved = self.shelved(name)
            raise Conflict(f"The council {name!r} is {shelved.layer}, not yours.", f"It stands in {shelved.origin}.")
        file.unlink()
        return file

    def file_of(self, name: str) -> Path:
        """Where the user's council of this name lies, or would lie."""
        return self._home / "councils" / f"{checked_name(name)}.toml"

    def explain(self, name: str) -> list[Origin]:
        """Every value of a council and where it comes from."""
        shelved = self.shelved(name)
        given = _given(shelved.council)
        values = msgspec.to_builtins(shelved.council)
        values["members"] = [_member(member) for member in shelved.council.members]
        return [
            Origin(name=field, value=_shown(value), origin=shelved.origin if field in given else "default")
            for field, value in values.items()
            if field != "name"
        ]


def council_from(text: str, name: str, where: str) -> Council:
    """A council read from TOML."""
    return _shelved(name, table_from(text, where), "user", where).council


def council_text(council: Council) -> str:
    """A council as TOML, defaults left out."""
    lines, tables = [], []
    for field, value in _given(council).items():
        if field == "members":
            plain = [_member(member) for member in council.members]
            lines.append("members = [\n" + "".join(f"  {literal(each)},\n" for each in plain) + "]")
        elif isinstance(value, dict):
            rows = "".join(f"{literal(key)} = {literal(each)}\n" for key, each in value.items())
            tables.append(f"\n[{field}]\n{rows}")
        else:
            lines.append(f"{field} = {literal(value)}")
    return "\n".join(lines) + "\n" + "".join(tables)


def _member(member: Member | str) -> Any:
    if isinstance(member, str):
        return member
    given = {key: value for key, value in msgspec.to_builtins(member).items() if value not in (None, "")}
    if given.get("count") == 1:
        del given["count"]
    return given if len(given) > 1 else member.model


def _given(council: Council) -> dict[str, Any]:
    """What differs from a council that only has members."""
    plain = msgspec.to_builtins(Council(members=()))
    values = msgspec.to_builtins(council)
    return {key: value for key, value in values.items() if key != "name" and value != plain[key]}


def _shelved(name: str, table: Mapping[str, Any], layer: Layer, origin: str) -> Shelved:
    known = [field for field in Council.__struct_fields__ if field != "name"]
    refuse_unknown(table, known, origin)
    for number, member in enumerate(table.get("members", []), start=1):
        if isinstance(member, dict):
            refuse_unknown(member, Member.__struct_fields__, f"{origin}, member {number}")
    return Shelved(council=converted({**table, "name": name}, Council, origin), layer=layer, origin=origin)


def _persona(table: Mapping[str, Any], origin: str) -> str:
    refuse_unknown(table, ("text",), origin)
    text = table.get("text")
    if not isinstance(text, str) or not text.strip():
        raise BadSetting(f"{origin}: a persona needs a `text`.")
    return text


def _shown(value: Any) -> str:
    return "—" if value is None else literal(value)
