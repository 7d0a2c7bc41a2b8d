"""Manage the models on this machine, in MOOT_HOME/models: a file for each, and a small TOML on its origin.

A file gets its name only whole and checked: it is written as `NAME.gguf.part` and renamed. Tested by
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
"""Prefix of a model's name in a council."""
LARGEST_CONTEXT = 8192
"""Maximum context in tokens, unless the model was made for less. A debate of five with a long synthesis fits in it."""


class StoredModel(Struct, frozen=True, kw_only=True):
    """A model whose file is on this machine, with the file's origin and licence."""

    id: str
    """Id of the model."""
    path: Path
    """Path of the model's file."""
    name: str = ""
    """Name of the model, given by its makers."""
    company: str = ""
    """The model's makers."""
    source: str = ""
    """Origin of the model, as text or as an address."""
    sha256: str = ""
    """SHA-256 of the model's file."""
    pinned: bool = False
    """Whether the digest was known before the download, from a roster (a published list of models)."""
    license: str = ""
    """Licence of the model."""
    license_url: str = ""
    """Address of the licence."""
    port: int = 0
    """The port at which the model is served if its roster's ports are used."""

    def header(self) -> GgufHeader:
        """Read and return the header of the model's file; raise if it is unreadable."""
        try:
            return header_of(self.path)
        except BadModelFile as error:
            again = f", then fetch it again: `moot models pull {self.id}`" if self.pinned else ""
            raise BadModelFile(error.message, f"Delete it: `moot models rm {self.id}`{again}.") from None

    @property
    def linked(self) -> bool:
        """Return whether the file belongs to another program and is only linked."""
        return self.path.is_symlink()


class Spec(Struct, frozen=True, kw_only=True):
    """How to start a model: its file, context length, estimated memory and port."""

    name: str
    """Name of the model."""
    path: Path
    """Path of the model's file."""
    context: int
    """Context length in tokens."""
    memory: int
    """Estimated memory in bytes."""
    port: int = 0
    """The port at which the model is served; with 0, the system chooses one."""


def how_loaded(kept: StoredModel, header: GgufHeader, most: int = LARGEST_CONTEXT) -> Spec:
    """Return how to start a model with a context of at most `most` tokens, and how much memory that is estimated to
    take.
    """
    context = min(header.context or most, most)
    return Spec(
        name=kept.id, path=kept.path, context=context, memory=memory_of(header.bytes, header.key_values, context)
    )


class ModelFiles:
    """The folder with this machine's model files."""

    def __init__(self, home: Path) -> None:
        self.folder = home / FOLDER

    def all(self) -> list[StoredModel]:
        """Return every model whose file exists, sorted by name."""
        return [self._kept(path) for path in sorted(self.folder.glob("*.gguf")) if path.exists()]

    def names(self) -> set[str]:
        """Return the name of every model whose file exists, without reading any."""
        return {path.stem for path in self.folder.glob("*.gguf") if path.exists()}

    def id_of(self, name: str) -> str:
        """Return the id of the model with this name, which may have the prefix `local/` or other letter case."""
        bare = name.removeprefix(SEATED)
        there = [path.stem for path in sorted(self.folder.glob("*.gguf"))]
        return bare if bare in there else next((each for each in there if each.lower() == bare.lower()), bare)

    def find(self, name: str) -> StoredModel:
        """Return the model of this name; raise if its file is not on this machine."""
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
        """Return the path of a model's file, which need not exist."""
        return self.folder / f"{name}.gguf"

    def keep(self, kept: StoredModel) -> None:
        """Write a model's origin and licence to a small file beside the model's file."""
        told = {
            field: value
            for field in StoredModel.__struct_fields__[2:]
            if (value := getattr(kept, field)) not in ("", 0, False)
        }
        text = "".join(f"{field} = {literal(value)}\n" for field, value in told.items())
        write_private(self._notes(kept.id), text)

    def remove(self, name: str) -> int:
        """Delete a model's file, the file with its origin, and any unfinished download of it. Return the bytes
        freed.
        """
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
        except (OSError, ValueError):  # a file put there by hand has no notes; the model runs without
            return bare


def part_of(path: Path) -> Path:
    """Return the path of the unfinished download of a file."""
    return path.with_name(f"{path.name}.part")
