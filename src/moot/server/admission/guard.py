"""Check every request before a route sees it: Host, origin, token and body.

A body is read when a route asks for it, so that a request that is refused, or leads nowhere, is answered at once. Plain
ASGI around the whole application, so that no route, stream, socket or static file can be forgotten. Headers on every
response restrict a browser to our own pages. `tests/server/admission/test_guard.py` sends every route through it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from urllib.parse import parse_qs, quote

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from moot.errors import AccessRefused, MootError, NotSignedIn, TooBusy, TooLarge, TooSlow, WrongType
from moot.server.admission.access import Access, is_loopback
from moot.server.admission.contracts import Contract, contract_of
from moot.server.admission.path_rules import (
    GUEST,
    is_open,
    is_page,
    limit_of,
    shaped,
    way_on,
)
from moot.server.error_responses import headers_of
from moot.server.landing import SIGN_IN_POLICY, sign_in

Headers = Mapping[bytes, list[bytes]]

MOST_BUFFERED = 512_000_000
"""Maximum number of bytes of request bodies that may be arriving at once, in the whole process."""
BODY_WITHIN = 60.0
"""Maximum number of seconds for a body to arrive."""
STALLED = 10.0
"""Number of seconds without a byte after which reading a request's body is given up, because it
occupies a connection.
"""
LEAST_SPEED = 4_000
"""Minimum speed of an arriving body in bytes a second, after the first seconds."""
FORM_WITHIN = 5.0
"""Maximum number of seconds for the body of the sign-in form to arrive, which anybody may send."""
POLICY = (
    b"default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    b"font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
WRONG = "That token does not open this server."
ON_EVERYTHING = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
NO_STORE = (b"cache-control", b"no-store")
HANGS_UP = (b"connection", b"close")
"""Header that closes the connection after a body that did not arrive whole."""
COOKIE_LASTS = 30 * 24 * 3600
LONGEST_FORM = 8_000
"""Maximum number of bytes of the sign-in form."""
FORM = b"application/x-www-form-urlencoded"


class Guard:
    """ASGI middleware that checks Host, origin, token and body of every request before the application sees it."""

    def __init__(self, app: ASGIApp, access: Access, contracts: Sequence[Contract] = ()) -> None:
        self._app = app
        self._access = access
        self._contracts = contracts
        self._buffered = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = _headers(scope)
        try:
            trusted = self._admitted(scope, headers)
        except MootError as error:
            await self._refuse(scope, receive, send, error)
            return
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return
        send = _marked(send, trusted)
        if trusted is not None and scope["method"] == "OPTIONS":
            await _answer(send, 204, b"", (*_preflight(),))
            return
        if _signs_in(scope):
            await self._welcome(scope, headers, send, scope["query_string"])
            return
        if trusted is None and _sends_token(scope, headers):
            await self._sign_in(scope, headers, receive, send)
            return
        body: bytes | None = None

        async def read() -> Message:
            """Return the request's body at the first call. At later calls, wait for the client to disconnect."""
            nonlocal body
            if body is not None:
                return await receive()
            body = b""
            body = await self._body(limit, receive) if limit else b""
            self._buffered += len(body)
            return {"type": "http.request", "body": body, "more_body": False}

        try:
            limit = _limit_of_body(scope, headers)
            await self._app(scope, read, send)
        except MootError as error:
            await self._refuse(scope, receive, send, error, marked=True)
        finally:
            self._buffered -= len(body or b"")

    def _admitted(self, scope: Scope, headers: Headers) -> str | None:
        """Check the request and return the trusted origin that it comes from, if any; raise if it is not allowed."""
        hosts = headers.get(b"host", [])
        host = hosts[0].decode("latin-1") if len(hosts) == 1 else ""
        server = scope.get("server") or ("", None)
        if not self._access.knows_host(host, str(server[0])):
            raise AccessRefused(
                "This server does not go by that name.", "Use the address the server printed at its start."
            )
        path = scope["path"]
        method = scope.get("method", "")  # a socket has none
        contract = next((each for each in self._contracts if each.admits_origin(method, path)), None)
        if contract is not None and _local(scope) and (trusted := self._access.trusts(headers)) is not None:
            scope[GUEST] = contract.door
            return trusted
        reads = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        if not (reads and is_page(path)) and self._access.foreign(headers, host):
            raise AccessRefused(
                "A page of another site may not use this server.", "Open the page from this server itself."
            )
        if _signs_in(scope):
            if self._access.is_token(_token_in(scope)):
                return None
            raise NotSignedIn(WRONG)
        if _sends_token(scope, headers):
            return None  # the form is checked before anything else happens
        opened = self._access.opens(headers) or self._brings_token(scope, headers)
        if not (reads and is_open(path)) and not opened:
            raise NotSignedIn("No token came with the request, or a wrong one.")
        return None

    def _brings_token(self, scope: Scope, headers: Headers) -> bool:
        """Return whether the request contains the token in the header or query parameter that the path's API uses for
        it."""
        contract = contract_of(scope["path"], self._contracts)
        if contract is None:
            return False
        if given := headers.get(contract.token_header, []):
            return len(given) == 1 and self._access.is_token(given[0].strip())
        name = contract.token_parameter
        asked = _asked(scope["query_string"], name) if name else ""
        return bool(asked) and self._access.is_token(asked.encode("utf-8", "replace"))

    async def _body(self, limit: int, receive: Receive, within: float | None = None) -> bytes:
        within = BODY_WITHIN if within is None else within
        parts: list[bytes] = []
        size = 0
        clock = asyncio.get_running_loop().time
        began = clock()
        try:
            async with asyncio.timeout(min(within, STALLED)) as alarm:
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise AccessRefused("The client left before its request was whole.")
                    piece = message.get("body", b"")
                    size += len(piece)
                    if size > limit:
                        raise TooLarge(f"The body is larger than the {limit:,} bytes that are taken here.")
                    if self._buffered + size > MOST_BUFFERED:
                        raise TooBusy("Too much is being sent to this server at once.", "Send it again in a moment.")
                    parts.append(piece)
                    if not message.get("more_body"):
                        return parts[0] if len(parts) == 1 else b"".join(parts)
                    by_speed = began + STALLED + size / LEAST_SPEED
                    alarm.reschedule(min(began + within, clock() + STALLED, by_speed))
        except TimeoutError:
            raise TooSlow(f"The body stopped coming, or came too slowly: {size:,} bytes are here.") from None

    async def _sign_in(self, scope: Scope, headers: Headers, receive: Receive, send: Send) -> None:
        """Check the token that the sign-in form sends. The form sends it in a body, because addresses are stored in
        histories and proxy logs."""
        to = "/"
        try:
            form = await self._body(_limit_of_body(scope, headers), receive, FORM_WITHIN)
            to = way_on(_asked(form, "to"))
            if not self._access.is_token(_asked(form, "token").strip().encode("utf-8", "replace")):
                raise NotSignedIn(WRONG)
        except MootError as error:
            await self._show_sign_in(scope, headers, send, error.status, to, error.message)
            return
        await self._welcome(scope, headers, send, form)

    async def _welcome(self, scope: Scope, headers: Headers, send: Send, said: bytes) -> None:
        """Set the cookie and redirect to the address without the token.

        The cookie is `SameSite=Lax`, so that links on other sites open our pages signed in. Other requests from those
        sites are refused by their origin.
        """
        access = self._access
        secure = "; Secure" if access.encrypted(scope["scheme"], _client(scope), headers) else ""
        cookie = f"{access.cookie_name}={access.cookie}; Path=/; HttpOnly; SameSite=Lax; Max-Age={COOKIE_LASTS}{secure}"
        to = way_on(_asked(said, "to"))
        await _answer(send, 303, b"", ((b"location", to.encode()), (b"set-cookie", cookie.encode())))

    async def _refuse(
        self, scope: Scope, receive: Receive, send: Send, error: MootError, *, marked: bool = False
    ) -> None:
        if scope["type"] == "websocket":
            await _refuse_socket(scope, receive, send, error, shaped(scope["path"], error, self._contracts))
            return
        send = send if marked else _marked(send, None)
        if isinstance(error, NotSignedIn) and is_page(scope["path"]) and _wants_page(scope):
            said = error.message if error.message == WRONG else ""
            await self._show_sign_in(scope, _headers(scope), send, error.status, _address(scope), said)
            return
        extra = [(b"content-type", b"application/json")]  # the rest of a body is read and dropped, then the next begins
        extra += [(name.lower().encode(), value.encode()) for name, value in headers_of(error).items()]
        if isinstance(error, NotSignedIn):
            extra.append((b"www-authenticate", b"Bearer"))
        await _answer(send, error.status, shaped(scope["path"], error, self._contracts), tuple(extra))

    async def _show_sign_in(
        self, scope: Scope, headers: Headers, send: Send, status: int, to: str, said: str = ""
    ) -> None:
        client = _client(scope)
        plain = not is_loopback(client) and not self._access.encrypted(scope["scheme"], client, headers)
        page = sign_in(to, said, plain=plain)
        told = (
            (b"content-type", b"text/html; charset=utf-8"),
            (b"content-security-policy", SIGN_IN_POLICY),
            (b"referrer-policy", b"same-origin"),  # without a referrer a browser does not send a form's origin
            *((HANGS_UP,) if status == TooSlow.status else ()),
        )
        await _answer(send, status, page, told)


def _headers(scope: Scope) -> dict[bytes, list[bytes]]:
    found: dict[bytes, list[bytes]] = {}
    for name, value in scope["headers"]:
        found.setdefault(name.lower(), []).append(value)
    return found


def _local(scope: Scope) -> bool:
    return is_loopback(_client(scope))


def _client(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client is not None else ""


def _sends_token(scope: Scope, headers: Headers) -> bool:
    """Return whether the request is the form of the sign-in page."""
    types = headers.get(b"content-type", [])
    sends = scope["type"] == "http" and scope["method"] == "POST" and scope["path"] == "/"
    return sends and len(types) == 1 and types[0].partition(b";")[0].strip().lower() == FORM


def _signs_in(scope: Scope) -> bool:
    return scope["type"] == "http" and scope["method"] == "GET" and scope["path"] == "/" and bool(_token_in(scope))


def _token_in(scope: Scope) -> bytes:
    return _asked(scope["query_string"], "token").encode("utf-8", "replace")


def _asked(said: bytes, name: str) -> str:
    """Return the value of a query or form field. If the field is missing or occurs more than once, return an empty
    text."""
    try:
        given = parse_qs(said.decode("latin-1"), max_num_fields=20).get(name, [])
    except ValueError:
        return ""  # more fields than any of our addresses has
    return given[0] if len(given) == 1 else ""


def _address(scope: Scope) -> str:
    """Return the requested address without a token in it, as the address to open after signing in."""
    path = scope.get("raw_path") or quote(scope["path"]).encode()
    query = b"?" + scope["query_string"] if scope["query_string"] and not _token_in(scope) else b""
    return way_on((path + query).decode("latin-1"))


def _wants_page(scope: Scope) -> bool:
    return any(name.lower() == b"accept" and b"text/html" in value for name, value in scope["headers"])


def _limit_of_body(scope: Scope, headers: Headers) -> int:
    """Return how many bytes the request's body may have, 0 for a method without body; raise if the headers announce
    more."""
    if scope["method"] in ("GET", "HEAD", "OPTIONS"):
        return 0
    form = _sends_token(scope, headers)
    limit = LONGEST_FORM if form else limit_of(scope["path"])
    length = headers.get(b"content-length", [])
    if length and (not length[0].isdigit() or int(length[0][:20]) > limit):
        raise TooLarge(f"The body is larger than the {limit:,} bytes that are taken here.", "Send less at once.")
    if ((length and int(length[0])) or b"transfer-encoding" in headers) and not form:
        _check_json(headers)
    return limit


def _check_json(headers: Headers) -> None:
    types = headers.get(b"content-type", [])
    essence, _, rest = (types[0] if types else b"").partition(b";")
    charset = rest.strip().lower().replace(b'"', b"")
    if len(types) != 1 or essence.strip().lower() != b"application/json" or charset not in (b"", b"charset=utf-8"):
        raise WrongType("The body must be JSON and say so.", "Send `Content-Type: application/json`.")


def _marked(send: Send, trusted: str | None) -> Send:
    """Return a function for sending the response that adds the security headers to it."""

    async def marked(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = list(message.get("headers", ()))
            names = {name.lower() for name, _ in headers}
            headers += [header for header in ON_EVERYTHING if header[0] not in names]
            if b"content-security-policy" not in names:
                headers.append((b"content-security-policy", POLICY))
            if b"cache-control" not in names:
                headers.append(NO_STORE)
            if trusted is not None:
                headers += [
                    (b"access-control-allow-origin", trusted.encode("latin-1")),
                    (b"access-control-expose-headers", b"moot-session"),
                    (b"vary", b"Origin"),
                ]
            message = {**message, "headers": headers}
        await send(message)

    return marked


def _preflight() -> tuple[tuple[bytes, bytes], ...]:
    return (
        (b"access-control-allow-methods", b"GET, POST"),
        (b"access-control-allow-headers", b"content-type"),
        (b"access-control-max-age", b"600"),
    )


async def _answer(send: Send, status: int, body: bytes, headers: tuple[tuple[bytes, bytes], ...]) -> None:
    length = () if status == 204 else ((b"content-length", str(len(body)).encode()),)
    await send({"type": "http.response.start", "status": status, "headers": [*headers, *length]})
    await send({"type": "http.response.body", "body": body})


async def _refuse_socket(scope: Scope, receive: Receive, send: Send, error: MootError, body: bytes) -> None:
    await receive()  # websocket.connect
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1008})
        return
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "websocket.http.response.start", "status": error.status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": body})
