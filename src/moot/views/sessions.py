"""Build the rows of a list of sessions."""

from __future__ import annotations

import msgspec

from moot.transcripts.sql.register import Listing
from moot.transcripts.sql.search import STUDY, Source, source_of
from moot.vocabulary.seats import dollars


class SessionRow(msgspec.Struct, frozen=True, kw_only=True):
    """One session in a list."""

    session: str
    """Its id."""
    number: int
    """Its place in the order of opening; pages go on before it."""
    state: str
    """`running`, `waiting`, `interrupted`, or how it ended."""
    title: str
    """What people call it; empty until somebody names it."""
    question: str
    """The beginning of the question."""
    protocol: str
    """How it deliberates."""
    council: str
    """The council's name, when it had one."""
    door: str
    """The door it came through."""
    source: Source
    """How it was asked: `terminal`, `browser`, `api` (every program), or `imported`."""
    pinned: bool
    """Whether it is kept at the top of lists."""
    scripted: bool
    """True when scripted voices sit in it, not language models."""
    created: str
    """When it was opened."""
    updated: str
    """When its last event was committed."""
    events: int
    """How many events it has."""
    settled: int
    """How many moves are settled."""
    seconds: float
    """Running time."""
    cost: float
    """Dollars of calls whose price is known."""
    at_most: float
    """Most that calls may have cost on top whose price nobody tells, in dollars."""
    unknown: int
    """Calls whose price nobody knows."""
    cap: float | None
    """Most it may come to, in dollars."""
    tokens: int
    """Tokens read and written."""
    conversation: str | None
    """The conversation it belongs to."""
    fork_of: str | None
    """The session it was branched off."""
    held_by: str
    """Where it runs; empty when nobody holds it."""
    members: list[str]
    """Models of the members in seat order."""
    verdict_class: str
    """The verdict's class, where its protocol has classes; else empty."""
    degraded: int
    """In how many ways the verdict is less than a full one; 0 for a whole one, and while there is none."""
    answer: str
    """The beginning of the answer; empty while there is none."""
    winner: str
    """The model whose answer the ballots put first; empty where there is none."""
    study: str | None = None
    """The study or run it was asked for."""
    arm: str | None = None
    """The arm of that study."""
    item: str | None = None
    """The question of that study, by id."""
    repeat: int | None = None
    """Which repeat."""
    topic: str | msgspec.UnsetType = msgspec.UNSET
    """Where debates were asked for: what was debated."""
    chairman: str | msgspec.UnsetType = msgspec.UNSET
    """The same: the model that was drawn to conclude."""


class SessionPage(msgspec.Struct, frozen=True, kw_only=True):
    """Some sessions, newest first."""

    sessions: list[SessionRow]
    """The sessions."""
    next: int | None
    """Send it as `before` for the next page; null on the last one."""


def session_row(listing: Listing) -> SessionRow:
    """Return a session's row in a list."""
    return SessionRow(
        session=listing.id,
        number=listing.number,
        state=listing.state,
        title=listing.title,
        question=listing.question,
        protocol=listing.protocol,
        council=listing.council,
        door=listing.door,
        source=source_of(listing.door),
        pinned=listing.pinned,
        scripted=listing.scripted,
        created=listing.created,
        updated=listing.updated,
        events=listing.events,
        settled=listing.settled,
        seconds=listing.t / 1000,
        cost=dollars(listing.spent) or 0.0,
        at_most=dollars(listing.at_most) or 0.0,
        unknown=listing.unknown,
        cap=dollars(listing.cap),
        tokens=listing.tokens,
        conversation=listing.thread,
        fork_of=listing.fork_of,
        held_by=listing.held_by,
        members=list(listing.members),
        verdict_class=listing.verdict_class,
        degraded=listing.degraded,
        answer=listing.answer,
        winner=listing.winner,
        study=listing.study if listing.door == STUDY else None,
        arm=listing.arm,
        item=listing.item,
        repeat=listing.repeat,
    )
