"""Read a prompt of `llm`: the question with its files, the system prompt, and the earlier turns.

`llm` passes a model the whole conversation as messages, whether it began in this process or comes from its log (`-c`,
`--cid`). All of it becomes the session's own history, so that members, arbiter and chair read the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

import llm
from llm.parts import TextPart
from msgspec import Struct

from moot.app import MOST_FILES, Upload, turns_from
from moot.errors import BadInput
from moot.vocabulary.public import Turn

EXTENSIONS = {"text/markdown": ".md", "text/plain": ".txt", "application/pdf": ".pdf"}


class PromptContext(Struct, frozen=True, kw_only=True):
    """A prompt of `llm` with its files and the earlier turns of its conversation."""

    question: str
    """Text of the question."""
    system: str
    """System prompt of this turn or, if it has none, the latest of the conversation."""
    history: list[Turn]
    """Earlier turns, oldest first."""
    files: list[Upload]
    """The files attached to the question."""


def remembered(
    prompt: llm.Prompt, conversation: llm.Conversation | llm.AsyncConversation | None = None
) -> PromptContext:
    """Convert a prompt of `llm` to a question for a council: its text, files, system prompt and the earlier turns.

    `llm` itself downloads files that are given as addresses. If the conversation was loaded from the log of `llm`, only
    its first system prompt is known; later system prompts are known only while the responses are in memory.
    """
    messages = list(prompt.messages)
    if not messages or messages[-1].role != "user":
        raise BadInput("There is no question.", "Write one; the last message must be the user's.")
    first = "\n\n".join(_words(each) for each in messages if each.role == "system")
    earlier = [_system(each.prompt) for each in conversation.responses] if conversation is not None else []
    given = [_system(prompt), *reversed(earlier), first]
    return PromptContext(
        question=_words(messages[-1]),
        system=next(filter(None, given), ""),
        history=turns_from((each.role, _words(each)) for each in messages[:-1]),
        files=_files(prompt.attachments),
    )


def _system(prompt: llm.Prompt) -> str:
    """Return the system prompt of a turn."""
    return prompt.system or getattr(prompt.options, "system_prompt", None) or ""


def _words(message: llm.Message) -> str:
    """Return a message's text, without thinking and attachments."""
    return "\n".join(part.text for part in message.parts if isinstance(part, TextPart))


def _files(attachments: Sequence[llm.Attachment]) -> list[Upload]:
    if len(attachments) > MOST_FILES:
        raise BadInput(f"{len(attachments)} files are attached.", f"Attach at most {MOST_FILES}.")
    return [_file(each, number) for number, each in enumerate(attachments, start=1)]


def _file(attachment: llm.Attachment, number: int) -> Upload:
    where = attachment.path or (attachment.url or "").partition("?")[0]
    name = PurePath(where).name or f"file-{number}{EXTENSIONS.get(attachment.type or '', '')}"
    try:
        data: bytes | None = attachment.content_bytes()  # type: ignore[no-untyped-call]
    except Exception as error:  # any error of the file system or the downloading library
        raise BadInput(f"{attachment.path or attachment.url or name} cannot be read: {error}.") from None
    return Upload(name=name, data=data or b"", declared_type=attachment.type)
