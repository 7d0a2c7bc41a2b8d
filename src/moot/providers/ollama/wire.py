"""Call Ollama over `/api/chat`, where a call sets its context; embeddings and old servers use the OpenAI API.

A call that Ollama refuses for its length is repeated with more context up to the model's limit: nothing was generated
yet, so it is not a failed attempt. Tests: `tests/providers/local/test_ollama.py`.
"""

from __future__ import annotations

import asyncio
import contextlib
import zlib
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from typing import Any

import aiohttp
from msgspec.structs import replace

from moot.egress.api_keys import Secret
from moot.egress.connector import why_broken
from moot.errors import CallFailed
from moot.providers.adapted_request import AdaptedRequest
from moot.providers.endpoints import Endpoint
from moot.providers.models.listings import ListedModel, table
from moot.providers.ollama.lines import OllamaReader
from moot.providers.ollama.listing import listed_by, tags_in, thinks
from moot.providers.ollama.request import MOST_CONTEXT, body_of_chat, context_for, room_for
from moot.providers.openai.servers import words_in
from moot.providers.openai.wire import LearntOf, OpenAIWire, QuirksOf
from moot.providers.provider import Call, CallReport, Piece
from moot.providers.provider_errors import malformed

AT_ONCE = 6
"""Models whose details are fetched in parallel."""
LOOKED = 2.0
"""Seconds for fetching the details of a list's models; missing ones are unknown until the next list."""
HEADERS = {"Content-Type": "application/json", "Accept": "application/x-ndjson"}


class OllamaWire(OpenAIWire):
    """An Ollama endpoint."""

    def __init__(
        self,
        row: Endpoint,
        key: Secret | None,
        *,
        quirks: QuirksOf | None = None,
        learnt: LearntOf | None = None,
    ) -> None:
        super().__init__(row, key, quirks=quirks, learnt=learnt)
        self._target = replace(self._target, base=f"{self._root}/v1")
        self._server = "ollama"
        self._chats = True
        self._known: dict[tuple[str, str], Mapping[str, Any]] = {}
        self._models: dict[str, ListedModel] = {}
        self._thinking: frozenset[str] = frozenset()
        self._given: dict[str, int] = {}

    async def stream(self, call: Call) -> AsyncIterator[Piece]:
        """Call the model and yield its answer."""
        if call.texts or not self._chats:
            async for piece in super().stream(call):
                yield piece
            return
        model = call.seat.model.partition("/")[2]
        adapted = self._learnt(call.seat.model).and_also(call.adapted)
        most = self._most(model, adapted)
        # Never less than before: a smaller context would reload the model.
        context = max(context_for(call, adapted, most), min(self._given.get(model, 0), most or MOST_CONTEXT))
        while True:
            try:
                async for piece in self._asked_for(call, model, adapted, context):
                    yield piece
                return
            except _NoSuchPath:
                self._chats = False
                break
            except CallFailed as failed:
                if failed.error != "context" or context >= (most or MOST_CONTEXT):
                    raise
                context = room_for(context * 2, most)
        async for piece in super().stream(call):
            yield piece

    async def _asked_for(self, call: Call, model: str, adapted: AdaptedRequest, context: int) -> AsyncGenerator[Piece]:
        body, sent = body_of_chat(call, model, adapted, context, thinks=self._tagged(model) in self._thinking)
        url = f"{self._root}/api/chat"
        lines = OllamaReader(call.limits.most_bytes)
        with self._network_named():
            async with self._post(url, body, HEADERS, call.limits, sent) as response:
                self._given[model] = context
                async with contextlib.aclosing(_pieces(response, lines, self._target.host)) as pieces:
                    async for piece in pieces:
                        yield replace(piece, cut=_cut(call, lines, context)) if isinstance(piece, CallReport) else piece
        assert lines.done is not None
        yield lines.done

    async def _failure(self, response: aiohttp.ClientResponse, sent: Any = None) -> CallFailed:
        path = response.url.path
        kind = response.headers.get("Content-Type", "")
        if (
            path.endswith("/api/chat")
            and response.status in (404, 405, 501)
            and not kind.startswith("application/json")
        ):
            # A missing model is reported as JSON; a missing path by the server's library.
            return _NoSuchPath("error", f"{self._target.host} has no /api/chat.", error="not_found")
        return await super()._failure(response, sent)

    async def listed(self) -> list[ListedModel]:
        """Return its tags with each model's shape; without tags, the OpenAI-compatible list."""
        try:
            told, _ = await self._told(f"{self._root}/api/tags")
        except CallFailed as failed:
            if failed.error not in ("not_found", "bad_request") and failed.settled != "malformed":
                raise
            return await super().listed()
        tags = tags_in(told)
        loaded = await self._asked("/api/ps")
        await self._look_at(tags)
        up = None if loaded is None else set(tags_in(loaded))
        known = {name: self._known.get((name, str(tag.get("digest"))), {}) for name, tag in tags.items()}
        found = [listed_by(name, tag, known[name], None if up is None else name in up) for name, tag in tags.items()]
        self._models = {each.name: each for each in found}
        self._thinking = frozenset(name for name, shape in known.items() if thinks(shape))
        return found

    async def _look_at(self, tags: Mapping[str, Mapping[str, Any]]) -> None:
        """Fetch the shape of each model not known under this digest."""
        places = {(name, str(tag.get("digest"))) for name, tag in tags.items()}
        self._known = {place: shape for place, shape in self._known.items() if place in places}
        turn = asyncio.Semaphore(AT_ONCE)

        async def look(name: str, digest: str) -> None:
            async with turn:
                told = table(await self._asked("/api/show", {"model": name}))
            if told:
                self._known[name, digest] = told

        left = [look(*place) for place in sorted(places - self._known.keys())]
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LOOKED):
                await asyncio.gather(*left)

    def _most(self, model: str, adapted: AdaptedRequest) -> int | None:
        listed = self._models.get(self._tagged(model))
        told = [each for each in (listed.context if listed else None, adapted.context) if each]
        return min(told, default=None)

    def _tagged(self, model: str) -> str:
        """Return the name under which a model is listed."""
        return model if model in self._models else f"{model}:latest"


class _NoSuchPath(CallFailed):
    """The server lists models like Ollama, but lacks its chat API."""


def _cut(call: Call, lines: OllamaReader, context: int) -> bool:
    """Return whether the model read less than the prompt.

    A full context leaves no space for the answer's beginning, and a prompt has at least as many tokens as words.
    """
    return lines.read is not None and (lines.read >= context or lines.read < words_in(call))


async def _pieces(response: aiohttp.ClientResponse, lines: OllamaReader, host: str) -> AsyncGenerator[Piece]:
    if response.headers.get("Content-Encoding", "identity").strip().lower() not in ("", "identity"):
        raise malformed("The answer is compressed, which was not asked for", b"")
    try:
        while lines.done is None and (data := await response.content.readany()):
            for piece in lines.feed(data):
                yield piece
        for piece in lines.end():
            yield piece
    except (aiohttp.ClientError, OSError, zlib.error) as error:
        if isinstance(error, TimeoutError):
            raise
        said = f"The stream broke off: {why_broken(error)}."
        if lines.heard:
            raise CallFailed("incomplete", said, spent=True) from None
        raise CallFailed("error", f"{host}: {said}", error="network", spent=True) from None


def open_ollama(
    row: Endpoint, key: Secret | None, *, quirks: QuirksOf | None = None, learnt: LearntOf | None = None
) -> OllamaWire:
    """Open an Ollama endpoint."""
    return OllamaWire(row, key, quirks=quirks, learnt=learnt)
