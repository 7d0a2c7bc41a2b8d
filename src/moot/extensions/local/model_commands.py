"""Show, load, unload and delete the models of this machine at the terminal."""

from __future__ import annotations

import time
from collections.abc import Coroutine, Mapping
from typing import TypeVar

import msgspec

from moot.cli.public import run, say, show_json, table
from moot.errors import CallFailed, Conflict, MootError, UnknownName
from moot.extensions.local.gguf_header import BadModelFile
from moot.extensions.local.model_files import SEATED, ModelFiles, StoredModel, how_loaded
from moot.extensions.local.puller import in_megabytes
from moot.extensions.local.sharing import Engine
from moot.library.public import ModelFile, free_memory, rosters_in
from moot.settings import home_folder

T = TypeVar("T")


def ps(as_json: bool) -> None:
    """Print the loaded models with their memory, for `moot models ps`."""
    found = run(Engine(home_folder()).told())
    if as_json:
        show_json({"models": [msgspec.to_builtins(each) for each in found]})
        return
    if not found:
        say("No model is loaded.")
        return
    table(
        ["model", "is", "memory", "context", "port", "for", "died lately"],
        [
            [
                f"local/{each.model}",
                each.status,
                in_megabytes(each.memory) if each.memory else "–",
                f"{each.context:,}",
                str(each.port or "–"),
                f"{(time.time() - each.since) / 60:.0f} min",
                f"{each.deaths}: {each.cause}" if each.deaths else "–",
            ]
            for each in found
        ],
        right=frozenset({2, 3, 4, 5}),
    )


def load(name: str) -> None:
    """Load a model, in the Moot process that runs this machine's models."""
    _done(Engine(home_folder()).load(name))
    say(f"{name} is loaded.")


def unload(name: str) -> None:
    """Unload a model from the Moot process that runs this machine's models."""
    _done(Engine(home_folder()).unload(name))
    say(f"{name} is unloaded.")


def _done(work: Coroutine[None, None, T]) -> T:
    """Run a request to the Moot process that runs the models, and return its result. A failure is raised as
    `Conflict`.
    """
    try:
        return run(work)
    except CallFailed as failed:
        raise Conflict(failed.cause, "See what is loaded: `moot models ps`.") from None


def show_kept(name: str | None, as_json: bool) -> None:
    """Print the file, licence and memory of a model on this machine. If no name is given, print those of all models."""
    files = ModelFiles(home_folder())
    try:
        found = [files.find(files.id_of(name))] if name else files.all()
    except UnknownName:
        offered = {each.id: each for roster in rosters_in(home_folder()).values() for each in roster.models}
        if name is None or (model := offered.get(files.id_of(name))) is None:
            raise
        _show_offered(model, as_json)
        return
    if name:
        found[0].header()  # raise if it cannot be read
    rows = [_details(kept) for kept in found]
    free = free_memory()
    if as_json:
        show_json({"models": rows, "free_memory": free})
        return
    if name:
        _show_lines(rows[0])
        return
    columns = ("model", "bytes", "memory", "loaded_context", "license")
    table(
        ["model", "file", "memory", "context", "licence"],
        [[_worded(key, row[key]) if key in row else "–" for key in columns] for row in rows],
        right=frozenset({1, 2, 3}),
    )
    for row in rows:
        if "trouble" in row:
            say(f"{row['trouble']} {row['remedy']}", err=True)
    if not rows:
        say("No model is on this machine yet. Fetch one: `moot models pull smollm2-135m`.")
    elif free is not None:
        say(f"Free memory: {in_megabytes(free)}.", err=True)


def _details(kept: StoredModel) -> dict[str, object]:
    """Return the known data of a model on this machine."""
    there: dict[str, object] = {
        "model": f"{SEATED}{kept.id}",
        "file": str(kept.path),
        "bytes": kept.path.stat().st_size,
    }
    try:
        header = kept.header()
    except BadModelFile as error:
        return {**there, "license": "cannot be read", "trouble": error.message, "remedy": error.remedy}
    loaded = how_loaded(kept, header)
    return {
        **there,
        "name": kept.name or header.name,
        "company": kept.company,
        "license": kept.license or header.license,
        "license_url": kept.license_url,
        "architecture": header.architecture,
        "context": header.context,
        "loaded_context": loaded.context,
        "memory": loaded.memory,
        "conversations": bool(header.template),
        "linked": kept.linked,
        "source": kept.source,
        "sha256": kept.sha256,
        "pinned": kept.pinned,
    }


def is_elsewhere(name: str) -> bool:
    """Return whether a known model has this name but is not downloaded to this machine."""
    endpoint, slash, _ = name.partition("/")
    if not slash or endpoint == "local":
        return False
    files = ModelFiles(home_folder())
    try:
        files.find(files.id_of(name))
    except MootError:
        return True
    return False


def _show_offered(model: ModelFile, as_json: bool) -> None:
    """Print what is known of a model that can be downloaded: its size, licence, source and digest."""
    told: dict[str, object] = {
        "model": f"{SEATED}{model.id}",
        "here": False,
        "name": model.name,
        "company": model.company,
        "license": model.license,
        "license_url": model.license_url,
        "terms_to_accept": model.accept,
        "parameters": model.parameters,
        "context": model.context,
        "bytes": model.bytes,
        "source": model.path,
        "sha256": model.sha256,
    }
    if as_json:
        show_json({"models": [told], "free_memory": free_memory()})
        return
    _show_lines(told)
    say(f"It is not on this machine. Fetch it: `moot models pull {model.id}`.")


def _show_lines(told: Mapping[str, object]) -> None:
    for key, value in told.items():
        if value not in ("", 0) or isinstance(value, bool):
            say(f"{key.replace('_', ' ')}: {_worded(key, value)}")


def _worded(key: str, value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if key in ("bytes", "memory") and isinstance(value, int):
        return in_megabytes(value)
    return f"{value:,}" if isinstance(value, int) else str(value)


def remove(names: tuple[str, ...]) -> None:
    """Delete models from this machine."""
    files = ModelFiles(home_folder())
    for name in names:
        name = files.id_of(name)
        linked = files.path_of(name).is_symlink()
        freed = _done(Engine(home_folder()).remove(name))
        say(f"{name} is gone{'; the file it was linked to stays' if linked else f', {in_megabytes(freed)} freed'}.")
