"""Connect a service by signing in at its own page (OAuth with PKCE), so that nobody copies a key.

The browser is sent to the service with the hash of a secret that stays here. The service sends it back to
`/signed-in/STATE` with a code, and code and secret together are exchanged for a key. `STATE` is drawn for a caller who
has the token, is used once and expires, so the way back needs no token: the service sends the browser to `localhost`,
where the page's own sign-in does not count.
"""

from __future__ import annotations

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

from moot.egress.api_keys import scrub
from moot.errors import BadInput, Conflict, MootError, SearchFailed, TooBusy
from moot.providers.endpoints import Endpoint
from moot.providers.searchers.fetching import Fetcher, FetchRequest
from moot.providers.searchers.searcher import SearchLimits
from moot.server.api.endpoints import Given, keep_key
from moot.server.dependencies import Backend, InBackend
from moot.server.openapi import of, refusals_of
from moot.server.shapes.replies import reply

router = APIRouter(tags=["endpoints"])

LASTS = 900.0
"""Seconds within which the service has to send the browser back."""
MOST = 20
"""Sign-ins under way at once."""
LOOPBACK = ("127.0.0.1", "[::1]")
"""Hosts that services do not send a browser back to; they do to `localhost`, on any port."""
FAILED = (files("moot.server.landing") / "sign_in_failed.html").read_text(encoding="utf-8")


class SignInAddress(Struct, frozen=True, kw_only=True):
    """Where to send the browser."""

    url: str
    """The service's page, which asks whether Moot may have a key."""


class PendingSignIn(Struct, frozen=True, kw_only=True):
    """A sign-in that the service has not answered yet."""

    endpoint: str
    """The endpoint."""
    verifier: str
    """The secret whose hash the service knows."""
    back: str
    """The address of the page that began it."""
    until: float
    """The monotonic time at which it expires."""


class PendingSignIns:
    """The sign-ins under way, by state."""

    def __init__(self, backend: Backend) -> None:
        self._pending: dict[str, PendingSignIn] = {}

    def begin(self, row: Endpoint, back: str) -> str:
        """Return the state and remember the sign-in under it; the hash of its secret is `challenge(state)`."""
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
        """Return the hash of the secret, as PKCE writes it."""
        digest = sha256(self._pending[state].verifier.encode()).digest()
        return urlsafe_b64encode(digest).rstrip(b"=").decode()

    def end(self, state: str) -> PendingSignIn | None:
        """Return the sign-in and forget it; `None` if it is unknown or has expired."""
        found = self._pending.pop(state, None)
        return found if found is not None and found.until > time.monotonic() else None


@router.post("/api/endpoints/{name}/sign-in", responses=of(SignInAddress) | refusals_of(401, 403, 404, 409, 422, 429))
async def begin(name: Given, request: Request, backend: InBackend) -> Response:
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


@router.get("/signed-in/{state}", include_in_schema=False)
async def end(
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
    """Exchange a code and its secret for a key."""
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
    """Return an origin on this machine under its name."""
    parts = urlsplit(origin)
    host, _, port = parts.netloc.rpartition(":") if parts.port else (parts.netloc, "", "")
    return f"{parts.scheme}://localhost{':' if port else ''}{port}" if host in LOOPBACK else origin
