"""Set up services that offer models over HTTP: rows and keys, as `moot endpoints` and `moot keys` do.

A key goes in and is never returned. An address passes the same checks as everywhere (`egress/`), and a stored key is
deleted when the address it was given for changes.
"""

from __future__ import annotations

import asyncio
import time
from typing import Annotated

from fastapi import APIRouter, Path
from starlette.responses import Response

from moot.egress.addresses import is_local
from moot.egress.api_keys import scrub
from moot.errors import AccessRefused, BadInput, CallFailed, Conflict, MootError, TooBusy, UnknownName
from moot.providers.endpoint_check import REMEDIES, tried
from moot.providers.endpoints import Endpoint, RowPrice, packaged_rows
from moot.providers.last_tests import LastTests, what_came
from moot.providers.provider import CallLimits
from moot.server.dependencies import Backend, InBackend
from moot.server.openapi import of, refusals_of
from moot.server.shapes.bodies import FREE, UNKNOWN, EndpointBody, TryBody
from moot.server.shapes.replies import reply
from moot.server.shapes.shelf_replies import (
    MOST_MODELS,
    EndpointCheckReply,
    EndpointFull,
    EndpointList,
    key_state,
)
from moot.settings.tomlfile import Value

router = APIRouter(prefix="/api/endpoints", tags=["endpoints"], responses=refusals_of(401, 403, 404, 409, 422))

Given = Annotated[str, Path(max_length=40, description="An endpoint's name.")]
WITHIN = 20.0
"""Seconds a test may take."""
LIMITS = CallLimits(connect=5.0, first=WITHIN, between=10.0, total=WITHIN)
KEYLESS = ("rehearsal", "example", "lexical", "minilm", "local")
"""Built-in wires, which use no key."""
FIELDS = ("title", "url", "wire", "private", "concurrency", "key_env", "price")
"""Fields of a row that are set over HTTP; others of the user's row are preserved."""


@router.get("", responses=of(EndpointList))
async def endpoints(backend: InBackend) -> Response:
    """List every endpoint, how it is set up, and whether it has a key."""
    directory = backend.app.directory
    own = directory.endpoints.own()
    return reply(EndpointList(endpoints=[_full(backend, row, row.name in own) for row in directory.rows().values()]))


@router.put("/{name}", responses=of(EndpointFull) | refusals_of(415))
async def keep(name: Given, body: EndpointBody, backend: InBackend) -> Response:
    """Add an endpoint of the user's, or change a packaged one field by field.

    A `key` is stored for its address and never returned; null deletes it. With a key alone nothing else changes.
    """
    if "key" in body.model_fields_set:
        if len(body.model_fields_set) > 1:
            raise BadInput("A key is sent by itself.", "Change the endpoint first. Nothing was changed.")
        keep_key(backend, name, body.key.get_secret_value() if body.key is not None else None)
        return _reply(backend, name)
    directory = backend.app.directory
    packaged = packaged_rows().get(name)
    values = body.values()
    if packaged is None and not body.url and values.get("wire", "openai") not in KEYLESS:
        raise BadInput("An endpoint needs an address.", "Send its `url`.")
    before = directory.endpoints.own().get(name, {})
    kept = before if body.key_env is None else {**before, "key_env": None}  # a form does not show all its variables
    row: dict[str, Value] = {
        field: value for field, value in kept.items() if field not in FIELDS or (field == "key_env" and value)
    }
    at_home = bool(values.get("private")) or is_local(str(body.url or before.get("url", "")))
    if values.get("price") == UNKNOWN and not at_home and (packaged is None or packaged.price != FREE):
        del values["price"]  # not free is no change there, and its known price stays
    was = directory.rows().get(name)
    if values.get("price") == FREE and was is not None and was.local and directory.costs_nothing(was):
        del values["price"]  # it counted as free before, and still does while nothing contradicts it
    if "price" not in values and body.free is None and "price" in before:
        values["price"] = before["price"]
    stated = before.get("price")
    if isinstance(stated, dict) and values.get("price") == {part: stated[part] for part in ("input", "output")}:
        values["price"] = stated  # fields of the price that a form does not show are preserved
    row |= {field: value for field, value in values.items() if packaged is None or not _same(packaged, field, value)}
    row = _kept_apart(backend, name, row, named=body.key_env is not None)
    if not row and packaged is not None:
        if before:
            moved = directory.row(name).origin != packaged.origin
            directory.endpoints.remove(name, directory.keys if moved else None)
    else:
        directory.endpoints.add(name, row, directory.keys)
    directory.reload()
    return _reply(backend, name)


@router.delete("/{name}", status_code=204)
async def remove(name: Given, backend: InBackend) -> Response:
    """Remove one of the user's endpoints and its key; a packaged one of the same name takes effect again."""
    directory = backend.app.directory
    directory.endpoints.remove(name, directory.keys)
    directory.reload()
    LastTests(backend.app.home).forget(name)
    return Response(status_code=204)


def keep_key(backend: Backend, name: str, key: str | None) -> None:
    """Store a key for the endpoint's address, or delete the stored one. A key in the environment is not changed."""
    directory = backend.app.directory
    row = directory.row(name)
    if key is not None:
        if row.wire in KEYLESS:
            raise BadInput(f"{row.title or name} takes no key.", "Nothing was stored.")
        directory.keys.put(name, row.origin, key)
    elif not directory.keys.remove(name):
        if directory.has_key(name):
            raise Conflict("The key is in the environment of the server.", "Take it out there and start it again.")
        raise UnknownName("stored key", name, remedy="There is nothing to forget.")
    directory.reload()
    LastTests(backend.app.home).forget(name)


@router.post("/{name}/test", responses=of(EndpointCheckReply) | refusals_of(415, 429))
async def test(name: Given, body: TryBody, backend: InBackend) -> Response:
    """Ask the endpoint for its models and, if a model is named, that model for a few tokens."""
    directory = backend.app.directory
    directory.row(name)
    model = body.model
    if model is not None and not model.startswith(f"{name}/"):
        # A service's own id is accepted as well, unless it names another endpoint whose model is meant.
        if model.partition("/")[0] in directory.rows() and model not in directory.offered(name):
            raise BadInput(f"{model!r} is not a model of {name}.", f"Name it as `{name}/model`.")
        model = f"{name}/{model}"
    if name in backend.trying:
        raise TooBusy(f"{name} is being tried already.", "Wait until that has come to an end.")
    backend.trying.add(name)
    try:
        return reply(await _tried(backend, name, model))
    finally:
        backend.trying.discard(name)


async def _tried(backend: Backend, name: str, model: str | None) -> EndpointCheckReply:
    directory = backend.app.directory
    began = time.monotonic()
    models: list[str] = []
    said = error = remedy = ""
    try:
        async with asyncio.timeout(WITHIN):
            try:
                models = (await directory.models(name))[:MOST_MODELS]
            except MootError as refusal:
                keyed = isinstance(refusal, CallFailed) and refusal.error == "auth"
                error, remedy = refusal.message, REMEDIES["auth"] if keyed else refusal.remedy
            if model is not None:
                answer = await tried(directory, model, LIMITS)
                said, error, remedy = answer.said, answer.error, answer.remedy
    except TimeoutError:
        error, remedy = f"It did not answer within {WITHIN:g} s.", "Look at its address, and whether it is up."
    last = what_came(
        began,
        directory.row(name).origin,
        "answer" if model is not None else "listing",
        asked=model or "",
        found=len(models),
        error=error,
        remedy=remedy,
    )
    LastTests(backend.app.home).keep("endpoints", name, last)
    return EndpointCheckReply(
        ok=not error,
        ms=last.ms,
        models=models,
        said=said,
        error=scrub(error),
        remedy=remedy,
        test=last,
    )


def _kept_apart(backend: Backend, name: str, row: dict[str, Value], *, named: bool) -> dict[str, Value]:
    """Return the row, or raise if a key could reach an address it was not meant for.

    Whoever has the token may set up endpoints but does not own the server's environment: a variable named here must be
    one of the service at this very address, one that the row had before at this address, or one of the setting
    `key_variables`. The row's other fields, headers included, are not carried over to another address.
    """
    directory = backend.app.directory
    had = directory.rows().get(name)
    free = dict.fromkeys(backend.app.settings.key_variables)
    row = {field: value for field, value in row.items() if field != "key_env" or value}
    after = directory.endpoints.tried(name, row)
    if had is not None and had.origin != after.origin:
        row = {field: value for field, value in row.items() if field != "headers" and (named or field != "key_env")}
        after = directory.endpoints.tried(name, row)
    meant = {
        variable
        for other in (*packaged_rows().values(), *([had] if had is not None else []))
        if other.origin == after.origin
        for variable in other.key_env
    }
    for variable in after.key_env:
        if variable not in meant and variable not in free:
            raise AccessRefused(
                f"The variable {variable} may not be named over HTTP: its value would go to {after.origin}.",
                "Store a key for this endpoint instead, or add the variable to the setting `key_variables` where the "
                "server runs. Nothing was changed.",
            )
    return row


def _same(packaged: Endpoint, field: str, value: Value) -> bool:
    stated = getattr(packaged, field)
    return bool((list(stated) if isinstance(stated, tuple) else stated) == value)


def _reply(backend: Backend, name: str) -> Response:
    directory = backend.app.directory
    return reply(_full(backend, directory.row(name), name in directory.endpoints.own()))


def _full(backend: Backend, row: Endpoint, own: bool) -> EndpointFull:
    directory = backend.app.directory
    price = row.price if isinstance(row.price, RowPrice) else None
    return EndpointFull(
        url=row.url,
        wire=row.wire,
        private=row.private,
        concurrency=row.concurrency,
        docs=row.docs,
        signs_in=bool(row.sign_in),
        speaks=row.speaks,
        free=directory.costs_nothing(row),
        endpoint=row.name,
        title=row.title or row.name,
        layer="user" if own else "packaged",
        input=price.input if price is not None else None,
        output=price.output if price is not None else None,
        configured=not row.needs_key or directory.has_key(row.name),
        key=key_state(directory.key_of(row.name), directory.key_source(row.name), row.key_env, needed=row.needs_key),
        models=[f"{row.name}/{model}" for model in (*row.models, *row.embeddings)],
        scripted=row.scripted,
        test=LastTests(backend.app.home).of("endpoints", row.name, row.origin),
    )
