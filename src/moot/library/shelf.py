"""Find councils and personas: packaged, the user's and the project's; later ones override earlier ones.

A file is read strictly: an unknown key is refused with the nearest known one. A project's `moot.toml` may name
councils, personas and rubrics, never endpoints, keys or addresses.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from moot.errors import BadSetting, Conflict, UnknownName
from moot.library.shelf_lookup import PROJECT_FILE, Drawer, LocatedEntry, ShelfEntry, packaged_in, text_of, written_in
from moot.settings import change_setting, settings_from
from moot.settings.tomlfile import converted, literal, parsed, refuse_unknown, write_private
from moot.vocabulary.councils import Council
from moot.vocabulary.seats import Member

ALIASES = "aliases.toml"
"""Name of the file in the home folder with aliases of councils. A council's own name takes precedence over an alias."""
MOST_NAMED = 8
"""Maximum number of models that may be named for one seat: the member, and its fallbacks."""


class ShelfCouncil(LocatedEntry, frozen=True, kw_only=True):
    """A council, with the file it is stored in and whether that is packaged, the user's or the project's."""

    council: Council
    """The council."""


class ShelvedPersona(LocatedEntry, frozen=True, kw_only=True):
    """A persona (an instruction that gives a seat a point of view), with the file it is stored in."""

    text: str
    """Instruction for a seat with this persona."""


class CouncilShelf:
    """All councils and personas: packaged ones, the user's and the project's."""

    def __init__(self, home: Path, project: Path | None = None) -> None:
        project = project if project is not None else Path.cwd() / PROJECT_FILE
        self._home = home
        self._drawer = Drawer("council", home, project, lambda: packaged_in("councils", _shelved), _shelved)
        self._personas = Drawer("persona", home, project, lambda: packaged_in("personas", _persona), _persona)

    def councils(self) -> dict[str, ShelfCouncil]:
        """Return every council by name.

        If several have the same name, the project's council is used, then the user's, then the packaged one.
        """
        return self._drawer.read().good

    def broken(self) -> dict[str, BadSetting]:
        """Return the error of each council whose file is invalid, by name. The error is raised only if the council
        is named."""
        return self._drawer.read().broken

    def council(self, name: str) -> Council:
        """Return the council of this name; raise if there is none or its file is invalid."""
        return self.shelved(name).council

    def found(self, name: str) -> Council | None:
        """Return the council of this name, or `None` if there is none or its file is invalid."""
        shelved = self.councils().get(name)
        return shelved.council if shelved is not None else None

    def shelved(self, name: str) -> ShelfCouncil:
        """Return the council of this name or alias, with where it is stored; raise if there is none."""
        try:
            return self._drawer.placed(name)
        except UnknownName:
            alias = aliases_in(self._home).get(name)
            if alias is None:
                raise
            return self._drawer.placed(alias)

    def persona(self, name: str) -> str:
        """Return the instruction of this persona, which becomes part of a seat's prompt; raise if there is none."""
        return self._personas.placed(name).text

    def personas(self) -> dict[str, ShelvedPersona]:
        """Return every persona by name, with where it is stored."""
        return self._personas.read().good

    def save(self, council: Council, *, replace: bool = False) -> Path:
        """Write a council to the user's folder and return the file's path. `replace` allows overwriting a council."""
        file = self.file_of(council.name)
        if file.exists() and not replace:
            raise Conflict(f"You have a council called {council.name!r} already.", "Use `--replace` to write over it.")
        write_private(file, council_text(council))
        return file

    def remove(self, name: str) -> Path:
        """Delete one of the user's councils and return its file's path. Packaged and project councils cannot be deleted
        here.

        If this was the default council and no other council has its name, the default is reset to automatic.
        """
        file = self._drawer.remove(name)
        drop_aliases(self._home, name)
        if settings_from(self._home, {}).council == name and name not in self.councils():
            change_setting(self._home, "council", None)
        return file

    def aliases(self) -> dict[str, str]:
        """Return all aliases (alternative names) of councils, each with the name of its council."""
        return aliases_in(self._home)

    def file_of(self, name: str) -> Path:
        """Return the path of the user's council of this name, whether it exists or not."""
        return self._drawer.file_of(name)


def council_from(text: str, name: str, where: str) -> Council:
    """Parse a council from TOML; `where` is its file in errors."""
    return _shelved(written_in(name, text, "user", where)).council


def council_text(council: Council) -> str:
    """Return a council as TOML, without defaults."""
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
    """Return the fields of a council that differ from the defaults, for its TOML file."""
    plain = msgspec.to_builtins(Council(members=()))
    values = msgspec.to_builtins(council)
    return {key: value for key, value in values.items() if key != "name" and value != plain[key]}


def _shelved(written: ShelfEntry) -> ShelfCouncil:
    known = [field for field in Council.__struct_fields__ if field != "name"]
    refuse_unknown(written.table, known, written.origin)
    table = with_fallbacks(written.table, written.origin)
    members = table.get("members")
    for number, member in enumerate(members if isinstance(members, list) else (), start=1):
        if isinstance(member, dict):
            refuse_unknown(member, Member.__struct_fields__, f"{written.origin}, member {number}")
    council = converted({**table, "name": written.name}, Council, written.origin)
    return ShelfCouncil(council=council, layer=written.layer, origin=written.origin)


def _persona(written: ShelfEntry) -> ShelvedPersona:
    refuse_unknown(written.table, ("text",), written.origin)
    text = written.table.get("text")
    if not isinstance(text, str) or not text.strip():
        raise BadSetting(f"{written.origin}: a persona needs a `text`.")
    return ShelvedPersona(text=text, layer=written.layer, origin=written.origin)


def aliases_in(home: Path) -> dict[str, str]:
    """Return all aliases (alternative names) of councils from the file in this home folder, each with its council's
    name."""
    file = home / ALIASES
    if not file.exists():
        return {}
    table = parsed(text_of(file), str(file))
    if not all(isinstance(name, str) for name in table.values()):
        raise BadSetting(f'{file}: an alias is a text, e.g. `"my council" = "my-council"`.')
    return {alias: str(name) for alias, name in table.items()}


def keep_alias(home: Path, alias: str, name: str) -> None:
    """Store an alias (alternative name) for the council of this name, replacing an earlier meaning of the alias."""
    _write_aliases(home, {**aliases_in(home), alias: name})


def drop_aliases(home: Path, name: str) -> None:
    """Remove all aliases of a council that was deleted."""
    known = aliases_in(home)
    left = {alias: held for alias, held in known.items() if held != name}
    if left != known:
        _write_aliases(home, left)


def _write_aliases(home: Path, known: Mapping[str, str]) -> None:
    write_private(home / ALIASES, "".join(f"{literal(each)} = {literal(known[each])}\n" for each in sorted(known)))


def with_fallbacks(table: Mapping[str, Any], origin: str) -> dict[str, Any]:
    """Return a council's TOML table in which every list of models is replaced by its first model.

    The other models of the list are put under `instead`. They take the seat if the first model is not available.
    `origin` names the file in errors.
    """
    instead: dict[str, Any] = {}

    def first(value: Any, what: str) -> Any:
        if not isinstance(value, list):
            return value
        if not 1 <= len(value) <= MOST_NAMED or not all(isinstance(each, str) and each for each in value):
            raise BadSetting(f"{origin}: {what} is named by 1 to {MOST_NAMED} models, the first that is available.")
        head, *rest = (each.strip() for each in value)
        bare = head if what == "the model of a member" else _without_count(head)
        known = instead.setdefault(bare, [])
        known += [each for each in rest if each not in known]
        return head

    found = dict(table)
    members = table.get("members")
    if isinstance(members, list):
        found["members"] = [
            {**member, "model": first(member["model"], "the model of a member")}
            if isinstance(member, dict) and "model" in member
            else first(member, f"member {number}")
            for number, member in enumerate(members, start=1)
        ]
    if "chair" in table:
        found["chair"] = first(table["chair"], "the chair")
    given = table.get("instead", {})
    if not isinstance(given, dict):
        raise BadSetting(f"{origin}: `instead` is a table of lists, by model.")
    both = {**instead, **given}
    return {**found, "instead": {model: rest for model, rest in both.items() if rest}} if both else found


def _without_count(text: str) -> str:
    name, colon, count = text.rpartition(":")
    return name if colon and count.isascii() and count.isdigit() else text
