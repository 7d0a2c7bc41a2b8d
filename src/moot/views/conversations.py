"""Build the rows of a list of conversations, and one conversation with its sessions."""

from __future__ import annotations

import msgspec

from moot.sessions.conversation.threads import Talk, Thread
from moot.views.sessions import SessionRow, session_row
from moot.vocabulary.seats import dollars


class ThreadView(msgspec.Struct, frozen=True, kw_only=True):
    """One conversation."""

    conversation: Thread
    """The conversation."""
    sessions: list[SessionRow]
    """Its sessions, oldest first."""


class TalkRow(msgspec.Struct, frozen=True, kw_only=True):
    """One conversation in a list, or one session outside any conversation."""

    conversation: str | None
    """Its id; null for a single session."""
    title: str
    """Its title, or the beginning of its first question."""
    turns: int
    """Number of questions."""
    created: str
    """When it was created."""
    updated: str
    """When its last event was committed."""
    cost: float
    """Its cost in dollars."""
    at_most: float
    """Maximum further cost in dollars of calls that failed or reported no price: an upper bound."""
    unknown: int
    """Calls with an unknown price."""
    pinned: bool
    """Whether it is kept at the top of lists."""
    latest: SessionRow
    """Its latest session, with its state."""


class TalkPage(msgspec.Struct, frozen=True, kw_only=True):
    """A page of conversations, the one with the newest question first."""

    conversations: list[TalkRow]
    """The conversations."""
    next: int | None
    """Send it as `before` for the next page; null on the last page."""
    left_out: bool
    """Whether sessions of studies were left out."""


def talk_row(talk: Talk) -> TalkRow:
    """Return a conversation's row in a list."""
    return TalkRow(
        conversation=talk.thread,
        title=talk.title,
        turns=talk.turns,
        created=talk.created,
        updated=talk.updated,
        cost=dollars(talk.spent) or 0.0,
        at_most=dollars(talk.at_most) or 0.0,
        unknown=talk.unknown,
        pinned=talk.pinned,
        latest=session_row(talk.latest),
    )
