"""Find entries of one kind in the package, the user's folder and the project's file; later ones override earlier ones.

Files are read strictly: unknown keys at any depth are refused with the nearest known one. Any error in a file is a
`BadSetting` that names the file. A broken file hides the entry it would have overridden, and is an error only when it
is named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct, inspect

from moot.errors import BadSetting, Conflict, UnknownName
from moot.settings.tomlfile import parsed, refuse_unknown

LONGEST_NAME = 64
"""Maximum number of characters in a name, because some file systems allow only 255 bytes, including what is added to
the name.
"""
TOLD_OF_A_NAME = 24
"""Maximum number of characters of a too long name that the error repeats."""
PROJECT_FILE = "moot.toml"
FOR_PEOPLE_ONLY = frozenset({"endpoints", "keys", "traits", "settings"})
IN_PROJECTS = ("councils", "personas", "rubrics", "calibrations")
"""Kinds that a project's file may contain."""


def text_of(file: Path) -> str:
    """Return the text of a TOML file; raise `BadSetting` if it cannot be read."""
    try:
        return file.read_text(encoding="utf-8-sig")  # some editors write a byte order mark
    except FileNotFoundError:
        raise BadSetting(f"There is no file {file}.", "Name one that is there.") from None
    except UnicodeDecodeError:
        raise BadSetting(f"{file} cannot be read: it is not UTF-8 text.") from None
    except OSError as error:
        raise BadSetting(f"{file} cannot be read: {error.strerror}.") from None


def project_tables(file: Path, kind: str) -> dict[str, dict[str, Any]]:
    """Return the tables of one kind, such as `councils`, in a project's file, by name."""
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
    """Raise `BadSetting` for an unknown key in `value`, a table to be converted to the type `kind`, or in a table
    inside it.

    `origin` names the file in the error.
    """
    _walk(value, inspect.type_info(kind), origin)


def checked_name(name: str, what: str = "a council") -> str:
    """Return the name if it can be a file name on every system; raise `BadSetting` otherwise.

    `what` is what the name is for, such as `a council`. The rule for names is in the error's message.
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


Layer = Literal["packaged", "user", "project"]


class ShelfEntry(Struct, frozen=True, kw_only=True):
    """An entry, such as a council, persona or rubric, as its file contains it, before it is converted to its type."""

    name: str
    """Name of the entry: the file's, or the table's in a project's file."""
    table: Mapping[str, Any]
    """Values of the entry, parsed from TOML."""
    layer: Layer
    """Where the entry is from: the package, the user's files or the project's."""
    origin: str
    """The file that contains the entry."""
    text: str = ""
    """Text of the file; empty for an entry in a project's file."""


class LocatedEntry(Struct, frozen=True, kw_only=True):
    """Base class of stored entries, such as councils, personas and rubrics: records the file each was read from."""

    layer: Layer
    """Where the entry is from: the package, the user's files or the project's."""
    origin: str
    """The file from which the entry was read."""


T = TypeVar("T", bound=LocatedEntry)
U = TypeVar("U")


class LookupResult(Generic[T]):
    """Result of reading all entries of one kind, such as councils: the valid ones by name, and the errors of the
    others."""

    def __init__(self, good: Mapping[str, T]) -> None:
        self.good = dict(good)
        self.broken: dict[str, BadSetting] = {}

    @contextmanager
    def taking(self, name: str) -> Iterator[None]:
        """Return a context manager in which an error in this entry is recorded instead of raised.

        An invalid entry also hides the entry of the same name that it would have overridden.
        """
        self.good.pop(name, None)
        self.broken.pop(name, None)
        try:
            yield
        except BadSetting as error:
            self.broken[name] = error


class Drawer(Generic[T]):
    """Reads all entries of one kind, such as councils: packaged, the user's and the project's.

    The user's are files in the folder `councils`, the project's are tables `[councils.NAME]`.
    """

    def __init__(
        self,
        noun: str,
        home: Path,
        project: Path,
        packaged: Callable[[], Mapping[str, T]],
        taken: Callable[[ShelfEntry], T],
    ) -> None:
        self._noun, self._kind = noun, f"{noun}s"
        self._home, self._project = home, project
        self._packaged, self._taken = packaged, taken

    def read(self) -> LookupResult[T]:
        """Read all entries from their files, and return them with the errors of invalid ones."""
        read = LookupResult(self._packaged())
        for file in sorted((self._home / self._kind).glob("*.toml")):
            with read.taking(file.stem):
                read.good[file.stem] = self._taken(written_in(file.stem, text_of(file), "user", str(file)))
        for name, table in project_tables(self._project, self._kind).items():
            with read.taking(name):
                origin = f"{self._project}, [{self._kind}.{name}]"
                read.good[name] = self._taken(ShelfEntry(name=name, table=table, layer="project", origin=origin))
        return read

    def placed(self, name: str, hint: str = "") -> T:
        """Return the entry of this name with where it is stored; raise if there is none, with `hint`, or if it is
        invalid.
        """
        read = self.read()
        if name in read.broken:
            raise read.broken[name]
        if name not in read.good:
            raise UnknownName(self._noun, name, read.good, hint)
        return read.good[name]

    def file_of(self, name: str) -> Path:
        """Return the path of the user's entry of this name, whether it exists or not."""
        return self._home / self._kind / f"{checked_name(name, f'a {self._noun}')}.toml"

    def remove(self, name: str) -> Path:
        """Delete one of the user's entries and return its file's path. Packaged and project entries cannot be
        deleted here."""
        file = self.file_of(name)
        if not file.exists():
            stands = self.placed(name)
            raise Conflict(f"The {self._noun} {name!r} is {stands.layer}, not yours.", f"It stands in {stands.origin}.")
        file.unlink()
        return file


def packaged_in(kind: str, taken: Callable[[ShelfEntry], U], package: str = "moot.library") -> dict[str, U]:
    """Return the entries of one kind that a Python package contains, by name. `taken` converts an entry."""
    entries = sorted((files(package) / kind).iterdir(), key=lambda each: each.name)
    return {
        name: taken(written_in(name, entry.read_text(encoding="utf-8"), "packaged", entry.name))
        for entry in entries
        if (name := entry.name.removesuffix(".toml")) != entry.name
    }


def written_in(name: str, text: str, layer: Layer, origin: str) -> ShelfEntry:
    """Parse a file's TOML text as an entry of this name, without converting it to its type."""
    return ShelfEntry(name=name, table=parsed(text, origin), layer=layer, origin=origin, text=text)
