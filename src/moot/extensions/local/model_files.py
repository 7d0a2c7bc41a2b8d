"""Which models lie on this machine? A folder, MOOT_HOME/models: a file for each, and a small TOML on where it is from.

A file appears under its name only whole and checked: it is written as `NAME.gguf.part` and renamed. Held by
`tests/extensions/local/test_puller.py`.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
from msgspec import Struct

from moot.errors import UnknownName
from moot.extensions.local.gguf_header import BadModelFile, GgufHeader, header_of
from moot.library.public import literal, memory_of, write_private

FOLDER = "models"
SEATED = "local/"
"""What stands before a model's name where it is seated."""
LARGEST_CONTEXT = 8192
"""Tokens a model gets room for unless it was made for fewer: a debate of five with a long synthesis fits in it."""


class StoredModel(Struct, frozen=True, kw_only=True):
    """A model that lies here."""

    id: str
    """What it is called."""
    path: Path
    """Its file."""
    name: str = ""
    """What its makers call it."""
    company: str = ""
    """Its makers."""
    source: str = ""
    """Where it was taken from, in words or as an address."""
    sha256: str = ""
    """The digest its bytes had."""
    pinned: bool = False
    """Whether a roster named that digest beforehand."""
    license: str = ""
    """What it is given under."""
    license_url: str = ""
    """Where to read that."""
    port: int = 0
    """The port it is served at when its roster's ports are asked for."""

    def header(self) -> GgufHeader:
        """What its file says; where it says nothing, the remedy names this very model."""
        try:
            return header_of(self.path)
        except BadModelFile as error:
            again = f", then fetch it again: `moot models pull {self.id}`" if self.pinned else ""
            raise BadModelFile(error.message, f"Delete it: `moot models rm {self.id}`{again}.") from None

    @property
    def linked(self) -> bool:
        """Whether the file belongs to another program and is only linked."""
        return self.path.is_symlink()


class Spec(Struct, frozen=True, kw_only=True):
    """How a model is loaded."""

    name: str
    """What it is called."""
    path: Path
    """Its file."""
    context: int
    """Tokens it gets room for."""
    memory: int
    """Bytes it is reckoned to take."""
    port: int = 0
    """The port it is served at; 0 leaves it to the system."""


def how_loaded(kept: StoredModel, header: GgufHeader, most: int = LARGEST_CONTEXT) -> Spec:
    """The room a model gets, and the memory that takes."""
    context = min(header.context or most, most)
    return Spec(
        name=kept.id, path=kept.path, context=context, memory=memory_of(header.bytes, header.key_values, context)
    )


class ModelFiles:
    """The folder."""

    def __init__(self, home: Path) -> None:
        self.folder = home / FOLDER

    def all(self) -> list[StoredModel]:
        """Every model whose file is there, by name."""
        return [self._kept(path) for path in sorted(self.folder.glob("*.gguf")) if path.exists()]

    def names(self) -> set[str]:
        """Return the name of every model whose file is there, without reading any."""
        return {path.stem for path in self.folder.glob("*.gguf") if path.exists()}

    def id_of(self, name: str) -> str:
        """What a model is called that is named as a seat names it, `local/NAME`, or in letters of another case."""
        bare = name.removeprefix(SEATED)
        there = [path.stem for path in sorted(self.folder.glob("*.gguf"))]
        return bare if bare in there else next((each for each in there if each.lower() == bare.lower()), bare)

    def find(self, name: str) -> StoredModel:
        """The model of this name."""
        path = self.path_of(name)
        if not name or path.parent != self.folder or not path.exists():
            known = [each.id for each in self.all()]
            if path.is_symlink() and path.parent == self.folder:
                raise BadModelFile(
                    f"The file that {name} was linked to is gone.", f"Fetch it again: `moot models pull {name}`."
                )
            remedy = "" if known else "None is here yet. Fetch one: `moot models pull smollm2-135m`."
            raise UnknownName("model on this machine", name, known, remedy)
        return self._kept(path)

    def path_of(self, name: str) -> Path:
        """Where a model's file lies, or would lie."""
        return self.folder / f"{name}.gguf"

    def keep(self, kept: StoredModel) -> None:
        """Writes down where a model is from."""
        told = {
            field: value
            for field in StoredModel.__struct_fields__[2:]
            if (value := getattr(kept, field)) not in ("", 0, False)
        }
        text = "".join(f"{field} = {literal(value)}\n" for field, value in told.items())
        write_private(self._notes(kept.id), text)

    def remove(self, name: str) -> int:
        """Deletes a model's file, what is written of it, and what a broken download left; returns the bytes freed."""
        path, freed = self.path_of(name), 0
        if not path.is_symlink():
            self.find(name)
        for each in (path, self._notes(name), part_of(path)):
            if each.is_symlink() or each.exists():
                freed += 0 if each.is_symlink() else each.stat().st_size
                each.unlink()
        return freed

    def _notes(self, name: str) -> Path:
        return self.folder / f"{name}.toml"

    def _kept(self, path: Path) -> StoredModel:
        bare = StoredModel(id=path.stem, path=path)
        try:
            told = tomllib.loads(self._notes(path.stem).read_text(encoding="utf-8"))
            fields = {name: value for name, value in told.items() if name in StoredModel.__struct_fields__[2:]}
            return msgspec.convert({**fields, "id": path.stem, "path": path}, StoredModel)
        except (OSError, ValueError):  # a file laid there by hand has no notes; the model runs without
            return bare


def part_of(path: Path) -> Path:
    """What a file is called until all of it is there."""
    return path.with_name(f"{path.name}.part")
