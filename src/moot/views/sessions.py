"""Build the rows of a list of sessions or conversations, and one conversation with its sessions."""

from __future__ import annotations

import msgspec

from moot.sessions.conversation.threads import Talk, Thread
from moot.transcripts.sql.register import Listing, SessionCell
from moot.transcripts.sql.search import STUDY, Source, source_of
from moot.vocabulary.seats import dollars


class SessionRow(SessionCell, frozen=True, kw_only=True):
    """One session in a list of sessions."""

    session: str
    """Id of the session."""
    number: int
    """Number of the session, counted in the order of opening. Pass it as `before` to list older sessions."""
    state: str
    """State of the session: `running`, `waiting`, `interrupted`, or how it ended."""
    title: str
    """Title of the session; empty until it gets one."""
    question: str
    """The beginning of the question."""
    protocol: str
    """Protocol of the session."""
    council: str
    """The council's name, if it has one."""
    door: str
    """Interface through which the session was opened."""
    source: Source
    """Kind of interface: `terminal`, `browser`, `api` (every program), or `imported`."""
    pinned: bool
    """Whether the session is kept at the top of lists."""
    scripted: bool
    """Whether the seats are scripted demo voices, not language models."""
    created: str
    """When the session was opened."""
    updated: str
    """When the session's last event was committed."""
    events: int
    """Number of the session's events."""
    settled: int
    """Number of requests to seats that have an outcome, without those copied from another session."""
    seconds: float
    """Running time in seconds."""
    cost: float
    """Cost in dollars of calls with a known price."""
    at_most: float
    """Maximum further cost in dollars of calls without a reported price."""
    unknown: int
    """Number of calls with an unknown price."""
    cap: float | None
    """Limit on the session's cost, in dollars."""
    tokens: int
    """Number of input and output tokens."""
    conversation: str | None
    """Id of the session's conversation."""
    fork_of: str | None
    """Id of the session from which this session was forked."""
    held_by: str
    """The process that runs the session; empty for none."""
    members: list[str]
    """Models of the members in seat order."""
    verdict_class: str
    """The verdict's class, if its protocol has classes; else empty."""
    degraded: int
    """Number of ways in which the verdict is incomplete; 0 without a verdict."""
    answer: str
    """The beginning of the answer; empty for none."""
    winner: str
    """The model whose answer the ballots put first; empty for none."""
    topic: str | msgspec.UnsetType = msgspec.UNSET
    """In lists of debates: the topic of the debate."""
    chairman: str | msgspec.UnsetType = msgspec.UNSET
    """In lists of debates: the model drawn as chair."""


class SessionPage(msgspec.Struct, frozen=True, kw_only=True):
    """A page of sessions, newest first."""

    sessions: list[SessionRow]
    """The sessions."""
    next: int | None
    """Value to pass as `before` for the next page; null on the last page."""


def session_row(listing: Listing) -> SessionRow:
    """Convert a session in a list to the form that the API and `--json` return."""
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
        events=listing.head,
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
        members=list(listing.models),
        verdict_class=listing.verdict_class,
        degraded=listing.degraded,
        answer=listing.answer,
        winner=listing.winner,
        study=listing.cell.study if listing.door == STUDY else None,
        arm=listing.cell.arm,
        item=listing.cell.item,
        repeat=listing.cell.repeat,
    )


class ThreadView(msgspec.Struct, frozen=True, kw_only=True):
    """A conversation with its sessions."""

    conversation: Thread
    """The conversation."""
    sessions: list[SessionRow]
    """Sessions of the conversation, oldest first."""


class TalkRow(msgspec.Struct, frozen=True, kw_only=True):
    """One conversation in a list, or one session outside any conversation."""

    conversation: str | None
    """Id of the conversation; null for a single session."""
    title: str
    """Title of the conversation, or the beginning of its first question."""
    turns: int
    """Number of questions."""
    created: str
    """When the conversation was created."""
    updated: str
    """When the conversation's last event was committed."""
    cost: float
    """Cost of the conversation in dollars."""
    at_most: float
    """Maximum further cost in dollars of calls that failed or reported no price: an upper bound."""
    unknown: int
    """Number of calls with an unknown price."""
    pinned: bool
    """Whether the conversation is kept at the top of lists."""
    latest: SessionRow
    """Latest session of the conversation, with its state."""


class TalkPage(msgspec.Struct, frozen=True, kw_only=True):
    """A page of conversations, the one with the newest question first."""

    conversations: list[TalkRow]
    """The conversations."""
    next: int | None
    """Value to pass as `before` for the next page; null on the last page."""
    left_out: bool
    """Whether sessions of studies are left out of this list."""


def talk_row(talk: Talk) -> TalkRow:
    """Convert a conversation in a list to the form that the API and `--json` return."""
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
