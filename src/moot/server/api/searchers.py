"""Set up and test search services over HTTP, as `moot keys` and `moot searchers` do.

A key goes in and is never returned. It is used only at the address it was given for.
"""

from __future__ import annotations

import time
from typing import Annotated

from fastapi import APIRouter, Path
from starlette.responses import Response

from moot.errors import BadInput, Conflict, MootError, TooBusy, UnknownName
from moot.providers.last_tests import LastTests, what_came
from moot.providers.searchers.searcher import SearchLimits
from moot.server.dependencies import Backend, InBackend
from moot.server.openapi import of, refusals_of
from moot.server.shapes.bodies import KeyBody, LookUpBody
from moot.server.shapes.replies import reply
from moot.server.shapes.shelf_replies import SearcherList, SearcherRow, key_state, where

router = APIRouter(prefix="/api/searchers", tags=["searchers"], responses=refusals_of(401, 403, 404, 409, 422))

Given = Annotated[str, Path(max_length=40, description="A searcher's name.")]


@router.get("", responses=of(SearcherList))
async def searchers(backend: InBackend) -> Response:
    """List the search services, their keys, whether they are in use, and their last tests."""
    return reply(_list(backend))


@router.put("/{name}", responses=of(SearcherList) | refusals_of(415))
async def keep_key(name: Given, body: KeyBody, backend: InBackend) -> Response:
    """Store a key for the searcher's address, or delete the stored one. It is never returned."""
    known = backend.app.searchers
    row = known.row(name)
    if body.key is not None:
        if not row.needs_key and not row.key_env:
            raise BadInput(f"{row.title or name} takes no key.", "Nothing was stored.")
        known.keys.put(name, row.origin, body.key.get_secret_value())
    elif not known.keys.remove(name):
        if known.key_of(name) is not None:
            raise Conflict("The key is in the environment of the server.", "Take it out there and start it again.")
        raise UnknownName("stored key", name, remedy="There is nothing to forget.")
    await known.forget(name)
    LastTests(backend.app.home).forget(name)
    return reply(_list(backend))


@router.post("/{name}/test", responses=of(SearcherRow) | refusals_of(415, 429))
async def test(name: Given, body: LookUpBody, backend: InBackend) -> Response:
    """Search for a few words, and store the result as the service's last test."""
    known = backend.app.searchers
    row, busy = known.row(name), f"searcher:{name}"
    if busy in backend.trying:
        raise TooBusy(f"{name} is being tested already.", "Wait until that has come to an end.")
    backend.trying.add(busy)
    began = time.monotonic()
    found, error, remedy = 0, "", ""
    try:
        found = len((await known.searcher(name).search(body.words, SearchLimits())).items)
    except MootError as refusal:
        error, remedy = refusal.message, refusal.remedy
    finally:
        backend.trying.discard(busy)
    made = what_came(began, row.origin, "search", asked=body.words, found=found, error=error, remedy=remedy)
    LastTests(backend.app.home).keep("searchers", name, made)
    return reply(_row(backend, name))


def _list(backend: Backend) -> SearcherList:
    backend.app.refresh()
    return SearcherList(searchers=[_row(backend, name) for name in sorted(backend.app.searchers.rows())])


def _row(backend: Backend, name: str) -> SearcherRow:
    known = backend.app.searchers
    row, source = known.row(name), known.key_source(name)
    return SearcherRow(
        name=name,
        title=row.title or name,
        configured=known.ready(name),
        needs_key=row.needs_key,
        where=where(source),
        key=key_state(known.key_of(name), source, row.key_env, needed=row.needs_key),
        in_use=name in known.in_force().names,
        docs=row.docs,
        test=LastTests(backend.app.home).of("searchers", name, row.origin),
    )
