"""Send requests to search services with checked addresses, bounded bytes and a time limit.

A redirect is followed at most three times, only for a GET, and each hop is checked again; another origin must be public
and is sent no key. One retry after 429, 5xx or a broken connection, if time is left. Tests:
`tests/providers/searchers/test_fetching.py`.
"""

from __future__ import annotations

import asyncio
import ssl
import zlib
from collections.abc import Iterator, Mapping
from contextlib import AbstractAsyncContextManager, contextmanager
from urllib.parse import urlencode, urljoin, urlsplit

import aiohttp
from msgspec import Struct

from moot.egress.addresses import EgressRefused, Gate, Lookup, Target, look_up, target_of
from moot.egress.connector import ENCODINGS, CheckedResolver, Inflater, why_broken
from moot.egress.untrusted_text import evidence, shown, wait_from
from moot.errors import SearchFailed
from moot.providers.searchers.searcher import SearchLimits, Service

MOST_REDIRECTS = 3
REPEATED = (429, 500, 502, 503, 504)
WAIT = 1.0
"""Seconds before a failed search is retried, if the service does not say how long to wait."""
ERROR_BYTES = 8_000


class FetchRequest(Struct, frozen=True, kw_only=True):
    """An HTTP request to a search service."""

    path: str = ""
    """Path after the base address."""
    values: Mapping[str, str] = {}
    """Query of a GET, or form of a POST."""
    form: bool = False
    """Whether to POST the values as a form, because a key among them must not be part of an address."""
    json: bytes | None = None
    """JSON to POST instead of the values."""
    key_headers: Mapping[str, str] = {}
    """Headers that contain a key; sent to the service's own origin only."""
    accept: str = "application/json"
    """The media type requested."""


class Fetcher:
    """The HTTP client for one search service."""

    def __init__(self, url: str, *, private: bool = False, pause: float = 0.0, lookup: Lookup = look_up) -> None:
        self.target = target_of(url, private=private)
        self._private, self._pause, self._lookup = private, pause, lookup
        self._turn = asyncio.Lock()
        self._next = 0.0

    @classmethod
    def of(cls, row: Service, *, pause: float = 0.0) -> Fetcher:
        """Return a client for a configured service that waits `pause` seconds between requests, or not at all if the
        server is private."""
        return cls(row.url, private=row.private, pause=0.0 if row.private else pause)

    async def fetch(self, request: FetchRequest, limits: SearchLimits) -> bytes:
        """Return the body of the response to a request, retried once if it fails; raise `SearchFailed` unless it is
        complete and in time."""
        loop = asyncio.get_running_loop()
        until = loop.time() + limits.total
        try:
            async with asyncio.timeout_at(until):
                try:
                    return await self._fetched(request, limits)
                except SearchFailed as failed:
                    wait = WAIT if failed.retry_after is None else failed.retry_after
                    if not failed.again or loop.time() + wait >= until:
                        raise
                await asyncio.sleep(wait)
                return await self._fetched(request, limits)
        except TimeoutError:
            raise SearchFailed(f"It did not answer within {limits.total:g} s.") from None

    async def _fetched(self, request: FetchRequest, limits: SearchLimits) -> bytes:
        await self._my_turn()
        query = urlencode(request.values) if request.values and not request.form else ""
        target, rest = self.target, request.path + (f"?{query}" if query else "")
        for _ in range(MOST_REDIRECTS + 1):
            with _named_errors(target.host):
                async with self._client(target, limits) as client, self._sent(client, target, rest, request) as answer:
                    if answer.status not in (301, 302, 303, 307, 308):
                        return await _body(answer, limits)
                    location = answer.headers.get("Location", "")
            if request.form or request.json is not None or not location:
                raise SearchFailed("It answers with a redirect, which is not followed.")
            target, rest = self._next_hop(target, rest, location)
        raise SearchFailed(f"It redirects more than {MOST_REDIRECTS} times.")

    async def _my_turn(self) -> None:
        """Wait until the pause between requests, which the service demands, has passed. Several sessions share one
        client."""
        loop = asyncio.get_running_loop()
        async with self._turn:
            await asyncio.sleep(max(0.0, self._next - loop.time()))
            self._next = loop.time() + self._pause

    def _client(self, target: Target, limits: SearchLimits) -> aiohttp.ClientSession:
        private = self._private and target.origin == self.target.origin
        gate = Gate(private=private, lookup=self._lookup)
        return aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(resolver=CheckedResolver(gate), force_close=True),
            headers={"User-Agent": "moot", "Accept-Encoding": "identity"},
            auto_decompress=False,
            trust_env=False,
            cookie_jar=aiohttp.DummyCookieJar(),
            timeout=aiohttp.ClientTimeout(total=None, sock_connect=limits.connect),
        )

    def _sent(
        self, client: aiohttp.ClientSession, target: Target, rest: str, request: FetchRequest
    ) -> AbstractAsyncContextManager[aiohttp.ClientResponse]:
        headers = {"Accept": request.accept}
        if target.origin == self.target.origin:
            headers |= request.key_headers
        body: bytes | dict[str, str] | None = dict(request.values) if request.form else request.json
        if request.json is not None:
            headers["Content-Type"] = "application/json"
        method = "GET" if body is None else "POST"
        return client.request(method, target.base + rest, data=body, headers=headers, allow_redirects=False)

    def _next_hop(self, target: Target, rest: str, location: str) -> tuple[Target, str]:
        try:
            parts = urlsplit(urljoin(target.base + rest, location))
            origin = f"{parts.scheme}://{parts.netloc}".lower()
            checked = target_of(origin, private=self._private and origin == self.target.origin)
            rest = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            if not rest.isascii() or any(c <= " " or c == "\x7f" for c in rest):
                raise ValueError("its path is not plain ASCII")
        except (EgressRefused, ValueError) as error:
            raise SearchFailed(f"It redirects to an address that may not be asked: {shown(str(error))}") from None
        return checked, rest


async def _body(response: aiohttp.ClientResponse, limits: SearchLimits) -> bytes:
    most = limits.most_bytes if response.status == 200 else ERROR_BYTES
    encoding = response.headers.get("Content-Encoding", "").strip().lower()
    if encoding not in ("", "identity", *ENCODINGS):
        raise SearchFailed(f"The answer is compressed as {shown(encoding, 40)!r}, which was not asked for.")
    inflater = Inflater(encoding) if encoding in ENCODINGS else None
    body = bytearray()
    try:
        while data := await response.content.readany():
            for opened in (data,) if inflater is None else inflater.open(data):
                body += opened
                if len(body) > most:
                    break
            if len(body) > most:
                break
    except zlib.error:
        raise SearchFailed("The answer is not compressed as it says.") from None
    if response.status != 200:
        wait = wait_from(response.headers.get("Retry-After"))
        said = f": {evidence(bytes(body[:most]))}" if body else "."
        again = response.status in REPEATED
        raise SearchFailed(f"HTTP {response.status}{said}", again=again, retry_after=wait)
    if len(body) > most:
        raise SearchFailed(f"The answer passed {most:,} bytes.")
    return bytes(body)


@contextmanager
def _named_errors(host: str) -> Iterator[None]:
    """Convert exceptions of the HTTP client to `SearchFailed` with a message for users."""
    try:
        yield
    except EgressRefused as error:
        raise SearchFailed(error.message) from None
    except aiohttp.ConnectionTimeoutError:
        raise SearchFailed(f"{host} could not be reached in time.", again=True) from None
    except TimeoutError:
        raise
    except aiohttp.ClientResponseError as error:
        raise SearchFailed(f"{host} does not speak HTTP: {shown(error.message)}") from None
    except (aiohttp.ClientError, OSError, ssl.SSLError) as error:
        raise SearchFailed(f"{host}: {why_broken(error)}.", again=True) from None
