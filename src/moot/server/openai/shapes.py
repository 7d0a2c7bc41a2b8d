"""Convert OpenAI messages to a question, and a session to a completion.

The other fields of a request are in `fields.py`.
"""

from __future__ import annotations

import base64
import binascii
from typing import Annotated, Any, Literal

from msgspec import Struct
from pydantic import BaseModel, ConfigDict, Field

from moot.attachments.documents import Document, document_from
from moot.errors import BadInput
from moot.server.openai.fields import ChatWishes
from moot.server.openai.stream import LESS, StreamedAnswer
from moot.server.shapes.bodies import Name, Words
from moot.sessions.conversation.earlier import turns_from
from moot.views.result import Result, summary_of
from moot.vocabulary.questions import Turn
from moot.vocabulary.statements import Usage

Plain = dict[str, Any]
MOST_MESSAGES = 2000


class MessagePart(BaseModel):
    """A part of a message."""

    model_config = ConfigDict(extra="allow")

    type: Name
    text: Words = ""


class RequestMessage(BaseModel):
    """One message."""

    model_config = ConfigDict(extra="ignore")

    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: Words | Annotated[list[MessagePart], Field(max_length=1000)] | None = None
    name: Name | None = None
    refusal: Words | None = None
    tool_calls: list[Any] | None = None
    function_call: Any = None
    audio: Any = None

    def check(self) -> None:
        """Raise for content that a council cannot take."""
        if self.tool_calls or self.function_call or self.audio:
            raise BadInput(
                "A council calls no tools and hears nothing.", "Leave out messages with tool calls or sound."
            )


class ChatBody(ChatWishes):
    """A request for a completion."""

    model: Name = Field(description="A council's name, or `moot` for the one that sits by default.")
    messages: Annotated[list[RequestMessage], Field(min_length=1, max_length=MOST_MESSAGES)]


class ParsedMessages(Struct, frozen=True, kw_only=True):
    """Content of the messages."""

    question: str
    """The last message."""
    system: str
    """Text of the system messages."""
    history: list[Turn]
    """Earlier turns, oldest first."""
    documents: list[Document]
    """Files in the user's messages, earlier ones included."""
    roles: tuple[str, ...] = ("user",)
    """The roles of the messages."""


def _without_note(role: str, text: str) -> str:
    """Return an earlier answer without its last line on what it lacked."""
    words, mark, note = text.rpartition(f"\n\n{LESS}")
    return words if mark and role == "assistant" and "\n" not in note else text


async def asking_from(messages: list[RequestMessage]) -> ParsedMessages:
    """Return the last user message as the question, with what came before as its history."""
    if messages[-1].role != "user":
        raise BadInput("The last message must be the user's.", "End `messages` with a message of role `user`.")
    for said in messages:
        said.check()
    system = [text_of(said) for said in messages if said.role in ("system", "developer")]
    turns = turns_from((said.role, _without_note(said.role, text_of(said))) for said in messages[:-1])
    contents = [said.content for said in messages if said.role == "user"]  # clients send earlier files again each time
    files = [part for held in contents if isinstance(held, list) for part in held if part.type != "text"]
    documents = [await _document(part, number) for number, part in enumerate(files, start=1)]
    return ParsedMessages(
        question=text_of(messages[-1]),
        system="\n\n".join(filter(None, system)),
        history=turns,
        documents=documents,
        roles=tuple(said.role for said in messages),
    )


def text_of(said: RequestMessage) -> str:
    """Return the text of a message, after its author's name if it has one."""
    if isinstance(said.content, list):
        words = "\n".join(part.text for part in said.content if part.type == "text")
    else:
        words = said.content or said.refusal or ""
    return f"{said.name}: {words}" if said.name and words else words


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
    """Return a whole answer."""
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
    """Return the whole session's tokens."""
    return {
        "prompt_tokens": usage.input,
        "completion_tokens": usage.output,
        "total_tokens": usage.input + usage.output,
        "prompt_tokens_details": {"cached_tokens": usage.cached},
        "completion_tokens_details": {"reasoning_tokens": usage.reasoning},
    }


def id_of(session: str) -> str:
    """Return the completion's id."""
    return f"chatcmpl-{session}"
