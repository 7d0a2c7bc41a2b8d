"""What leaves a session of claims by a schedule's channels, and by the doors of programs."""

from __future__ import annotations

import msgspec

from extensions.notify.fires import held
from moot.extensions.notify.channels import Channel
from moot.extensions.notify.digest import atom_feed, attachments_of
from moot.extensions.notify.outbox import ChannelMessage, Delivery
from moot.extensions.notify.sending import letter_of
from moot.server.openai.fields import Wishes
from moot.server.openai.stream import answer_of, progress_of
from moot.sessions.verdict_stream import Dictation
from moot.views.result import result_of, summary_of
from moot.vocabulary.events import Event
from moot.vocabulary.state import SessionState

DAILY = held("Daily", 0)


def delivered(state: SessionState, message: ChannelMessage) -> dict[str, str]:
    """What goes out of a schedule's session: by feed, by mail with its files, as JSON and by ntfy."""
    written = msgspec.json.encode(message).decode()
    kept = Delivery(
        id=1,
        about=message.about,
        channel="feed",
        message=written,
        state="waiting",
        attempts=0,
        next_at=0.0,
        held_until=0.0,
        error="",
        made=0.0,
    )
    me = Channel(name="me", kind="mail", url="smtps://mail.example.org", to=("me@example.org",), sender="m@example.org")
    letter = letter_of(me, message, attachments_of(state))
    parts = [part.get_content() for part in letter.walk() if part.get_content_type().startswith("text/")]
    return {"atom": atom_feed([kept]), "letter": "\n".join(map(str, parts)), "json": written}


def asked_by_program(state: SessionState, events: list[Event]) -> dict[str, str]:
    """What a program gets that asks the council as a model: by the OpenAI-compatible doors, and by `llm`."""
    result = result_of(state)
    sent = Dictation()
    streamed = "".join(map(sent.taken, events)) + "".join(sent.rest(result.body or ""))
    return {
        "openai": answer_of(result, Wishes()).text or "",
        "openai progress": progress_of(events, state),
        "openai stream and llm": streamed,
        "llm --json": msgspec.json.encode(summary_of(result)).decode(),
    }
