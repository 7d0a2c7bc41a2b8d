"""`moot models rm`, and what lies on this machine."""

from __future__ import annotations

from collections.abc import Mapping

import click

from moot.cli.models.running import done
from moot.cli.screen.terminal import say, show_json, table
from moot.engine.gguf_header import BadModelFile
from moot.engine.memory import free_memory
from moot.engine.model_files import SEATED, ModelFiles, how_loaded
from moot.engine.pulling import in_megabytes
from moot.engine.sharing import Engine
from moot.errors import UnknownName
from moot.library.model_rosters import ModelFile, rosters_in
from moot.settings import home_folder


def show_kept(name: str | None, as_json: bool) -> None:
    """Tells what is known of a model on this machine, or of all of them."""
    files = ModelFiles(home_folder())
    try:
        found = [files.find(files.id_of(name))] if name else files.all()
    except UnknownName:
        offered = {each.id: each for roster in rosters_in(home_folder()).values() for each in roster.models}
        if name is None or (model := offered.get(files.id_of(name))) is None:
            raise
        _show_offered(model, as_json)
        return
    told: list[dict[str, object]] = []
    broken: list[BadModelFile] = []
    for kept in found:
        try:
            header = kept.header()
        except BadModelFile as error:
            if name:
                raise
            broken.append(error)
            told.append(
                {
                    "model": f"{SEATED}{kept.id}",
                    "file": str(kept.path),
                    "bytes": kept.path.stat().st_size,
                    "trouble": error.message,
                    "remedy": error.remedy,
                }
            )
            continue
        loaded = how_loaded(kept, header)
        told.append(
            {
                "model": f"local/{kept.id}",
                "name": kept.name or header.name,
                "company": kept.company,
                "license": kept.license or header.license,
                "license_url": kept.license_url,
                "architecture": header.architecture,
                "quantisation": header.quantisation,
                "parameters": header.parameters,
                "context": header.context,
                "loaded_context": loaded.context,
                "bytes": header.bytes,
                "memory": loaded.memory,
                "conversations": bool(header.template),
                "file": str(kept.path),
                "linked": kept.linked,
                "source": kept.source,
                "sha256": kept.sha256,
                "pinned": kept.pinned,
            }
        )
    free = free_memory()
    if as_json:
        show_json({"models": told, "free_memory": free})
        return
    if name:
        _show_lines(told[0])
        return
    table(
        ["model", "file", "memory", "context", "licence"],
        [
            [str(each["model"]), *(in_megabytes(int(str(each[key]))) for key in ("bytes", "memory")),
             f"{each['loaded_context']:,}", str(each["license"])]
            if "trouble" not in each
            else [str(each["model"]), in_megabytes(int(str(each["bytes"]))), "–", "–", "cannot be read"]
            for each in told
        ],
        right=frozenset({1, 2, 3}),
    )  # fmt: skip
    for each in broken:
        say(str(each), err=True)
    if not told:
        say("No model is on this machine yet. Fetch one: `moot models pull smollm2-135m`.")
    elif free is not None:
        say(f"Free memory: {in_megabytes(free)}.", err=True)


def _show_offered(model: ModelFile, as_json: bool) -> None:
    """What a roster says of a model that is not on this machine: what one wants to know before it is fetched."""
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


@click.command("rm")
@click.argument("names", nargs=-1, required=True)
def remove(names: tuple[str, ...]) -> None:
    """Delete a model from this machine.

    A file that was only linked stays where it is. A loaded model is ended first; one that is just answering stays.
    """
    files = ModelFiles(home_folder())
    for name in names:
        name = files.id_of(name)
        linked = files.path_of(name).is_symlink()
        freed = done(Engine(home_folder()).remove(name))
        say(f"{name} is gone{'; the file it was linked to stays' if linked else f', {in_megabytes(freed)} freed'}.")
