"""What does a client get? Structs of our own, encoded by msgspec; their schemas stand in the OpenAPI document."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.responses import Response

from moot.server.away import told
from moot.server.refusals import Trouble
from moot.sessions.conversation.threads import Talk, Thread
from moot.transcripts.sql.register import Listing
from moot.transcripts.sql.search import STUDY, Source, source_of
from moot.vocabulary.councils import Council
from moot.vocabulary.model_rows import EngineState, ModelState
from moot.vocabulary.rubrics import Rubric
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


class ThreadPage(msgspec.Struct, frozen=True, kw_only=True):
    """Some conversations, newest first."""

    conversations: list[ThreadRow]
    """The conversations."""
    next: int | None
    """Send it as `before` for the next page; null on the last one."""


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


class Replayed(msgspec.Struct, frozen=True, kw_only=True):
    """What running the protocol over a finished transcript brought."""

    session: str
    """The session."""
    digest: str
    """The verdict's digest, recorded and reached again."""
    outcome: str
    """The verdict's outcome."""
    same: bool = True
    """Always true: a difference is the error `diverged`."""


class WentOn(msgspec.Struct, frozen=True, kw_only=True):
    """What came of asking a session to wait no longer."""

    session: str
    """The session."""
    without: tuple[str, ...]
    """The seats it no longer waits for."""
    elsewhere: bool
    """Whether another process holds it."""


class Stopped(msgspec.Struct, frozen=True, kw_only=True):
    """What came of asking a session to stop."""

    session: str
    """The session."""
    stopped: bool
    """False when it had ended before."""


class CouncilRow(msgspec.Struct, frozen=True, kw_only=True):
    """A council on the shelf."""

    layer: str
    """`packaged`, `user` or `project`; empty for one that Moot puts together."""
    council: Council
    """The council."""
    seated: Council
    """The same as it would sit now: with fallbacks in place of models that are not available."""
    notes: list[str]
    """Who would sit instead of whom, and why."""
    troubles: list[str]
    """Who cannot be asked now and why, one sentence for each cause, with what most likely follows it."""


class CouncilList(msgspec.Struct, frozen=True, kw_only=True):
    """The councils on the shelf."""

    councils: list[CouncilRow]
    """By name."""
    default: str
    """The name of the one that sits when none is named; empty when it is put together from what is configured."""
    chosen: str
    """The one that the user set as the default, on the shelf or not; empty when Moot chooses."""
    sitting: CouncilRow
    """The one that sits when none is named, with its members and its chair."""
    broken: dict[str, str]
    """Councils whose file cannot be taken, and why."""
    why: str
    """What sits by default, and why."""
    refused: Trouble | None
    """Why no council sits by default, e.g. because a model list does not come; `sitting` is without members then."""


class RubricRow(msgspec.Struct, frozen=True, kw_only=True):
    """A rubric on the shelf."""

    layer: str
    """`packaged`, `user` or `project`."""
    rubric: Rubric
    """The rubric."""
    text: str
    """The same as a TOML file, to be edited."""


class RubricList(msgspec.Struct, frozen=True, kw_only=True):
    """The rubrics on the shelf."""

    rubrics: list[RubricRow]
    """By name."""
    broken: dict[str, str]
    """Rubrics that cannot be used, and why."""
    default: str
    """The one that is taken when none is named."""


class ProtocolRow(msgspec.Struct, frozen=True, kw_only=True):
    """A way to deliberate."""

    protocol: str
    """Its name."""
    title: str
    """What it is, in one line."""
    stages: list[str]
    """Its stages, with the options as they are by default."""
    options: dict[str, Any]
    """Its options as a JSON Schema."""
    offices: list[str]
    """Offices it needs beside the chair."""
    chairless: str
    """Why another chair changes nothing; empty where the chair is asked."""
    takes_rubric: bool
    """Whether it judges by a rubric."""
    fewest: int
    """The fewest members it works with."""
    writes_openly: bool
    """Whether the verdict's words can be read while they are written."""


class ProtocolList(msgspec.Struct, frozen=True, kw_only=True):
    """The ways to deliberate."""

    protocols: list[ProtocolRow]
    """Ours first."""


class Bound(msgspec.Struct, frozen=True, kw_only=True):
    """How much of something is in use."""

    used: int
    """Now."""
    most: int
    """At most."""


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the server is well."""

    status: str
    """`ok`, `storage` when nothing can be written, `full` when no session is admitted, or `stopping`."""
    storage: str
    """Why nothing can be written, in words; empty when it can."""
    free: int
    """Bytes that are free where the store lies."""
    version: str
    """The version of Moot."""
    sessions: Bound
    """Sessions running in this process."""
    viewers: Bound
    """Who stays connected: viewers of streams, sockets, and those who wait for an answer. The bound follows from the
    files the server's process may open."""
    put_out: int
    """Viewers put out since the start because they did not take what they were sent."""
    recovered: int
    """Sessions taken up at the start."""
    alarms: int
    """Alarms of upkeep that nobody has seen to, as of the latest upkeep report."""
    engine: EngineState
    """What runs models on this machine."""
    models: dict[str, ModelState]
    """The models that lie on this machine, by id, and how each of them is."""


def reply(value: object, status: int = 200, **headers: str) -> Response:
    """A struct as JSON; header names are written with underscores."""
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    return Response(msgspec.json.encode(told(value)), status, named, "application/json")


def session_row(listing: Listing) -> SessionRow:
    """A session's row as doors show it."""
    return SessionRow(
        number=listing.number,
        state=listing.state,
        title=listing.title,
        question=listing.question,
        protocol=listing.protocol,
        council=listing.council,
        door=listing.door,
        pinned=listing.pinned,
        scripted=listing.scripted,
        created=listing.created,
        updated=listing.updated,
        events=listing.events,
        settled=listing.settled,
        unknown=listing.unknown,
        tokens=listing.tokens,
        fork_of=listing.fork_of,
        held_by=listing.held_by,
        verdict_class=listing.verdict_class,
        degraded=listing.degraded,
        answer=listing.answer,
        winner=listing.winner,
        arm=listing.arm,
        item=listing.item,
        repeat=listing.repeat,
        session=listing.id,
        source=source_of(listing.door),
        study=listing.study if listing.door == STUDY else None,
        seconds=listing.t / 1000,
        cost=dollars(listing.spent) or 0.0,
        at_most=dollars(listing.at_most) or 0.0,
        cap=dollars(listing.cap) if listing.cap is not None else None,
        conversation=listing.thread,
        members=list(listing.members),
    )


def talk_row(talk: Talk) -> TalkRow:
    """A conversation in a list, as doors show it."""
    return TalkRow(
        title=talk.title,
        turns=talk.turns,
        created=talk.created,
        updated=talk.updated,
        unknown=talk.unknown,
        pinned=talk.pinned,
        conversation=talk.thread,
        cost=dollars(talk.spent) or 0.0,
        at_most=dollars(talk.at_most) or 0.0,
        latest=session_row(talk.latest),
    )


def thread_row(thread: Thread) -> ThreadRow:
    """A conversation's row as doors show it."""
    return ThreadRow(
        number=thread.number,
        title=thread.title,
        door=thread.door,
        created=thread.created,
        updated=thread.updated,
        sessions=thread.sessions,
        conversation=thread.id,
    )
