"""Call an OpenAI-compatible endpoint: one HTTP client per endpoint, all bytes bounded, no redirect, no proxy.

This is the hot path: a stream of 200 events must cost a few milliseconds of CPU. It only reads bytes and yields pieces;
`hear` enforces deadlines, `pace` retries. Tests: `tests/providers/test_modes.py` and `test_wire.py`.
"""

from __future__ import annotations

import asyncio
import contextlib
import ssl
import zlib
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Mapping
from typing import Any

import aiohttp
import msgspec
from msgspec.structs import replace

from moot.egress.addresses import EgressRefused, Gate, Lookup, is_local, look_up, target_of
from moot.egress.api_keys import Secret
from moot.egress.connector import ENCODINGS, CheckedResolver, Inflater, why_broken
from moot.egress.open_files import FEW_FILES, most_open
from moot.egress.untrusted_text import shown
from moot.errors import CallFailed
from moot.providers.adapted_request import AS_IT_IS, AdaptedRequest, SentFields
from moot.providers.endpoints import Endpoint
from moot.providers.models.listings import ListedModel, listed_in
from moot.providers.models.traits import Quirks
from moot.providers.openai.embeddings import TEXTS, batches, body_of_texts, cut_to, measured
from moot.providers.openai.events import CompletionReader
from moot.providers.openai.request import TO_LLAMA_CPP, body_of
from moot.providers.openai.servers import WITHIN, Counter, Server, server_of, was_cut, with_more
from moot.providers.provider import Call, CallLimits, CallReport, EmbeddingVectors, Piece, Provider, StreamEnd
from moot.providers.provider_errors import failure_of, malformed, said_in
from moot.providers.rate_headers import quotas_in, wait_in
from moot.vocabulary.statements import Usage

AFTER_FINISH = 3.0
"""Seconds to wait for the cost and `[DONE]` after the text of an answer is complete."""
AFTER_DONE = 0.05
"""Seconds to wait for the end of the body after `[DONE]`, so that the connection can be reused."""
ERROR_BYTES = 64 * 1024
ERROR_SECONDS = 5.0
LIST_BYTES = 8_000_000
LIST_WITHIN = 30.0
"""Seconds to wait for a service's list of models."""
BESIDE_WITHIN = 1.0
"""Seconds to wait for a local server's further details of a model."""
QuirksOf = Callable[[str], Quirks]
LearntOf = Callable[[str], AdaptedRequest]


class OpenAIWire(Provider):
    """Calls the models of a service with an OpenAI-compatible API: chat completions and embeddings."""

    measures = True
    calls_tools = True

    def __init__(
        self,
        row: Endpoint,
        key: Secret | None,
        *,
        quirks: QuirksOf | None = None,
        learnt: LearntOf | None = None,
        lookup: Lookup = look_up,
        beside: Mapping[str, Any] | None = None,
    ) -> None:
        self._row, self._key = row, key
        self._target = target_of(row.url, private=row.private)
        self._quirks = quirks or (lambda model: Quirks())
        self._learnt = learnt or (lambda model: AS_IT_IS)
        self._beside = beside
        self._gate = Gate(private=row.private, lookup=lookup)
        self._at_home = row.private or is_local(row.url)
        self._root = self._target.base.removesuffix("/v1")
        self._server: Server = "llamacpp" if beside is not None else ""
        self._counter = Counter(lambda path, body=None: self._asked(path, body, WITHIN))
        self._session: aiohttp.ClientSession | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def stream(self, call: Call) -> AsyncIterator[Piece]:
        """Call the model and yield its answer."""
        if call.texts:
            async for piece in self._measure(call):
                yield piece
            return
        model = call.seat.model.partition("/")[2]
        adapted = self._learnt(call.seat.model).and_also(call.adapted)
        body, sent = body_of(call, model, self._quirks(call.seat.model), adapted, self._beside)
        headers = {"Content-Type": "application/json", "Accept": "text/event-stream"}
        if self._row.moot:
            headers["Moot-Depth"] = str(call.depth)
        with self._network_named():
            url = self._target.base + "/chat/completions"
            async with self._post(url, body, headers, call.limits, sent) as response:
                yield CallReport(
                    generation=response.headers.get("x-generation-id", "")[:200], quotas=quotas_in(response.headers)
                )
                # Closed here: a generator left to the garbage collector costs the loop a task and a wake-up.
                async with contextlib.aclosing(self._pieces(response, call)) as pieces:
                    async for piece in pieces:
                        if isinstance(piece, CallReport) and was_cut(call, piece.usage, self._server):
                            piece = replace(piece, cut=True)
                        yield piece

    async def _measure(self, call: Call) -> AsyncIterator[Piece]:
        """Request the embeddings of the call's texts, batch after batch, and yield all of them together."""
        rows: list[tuple[float, ...]] = []
        usage: Usage | None = Usage()
        cost: int | None = 0
        named = ""
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        adapted = self._learnt(call.seat.model).and_also(call.adapted)
        for batch in batches(cut_to(adapted.text_bytes, call.texts)):
            body = body_of_texts(call.seat.model.partition("/")[2], batch)
            try:
                with self._network_named():
                    url = self._target.base + "/embeddings"
                    async with self._post(url, body, headers, call.limits, TEXTS) as response:
                        told = measured(await _whole(response, call.limits.most_bytes), len(batch))
            except CallFailed as failed:
                failed.spent = failed.spent or bool(rows)  # earlier batches were paid for
                raise
            rows += told.rows
            usage = usage + told.usage if usage is not None and told.usage is not None else None
            cost = cost + told.cost if cost is not None and told.cost is not None else None
            named = told.model
        yield EmbeddingVectors(tuple(rows))
        yield CallReport(usage=usage, cost=cost, model=named)
        yield StreamEnd("ok", "measured")

    @contextlib.asynccontextmanager
    async def _post(
        self, url: str, body: bytes, headers: dict[str, str], limits: CallLimits, sent: SentFields
    ) -> AsyncIterator[aiohttp.ClientResponse]:
        async with self._open().post(
            url,
            data=body,
            headers=headers | self._closing(),
            allow_redirects=False,
            timeout=aiohttp.ClientTimeout(total=None, sock_connect=limits.connect),
        ) as response:
            if response.headers.get("Server") == "llama.cpp":
                self._beside, self._server = self._beside or TO_LLAMA_CPP, "llamacpp"
                if response.connection is not None and response.connection.protocol is not None:
                    response.connection.protocol.force_close()  # it was not asked to close this one
            if response.status != 200:
                raise await self._failure(response, sent)
            yield response

    def _closing(self) -> dict[str, str]:
        """Return a header that asks llama.cpp to close the connection after the response.

        Without this header, llama.cpp promises to keep the connection open but closes it, and the next call fails.
        """
        return {"Connection": "close"} if self._server == "llamacpp" else {}

    async def count(self, call: Call) -> int | None:
        """Return how many tokens the call's prompt has, as counted by the server; `None` if it cannot count."""
        return await self._counter.count(call, call.seat.model.partition("/")[2], self._server)

    async def models(self) -> list[str]:
        """Return the names of the models that the service lists under `/models`."""
        return [each.name for each in await self.listed()]

    async def listed(self) -> list[ListedModel]:
        """Return the models that the service lists under `/models`, with further details if it is a local server."""
        told, kind = await self._told(self._target.base + "/models")
        found = listed_in(told)
        if not self._at_home:
            return found
        server = server_of(told, kind, self._row.name)
        self._server = server
        return await with_more(found, told, server, self._asked)

    async def _told(self, url: str, body: object = None, within: float = LIST_WITHIN) -> tuple[object, str]:
        """Return the JSON at an address of this server, and the response's `Server` header."""
        timeout = aiohttp.ClientTimeout(total=within, sock_connect=10)
        data = None if body is None else msgspec.json.encode(body)
        with self._network_named():
            try:
                async with self._open().request(
                    "GET" if data is None else "POST",
                    url,
                    data=data,
                    headers=self._closing() | ({} if data is None else {"Content-Type": "application/json"}),
                    allow_redirects=False,
                    timeout=timeout,
                ) as response:
                    if response.status != 200:
                        raise await self._failure(response)
                    told = await _bounded(response, LIST_BYTES)
                    kind = response.headers.get("Server", "")
            except TimeoutError:
                raise CallFailed("timeout", f"The list of models did not come within {within:g} s.") from None
        try:
            return msgspec.json.decode(told), kind
        except (ValueError, RecursionError):
            raise malformed("Not a list of models", told) from None

    async def _asked(self, path: str, body: object = None, within: float = BESIDE_WITHIN) -> object:
        """Return the JSON that a local server has at a path; `None` if it does not arrive in time or is not JSON."""
        try:
            return (await self._told(self._root + path, body, within))[0]
        except CallFailed:
            return None

    async def close(self) -> None:
        """Close the connections."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    async def _pieces(self, response: aiohttp.ClientResponse, call: Call) -> AsyncGenerator[Piece]:
        limits = call.limits
        content, events = response.content, CompletionReader(limits.most_bytes, tools=bool(call.tools))
        inflater = _inflater_for(response.headers.get("Content-Encoding", ""))
        grace: float | None = None
        try:
            while not events.ended:
                if events.finished:
                    # Less than `between`, or a complete answer would count as stalled.
                    grace = grace or asyncio.get_running_loop().time() + min(AFTER_FINISH, limits.between / 2)
                    async with asyncio.timeout_at(grace):
                        data = await content.readany()
                else:
                    data = await content.readany()
                if not data:
                    break
                for opened in (data,) if inflater is None else inflater.open(data):
                    for piece in events.feed(opened):
                        yield piece
                    if events.failure is not None:
                        raise events.failure
        except zlib.error:
            raise malformed("The answer is not compressed as it says", data) from None
        except TimeoutError:
            if not events.finished:
                raise
        except (aiohttp.ClientError, OSError) as error:
            if not events.finished:
                for piece in events.end():
                    yield piece
                if not events.heard:
                    raise _network(error, self._target.host, spent=True) from None
                raise CallFailed("incomplete", f"The stream broke off: {why_broken(error)}.", spent=True) from None
        for piece in events.end():
            yield piece
        if events.failure is not None:
            raise events.failure
        if events.ended and not content.at_eof():
            with contextlib.suppress(TimeoutError, aiohttp.ClientError, OSError):
                async with asyncio.timeout(AFTER_DONE):
                    await content.readany()
        end = events.done()
        if end.settled == "ok" and (calls := events.tool_calls()) is not None:
            yield calls
        yield end

    async def _failure(self, response: aiohttp.ClientResponse, sent: SentFields | None = None) -> CallFailed:
        wait = wait_in(response.headers)
        if 300 <= response.status < 400:
            return CallFailed("error", f"HTTP {response.status}: a redirect, which is not followed.", error="redirect")
        body = b""
        with contextlib.suppress(TimeoutError, aiohttp.ClientError, OSError, zlib.error, CallFailed):
            async with asyncio.timeout(ERROR_SECONDS):
                body = await _bounded(response, ERROR_BYTES)
        said = said_in(body)
        if wait is None and said.headers:
            wait = wait_in(said.headers)
        if response.status < 400:
            return malformed(f"HTTP {response.status}", body)
        return failure_of(response.status, said.message, said.code, wait=wait, sent=sent)

    def _open(self) -> aiohttp.ClientSession:
        loop = asyncio.get_running_loop()
        if self._session is not None and self._loop is loop and not self._session.closed:
            return self._session
        headers = {"User-Agent": "moot", "Accept-Encoding": "identity", **self._row.headers}
        if self._key is not None:
            headers["Authorization"] = f"Bearer {self._key.reveal()}"
        self._loop = loop
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(
                limit=0,  # the number of parallel calls is settled before they start
                ttl_dns_cache=60,
                resolver=CheckedResolver(self._gate),
                keepalive_timeout=20 if most_open() >= FEW_FILES else 1,
            ),
            headers=headers,
            auto_decompress=False,
            trust_env=False,
            cookie_jar=aiohttp.DummyCookieJar(),
            timeout=aiohttp.ClientTimeout(total=None),
        )
        return self._session

    @contextlib.contextmanager
    def _network_named(self) -> Iterator[None]:
        host = self._target.host
        try:
            yield
        except EgressRefused as error:
            raise CallFailed("error", error.message, error="egress") from None
        except aiohttp.ConnectionTimeoutError:
            raise CallFailed("timeout", f"{host} could not be reached in time.") from None
        except aiohttp.ClientConnectorError as error:
            raise _network(error, host, spent=False) from None
        except aiohttp.ClientResponseError as error:
            raise CallFailed("malformed", f"{host} does not speak HTTP: {shown(error.message)}", spent=True) from None
        except (aiohttp.ClientError, ConnectionError, ssl.SSLError) as error:
            raise _network(error, host, spent=True) from None


async def _whole(response: aiohttp.ClientResponse, most: int) -> bytes:
    """Return the complete body of a response; raise if it is cut short, damaged or too large."""
    try:
        body = await _bounded(response, most + 1)
    except zlib.error:
        raise malformed("The answer is not compressed as it says", b"") from None
    except aiohttp.ClientPayloadError:
        raise CallFailed("incomplete", "The body ended too early.", spent=True) from None
    if len(body) > most:
        raise CallFailed("error", f"The answer passed {most} bytes.", error="too_large", spent=True)
    return body


async def _bounded(response: aiohttp.ClientResponse, most: int) -> bytes:
    inflater = _inflater_for(response.headers.get("Content-Encoding", ""))
    body = bytearray()
    while len(body) < most and (data := await response.content.readany()):
        for opened in (data,) if inflater is None else inflater.open(data):
            body += opened
            if len(body) >= most:
                break
    return bytes(body[:most])


def _inflater_for(encoding: str) -> Inflater | None:
    encoding = encoding.strip().lower()
    if encoding in ("", "identity"):
        return None
    if encoding not in ENCODINGS:
        why = f"The answer is compressed as {shown(encoding, 40)!r}, which was not asked for."
        raise CallFailed("malformed", why, spent=True)
    return Inflater(encoding)


def _network(error: BaseException, host: str, *, spent: bool) -> CallFailed:
    return CallFailed("error", f"{host}: {why_broken(error)}.", error="network", spent=spent)
