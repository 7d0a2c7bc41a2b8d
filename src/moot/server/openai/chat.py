"""Serve OpenAI's chat completions: a named council is a model; `moot` is the default.

The session continues whether the client stays or not, unless the request asks to stop it; its id comes first, as a
header and as a comment. The fields of a request are in `fields.py`; `responses.py` is the other format.
`tests/server/openai/test_chat.py` drives it with OpenAI's own client.
"""

from __future__ import annotations

import base64
import binascii
import time
from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Header, Path, Request
from msgspec import Struct
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from moot.attachments.documents import Document, document_from
from moot.errors import BadInput, MootError, TooDeep, UnknownName
from moot.request import Ask
from moot.server.admission.path_rules import openai_refusal
from moot.server.dependencies import Backend, Depth, InBackend, depth_from, once_of
from moot.server.error_responses import headers_of, json, said
from moot.server.openai.chores import do_chore, is_chore
from moot.server.openai.fields import ChatWishes, Wishes
from moot.server.openai.stream import LESS, AnswerStream, StreamedAnswer, finished
from moot.server.openapi import foreign
from moot.server.shapes.bodies import Name, Words
from moot.sessions.conversation.earlier import turns_from
from moot.transcripts.transcript import Once
from moot.views.result import Result, summary_of
from moot.vocabulary.questions import Turn
from moot.vocabulary.statements import Usage

Plain = dict[str, Any]
MOST_MESSAGES = 2000


class MessagePart(BaseModel):
    """A part of a message's content: text, a picture or a file."""

    model_config = ConfigDict(extra="allow")

    type: Name
    text: Words = ""


class RequestMessage(BaseModel):
    """One message of a request for a chat completion."""

    model_config = ConfigDict(extra="ignore")

    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: Words | Annotated[list[MessagePart], Field(max_length=1000)] | None = None
    name: Name | None = None
    refusal: Words | None = None
    tool_calls: list[Any] | None = None
    function_call: Any = None
    audio: Any = None

    def check(self) -> None:
        """Raise if the message has tool calls or sound, which a council cannot take."""
        if self.tool_calls or self.function_call or self.audio:
            raise BadInput(
                "A council calls no tools and hears nothing.", "Leave out messages with tool calls or sound."
            )


class ChatBody(ChatWishes):
    """The body of a request for a chat completion."""

    model: Name = Field(description="A council's name, or `moot` for the one that sits by default.")
    messages: Annotated[list[RequestMessage], Field(min_length=1, max_length=MOST_MESSAGES)]


class ParsedMessages(Struct, frozen=True, kw_only=True):
    """The question, instructions, earlier turns and files found in the messages of a request."""

    question: str
    """The last message, which is the user's."""
    system: str
    """Text of the system messages."""
    history: list[Turn]
    """Earlier turns, oldest first."""
    documents: list[Document]
    """Files in the user's messages, including earlier messages."""
    roles: tuple[str, ...] = ("user",)
    """Roles of the request's messages, in order."""


def _without_note(role: str, text: str) -> str:
    """Return the text of an earlier message. If it is an answer that ends with a note on what the result lacked, leave
    out the note."""
    words, mark, note = text.rpartition(f"\n\n{LESS}")
    return words if mark and role == "assistant" and "\n" not in note else text


async def asking_from(messages: list[RequestMessage]) -> ParsedMessages:
    """Return what the messages contain: the last one as the question, the earlier ones as its history.

    Raises if the last message is not the user's.
    """
    if messages[-1].role != "user":
        raise BadInput("The last message must be the user's.", "End `messages` with a message of role `user`.")
    for each in messages:
        each.check()
    system = [text_of(each) for each in messages if each.role in ("system", "developer")]
    turns = turns_from((each.role, _without_note(each.role, text_of(each))) for each in messages[:-1])
    contents = [each.content for each in messages if each.role == "user"]  # clients send earlier files again each time
    files = [part for held in contents if isinstance(held, list) for part in held if part.type != "text"]
    documents = [await _document(part, number) for number, part in enumerate(files, start=1)]
    return ParsedMessages(
        question=text_of(messages[-1]),
        system="\n\n".join(filter(None, system)),
        history=turns,
        documents=documents,
        roles=tuple(each.role for each in messages),
    )


def text_of(each: RequestMessage) -> str:
    """Return a message's text, preceded by its author's name if the message has one."""
    if isinstance(each.content, list):
        words = "\n".join(part.text for part in each.content if part.type == "text")
    else:
        words = each.content or each.refusal or ""
    return f"{each.name}: {words}" if each.name and words else words


async def _document(part: MessagePart, number: int) -> Document:
    extra = part.model_extra or {}
    held = extra.get("image_url") if part.type == "image_url" else extra.get("file") if part.type == "file" else None
    held = held if isinstance(held, dict) else {}
    address = held.get("url") or held.get("file_data") or ""
    head, comma, data = address.partition(",") if isinstance(address, str) else ("", "", "")
    if not comma or not head.startswith("data:") or not head.endswith(";base64"):
        raise BadInput(
            f"File {number} of the messages ({part.type[:40]}) cannot be taken.",
            "Send text, or pictures and files as `data:…;base64,…`; nothing is fetched from an address.",
        )
    try:
        content = base64.b64decode(data.encode("ascii"), validate=True)
    except (binascii.Error, UnicodeError):
        raise BadInput(f"File {number} of the messages is not base64.") from None
    media_type = head.removeprefix("data:").removesuffix(";base64") or None
    name = held.get("filename")
    return await document_from(name if isinstance(name, str) and name else f"file-{number}", content, media_type)


def completion(
    result: Result, answer: StreamedAnswer, model: str, created: int, metadata: dict[str, str] | None
) -> Plain:
    """Return the chat completion with the whole answer of a finished session."""
    message: Plain = {"role": "assistant", "content": answer.text, "refusal": answer.refusal}
    if answer.progress:
        message["reasoning_content"] = answer.progress
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": answer.finish}
    return {
        "id": id_of(result.session),
        "object": "chat.completion",
        "created": created,
        "model": model,
        "choices": [choice],
        "usage": usage_of(result.usage),
        "moot": summary_of(result),
        **({"metadata": metadata} if metadata else {}),
    }


def usage_of(usage: Usage) -> Plain:
    """Return a session's tokens, of all its calls, in the format of a completion's `usage`."""
    return {
        "prompt_tokens": usage.input,
        "completion_tokens": usage.output,
        "total_tokens": usage.input + usage.output,
        "prompt_tokens_details": {"cached_tokens": usage.cached},
        "completion_tokens_details": {"reasoning_tokens": usage.reasoning},
    }


def id_of(session: str) -> str:
    """Return the id of the completion that a session answers."""
    return f"chatcmpl-{session}"


CONTRACT = "As OpenAI's chat completions answer; a stream is `chat.completion.chunk` objects and `[DONE]`."

router = APIRouter(
    prefix="/v1",
    tags=["OpenAI-compatible"],
    responses=foreign(CONTRACT, "OpenAIError", 400, 401, 403, 404, 409, 413, 415, 422, 429, 503),
)

DEFAULT = "moot"
SEAT = "moot"
"""User-Agent with which a Moot server calls other services, which may be Moot servers as well."""
UNMARKED = "Set `moot = true` on its row in endpoints.toml, so that councils cannot sit in themselves without end."
NO_RETRY = {"x-should-retry": "false"}
"""Header that keeps OpenAI's clients from repeating a request by themselves, because a failed session would be paid
for again.
"""


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
    """Raise if the client is another Moot but does not send the header with which nested councils are counted.

    Without that header, councils could ask each other without end.
    """
    if agent == SEAT and depth is None:
        raise TooDeep("A Moot asks here through an endpoint that does not say so.", UNMARKED)


class Chunks:
    """Writer of a streamed chat completion."""

    def __init__(self, session: str, model: str, created: int, *, usage: bool) -> None:
        self._head: Plain = {
            "id": id_of(session),
            "object": "chat.completion.chunk",
            "created": created,
            "model": model,
        }
        self._usage = usage

    def begin(self) -> Iterator[bytes]:
        """Yield the first chunk, with the role `assistant`."""
        yield self._piece({"role": "assistant", "content": ""})

    def progress(self, text: str) -> Iterator[bytes]:
        """Yield a chunk with a line about the council's progress, in the field for the reasoning of other models."""
        yield self._piece({"reasoning_content": text})

    def words(self, text: str) -> Iterator[bytes]:
        """Yield a chunk with the next words of the answer."""
        if text:
            yield self._piece({"content": text})

    def end(self, result: Result, answer: StreamedAnswer) -> Iterator[bytes]:
        """Yield the last chunks after the answer's words: a refusal, the finish reason, the usage and `[DONE]`."""
        if answer.refusal is not None:
            yield self._piece({"refusal": answer.refusal})
        yield self._piece({}, answer.finish, moot=summary_of(result))
        if self._usage:
            yield self._data({"choices": [], "usage": usage_of(result.usage)})
        yield b"data: [DONE]\n\n"

    def failed(self, error: MootError) -> Iterator[bytes]:
        """Yield the error of a stream that ends without an answer. Such a stream has no final `[DONE]`."""
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
    """Open the session that answers a request for a chat completion or a response, and return the session's id.

    If the request is a chore such as writing a title, one member answers; otherwise the whole council does. `more`
    contains further fields of the `Ask`.
    """
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
        when=wishes.own.when,
        choices=wishes.own.choices,
        search=wishes.own.search,
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
    """Return the error response for a session without an answer, which tells OpenAI's clients not to retry."""
    body = openai_refusal(error)
    headers = {**headers_of(error), **NO_RETRY, "Moot-Session": session}
    return Response(body, error.status, headers, "application/json")


def _model(backend: Backend, name: str) -> Plain:
    """Describe a council as a model of OpenAI's API: with its members, and with the smallest of their context sizes."""
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
