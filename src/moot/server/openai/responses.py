"""Serve OpenAI's responses format under `/v1/responses`; a response is a session, its fields are as in `fields.py`.

A response that is stored belongs to a conversation: `previous_response_id` includes the turns up to it, so a client may
continue from any of them. One that is not stored (`store: false`) can be neither fetched nor continued; its session is
stored all the same. `tests/server/openai/test_responses.py` drives it with OpenAI's own client.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Header, Path, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from moot.errors import BadInput, Conflict, MootError, OutOfBudget, UnknownName
from moot.server.dependencies import Backend, Depth, InBackend, once_of
from moot.server.error_responses import json
from moot.server.openai.chat import (
    CONTRACT,
    DEFAULT,
    MOST_MESSAGES,
    Plain,
    RequestMessage,
    asking_from,
    check_depth,
    failed,
    put_to,
)
from moot.server.openai.fields import NEUTRAL, TAKEN, OurOwn, RequestFields, Wishes, effort_from
from moot.server.openai.forms import form_from
from moot.server.openai.stream import AnswerStream, StreamedAnswer, finished, noted
from moot.server.openapi import foreign
from moot.server.shapes.bodies import Name, Words
from moot.transcripts.session_record import first_words
from moot.views.result import Result, result_of, summary_of
from moot.vocabulary.questions import Turn
from moot.vocabulary.state import SessionState
from moot.vocabulary.statements import Usage

ALIKE = "moderation parallel_tool_calls service_tier tool_choice tools top_logprobs top_p"
"""Names of fields that are refused as in chat completions."""
REFUSED: dict[str, tuple[object, ...]] = {
    **{name: NEUTRAL[name] for name in ALIKE.split()},
    "access_programs": (),
    "background": (False,),
    "context_management": (),
    "conversation": (),
    "image": (),
    "include": ([],),
    "max_tool_calls": (),
    "prompt": (),
    "truncation": ("auto",),
}
"""Fields with their accepted values: null, or a value that requests what a council does anyway. Other values are
refused.
"""
TEXT = {"input_text", "output_text", "text"}


class TextWish(BaseModel):
    """The field `text` of a request, with the format that the answer must have."""

    model_config = ConfigDict(extra="forbid", strict=True)

    format: Plain | None = None
    verbosity: str | None = None


class ResponsesReasoning(BaseModel):
    """The field `reasoning` of a request, with the reasoning effort of the seats."""

    model_config = ConfigDict(extra="forbid", strict=True)

    effort: str | None = None
    summary: str | None = None
    generate_summary: str | None = None


class ResponseBody(RequestFields):
    """The body of a request for a response."""

    model: Name = Field(description="A council's name, or `moot` for the one that sits by default.")
    input: Words | Annotated[list[Plain], Field(min_length=1, max_length=MOST_MESSAGES)]
    instructions: Words | None = None
    previous_response_id: Name | None = None
    max_output_tokens: Annotated[int, Field(ge=1)] | None = None
    reasoning: ResponsesReasoning | None = None
    text: TextWish | None = None

    def wishes(self) -> Wishes:
        """Return the request's options for the answer; raise for a field that cannot be honoured."""
        self.refuse(REFUSED, TAKEN)
        if self.stream_options is not None and self.stream_options.include_usage is not None:
            raise BadInput("There is no `include_usage` here.", "The last event holds the usage in any case.")
        reasoning, text = self.reasoning or ResponsesReasoning(), self.text or TextWish()
        if reasoning.summary or reasoning.generate_summary:
            raise BadInput("`reasoning.summary` cannot be honoured: seats' thoughts stay theirs.", "Leave it out.")
        if text.verbosity not in (None, "medium"):
            raise BadInput("`text.verbosity` cannot be honoured.", "Say in words how long the answer shall be.")
        return Wishes(
            own=self.moot or OurOwn(),
            temperature=self.temperature,
            reasoning=effort_from(reasoning.effort),
            most=self.max_output_tokens,
            form=form_from(text.format),
            metadata=self.metadata,
        )


def said_in(body: ResponseBody) -> list[RequestMessage]:
    """Convert a request's input to chat messages. The request's `instructions` become the first message, a system
    message."""
    told = [RequestMessage(role="system", content=body.instructions)] if body.instructions else []
    if isinstance(body.input, str):
        return [*told, RequestMessage(role="user", content=body.input)]
    return [*told, *(_message(item, number) for number, item in enumerate(body.input, start=1))]


def _message(item: Plain, number: int) -> RequestMessage:
    kind = item.get("type", "message")
    if kind != "message":
        raise BadInput(
            f"Item {number} of the input is a {str(kind)[:40]}, which a council cannot take.",
            "Send messages; for what was answered before, send `previous_response_id`.",
        )
    content = item.get("content")
    parts = [_part(part, number) for part in content] if isinstance(content, list) else content
    try:
        return RequestMessage.model_validate({"role": item.get("role"), "content": parts})
    except ValueError:
        raise BadInput(f"Item {number} of the input is no message.", "Send `role` and `content`.") from None


def _part(part: object, number: int) -> Plain:
    """Convert a part of a message to the format of chat completions."""
    held = part if isinstance(part, dict) else {}
    kind = held.get("type")
    if kind in TEXT:
        return {"type": "text", "text": held.get("text", "")}
    if kind == "refusal":
        return {"type": "text", "text": held.get("refusal", "")}
    if kind == "input_image":
        return {"type": "image_url", "image_url": {"url": held.get("image_url")}}
    if kind == "input_file":
        return {"type": "file", "file": {"file_data": held.get("file_data"), "filename": held.get("filename")}}
    raise BadInput(f"A part of item {number} of the input ({str(kind)[:40]}) cannot be taken.", "Send text or files.")


router = APIRouter(
    prefix="/v1/responses",
    tags=["OpenAI-compatible"],
    responses=foreign(CONTRACT, "OpenAIError", 400, 401, 402, 403, 404, 409, 413, 415, 422, 429, 503),
)

DOOR = "responses"
PREFIX = "resp_"
Given = Annotated[str, Path(max_length=100)]


@router.post("")
async def respond(
    body: ResponseBody,
    request: Request,
    backend: InBackend,
    once: Annotated[str | None, Header(alias="Idempotency-Key")] = None,
    depth: Depth = None,
    agent: Annotated[str | None, Header(alias="User-Agent", include_in_schema=False)] = None,
) -> Response:
    """Put the input to a council."""
    wishes = body.wishes()
    check_depth(agent, depth)
    asking = await asking_from(said_in(body))
    history: list[Turn] = []
    thread: str | None = None
    if body.previous_response_id is not None:
        history, thread = await _before(backend, body.previous_response_id)
    asking = msgspec.structs.replace(asking, history=[*history, *asking.history])
    given = [body.model_dump(exclude={"stream"})]
    known = once_of(once, DOOR, given)
    async with _conversation(backend, body, thread, first_words(asking.question)) as kept:
        session = await put_to(backend, body.model, asking, wishes, depth, known, conversation=kept)
    told = ResponseObject(session, body, int(time.time()))
    if body.stream:
        return AnswerStream(backend, session, ResponseEvents(told), wishes)
    try:
        result, answer = await finished(backend, session, wishes, request.receive)
    except MootError as error:
        return failed(error, session)
    return json(told.whole(result, answer), headers={"Moot-Session": session})


@router.get("/{response}")
async def response(response: Given, backend: InBackend) -> Response:
    """Return a stored response, with the whole verdict."""
    state = await _stored(backend, response)
    result = result_of(state)
    created = int(datetime.fromisoformat(state.opened_at).timestamp())
    told = ResponseObject(
        state.session, ResponseBody(model=state.council or DEFAULT, input=state.question.text), created
    )
    try:
        return json(told.whole(result, await noted(backend, result, Wishes())))
    except MootError as error:
        going = result.outcome in ("running", "waiting")
        return json(told.shell("in_progress") if going else told.broken(error))


@router.delete("/{response}")
async def forget(response: Given, backend: InBackend) -> Response:
    """Delete a stored response with its session; refused while it runs."""
    state = await _stored(backend, response)
    await backend.app.register.delete(state.session)
    return json({"id": f"{PREFIX}{state.session}", "object": "response", "deleted": True})


@asynccontextmanager
async def _conversation(
    backend: Backend, body: ResponseBody, thread: str | None, title: str
) -> AsyncIterator[str | None]:
    """Yield the conversation of the response: the one it continues, a new one, or none. A new one is deleted again if
    it stays empty because the request was refused or was a chore."""
    if body.store is False or thread is not None:
        yield None if body.store is False else thread
        return
    made = await backend.app.threads.create(title, DOOR)
    try:
        yield made.id
    finally:
        if not (await backend.app.threads.get(made.id)).sessions:
            await backend.app.threads.delete(made.id)


async def _stored(backend: Backend, response: str) -> SessionState:
    session = response.removeprefix(PREFIX)
    try:
        listing = await backend.app.register.get(session)
        door = (await backend.app.threads.get(listing.thread)).door if listing.thread else ""
    except UnknownName:
        door = ""
    if door != DOOR or not response.startswith(PREFIX):
        raise UnknownName("response", response, remedy="It was never stored, or has been deleted.")
    return await backend.state(session)


async def _before(backend: Backend, response: str) -> tuple[list[Turn], str | None]:
    """Return the turns up to and including a response, and the id of its conversation if it is the last response
    there."""
    state = await _stored(backend, response)
    if not state.ended_at:
        raise Conflict(f"The response {response} has not ended yet.", "Wait for its end.")
    answer = state.verdict.text if state.verdict is not None and state.verdict.text else None
    turn = Turn(
        question=state.question.text,
        answer=answer or f"(No verdict was reached: {state.message}.)",
        attachments=state.question.attachments,
    )
    assert state.thread is not None
    there = await backend.app.threads.sessions(state.thread)
    last = state.session in (there[-1].id, there[-1].fork_of)
    return [*state.question.history, turn], state.thread if last else None


class ResponseObject:
    """Builds the JSON object of a response, both while its session runs and when it has ended."""

    def __init__(self, session: str, body: ResponseBody, created: int) -> None:
        self.id = f"{PREFIX}{session}"
        self.item = f"msg_{session}"
        self._body, self._created = body, created

    def shell(self, status: str, **more: Any) -> Plain:
        """Return the response's object with this status, but without an answer."""
        body = self._body
        form = body.text.format if body.text is not None and body.text.format else {"type": "text"}
        return {
            "id": self.id,
            "object": "response",
            "created_at": self._created,
            "status": status,
            "background": False,
            "error": None,
            "incomplete_details": None,
            "instructions": body.instructions,
            "max_output_tokens": body.max_output_tokens,
            "metadata": body.metadata or {},
            "model": body.model,
            "output": [],
            "parallel_tool_calls": False,
            "previous_response_id": body.previous_response_id,
            "reasoning": {"effort": body.reasoning.effort if body.reasoning is not None else None, "summary": None},
            "store": body.store is not False,
            "temperature": body.temperature,
            "text": {"format": form},
            "tool_choice": "none",
            "tools": [],
            "top_p": None,
            "truncation": "auto",
            "usage": None,
            "user": body.user,
            **more,
        }

    def message(self, answer: StreamedAnswer, status: str) -> Plain:
        """Return the answer as a message, the only item in the response's output."""
        return {
            "id": self.item,
            "type": "message",
            "role": "assistant",
            "status": status,
            "content": [part_of(answer)],
        }

    def whole(self, result: Result, answer: StreamedAnswer) -> Plain:
        """Return the object of a response that ended with an answer."""
        cut = answer.finish == "length"
        status = "incomplete" if cut else "completed"
        return self.shell(
            status,
            incomplete_details={"reason": "max_output_tokens"} if cut else None,
            output=[self.message(answer, status)],
            usage=usage_of(result.usage),
            moot=summary_of(result) | ({"progress": answer.progress} if answer.progress else {}),
        )

    def broken(self, error: MootError) -> Plain:
        """Return the object of a response that ended with an error."""
        figures = {"moot": error.figures} if isinstance(error, OutOfBudget) and error.figures else {}
        return self.shell("failed", error={"code": "server_error", "message": f"{error}"}, **figures)


class ResponseEvents:
    """Writer of a streamed response."""

    def __init__(self, told: ResponseObject) -> None:
        self._told = told
        self._number = -1
        self._text = ""

    def begin(self) -> Iterator[bytes]:
        """Yield the first events: the response, and the empty message to which words are added."""
        yield self._event("response.created", response=self._told.shell("in_progress"))
        yield self._event("response.in_progress", response=self._told.shell("in_progress"))
        item = {"id": self._told.item, "type": "message", "role": "assistant", "status": "in_progress", "content": []}
        yield self._event("response.output_item.added", output_index=0, item=item)
        empty = {"type": "output_text", "text": "", "annotations": [], "logprobs": []}
        yield self._event("response.content_part.added", **self._place(), part=empty)

    def progress(self, text: str) -> Iterator[bytes]:
        """Yield a line about the council's progress as a comment, since this format has no field for it."""
        for line in text.splitlines():
            yield f": {line}\n\n".encode()

    def words(self, text: str) -> Iterator[bytes]:
        """Yield an event with the next words of the answer."""
        if text:
            self._text += text
            yield self._event("response.output_text.delta", **self._place(), delta=text, logprobs=[])

    def end(self, result: Result, answer: StreamedAnswer) -> Iterator[bytes]:
        """Yield the last events, which complete the text, its message and then the response."""
        whole = self._told.whole(result, answer)
        (item,) = whole["output"]
        if answer.refusal is None:
            yield self._event("response.output_text.done", **self._place(), text=self._text, logprobs=[])
        else:
            yield self._event("response.refusal.delta", **self._place(), delta=answer.refusal)
            yield self._event("response.refusal.done", **self._place(), refusal=answer.refusal)
        yield self._event("response.content_part.done", **self._place(), part=item["content"][0])
        yield self._event("response.output_item.done", output_index=0, item=item)
        yield self._event(f"response.{whole['status']}", response=whole)

    def failed(self, error: MootError) -> Iterator[bytes]:
        """Yield the last event of a stream without an answer: the response with its error."""
        yield self._event("response.failed", response=self._told.broken(error))

    def _place(self) -> Plain:
        return {"item_id": self._told.item, "output_index": 0, "content_index": 0}

    def _event(self, kind: str, **fields: Any) -> bytes:
        self._number += 1
        data = msgspec.json.encode({"type": kind, "sequence_number": self._number, **fields})
        return b"event: %b\ndata: %b\n\n" % (kind.encode(), data)


def part_of(answer: StreamedAnswer) -> Plain:
    """Return the content of the answer's message: its text, or its refusal."""
    if answer.refusal is not None:
        return {"type": "refusal", "refusal": answer.refusal}
    return {"type": "output_text", "text": answer.text or "", "annotations": [], "logprobs": []}


def usage_of(usage: Usage) -> Plain:
    """Return a session's tokens, of all its calls, in the format of a response's `usage`."""
    return {
        "input_tokens": usage.input,
        "input_tokens_details": {"cached_tokens": usage.cached},
        "output_tokens": usage.output,
        "output_tokens_details": {"reasoning_tokens": usage.reasoning},
        "total_tokens": usage.input + usage.output,
    }
