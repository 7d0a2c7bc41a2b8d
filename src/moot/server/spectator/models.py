"""How are the models of this machine, and how are they loaded and unloaded over HTTP?"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Annotated

import msgspec
from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from moot.convening.unasked import Gathered
from moot.engine.gguf_header import BadModelFile
from moot.engine.memory import KEPT_FREE, free_memory
from moot.engine.model_files import SEATED, Kept, ModelFiles, how_loaded
from moot.engine.process import engine_here
from moot.engine.sharing import Engine
from moot.engine.supervisor import Loaded
from moot.errors import CallFailed, InUse, NoEngine, OverBudget
from moot.house import House
from moot.library.families import Standing
from moot.library.model_rosters import ModelFile, rosters_in
from moot.server.schema import of, refusals_of
from moot.server.shapes.model_replies import EngineState, Loading, ModelRow, ModelState, ModelStatus
from moot.server.shapes.replies import reply
from moot.server.shared import Hall, InHall
from moot.server.spectator.faces import engine_of, loaded_here

router = APIRouter(prefix="/api/models", tags=["models"], responses=refusals_of(401, 403, 404, 409, 422))

Given = Annotated[str, Path(max_length=96, description="A model of this machine, as `smollm2-360m`.")]
RUNS = ("ready", "busy", "sleeping")
PACKAGE = "xllamacpp"
NOTHING_RUNS = "Nothing on this machine can run it."


@router.post("/{model}/load", status_code=202, responses=of(Loading, 202) | of(Loading) | refusals_of(415, 503))
async def load(
    model: Given,
    hall: InHall,
    evict: Annotated[bool, Query(description="Unload idle models that are in the way.")] = False,
) -> Response:
    """Loads a model of this machine; one that is loaded already is left as it is."""
    name, engine = await _found(hall.house, model)
    if engine_here() is None:
        raise NoEngine("Nothing here can run a model.")
    await engine.own()
    there = (await _loaded(hall.house)).get(name)
    if there is not None and there.status in RUNS:
        return reply(Loading(id=name, status=_status(there)))
    going = await engine.in_the_way(name)
    if going is None:
        raise OverBudget(f"{name} does not fit into the memory of this machine now.", "End other programs first.")
    if going and not evict:
        raise OverBudget(
            f"{name} fits only after others were unloaded: {', '.join(going)}.",
            "Unload these, or ask again with `?evict=1`.",
        )
    hall.beside(asyncio.create_task(_loads(engine, name)))
    return reply(Loading(id=name, status="loading"), 202)


@router.post("/{model}/unload", responses=of(Loading) | refusals_of(415))
async def unload(model: Given, hall: InHall) -> Response:
    """Ends a model of this machine and frees its memory; none that a session which runs here needs."""
    name, engine = await _found(hall.house, model)
    if users := await _users(hall, name):
        raise InUse(f"{name} is in use by {', '.join(users)}.")
    try:
        await engine.asked({"do": "unload", "model": name})
    except CallFailed as failed:
        raise InUse(failed.cause) from None
    return reply(Loading(id=name, status=_status(None)))


async def _loads(engine: Engine, name: str) -> None:
    with suppress(CallFailed):  # why it failed is told with the model's state
        await engine.load(name)


async def _found(house: House, given: str) -> tuple[str, Engine]:
    files = ModelFiles(house.home)
    kept = await asyncio.to_thread(lambda: files.find(files.id_of(given)))
    return kept.id, engine_of(house)


async def _users(hall: Hall, name: str) -> list[str]:
    """The sessions that run here and have the model at the table."""
    listings = [await hall.house.register.get(session) for session in hall.house.runner.running]
    return [listing.id for listing in listings if f"{SEATED}{name}" in listing.members]


async def _loaded(house: House) -> Mapping[str, Loaded]:
    return {each.model: each for each in await loaded_here(house)}


async def engine_state(house: House) -> tuple[EngineState, dict[str, ModelState]]:
    """What runs models here, and how those that lie here are."""
    loaded = await _loaded(house)
    here = engine_here()
    used = sum(each.memory or 0 for each in loaded.values())
    free = free_memory()
    engine = EngineState(
        ok=here is not None,
        binary=PACKAGE if here == "" else here or "",
        budget_bytes=None if free is None else max(0, free - KEPT_FREE + used),
        used_bytes=used,
    )
    names = {kept.id for kept in await asyncio.to_thread(ModelFiles(house.home).all)} | loaded.keys()
    return engine, {name: _state(loaded.get(name)) for name in sorted(names)}


def _status(loaded: Loaded | None) -> ModelStatus:
    if loaded is not None:
        status: ModelStatus = msgspec.convert(loaded.status, ModelStatus)
        return status
    return "stopped" if engine_here() is not None else "pulled"


def _state(loaded: Loaded | None) -> ModelState:
    return ModelState(
        status=_status(loaded),
        port=(loaded.port or None) if loaded is not None else None,
        rss=loaded.memory if loaded is not None else None,
        since=_utc(loaded.since) if loaded is not None else None,
        restarts=loaded.deaths if loaded is not None else 0,
        error=loaded.cause if loaded is not None else "",
    )


def _utc(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


async def local_rows(house: House, council: Gathered) -> Sequence[ModelRow]:
    """Every model of this machine: those that lie here, and those that a roster names."""
    loaded = await _loaded(house)

    def work() -> list[ModelRow]:
        known = {each.id: each for roster in rosters_in(house.home).values() for each in roster.models}
        here = {kept.id: kept for kept in ModelFiles(house.home).all()}
        names = sorted(known.keys() | here.keys())
        standings = {name: council.of(house.directory, f"{SEATED}{name}") for name in here}
        return [_row(name, known.get(name), here.get(name), loaded.get(name), standings.get(name)) for name in names]

    return await asyncio.to_thread(work)


def _unready(name: str, state: ModelState | None) -> str:
    """What a model of this machine lacks before it can be asked."""
    if state is None:
        return f"It is not on this machine: run `moot models pull {name}`."
    if state.status == "pulled":
        return f"{NOTHING_RUNS} {NoEngine.remedy_by_default}"
    return ""


def _row(
    name: str, known: ModelFile | None, kept: Kept | None, loaded: Loaded | None, standing: Standing | None
) -> ModelRow:
    known = known or ModelFile(repo="", file="")
    state = _state(loaded) if kept is not None else None
    context, speaks = known.context, True
    if kept is not None:
        with suppress(BadModelFile):  # which is told with the endpoint
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
        sits=standing is not None and standing.sits,
        why=standing.why if standing is not None else _unready(name, None),
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
