"""Call Ollama over `/api/chat`, where a call sets its context; embeddings and old servers use the OpenAI API.

By default Ollama uses a context of 4,096 tokens on most machines and cuts longer prompts silently. So each call sets
the size it needs, in few steps, because another size reloads the model; and it requests not to be cut. A call that is
refused for its length is repeated with more context up to the model's limit: nothing was generated yet, so it is not a
failed attempt. A model that Ollama forwards to another machine is marked unfit: the user of a local server has not
agreed to send a question elsewhere. Fields: https://docs.ollama.com/api. Tests: `tests/providers/local/test_ollama.py`.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import math
import zlib
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from typing import Any

import aiohttp
import msgspec
from msgspec.structs import replace

from moot.egress.api_keys import Secret
from moot.egress.connector import why_broken
from moot.egress.untrusted_text import shown
from moot.errors import CallFailed
from moot.providers.adapted_request import AdaptedRequest, SentFields
from moot.providers.endpoints import Endpoint
from moot.providers.models.listings import LONGEST_NAME, MOST_MODELS, ListedModel, table, tokens
from moot.providers.openai.events import BOM, LONGEST_LINE, MOST_CALLS, WIRE_BYTES
from moot.providers.openai.frames import loose_json
from moot.providers.openai.request import tool_told
from moot.providers.openai.servers import TAKES, words_in
from moot.providers.openai.wire import LearntOf, OpenAIWire, QuirksOf
from moot.providers.provider import Call, CallMessage, CallReport, Piece, StreamEnd, Text, ThinkingText, ToolCalls
from moot.providers.provider_errors import failure_of, malformed, said_in
from moot.vocabulary.statements import Usage
from moot.vocabulary.tools import ToolCall

AT_ONCE = 6
"""Maximum number of models whose details are fetched at the same time."""
LOOKED = 2.0
"""Number of seconds to wait for the details of the listed models. Missing details are unknown until the next list."""
HEADERS = {"Content-Type": "application/json", "Accept": "application/x-ndjson"}
LEAST_CONTEXT = 4096
"""Minimum context size, in tokens, that is requested: Ollama's default."""
MOST_CONTEXT = 131_072
"""Maximum context size, in tokens, that is requested for a model whose limit is unknown."""
ANSWER = 4096
"""Number of context tokens reserved for an answer without its own limit, besides thinking."""
PICTURE = 2_000
"""Maximum number of tokens for one picture with today's models."""
KEEP_ALIVE = "10m"
"""Duration for which Ollama is asked to keep a model loaded, so that it stays loaded while other members take turns."""
_LETTERS = frozenset(b" abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
_DENSE = bytes(each for each in range(128) if each not in _LETTERS)
"""Digits, signs and line breaks, each of which may be a separate token."""
_WIDE = bytes(range(128, 256))
MEASURES = ("bert", "nomic-bert", "nomic-bert-moe", "jina-bert-v2", "xlm-roberta", "roberta", "gritlm")
"""Model architectures that only compute embeddings; used if the server does not report a model's abilities."""
MOST_BYTES = 1 << 50
PASSED_ON = "remote_host"
"""Field of a listed model that names the other machine on which the model really runs."""


class OllamaWire(OpenAIWire):
    """Calls the models of an Ollama server, in Ollama's own API where possible."""

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
        """Return the server's models with size, context and abilities. For old servers, which have only the
        OpenAI-compatible list, return that list."""
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
        """Fetch the details of each listed model whose present version (digest) has not been looked up yet."""
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
        """Return the name by which the server lists a model, with its tag."""
        return model if model in self._models else f"{model}:latest"


class _NoSuchPath(CallFailed):
    """Raised when a server lists models like Ollama but lacks Ollama's chat API."""


def _cut(call: Call, lines: OllamaReader, context: int) -> bool:
    """Return whether the server cut the prompt: it read fewer tokens than the prompt has words, or its context was
    full.

    With a full context there is no space for the answer's beginning.
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


def context_for(call: Call, adapted: AdaptedRequest, most: int | None) -> int:
    """Return the context size, in tokens, to request for a call: a power of two with room for prompt and answer, at
    most the model's limit."""
    able = call.seat.abilities
    answer = adapted.limit_of(call.max_output)
    if not call.limited:
        answer = min(answer, ANSWER + able.reasoning_floor)
    return room_for(_tokens(call.messages) + answer, most)


def room_for(needed: int, most: int | None) -> int:
    """Return the smallest context size to request that has room for `needed` tokens, at most `most`."""
    size = LEAST_CONTEXT
    while size < needed and size < (most or MOST_CONTEXT):
        size *= 2
    return min(size, most or MOST_CONTEXT)


def body_of_chat(
    call: Call, model: str, adapted: AdaptedRequest, context: int, *, thinks: bool
) -> tuple[bytes, SentFields]:
    """Return the body of the request to Ollama's `/api/chat`, and the parts of it that the server could refuse."""
    able, seat = call.seat.abilities, call.seat
    options: dict[str, Any] = {"num_ctx": context}
    tools = {each.id: each.name for message in call.messages for each in message.calls}
    body: dict[str, Any] = {
        "model": model,
        "messages": [_message(each, tools, vision=able.vision) for each in call.messages],
        "stream": True,
        "keep_alive": KEEP_ALIVE,
        # Servers that know these fields refuse a too long prompt; older ones ignore them, and a cut is detected.
        "truncate": False,
        "shift": False,
        "options": options,
    }
    limited = call.limited or adapted.needs_limit
    if limited:
        options["num_predict"] = adapted.limit_of(call.max_output)
    fields: list[str] = []
    if seat.temperature is not None and able.temperature and "temperature" not in adapted.leaves_out:
        options["temperature"] = max(seat.temperature, able.lowest_temperature)
        fields.append("temperature")
    if call.tools and not call.tools_spent and "tools" not in adapted.leaves_out:  # it has no field `tool_choice`
        body["tools"] = [tool_told(each) for each in call.tools]
        fields.append("tools")
    if seat.reasoning and thinks and "reasoning_effort" not in adapted.leaves_out:
        body["think"] = seat.reasoning if "gpt-oss" in model else True
        fields.append("reasoning_effort")
    schema = adapted.schema_of(able.schema) if call.schema is not None else "none"
    if "response_format" in adapted.leaves_out:
        schema = "none"
    if schema != "none":
        body["format"] = call.schema if schema == "json_schema" else "json"
        fields.append("response_format")
    sent = SentFields(
        fields=tuple(fields),
        limit=options.get("num_predict"),
        limit_field="num_predict" if limited else "",
        schema=schema,
    )
    return msgspec.json.encode(body), sent


def _tokens(messages: tuple[CallMessage, ...]) -> int:
    """Return an upper estimate of a prompt's tokens.

    Each digit or sign counts as one token, five letters as two, and two bytes of other scripts as one.
    """
    total = 0
    for message in messages:
        data = message.words.encode("utf-8", "replace")
        plain = data.translate(None, _WIDE)
        letters = len(plain.translate(None, _DENSE))
        wide, dense = len(data) - len(plain), len(plain) - letters
        total += -(-letters * 2 // 5) + dense + -(-wide // 2) + 16 + PICTURE * len(message.pictures)
    return total


def _message(message: CallMessage, tools: Mapping[str, str], *, vision: bool) -> dict[str, Any]:
    """Return a message in Ollama's form; `tools` has the tool's name by the id of a call."""
    said: dict[str, Any] = {"role": message.role, "content": message.text}
    if message.calls:
        said["tool_calls"] = [
            {"function": {"name": each.name, "arguments": table(_json(each.arguments))}} for each in message.calls
        ]
    if message.role == "tool":
        said["tool_name"] = tools.get(message.answers, "")
    if message.pictures and vision:
        said["images"] = [base64.b64encode(each.data).decode("ascii") for each in message.pictures]
    return said


def _json(text: str) -> object:
    try:
        return msgspec.json.decode(text)
    except (ValueError, RecursionError):
        return None


class OllamaReader:
    """Parses the stream of JSON lines in which Ollama sends one answer."""

    def __init__(self, most_bytes: int) -> None:
        self.done: StreamEnd | None = None
        """How it ended; `None` before."""
        self.heard = False
        """Whether any text has arrived."""
        self.read: int | None = None
        """Prompt tokens that the server reports to have read."""
        self._most = most_bytes
        self._calls = 0
        self._size = 0
        self._rest = bytearray()

    def feed(self, data: bytes) -> list[Piece]:
        """Parse the next bytes from the network, and return the pieces of the answer in these bytes. Raise if a line is
        not part of an answer."""
        self._size += len(data)
        if self._size > self._most * WIRE_BYTES:
            raise CallFailed("error", f"The answer passed {self._most} bytes.", error="too_large", spent=True)
        self._rest += data
        whole: list[bytes] = []
        if b"\n" in data:  # scan a long line once, not at each read
            *whole, rest = bytes(self._rest).split(b"\n")
            self._rest[:] = rest
        if len(self._rest) > LONGEST_LINE:
            raise CallFailed("error", f"A line passed {LONGEST_LINE} bytes.", error="too_large", spent=True)
        return [piece for line in whole for piece in self._line(line)]

    def end(self) -> list[Piece]:
        """Return the pieces in the last bytes; raise if the stream ended before the answer did."""
        rest = bytes(self._rest)
        self._rest.clear()
        pieces = self._line(rest)
        if self.done is None:
            raise CallFailed("incomplete", "The stream ended before the answer did.", spent=True)
        return pieces

    def _line(self, line: bytes) -> list[Piece]:
        if self.done is not None or not line.strip():
            return []
        try:
            told = loose_json(line.removeprefix(BOM))
        except (ValueError, RecursionError):
            raise malformed("Not a line of an answer", line) from None
        if not isinstance(told, dict):
            raise malformed("Not a line of an answer", line)
        if "error" in told:
            said = said_in(line)
            raise failure_of(0, said.message or "no further words", said.code, mid=True)
        message = table(told.get("message"))
        pieces: list[Piece] = []
        if isinstance(thought := message.get("thinking"), str) and thought:
            pieces.append(ThinkingText(thought))
        if isinstance(words := message.get("content"), str) and words:
            pieces.append(Text(words))
        if calls := self._called(message.get("tool_calls")):
            pieces.append(ToolCalls(calls))
        self.heard = self.heard or bool(pieces)
        if told.get("done") is True:
            pieces.append(self._report(told))
            reason = told.get("done_reason")
            named = reason[:40] if isinstance(reason, str) else ""
            self.done = StreamEnd("truncated" if named == "length" else "ok", named)
        elif not message:
            raise malformed("Not a line of an answer", line)
        return pieces

    def _called(self, told: object) -> tuple[ToolCall, ...]:
        """Return the tool calls of a line; Ollama sends each whole, without an id."""
        found: list[ToolCall] = []
        for each in told[:MOST_CALLS] if isinstance(told, list) else ():
            function = table(table(each).get("function"))
            if isinstance(name := function.get("name"), str) and name and self._calls < MOST_CALLS:
                arguments = msgspec.json.encode(table(function.get("arguments"))).decode()
                found.append(ToolCall(id=f"call-{self._calls}", name=name[:100], arguments=arguments))
                self._calls += 1
        return tuple(found)

    def _report(self, told: dict[str, Any]) -> CallReport:
        read, written = told.get("prompt_eval_count"), told.get("eval_count")
        model = told.get("model")
        usage = None
        if type(read) is int and type(written) is int and read > 0 and written >= 0:
            usage, self.read = Usage(input=read, output=written, calls=1), read
        return CallReport(usage=usage, model=model[:200] if isinstance(model, str) else "")


def tags_in(told: object) -> dict[str, Mapping[str, Any]]:
    """Return the entries of Ollama's model list (its "tags"), by the model's name."""
    rows = table(told).get("models")
    found: dict[str, Mapping[str, Any]] = {}
    for row in rows if isinstance(rows, list) else ():
        name = table(row).get("model") or table(row).get("name")
        if isinstance(name, str) and 0 < len(name) <= LONGEST_NAME and " " not in name and name.isprintable():
            found.setdefault(name, row)
        if len(found) == MOST_MODELS:
            break
    return dict(sorted(found.items()))


def listed_by(name: str, tag: Mapping[str, Any], shown_of: Mapping[str, Any], loaded: bool | None) -> ListedModel:
    """Return the known data of a model, from its entry and its details. Missing values stay unknown.

    Args:
        tag: Its entry in Ollama's list.
        shown_of: Its details from Ollama.
        loaded: Whether it is in memory; `None` if unknown.
    """
    family = table(tag.get("details")).get("family") or table(shown_of.get("details")).get("family")
    size = tag.get("size")
    found = ListedModel(
        name=name,
        takes=TAKES,
        bytes=size if isinstance(size, int) and not isinstance(size, bool) and 0 < size < MOST_BYTES else None,
        speaks=False if family in MEASURES else None,
        loaded=loaded,
        unfit=_elsewhere(tag, shown_of),
    )
    able, shape = shown_of.get("capabilities"), table(shown_of.get("model_info"))
    if isinstance(able, list):
        found = replace(found, speaks="completion" in able, vision="vision" in able)
    kind = shape.get("general.architecture")
    if isinstance(kind, str):
        context = tokens(shape.get(f"{kind}.context_length"))
        found = replace(found, context=context, key_values=cached_per_token(shape, kind))
    return found


def thinks(shown_of: Mapping[str, Any]) -> bool:
    """Return whether the user can switch a model's thinking or set its effort, according to Ollama's details of the
    model."""
    able = shown_of.get("capabilities")
    return isinstance(able, list) and "thinking" in able


def _elsewhere(tag: Mapping[str, Any], shown_of: Mapping[str, Any]) -> str:
    """Return a warning if a model really runs on another machine; empty if it does not."""
    host = next((host for each in (tag, shown_of) if isinstance(host := each.get(PASSED_ON), str) and host), "")
    return f"Ollama sends what it is asked to {shown(host, 80)}, away from this machine." if host else ""


def cached_per_token(shape: Mapping[str, Any], kind: str) -> int | None:
    """Return how many values the model's cache stores for each token of its context, computed from its shape; `None`
    if the shape is not known.
    """

    def whole(field: str) -> int:
        told = shape.get(f"{kind}.{field}")
        if isinstance(told, list):  # one value per layer
            told = max((each for each in told if isinstance(each, int)), default=0)
        return told if isinstance(told, int) and not isinstance(told, bool) and 0 < told < 1 << 24 else 0

    layers, heads = whole("block_count"), whole("attention.head_count")
    groups, width = whole("attention.head_count_kv") or heads, whole("embedding_length")
    each = math.ceil(width / heads) if heads else 0
    key, value = whole("attention.key_length") or each, whole("attention.value_length") or each
    return layers * groups * (key + value) or None
