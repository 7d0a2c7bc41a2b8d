"""Build the rows of a list of conversations, and one conversation with its sessions."""

from __future__ import annotations

import msgspec

from moot.sessions.conversation.threads import Talk, Thread
from moot.views.sessions import SessionRow, session_row
from moot.vocabulary.seats import dollars


class ThreadRow(msgspec.Struct, frozen=True, kw_only=True):
    """One conversation in a list."""

    conversation: str
    """Its id."""
    number: int
    """Its place in the order of beginning; pages go on before it."""
    title: str
    """What it is called; empty until somebody names it."""
    door: str
    """The door it was begun through."""
    created: str
    """When it began."""
    updated: str
    """When something last happened in it."""
    sessions: int
    """How many questions were put in it."""


class ThreadView(msgspec.Struct, frozen=True, kw_only=True):
    """One conversation."""

    conversation: ThreadRow
    """What it is."""
    sessions: list[SessionRow]
    """Its sessions, oldest first."""


class TalkRow(msgspec.Struct, frozen=True, kw_only=True):
    """One conversation in a list, or one session that belongs to none."""

    conversation: str | None
    """Its id; null for a single session."""
    title: str
    """What it is called, or how its first question begins."""
    turns: int
    """How many questions were put in it."""
    created: str
    """When it began."""
    updated: str
    """When something last happened in it."""
    cost: float
    """Dollars it has cost."""
    at_most: float
    """Most dollars that may still be charged on top for calls that failed or told no price: a bound, not a cost."""
    unknown: int
    """Calls whose price nobody knows."""
    pinned: bool
    """Whether it is kept at the top of lists."""
    latest: SessionRow
    """Its latest session, which says how it stands."""


class TalkPage(msgspec.Struct, frozen=True, kw_only=True):
    """Some conversations, the one with the newest question first."""

    conversations: list[TalkRow]
    """The conversations."""
    next: int | None
    """Send it as `before` for the next page; null on the last one."""
    left_out: bool
    """Whether there are sessions of studies that were left out."""


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


def thread_row(thread: Thread) -> ThreadRow:
    """Return what a conversation is."""
    return ThreadRow(
        conversation=thread.id,
        number=thread.number,
        title=thread.title,
        door=thread.door,
        created=thread.created,
        updated=thread.updated,
        sessions=thread.sessions,
    )
