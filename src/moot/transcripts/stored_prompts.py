"""Read the exact prompt of a seat, stored under the digest in its intent."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from moot.errors import UnknownName
from moot.reading.for_people import for_a_person
from moot.transcripts.transcript import Transcript
from moot.vocabulary import event_keys
from moot.vocabulary.events import SeatAsked


class PromptMessage(Struct, frozen=True, kw_only=True):
    """One message of a prompt."""

    role: str
    """Role of the message: `system`, `user` or `assistant`."""
    text: str
    """Text of the message."""
    pictures: int
    """Number of pictures in the message."""
    plain: str = ""
    """The text as people see it: with readable names for labels, and without the instructions for a ballot's format."""


class KeptPrompt(Struct, frozen=True, kw_only=True):
    """A prompt as it was sent to a model, read from the store."""

    key: str
    """Key of the event that announced the call."""
    messages: tuple[PromptMessage, ...]
    """Messages of the prompt; for an embedding model, one per text."""
    schema: str
    """JSON schema of the answer; empty without one."""


async def prompt_kept(transcript: Transcript, session: str, key: str) -> KeptPrompt:
    """Return the prompt of one attempt at a request (`KEY~2`), or of the latest attempt (`KEY`)."""
    asked: dict[str, SeatAsked] = {
        event.key: event.body for event in await transcript.read(session) if isinstance(event.body, SeatAsked)
    }
    found = key if key in asked else next((each for each in reversed(asked) if event_keys.call_of(each) == key), None)
    if found is None:
        raise UnknownName("move", key, {event_keys.call_of(each) for each in asked})
    text = await transcript.text(asked[found].prompt)
    if text is None:
        raise UnknownName("kept prompt", found, remedy="Of sessions from elsewhere only the prompts' digests are kept.")
    read = msgspec.json.decode(text)
    if isinstance(read, dict):
        measured = tuple(PromptMessage(role="user", text=str(each), pictures=0) for each in read.get("measure", ()))
        return KeptPrompt(key=found, messages=measured, schema="")
    messages, schema = read
    return KeptPrompt(
        key=found,
        messages=tuple(
            PromptMessage(
                role=str(r), text=str(text), pictures=len(shown), plain=for_a_person(str(text), ballot=bool(schema))
            )
            for r, text, shown in messages
        ),
        schema=msgspec.json.format(msgspec.json.encode(schema)).decode() if schema else "",
    )
