"""Read rosters: models to download by a short name, packaged in `rosters/` or the user's own.

A roster pins the size and digest of each file. Values that could not be looked up are left out, never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from moot.errors import BadInput, BadSetting, UnknownName
from moot.library.shelf_lookup import Drawer, LocatedEntry, ShelfEntry, checked_name, packaged_in, refuse_unknown_within
from moot.settings.tomlfile import converted, refuse_unknown

SMALLEST = "one"
"""Name of the roster with which a council on this machine starts."""
_PLAIN = re.compile(r"[A-Za-z0-9][\w.-]{0,95}")


class ModelFile(Struct, frozen=True, kw_only=True):
    """A model that can be downloaded: where its file is, with the expected size and digest."""

    id: str = ""
    """Name of the model in Moot, such as `smollm2-135m` in `local/smollm2-135m`."""
    name: str = ""
    """Name of the model, given by its makers."""
    company: str = ""
    """The model's makers."""
    parameters: str = ""
    """Number of parameters, as usually written."""
    port: int = 0
    """Port at which the model is served when the roster's ports are used; 0 for none."""
    repo: str
    """Name of the repository at the model host, `owner/name`."""
    file: str
    """Path of the file in the repository."""
    revision: str = "main"
    """The commit from which the file is downloaded, if a commit is pinned."""
    bytes: int = 0
    """Size of the file in bytes; 0 if unknown."""
    sha256: str = ""
    """SHA-256 of the file; empty if unknown."""
    license: str = ""
    """Name of the licence."""
    license_url: str = ""
    """URL of the licence."""
    accept: bool = False
    """Whether the model's terms must be accepted before the download."""
    context: int = 0
    """Context size in tokens for which the model was trained."""
    package: str = ""
    """A package of the Python package index with a copy of the file, for use when the model host is not reachable."""

    @property
    def path(self) -> str:
        """Return the URL path of the file at the model host, or at any host that serves the same repositories."""
        return f"/{self.repo}/resolve/{self.revision}/{self.file}"


class ModelRoster(LocatedEntry, frozen=True, kw_only=True):
    """A named set of models to download together."""

    name: str
    """Name of the roster."""
    title: str
    """Description, in a few words."""
    models: tuple[ModelFile, ...]
    """Models in the roster."""


class _RosterTable(Struct, frozen=True, kw_only=True):
    """A roster as written in its file."""

    title: str = ""
    """Description, in a few words."""
    models: dict[str, ModelFile]
    """Models in the roster, by id."""


def rosters_in(home: Path) -> Mapping[str, ModelRoster]:
    """Return every roster (a named set of models to download) by name.

    The user's rosters, in `MOOT_HOME/rosters`, override packaged ones.
    """
    return _drawer(home).read().good


def named(home: Path, name: str) -> tuple[ModelFile, ...]:
    """Return the models to download for a name: that of a roster or a model, or a file as `hf:owner/repo/file`."""
    if name.startswith("hf:"):
        return (_written_out(name.removeprefix("hf:")),)
    drawer = _drawer(home)
    read = drawer.read()
    if name in read.good or name in read.broken:
        return drawer.placed(name).models
    models = {each.id: each for roster in read.good.values() for each in roster.models}
    if name in models:
        return (models[name],)
    raise UnknownName("model or roster", name, {*read.good, *models})


def _drawer(home: Path) -> Drawer[ModelRoster]:
    return Drawer("roster", home, home / "no-project", lambda: packaged_in("rosters", _roster), _roster)


def _written_out(words: str) -> ModelFile:
    parts = words.split("/")
    if len(parts) != 3 or not all(map(_PLAIN.fullmatch, parts)) or not parts[2].lower().endswith(".gguf"):
        raise BadInput(f"{words!r} names no file of a model.", "Write it as hf:OWNER/REPOSITORY/FILE.gguf.")
    owner, repo, file = parts
    short = re.sub(r"[^a-z0-9.-]+", "-", file[:-5].lower()).strip("-.")[:60]
    return ModelFile(id=short, name=file[:-5], repo=f"{owner}/{repo}", file=file)


def _roster(written: ShelfEntry) -> ModelRoster:
    where = written.origin
    refuse_unknown(written.table, _RosterTable.__struct_fields__, where)
    refuse_unknown_within(dict(written.table), _RosterTable, where)
    table = converted(written.table, _RosterTable, where)
    models = []
    for name, model in table.models.items():
        checked_name(name, "a model")
        owner, _, repo = model.repo.partition("/")
        plain = all(map(_PLAIN.fullmatch, (owner, repo, model.file, model.revision)))
        if not plain or not model.file.lower().endswith(".gguf"):
            raise BadSetting(f"{where}, {name}: `repo`, `revision` or `file` names no file of a model host.")
        if model.sha256 and not re.fullmatch(r"[0-9a-f]{64}", model.sha256):
            raise BadSetting(f"{where}, {name}: `sha256` is no digest of 64 small hexadecimal digits.")
        if not 0 <= model.bytes < 1 << 42 or not 0 <= model.port < 65_536:
            raise BadSetting(f"{where}, {name}: `bytes` or `port` is out of bounds.")
        models.append(replace(model, id=name))
    return ModelRoster(
        name=written.name, title=table.title, models=tuple(models), layer=written.layer, origin=written.origin
    )
