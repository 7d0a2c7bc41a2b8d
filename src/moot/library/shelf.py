"""Which councils and personas are there? Packaged ones, then the user's, then the project's; later ones go first.

A file is read strictly: an unknown key is refused with the nearest known one, and `explain` tells for every value which
file it comes from. A project's `moot.toml` may name councils and personas, never endpoints, keys or addresses.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from moot.errors import BadSetting, Conflict, UnknownName
from moot.tomlfile import literal, write_private
from moot.vocabulary.councils import Council
from moot.vocabulary.seats import Member

Layer = Literal["packaged", "user", "project"]
PROJECT_FILE = "moot.toml"
FOR_PEOPLE_ONLY = frozenset({"endpoints", "keys", "traits", "settings"})


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


class Read:
    """What was found, and what could not be taken."""

    def __init__(self) -> None:
        self.good: dict[str, Shelved] = {}
        self.broken: dict[str, BadSetting] = {}

    @contextmanager
    def taking(self, name: str) -> Iterator[None]:
        """Notes it when a council cannot be taken; a broken one hides what it would have gone before."""
        self.good.pop(name, None)
        self.broken.pop(name, None)
        try:
            yield
        except BadSetting as error:
            self.broken[name] = error


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

    def _read(self) -> Read:
        read = Read()
        for entry in sorted((files("moot.library") / "councils").iterdir(), key=lambda each: each.name):
            if entry.name.endswith(".toml"):
                name = entry.name.removesuffix(".toml")
                table = _table(entry.read_text(encoding="utf-8"), entry.name)
                read.good[name] = _shelved(name, table, "packaged", entry.name)
        for file in sorted((self._home / "councils").glob("*.toml")):
            with read.taking(file.stem):
                read.good[file.stem] = _shelved(file.stem, _table(_text(file), str(file)), "user", str(file))
        for name, table in self._project_tables("councils").items():
            with read.taking(name):
                read.good[name] = _shelved(name, table, "project", f"{self._project}, [councils.{name}]")
        return read

    def personas(self) -> dict[str, str]:
        """Every persona by name."""
        found: dict[str, str] = {}
        for entry in (files("moot.library") / "personas").iterdir():
            if entry.name.endswith(".toml"):
                found[entry.name.removesuffix(".toml")] = _persona(
                    _table(entry.read_text("utf-8"), entry.name), entry.name
                )
        for file in sorted((self._home / "personas").glob("*.toml")):
            found[file.stem] = _persona(_table(_text(file), str(file)), str(file))
        for name, table in self._project_tables("personas").items():
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

    def _project_tables(self, kind: str) -> dict[str, dict[str, Any]]:
        if not self._project.is_file():
            return {}
        table = _table(_text(self._project), str(self._project))
        for name in table:
            if name in FOR_PEOPLE_ONLY:
                raise BadSetting(
                    f"{self._project} holds `{name}`; a project may name councils and personas, not what reaches out.",
                    f"Put `{name}` into your own folder instead.",
                )
            if name not in ("councils", "personas"):
                raise BadSetting(f"{self._project}: there is no `{name}`.", "Known: councils, personas.")
        found = table.get(kind, {})
        if not isinstance(found, dict) or not all(isinstance(each, dict) for each in found.values()):
            raise BadSetting(f"{self._project}: `{kind}` must hold tables, e.g. `[{kind}.mine]`.")
        return found


def council_from(text: str, name: str, where: str) -> Council:
    """A council read from TOML."""
    return _shelved(name, _table(text, where), "user", where).council


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


def checked_name(name: str) -> str:
    """A council's name, if it can be a file's name everywhere."""
    if 1 <= len(name) <= 64 and all(c.isascii() and (c.isalnum() or c in "-_") for c in name) and name[0].isalnum():
        return name
    raise BadSetting(
        f"{name!r} cannot name a council.", "Use letters, digits, '-' and '_', beginning with a letter or digit."
    )


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
    _refuse_unknown(table, known, origin)
    for number, member in enumerate(table.get("members", []), start=1):
        if isinstance(member, dict):
            _refuse_unknown(member, Member.__struct_fields__, f"{origin}, member {number}")
    try:
        council = msgspec.convert({**table, "name": name}, Council)
    except msgspec.ValidationError as error:
        raise BadSetting(f"{origin}: {str(error).replace(' - at `$.', ' at `')}.") from None
    return Shelved(council=council, layer=layer, origin=origin)


def _persona(table: Mapping[str, Any], origin: str) -> str:
    _refuse_unknown(table, ("text",), origin)
    text = table.get("text")
    if not isinstance(text, str) or not text.strip():
        raise BadSetting(f"{origin}: a persona needs a `text`.")
    return text


def _refuse_unknown(table: Mapping[str, Any], known: Sequence[str], origin: str) -> None:
    for key in table:
        if key not in known:
            near = get_close_matches(key, known, n=1, cutoff=0.4)
            raise BadSetting(
                f"{origin}: there is no `{key}`.",
                f"Did you mean `{near[0]}`?" if near else f"Known: {', '.join(known)}.",
            )


def _table(text: str, origin: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except ValueError as error:
        raise BadSetting(f"{origin} is not TOML: {error}.") from None


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadSetting(f"{file} cannot be read: {error}.") from None


def _shown(value: Any) -> str:
    return "—" if value is None else literal(value)
