"""Measure how much models write: medians over their calls in the latest ended sessions, by model and stage.

Scripted, imported and forked sessions do not count, nor do repairs and titles. One query over `MOST` sessions, whatever
their total.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from statistics import median
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, func, select

from moot.analytics.call_times import call_times
from moot.floor.prompts import AttachmentTexts
from moot.protocols.protocol import Protocol
from moot.sessions.budget.estimate import Estimate, ForkCredit, estimate_of
from moot.sessions.budget.typical_cost import ANY, Usual, stage_named
from moot.sessions.session_attempt import options_of
from moot.transcripts.session_record import IMPORTED
from moot.transcripts.sql.schema import events, sessions
from moot.transcripts.sql.store import Store
from moot.vocabulary import event_keys
from moot.vocabulary.events import SessionOpened

MOST = 60
"""Maximum number of sessions, the latest first."""


class _CallTokens(NamedTuple):
    session: str
    written: int
    thought: int


async def estimated(
    store: Store, opened: SessionOpened, protocol: Protocol, attached: AttachmentTexts, kept: ForkCredit | None = None
) -> Estimate:
    """Return the estimate of a session with this opening, from recent times and lengths of its models' calls.

    Args:
        kept: What a fork does not ask again.
    """
    times = await call_times(store, [seat.model for seat in (*opened.roster.seats, *opened.roster.offices)])
    past = await usual_of(store, opened)
    return estimate_of(opened, protocol, options_of(opened), attached=attached, times=times, past=past, kept=kept)


async def usual_of(store: Store, opened: SessionOpened) -> dict[tuple[str, str], Usual]:
    """Return the usual output of the calls of a session's models."""
    models = [seat.model for seat in (*opened.roster.seats, *opened.roster.offices)]
    return await call_tokens(store, opened.protocol, models)


async def call_tokens(store: Store, protocol: str, models: Collection[str]) -> dict[tuple[str, str], Usual]:
    """Return the usual output per model and stage of a protocol, from recent calls, and over all models, for a model
    without any."""
    found = await store.read(lambda connection: _found(connection, protocol))
    every: dict[tuple[str, str], list[_CallTokens]] = defaultdict(list)
    for (_, stage), calls in found.items():
        every[ANY, stage] += calls
    return {
        (model, stage): Usual(
            written=round(median(call.written for call in calls)),
            said=round(median(max(0, call.written - call.thought) for call in calls)),
            calls=len(calls),
            sessions=frozenset(call.session for call in calls),
        )
        for (model, stage), calls in (found | every).items()
        if model in models or model == ANY
    }


def _found(connection: Connection, protocol: str) -> dict[tuple[str, str], list[_CallTokens]]:
    found: dict[tuple[str, str], list[_CallTokens]] = defaultdict(list)
    for session, key, model, written, thought in connection.execute(_CALLS, {"protocol": protocol, "most": MOST}):
        stage = stage_named(event_keys.stage_of(key))
        if stage != "title" and not key.endswith("+repair"):
            found[str(model), stage].append(_CallTokens(session, int(written or 0), int(thought or 0)))
    return found


_ended = (
    select(sessions.c.id)
    .where(
        sessions.c.state.in_(("verdict", "inconclusive")),
        sessions.c.protocol == bindparam("protocol"),
        sessions.c.door != IMPORTED,
        sessions.c.fork_of.is_(None),
        ~sessions.c.scripted,
    )
    .order_by(sessions.c.number.desc())
    .limit(bindparam("most"))
    .subquery("ended")
)
_asked = events.alias("asked")
_spoke = events.alias("spoke")
_CALLS = (
    select(
        _spoke.c.session,
        _spoke.c.key,
        func.json_extract(_asked.c.body, "$.model"),
        func.json_extract(_spoke.c.body, "$.usage.output"),
        func.json_extract(_spoke.c.body, "$.usage.reasoning"),
    )
    .select_from(_ended)
    .join(_spoke, (_spoke.c.session == _ended.c.id) & (_spoke.c.kind == "SeatSpoke") & _spoke.c.origin.is_(None))
    .join(
        _asked,
        (_asked.c.session == _ended.c.id)
        & (_asked.c.key == _spoke.c.key.concat("~").concat(func.json_extract(_spoke.c.body, "$.attempt"))),
    )
)
