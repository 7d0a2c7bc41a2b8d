"""Set up services: rows, keys, tests of endpoints and search services, as `moot models endpoints` and `moot keys` do.

A key goes in and is never returned. An address passes the same checks as everywhere (`egress/`), and a stored key is
deleted when the address it was given for changes.

A service may also give a key to whoever signs in at its own page (OAuth with PKCE). The browser is sent there with the
hash of a secret that stays here. The service sends it back to `/signed-in/STATE` with a code, and code and secret
together are exchanged for a key. `STATE` is drawn for a caller who has the token, is used once and expires, so the way
back needs no token: the service sends the browser to `localhost`, where the page's own sign-in does not count.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from base64 import urlsafe_b64encode
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Annotated
from urllib.parse import urlencode, urlsplit

import msgspec
from fastapi import APIRouter, Path, Query, Request
from msgspec import Struct
from starlette.responses import RedirectResponse, Response

from moot.egress.addresses import is_local
from moot.egress.api_keys import scrub
from moot.errors import AccessRefused, BadInput, CallFailed, Conflict, MootError, SearchFailed, TooBusy, UnknownName
from moot.providers.endpoint_check import REMEDIES, LastTests, tried, what_came
from moot.providers.endpoints import Endpoint, KeyedServices, RowPrice, ServiceRow, packaged_rows
from moot.providers.provider import CallLimits
from moot.providers.searchers.fetching import Fetcher, FetchRequest
from moot.providers.searchers.searcher import SearchLimits
from moot.server.dependencies import Backend, InBackend
from moot.server.openapi import of, refusals_of
from moot.server.shapes.bodies import FREE, UNKNOWN, EndpointBody, KeyBody, LookUpBody, TryBody
from moot.server.shapes.replies import (
    MOST_MODELS,
    EndpointCheckReply,
    EndpointFull,
    EndpointList,
    SearcherList,
    SearcherRow,
    ToolList,
    ToolRow,
    key_state,
    reply,
    where,
)
from moot.settings.tomlfile import Value
from moot.vocabulary.seats import SUBSCRIPTION

router = APIRouter(prefix="/api/endpoints", tags=["endpoints"], responses=refusals_of(401, 403, 404, 409, 422))

Given = Annotated[str, Path(max_length=40, description="An endpoint's name.")]
WITHIN = 20.0
"""Maximum number of seconds for a test."""
LIMITS = CallLimits(connect=5.0, first=WITHIN, between=10.0, total=WITHIN)
KEYLESS = ("rehearsal", "example", "lexical", "minilm", "local", "cli")
"""API formats of built-in endpoints that use no key."""
FIELDS = ("title", "url", "wire", "private", "concurrency", "key_env", "price")
"""Fields of an endpoint's configuration that are set over HTTP. Other fields of the user's configuration are
preserved.
"""


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
    if values.get("price") == FREE and was is not None and was.price == SUBSCRIPTION:
        values["price"] = SUBSCRIPTION
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
    """Store a key for the endpoint's address, or delete the stored key if `key` is `None`.

    A key in an environment variable is not changed.
    """
    directory = backend.app.directory
    row = directory.row(name)
    _store_key(backend, directory, row, key, takes_one=row.wire not in KEYLESS)
    directory.reload()


def _store_key(backend: Backend, known: KeyedServices, row: ServiceRow, key: str | None, *, takes_one: bool) -> None:
    if key is not None:
        if not takes_one:
            raise BadInput(f"{row.title or row.name} takes no key.", "Nothing was stored.")
        known.keys.put(row.name, row.origin, key)
    elif not known.keys.remove(row.name):
        if known.key_of(row.name) is not None:
            raise Conflict("The key is in the environment of the server.", "Take it out there and start it again.")
        raise UnknownName("stored key", row.name, remedy="There is nothing to forget.")
    LastTests(backend.app.home).forget(row.name)


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
    """Check that no key can be sent to an address it was not meant for, and return the row to store.

    Whoever has the token may set up endpoints, but does not own the server's environment variables. A row may therefore
    name a variable only if the setting `key_variables` lists that variable, or if it already belongs to an endpoint at
    the same address. If the address changes, headers and variables of the former row are not carried over.
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


searchers_router = APIRouter(prefix="/api/searchers", tags=["searchers"], responses=router.responses)

SearcherName = Annotated[str, Path(max_length=40, description="A searcher's name.")]


@searchers_router.get("", responses=of(SearcherList))
async def searchers(backend: InBackend) -> Response:
    """List the search services, their keys, whether they are in use, and their last tests."""
    return reply(_list(backend))


@searchers_router.put("/{name}", responses=of(SearcherList) | refusals_of(415))
async def keep_searcher_key(name: SearcherName, body: KeyBody, backend: InBackend) -> Response:
    """Store a key for the searcher's address, or delete the stored one. It is never returned."""
    known = backend.app.searchers
    row = known.row(name)
    key = body.key.get_secret_value() if body.key is not None else None
    _store_key(backend, known, row, key, takes_one=bool(row.needs_key or row.key_env))
    await known.forget(name)
    return reply(_list(backend))


@searchers_router.post("/{name}/test", responses=of(SearcherRow) | refusals_of(415, 429))
async def test_searcher(name: SearcherName, body: LookUpBody, backend: InBackend) -> Response:
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


tools_router = APIRouter(prefix="/api/tools", tags=["tools"], responses=router.responses)


@tools_router.get("", responses=of(ToolList))
async def tools(backend: InBackend) -> Response:
    """List the tools that members can be given, with what each does."""
    backend.app.refresh()
    found: list[ToolRow] = []
    for name in backend.app.toolbox.names():
        try:
            made = backend.app.toolbox.tools([name])
        except MootError as error:
            found.append(ToolRow(name=name, tool=name, description="", read_only=True, lacks=error.message))
            continue
        found += [
            ToolRow(
                name=name,
                tool=tool.spec.name,
                description=tool.spec.description,
                read_only=tool.spec.read_only,
                lacks=tool.lacks(),
            )
            for tool in made.values()
        ]
    return reply(ToolList(tools=found))


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


sign_in_router = APIRouter(tags=["endpoints"])

LASTS = 900.0
"""Number of seconds within which the service has to send the browser back before the sign-in expires."""
MOST = 20
"""Maximum number of unfinished sign-ins at once."""
LOOPBACK = ("127.0.0.1", "[::1]")
"""Hosts that services do not send a browser back to; `localhost` is used for them."""
FAILED = (files("moot.server.landing") / "sign_in_failed.html").read_text(encoding="utf-8")


class SignInAddress(Struct, frozen=True, kw_only=True):
    """A reply that contains the address to which the browser must go to sign in at a service."""

    url: str
    """The service's page, which asks whether Moot may have a key."""


class PendingSignIn(Struct, frozen=True, kw_only=True):
    """A sign-in at a service, begun in the browser and not completed yet."""

    endpoint: str
    """Name of the endpoint that gets the key."""
    verifier: str
    """Secret of which the service knows the hash."""
    back: str
    """Address of the page on which the user began, to return to."""
    until: float
    """Monotonic time at which the sign-in expires."""


class PendingSignIns:
    """The unfinished sign-ins, each stored under the random `state` value that the service sends back."""

    def __init__(self, backend: Backend) -> None:
        self._pending: dict[str, PendingSignIn] = {}

    def begin(self, row: Endpoint, back: str) -> str:
        """Begin a sign-in at this endpoint's service, and return the `state` value that identifies it.

        `challenge(state)` is the hash that the service needs.
        """
        now = time.monotonic()
        self._pending = {state: each for state, each in self._pending.items() if each.until > now}
        if len(self._pending) >= MOST:
            raise TooBusy("Too many sign-ins are under way.", "Finish one, or wait a quarter of an hour.")
        state = secrets.token_urlsafe(32)
        self._pending[state] = PendingSignIn(
            endpoint=row.name, verifier=secrets.token_urlsafe(48), back=back, until=now + LASTS
        )
        return state

    def challenge(self, state: str) -> str:
        """Return the hash of a sign-in's secret, in PKCE's format, for the service."""
        digest = sha256(self._pending[state].verifier.encode()).digest()
        return urlsafe_b64encode(digest).rstrip(b"=").decode()

    def end(self, state: str) -> PendingSignIn | None:
        """Remove the sign-in with this `state` and return it; `None` if it is unknown or has expired."""
        found = self._pending.pop(state, None)
        return found if found is not None and found.until > time.monotonic() else None


@router.post("/{name}/sign-in", responses=of(SignInAddress) | refusals_of(429))
async def begin_sign_in(name: Given, request: Request, backend: InBackend) -> Response:
    """Begin signing in at a service that gives out keys that way; return the address of its page."""
    row = backend.app.directory.row(name)
    if not row.sign_in:
        raise Conflict(f"{row.title or name} gives out no key that way.", "Paste a key instead.")
    back = request.headers.get("origin") or str(request.base_url).rstrip("/")
    pending = backend.part(PendingSignIns)
    state = pending.begin(row, back)
    query = {
        "callback_url": f"{_named_localhost(back)}/signed-in/{state}",
        "code_challenge": pending.challenge(state),
        "code_challenge_method": "S256",
    }
    return reply(SignInAddress(url=f"{row.origin}{row.sign_in}?{urlencode(query)}"))


@sign_in_router.get("/signed-in/{state}", include_in_schema=False)
async def end_sign_in(
    state: Annotated[str, Path(max_length=80)], backend: InBackend, code: Annotated[str, Query(max_length=2000)] = ""
) -> Response:
    """Exchange the code for a key, store it, and go back to the page that began."""
    pending = backend.part(PendingSignIns).end(state)
    back = pending.back if pending is not None else ""
    try:
        if pending is None:
            raise BadInput("This sign-in has ended or expired.", "Begin again in Moot.")
        if not code:
            raise BadInput("The service gave no code: it was not allowed to.", "Begin again in Moot, or paste a key.")
        row = backend.app.directory.row(pending.endpoint)
        keep_key(backend, row.name, await _key_for(row, code, pending.verifier))
    except MootError as error:
        message = FAILED.format(said=escape(scrub(f"{error.message} {error.remedy}")), back=escape(back or "/"))
        return Response(message, error.status, media_type="text/html; charset=utf-8")
    return RedirectResponse(f"{back}/", 303)


async def _key_for(row: Endpoint, code: str, verifier: str) -> str:
    """Exchange the code that a service returned, together with the sign-in's secret, for an API key."""
    body = msgspec.json.encode({"code": code, "code_verifier": verifier, "code_challenge_method": "S256"})
    fetcher = Fetcher(row.url, private=row.private)
    try:
        said = await fetcher.fetch(FetchRequest(path="/auth/keys", json=body), SearchLimits())
        key = msgspec.json.decode(said, type=dict[str, object]).get("key")
    except (SearchFailed, msgspec.MsgspecError) as error:
        raise BadInput(f"{row.title or row.name} gave no key: {error}", "Begin again, or paste a key.") from None
    if not isinstance(key, str) or not key:
        raise BadInput(f"{row.title or row.name} gave no key.", "Begin again, or paste a key.")
    return key


def _named_localhost(origin: str) -> str:
    """Return an origin on this machine with `localhost` as its host name."""
    parts = urlsplit(origin)
    host, _, port = parts.netloc.rpartition(":") if parts.port else (parts.netloc, "", "")
    return f"{parts.scheme}://localhost{':' if port else ''}{port}" if host in LOOPBACK else origin
