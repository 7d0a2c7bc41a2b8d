"""Find entries of one kind in the package, the user's folder and the project's file; later ones override earlier ones.

A drawer contains councils, personas or rubrics. A broken file hides the entry it would have overridden, and is an error
only when it is named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct

from moot.errors import BadSetting, Conflict, UnknownName
from moot.library.strict_toml import checked_name, project_tables, text_of
from moot.settings.tomlfile import parsed

Layer = Literal["packaged", "user", "project"]


class ShelfEntry(Struct, frozen=True, kw_only=True):
    """An entry as written, not yet parsed."""

    name: str
    """Its name: the file's, or the table's in a project's file."""
    table: Mapping[str, Any]
    """The parsed TOML."""
    layer: Layer
    """Whether it is packaged, the user's or the project's."""
    origin: str
    """The file it is written in."""
    text: str = ""
    """Text of the file; empty for an entry in a project's file."""


class LocatedEntry(Struct, frozen=True, kw_only=True):
    """An entry with its location."""

    layer: Layer
    """Whether it is packaged, the user's or the project's."""
    origin: str
    """The file it was read from."""


T = TypeVar("T", bound=LocatedEntry)
U = TypeVar("U")


class LookupResult(Generic[T]):
    """Entries found, and errors of those that are invalid."""

    def __init__(self, good: Mapping[str, T]) -> None:
        self.good = dict(good)
        self.broken: dict[str, BadSetting] = {}

    @contextmanager
    def taking(self, name: str) -> Iterator[None]:
        """Record an error while an entry is parsed; a broken entry hides the one it would have overridden."""
        self.good.pop(name, None)
        self.broken.pop(name, None)
        try:
            yield
        except BadSetting as error:
            self.broken[name] = error


class Drawer(Generic[T]):
    """All entries of one kind, e.g. councils: in the folder `councils`, in a project's `[councils.NAME]`."""

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
        """Read all entries now."""
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
        """Return the entry of this name with its location."""
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
        """Delete one of the user's entries; packaged and project entries cannot be deleted here."""
        file = self.file_of(name)
        if not file.exists():
            stands = self.placed(name)
            raise Conflict(f"The {self._noun} {name!r} is {stands.layer}, not yours.", f"It stands in {stands.origin}.")
        file.unlink()
        return file


def packaged_in(kind: str, taken: Callable[[ShelfEntry], U], package: str = "moot.library") -> dict[str, U]:
    """Return the entries in a package, by name."""
    entries = sorted((files(package) / kind).iterdir(), key=lambda each: each.name)
    return {
        name: taken(written_in(name, entry.read_text(encoding="utf-8"), "packaged", entry.name))
        for entry in entries
        if (name := entry.name.removesuffix(".toml")) != entry.name
    }


def written_in(name: str, text: str, layer: Layer, origin: str) -> ShelfEntry:
    """Parse a file's text as TOML."""
    return ShelfEntry(name=name, table=parsed(text, origin), layer=layer, origin=origin, text=text)
