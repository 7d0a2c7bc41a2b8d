"""Return the states of this machine's models and their engine for the API."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import UTC, datetime

import msgspec

from moot.app import Application
from moot.errors import MootError, NoEngine
from moot.extensions.local.gguf_header import BadModelFile
from moot.extensions.local.model_files import SEATED, ModelFiles, StoredModel, how_loaded
from moot.extensions.local.process import engine_here
from moot.extensions.local.sharing import FOLDER, Engine
from moot.extensions.local.supervisor import KEPT_FREE, LoadedModel
from moot.library.public import ModelFile, free_memory, rosters_in
from moot.vocabulary.public import EngineState, ModelRow, ModelState, ModelStatus

PACKAGE = "xllamacpp"
NOTHING_RUNS = "Nothing on this machine can run it."
WITHIN = 2.0
"""Maximum number of seconds in which the process that runs the models lists the loaded models."""


def engine_of(app: Application) -> Engine:
    """Return the object by which this application loads and calls local models, whichever process runs them."""
    from moot.extensions.local.provider import LocalProvider  # scripted voices do not need it

    provider = app.directory.provider_for(f"{SEATED}any")
    assert isinstance(provider, LocalProvider)
    return provider.engine


async def loaded_by_name(app: Application) -> dict[str, LoadedModel]:
    """Return the loaded models by name, whichever process runs them; empty if it does not answer in time."""
    if not (app.home / FOLDER / "running.json").exists():
        return {}
    with suppress(MootError, TimeoutError, OSError):
        async with asyncio.timeout(WITHIN):
            return {each.model: each for each in await engine_of(app).told()}
    return {}


async def engine_state(app: Application) -> tuple[EngineState, dict[str, ModelState]]:
    """Return the state of the program that runs models, and of each model on this machine, by name."""
    loaded = await loaded_by_name(app)
    here = engine_here()
    used = sum(each.memory or 0 for each in loaded.values())
    free = free_memory()
    engine = EngineState(
        ok=here is not None,
        binary=PACKAGE if here == "" else here or "",
        budget_bytes=None if free is None else max(0, free - KEPT_FREE + used),
        used_bytes=used,
    )
    names = ModelFiles(app.home).names() | loaded.keys()
    return engine, {name: _state(loaded.get(name)) for name in sorted(names)}


def status_of(loaded: LoadedModel | None) -> ModelStatus:
    if loaded is not None:
        status: ModelStatus = msgspec.convert(loaded.status, ModelStatus)
        return status
    return "stopped" if engine_here() is not None else "pulled"


def _state(loaded: LoadedModel | None) -> ModelState:
    return ModelState(
        status=status_of(loaded),
        port=(loaded.port or None) if loaded is not None else None,
        rss=loaded.memory if loaded is not None else None,
        since=_utc(loaded.since) if loaded is not None else None,
        restarts=loaded.deaths if loaded is not None else 0,
        error=loaded.cause if loaded is not None else "",
    )


def _utc(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


async def model_rows(app: Application) -> list[ModelRow]:
    """Return a row for every model on this machine, and for every known one that can be downloaded."""
    loaded = await loaded_by_name(app)

    def work() -> list[ModelRow]:
        known = {each.id: each for roster in rosters_in(app.home).values() for each in roster.models}
        here = {kept.id: kept for kept in ModelFiles(app.home).all()}
        names = sorted(known.keys() | here.keys())
        return [_row(name, known.get(name), here.get(name), loaded.get(name)) for name in names]

    return await asyncio.to_thread(work)


def _unready(name: str, state: ModelState | None) -> str:
    """Return why a model on this machine cannot be called yet and what to do about it; empty if it can."""
    if state is None:
        return f"It is not on this machine: run `moot models pull {name}`."
    if state.status == "pulled":
        return f"{NOTHING_RUNS} {NoEngine.remedy_by_default}"
    return ""


def _row(name: str, known: ModelFile | None, kept: StoredModel | None, loaded: LoadedModel | None) -> ModelRow:
    known = known or ModelFile(repo="", file="")
    state = _state(loaded) if kept is not None else None
    context, speaks = known.context, True
    if kept is not None:
        with suppress(BadModelFile):  # it is reported with the endpoint
            header = kept.header()
            context, speaks = how_loaded(kept, header).context, bool(header.template)
    return ModelRow(
        model=f"{SEATED}{name}",
        endpoint=SEATED.rstrip("/"),
        scripted=False,
        speaks=speaks,
        priced=True,
        input=0.0,
        output=0.0,
        context=context or None,
        sits=False,
        why=_unready(name, None) if kept is None else "",
        council=False,
        unready=_unready(name, state),
        id=name,
        status=state.status if state is not None else "absent",
        name=known.name or (kept.name if kept is not None else ""),
        company=known.company or (kept.company if kept is not None else ""),
        size=known.parameters,
        file=kept.path.name if kept is not None else known.file,
        bytes=kept.path.stat().st_size if kept is not None else known.bytes,
        license=(kept.license if kept is not None else "") or known.license,
        port=state.port if state is not None else None,
    )
