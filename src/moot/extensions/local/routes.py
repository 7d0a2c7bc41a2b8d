"""Load and unload models of this machine over HTTP."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Path, Query
from msgspec import Struct
from starlette.responses import Response

from moot.app import Application
from moot.errors import CallFailed, InUse, NoEngine, OverBudget
from moot.extensions.local.model_files import SEATED, ModelFiles
from moot.extensions.local.process import engine_here
from moot.extensions.local.sharing import Engine
from moot.extensions.local.states import engine_of, loaded_by_name, status_of
from moot.server.public import Backend, InBackend, of, refusals_of, reply
from moot.vocabulary.public import ModelStatus

router = APIRouter(prefix="/api/models", tags=["models"], responses=refusals_of(401, 403, 404, 409, 422))

Given = Annotated[str, Path(max_length=96, description="A model of this machine, as `smollm2-360m`.")]
RUNS = ("ready", "busy", "sleeping")


class LoadReply(Struct, frozen=True, kw_only=True):
    """Result of loading or unloading a model."""

    id: str
    """Id of the model."""
    status: ModelStatus
    """State of the model."""


@router.post("/{model}/load", status_code=202, responses=of(LoadReply, 202) | of(LoadReply) | refusals_of(415, 503))
async def load(
    model: Given,
    backend: InBackend,
    evict: Annotated[bool, Query(description="Unload idle models that are in the way.")] = False,
) -> Response:
    """Load a model of this machine; one that is loaded already is left as it is."""
    name, engine = await _found(backend.app, model)
    if engine_here() is None:
        raise NoEngine("Nothing here can run a model.")
    await engine.own()
    there = (await loaded_by_name(backend.app)).get(name)
    if there is not None and there.status in RUNS:
        return reply(LoadReply(id=name, status=status_of(there)))
    going = await engine.in_the_way(name)
    if going is None:
        raise OverBudget(f"{name} does not fit into the memory of this machine now.", "End other programs first.")
    if going and not evict:
        raise OverBudget(
            f"{name} fits only after others were unloaded: {', '.join(going)}.",
            "Unload these, or ask again with `?evict=1`.",
        )
    backend.beside(asyncio.create_task(_loads(engine, name)))
    return reply(LoadReply(id=name, status="loading"), 202)


@router.post("/{model}/unload", responses=of(LoadReply) | refusals_of(415))
async def unload(model: Given, backend: InBackend) -> Response:
    """Unload a model of this machine and free its memory; refused while a session that runs here needs it."""
    name, engine = await _found(backend.app, model)
    if users := await _users(backend, name):
        raise InUse(f"{name} is in use by {', '.join(users)}.")
    try:
        await engine.asked({"do": "unload", "model": name})
    except CallFailed as failed:
        raise InUse(failed.cause) from None
    return reply(LoadReply(id=name, status=status_of(None)))


async def _loads(engine: Engine, name: str) -> None:
    with suppress(CallFailed):  # the cause is returned with the model's state
        await engine.load(name)


async def _found(app: Application, given: str) -> tuple[str, Engine]:
    files = ModelFiles(app.home)
    kept = await asyncio.to_thread(lambda: files.find(files.id_of(given)))
    return kept.id, engine_of(app)


async def _users(backend: Backend, name: str) -> list[str]:
    """Return the sessions running in this process that have the model in a seat."""
    listings = [await backend.app.register.get(session) for session in backend.app.runner.running]
    return [listing.id for listing in listings if f"{SEATED}{name}" in listing.models]
