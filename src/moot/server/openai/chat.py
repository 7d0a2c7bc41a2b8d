"""Serve OpenAI's chat completions: a named council is a model; `moot` is the default.

The session continues whether the client stays or not, unless the request asks to stop it; its id comes first, as a
header and as a comment. The fields of a request are in `fields.py`; `responses.py` is the other format.
`tests/server/openai/test_chat.py` drives it with OpenAI's own client.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Header, Path, Request
from pydantic import BaseModel
from starlette.responses import Response

from moot.errors import MootError, TooDeep, UnknownName
from moot.request import Ask
from moot.server.admission.path_rules import openai_refusal
from moot.server.dependencies import Backend, Depth, InBackend, depth_from, once_of
from moot.server.error_responses import headers_of, json
from moot.server.openai.chores import do_chore, is_chore
from moot.server.openai.fields import Wishes
from moot.server.openai.shapes import ChatBody, ParsedMessages, Plain, asking_from, completion, id_of, usage_of
from moot.server.openai.stream import AnswerStream, StreamedAnswer, finished
from moot.server.openapi import foreign
from moot.server.remedy_text import said
from moot.transcripts.transcript import Once
from moot.views.result import Result, summary_of

CONTRACT = "As OpenAI's chat completions answer; a stream is `chat.completion.chunk` objects and `[DONE]`."

router = APIRouter(
    prefix="/v1",
    tags=["OpenAI-compatible"],
    responses=foreign(CONTRACT, "OpenAIError", 400, 401, 403, 404, 409, 413, 415, 422, 429, 503),
)

DEFAULT = "moot"
SEAT = "moot"
"""The User-Agent of a seat that a Moot asks, perhaps this very one."""
UNMARKED = "Set `moot = true` on its row in endpoints.toml, so that councils cannot sit in themselves without end."
NO_RETRY = {"x-should-retry": "false"}
"""Keeps OpenAI's clients from repeating a request by themselves: a failed session would be paid for again."""


@router.get("/models")
async def models(backend: InBackend) -> Response:
    """List the councils, as models."""
    names = [DEFAULT, *(name for name in backend.app.shelf.councils() if name != DEFAULT)]
    return json({"object": "list", "data": [_model(backend, name) for name in names]})


@router.get("/models/{name}")
async def model(name: Annotated[str, Path(max_length=100)], backend: InBackend) -> Response:
    """Return one council as a model."""
    _council(backend, name)
    return json(_model(backend, name))


@router.post("/chat/completions")
async def chat(
    body: ChatBody,
    request: Request,
    backend: InBackend,
    once: Annotated[str | None, Header(alias="Idempotency-Key")] = None,
    depth: Depth = None,
    agent: Annotated[str | None, Header(alias="User-Agent", include_in_schema=False)] = None,
) -> Response:
    """Put the last message to a council."""
    wishes = body.wishes()
    check_depth(agent, depth)
    asking = await asking_from(body.messages)
    given = [
        body.model,
        [said.model_dump() for said in body.messages],
        msgspec.to_builtins(wishes, enc_hook=BaseModel.model_dump),
    ]
    session = await put_to(backend, body.model, asking, wishes, depth, once_of(once, "openai", given))
    created = int(time.time())
    if body.stream:
        return AnswerStream(backend, session, Chunks(session, body.model, created, usage=wishes.usage), wishes)
    try:
        result, answer = await finished(backend, session, wishes, request.receive)
    except MootError as error:
        return failed(error, session)
    return json(completion(result, answer, body.model, created, wishes.metadata), headers={"Moot-Session": session})


def check_depth(agent: str | None, depth: str | None) -> None:
    """Raise if another Moot asks without its depth: councils would otherwise sit in themselves without end."""
    if agent == SEAT and depth is None:
        raise TooDeep("A Moot asks here through an endpoint that does not say so.", UNMARKED)


class Chunks:
    """A streamed completion."""

    def __init__(self, session: str, model: str, created: int, *, usage: bool) -> None:
        self._head: Plain = {
            "id": id_of(session),
            "object": "chat.completion.chunk",
            "created": created,
            "model": model,
        }
        self._usage = usage

    def begin(self) -> Iterator[bytes]:
        """Yield the chunk with the role."""
        yield self._piece({"role": "assistant", "content": ""})

    def progress(self, text: str) -> Iterator[bytes]:
        """Yield a line of progress, as the reasoning content of other models."""
        yield self._piece({"reasoning_content": text})

    def words(self, text: str) -> Iterator[bytes]:
        """Yield some words of the answer."""
        if text:
            yield self._piece({"content": text})

    def end(self, result: Result, answer: StreamedAnswer) -> Iterator[bytes]:
        """Yield what follows the last word."""
        if answer.refusal is not None:
            yield self._piece({"refusal": answer.refusal})
        yield self._piece({}, answer.finish, moot=summary_of(result))
        if self._usage:
            yield self._data({"choices": [], "usage": usage_of(result.usage)})
        yield b"data: [DONE]\n\n"

    def failed(self, error: MootError) -> Iterator[bytes]:
        """Yield the error; no `[DONE]` follows it."""
        yield b"data: %b\n\n" % openai_refusal(error)

    def _piece(self, delta: Plain, finish: str | None = None, **extra: object) -> bytes:
        choices = [{"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}]
        return self._data({"choices": choices, **({"usage": None} if self._usage else {}), **extra})

    def _data(self, fields: Plain) -> bytes:
        return b"data: %b\n\n" % msgspec.json.encode({**self._head, **fields})


async def put_to(
    backend: Backend,
    model: str,
    asking: ParsedMessages,
    wishes: Wishes,
    depth: str | None,
    once: Once | None,
    **more: Any,
) -> str:
    """Open the session that a request asks for, the council's or a chore's; return its id."""
    backend.places.check()  # before anything is spent: the client waits for the answer
    told = "\n\n".join(filter(None, (asking.system, wishes.form.told if wishes.form is not None else "")))
    ask = Ask(
        question=asking.question,
        council=_council(backend, model),
        system_suffix=told,
        documents=tuple(asking.documents),
        history=tuple(asking.history) if asking.history is not None else None,
        options=dict(wishes.options),
        soft_options=frozenset(("verdict_output",)),  # `max_tokens`, which chat programs send to every model
        seed=wishes.seed,
        budget=wishes.own.budget,
        depth=depth_from(depth),
        **more,
    )
    looks = backend.app.settings.chores and is_chore(asking.roles, asking.question, bool(asking.documents))
    if looks if wishes.own.chore is None else wishes.own.chore:
        return await do_chore(backend, ask, wishes, once)
    return await backend.convene(ask, once)


def _council(backend: Backend, name: str) -> str | None:
    if name == DEFAULT:
        return None
    councils = backend.app.shelf.councils()
    if name not in councils:
        raise UnknownName("council", name, [DEFAULT, *councils])
    return name


def failed(error: MootError, session: str) -> Response:
    """Return a session without an answer as an OpenAI error that clients do not retry by themselves."""
    body = openai_refusal(error)
    headers = {**headers_of(error), **NO_RETRY, "Moot-Session": session}
    return Response(body, error.status, headers, "application/json")


def _model(backend: Backend, name: str) -> Plain:
    """Return a council as a model: its members, and the context of the smallest."""
    told: Plain = {"id": name, "object": "model", "created": 0, "owned_by": "moot"}
    named = backend.app.settings.council if name == DEFAULT else name
    if not named:
        return {**told, "name": "The council that sits by default"}
    try:
        council = backend.app.shelf.council(named)
        models = [member.model for member in council.lines() for _ in range(member.count)]
        asked = [model for model in models if model.partition("/")[0] != "person"]
        contexts = [backend.app.directory.abilities_of(model).context for model in asked]
    except MootError as error:
        return {**told, "name": name, "moot": {"trouble": said(f"{error}")}}
    return {
        **told,
        "name": name,
        "context_length": min(contexts, default=None),
        "moot": {"protocol": council.protocol, "members": models, "chair": council.chair},
    }
