"""How does a program that speaks OpenAI's chat format use a council? A named council is a model; `moot` is the default.

The session goes on whether the client stays or not; its id comes first, as a header and as a comment. A client cannot
take text back: when an attempt at the verdict fails after its first piece, the stream ends with an error and nothing is
spliced. `tests/server/test_openai.py` drives it with OpenAI's own client.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Annotated

import msgspec
from fastapi import APIRouter, Header, Path
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from moot.errors import CallFailed, MootError, TooDeep, UnknownName
from moot.server.doors import openai_error
from moot.server.frames import Tick
from moot.server.hall import Depth, Hall, InHall, Put, depth_from, once_of
from moot.server.openai_shapes import (
    ChatBody,
    Plain,
    about,
    asking_from,
    completion,
    finish_of,
    id_of,
    usage_of,
)
from moot.server.refusals import headers_of
from moot.server.schema import foreign
from moot.server.stream import HEADERS, HEARTBEAT, Line
from moot.sessions.dictation import Dictation
from moot.sessions.result import Result, failure_of, result_of, withheld
from moot.sessions.state import SessionState, fold
from moot.vocabulary.events import SeatSpeaking

CONTRACT = "As OpenAI's chat completions answer; a stream is `chat.completion.chunk` objects and `[DONE]`."

router = APIRouter(
    prefix="/v1",
    tags=["OpenAI-compatible"],
    responses=foreign(CONTRACT, "OpenAIError", 400, 401, 403, 404, 409, 413, 415, 422, 429),
)

DEFAULT = "moot"
SEAT = "moot"
"""The User-Agent of a seat that is asked by a Moot, perhaps by this very one."""
UNMARKED = "Set `moot = true` on its row in endpoints.toml, so that councils cannot sit in themselves without end."
NO_RETRY = {"x-should-retry": "false"}
"""OpenAI's clients repeat what failed by themselves; a session that failed is not to be paid for again unasked."""
STOPPING = "The server is stopping; the session goes on when it is back."


@router.get("/models")
async def models(hall: InHall) -> Response:
    """The councils, as models."""
    names = [DEFAULT, *(name for name in hall.house.shelf.councils() if name != DEFAULT)]
    return _json({"object": "list", "data": [_model(name) for name in names]})


@router.get("/models/{name}")
async def model(name: Annotated[str, Path(max_length=100)], hall: InHall) -> Response:
    """One of them."""
    _council(hall, name)
    return _json(_model(name))


@router.post("/chat/completions")
async def chat(
    body: ChatBody,
    hall: InHall,
    once: Annotated[str | None, Header(alias="Idempotency-Key")] = None,
    depth: Depth = None,
    agent: Annotated[str | None, Header(alias="User-Agent", include_in_schema=False)] = None,
) -> Response:
    """Puts the last message to a council."""
    body.check()
    if agent == SEAT and depth is None:
        raise TooDeep("A Moot asks here through an endpoint that does not say so.", UNMARKED)
    asking = await asking_from(body.messages)
    put = Put(
        question=asking.question,
        council=_council(hall, body.model),
        and_told=asking.system,
        documents=asking.documents,
        history=asking.history,
        depth=depth_from(depth),
    )
    given = [body.model, [said.model_dump() for said in body.messages]]
    session = await hall.convene(put, once_of(once, "openai", given))
    created = int(time.time())
    if body.stream:
        usage = body.stream_options is not None and body.stream_options.include_usage
        return ChatStream(hall, session, Chunks(session, body.model, created, usage))
    await hall.until_over(session)
    result = result_of(await hall.state(session))
    error = CallFailed("incomplete", STOPPING) if result.outcome in ("running", "waiting") else failure_of(result)
    if error is not None:
        return _failed(error, session)
    return _json(completion(result, body.model, created), {"Moot-Session": session})


class Chunks:
    """The pieces of a streamed answer."""

    def __init__(self, session: str, model: str, created: int, usage: bool) -> None:
        self._head: Plain = {
            "id": id_of(session), "object": "chat.completion.chunk", "created": created, "model": model,
        }  # fmt: skip
        self._usage = usage

    def piece(self, delta: Plain, finish: str | None = None, **extra: object) -> bytes:
        """Some words, or the end."""
        choices = [{"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}]
        return self._data({"choices": choices, **({"usage": None} if self._usage else {}), **extra})

    def end(self, result: Result) -> Iterator[bytes]:
        """What comes after the last word."""
        yield self.piece({}, finish_of(result), moot=about(result))
        if self._usage:
            yield self._data({"choices": [], "usage": usage_of(result.usage)})
        yield b"data: [DONE]\n\n"

    def _data(self, fields: Plain) -> bytes:
        return b"data: %b\n\n" % msgspec.json.encode({**self._head, **fields})


class ChatStream(Response):
    """A session as a stream of chunks."""

    def __init__(self, hall: Hall, session: str, chunks: Chunks) -> None:
        super().__init__()
        self._hall, self._session, self._chunks = hall, session, chunks

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends the verdict as it is written, or in pieces once it stands."""
        line = Line(scope, send)
        headers = [*HEADERS, (b"moot-session", self._session.encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await line.write(b": moot-session %b\n\n" % self._session.encode())
        await line.write(self._chunks.piece({"role": "assistant", "content": ""}))
        dictation, state = Dictation(), SessionState()

        async def deliver(tick: Tick | None) -> bool:
            nonlocal state
            if tick is None:
                return await line.write(HEARTBEAT)
            fresh = ""
            for frame in tick.frames:
                fresh += dictation.taken(frame.item)
                if not isinstance(frame.item, SeatSpeaking):
                    state = fold(state, frame.item)
            return not fresh or await line.write(self._chunks.piece({"content": fresh}))

        try:
            over = await self._hall.gallery.watch(self._session, 0, line, deliver)
            for data in self._ending(over, dictation, result_of(state)):
                await line.write(data)
        except MootError as error:
            await line.write(_error_frame(error))
        if not line.gone:
            await send({"type": "http.response.body", "body": b""})

    def _ending(self, over: bool, dictation: Dictation, result: Result) -> Iterator[bytes]:
        if not over:
            raise CallFailed("incomplete", STOPPING)
        error = failure_of(result)
        if error is not None:
            raise error
        if result.verdict is None:
            yield self._chunks.piece({"refusal": withheld(result)})
        else:
            for piece in dictation.rest(result.verdict):
                yield self._chunks.piece({"content": piece})
        yield from self._chunks.end(result)


def _council(hall: Hall, name: str) -> str | None:
    if name == DEFAULT:
        return None
    councils = hall.house.shelf.councils()
    if name not in councils:
        raise UnknownName("council", name, [DEFAULT, *councils])
    return name


def _model(name: str) -> Plain:
    return {"id": name, "object": "model", "created": 0, "owned_by": "moot"}


def _failed(error: MootError, session: str) -> Response:
    body = openai_error(f"{error}", error.code, error.status)
    headers = {**headers_of(error), **NO_RETRY, "Moot-Session": session}
    return Response(body, error.status, headers, "application/json")


def _error_frame(error: MootError) -> bytes:
    return b"data: %b\n\n" % openai_error(f"{error}", error.code, error.status)


def _json(value: Plain, headers: dict[str, str] | None = None) -> Response:
    return Response(msgspec.json.encode(value), headers=headers, media_type="application/json")
