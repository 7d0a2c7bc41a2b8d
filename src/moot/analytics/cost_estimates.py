"""Estimate the cost and time of sessions and forks from recent calls of their models.

Times are medians over the latest `MOST_TIMED` ended sessions, without imported ones; answers copied into a fork are no
calls. What models write are medians by model and stage over the latest `MOST` sessions of one protocol, without
scripted, imported and forked sessions, repairs and titles. One query each, whatever the number of sessions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from statistics import median
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, Subquery, bindparam, func, select

from moot.floor.prompts import AttachmentTexts
from moot.floor.summaries import STAGE as HISTORY_STAGE
from moot.protocols import registry
from moot.protocols.protocol import Protocol
from moot.sessions.budget.estimate import Estimate, ForkCredit, ForkEstimate, estimate_of
from moot.sessions.budget.typical_cost import ANY, Usual, stage_named
from moot.sessions.fork import ForkChanges, ForkStart
from moot.sessions.runner import Runner
from moot.sessions.session_attempt import attached, options_of
from moot.transcripts.session_record import IMPORTED
from moot.transcripts.sql.schema import events, sessions
from moot.transcripts.sql.store import Store
from moot.vocabulary import event_keys
from moot.vocabulary.events import SeatSpoke, SessionOpened
from moot.vocabulary.tools import ToolBound

MOST = 60
"""Maximum number of sessions, the latest first, from which output lengths are taken."""
MOST_TIMED = 20
"""Maximum number of sessions from which durations are taken."""


class _CallTokens(NamedTuple):
    session: str
    written: int
    thought: int


async def estimated(
    store: Store,
    opened: SessionOpened,
    protocol: Protocol,
    files: AttachmentTexts,
    kept: ForkCredit | None = None,
    tools: ToolBound = ToolBound(),
) -> Estimate:
    """Estimate what a session will cost and how long it will take, from recent calls of its models.

    Args:
        kept: For a fork, the recorded answers that it reuses without paying again.
        tools: The most that tool calls can add to an answer.
    """
    times = await call_times(store, [seat.model for seat in (*opened.roster.seats, *opened.roster.offices)])
    past = await usual_of(store, opened)
    return estimate_of(
        opened, protocol, options_of(opened), attached=files, times=times, past=past, kept=kept, tools=tools
    )


async def usual_of(store: Store, opened: SessionOpened) -> dict[tuple[str, str], Usual]:
    """Return how many tokens each of the session's models usually writes in one answer, by model and stage, for the
    cost estimate."""
    models = [seat.model for seat in (*opened.roster.seats, *opened.roster.offices)]
    return await call_tokens(store, opened.protocol, models)


async def call_tokens(store: Store, protocol: str, models: Collection[str]) -> dict[tuple[str, str], Usual]:
    """Return the median tokens of one answer in recent calls of a protocol, by model and stage.

    The model `ANY` has the medians over all models, for models without recent calls.
    """
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
    for session, key, model, written, thought in connection.execute(_TOKENS, {"protocol": protocol, "most": MOST}):
        stage = stage_named(event_keys.stage_of(key))
        if stage != "title" and not key.endswith("+repair"):
            found[str(model), stage].append(_CallTokens(session, int(written or 0), int(thought or 0)))
    return found


async def call_times(store: Store, models: Collection[str]) -> dict[str, float]:
    """Return the median duration of each model's recent calls, in seconds. Models without recent calls are left out."""
    took = await store.read(_took)
    return {model: median(took[model]) / 1000 for model in sorted(set(models)) if model in took}


async def first_words(store: Store, models: Collection[str]) -> dict[str, list[float]]:
    """Return, for each model, how many seconds each recent call took from request to first text, the latest call
    first."""
    wanted = set(models)

    def took(connection: Connection) -> dict[str, list[float]]:
        found: dict[str, list[float]] = defaultdict(list)
        for model, _, first_ms in connection.execute(_TIMES):
            if model in wanted and first_ms:
                found[str(model)].append(int(first_ms) / 1000)
        return found

    return await store.read(took)


def _took(connection: Connection) -> dict[str, list[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    for model, ms, _ in connection.execute(_TIMES):
        found[str(model)].append(int(ms))
    return found


async def again_estimated(
    store: Store, runner: Runner, session: str, changes: ForkChanges, bound: Callable[[Sequence[str]], ToolBound]
) -> ForkEstimate:
    """Estimate what a fork of the session with these changes would cost and how long it would take, without opening it.

    Args:
        bound: Returns the most that tools, by name, can add to an answer.

    Raises:
        MootError: What the fork itself would raise.
    """
    would = await runner.would_fork(session, changes)
    opened = would.opened
    assert opened.fork is not None
    answers = [draft.body for draft in would.events if isinstance(draft.body, SeatSpoke)]
    prices = [body.cost for body in answers]
    files = await attached(runner.transcript, opened)
    return ForkEstimate(
        fork=opened.fork,
        kept=len(answers),
        worth=None if None in prices else sum(price or 0 for price in prices),
        estimate=await estimated(
            store, opened, registry.find(opened.protocol), files, _kept(would), bound(opened.tools or ())
        ),
    )


def _kept(would: ForkStart) -> ForkCredit:
    opened = would.opened
    assert opened.fork is not None
    stages = opened.stages[: opened.stages.index(opened.fork.stage)] if opened.fork.stage in opened.stages else ()
    spoken = [
        (event_keys.stage_of(draft.key), draft.body.seat)
        for draft in would.events
        if isinstance(draft.body, SeatSpoke) and not draft.key.endswith("+repair")
    ]
    history = [HISTORY_STAGE] if any(stage == HISTORY_STAGE for stage, _ in spoken) else []
    return ForkCredit([*stages, *history], spoken)


_asked = events.alias("asked")
_spoke = events.alias("spoke")


def _told(path: str) -> ColumnElement[Any]:
    return func.json_extract(_spoke.c.body, path)


def _calls(ended: Subquery, *columns: ColumnElement[Any]) -> Select[Any]:
    """Build the SQL query for the answered calls of these sessions, without those that were copied into a fork."""
    attempt = _spoke.c.key.concat("~").concat(_told("$.attempt"))
    return (
        select(*columns)
        .select_from(ended)
        .join(_spoke, (_spoke.c.session == ended.c.id) & (_spoke.c.kind == "SeatSpoke") & _spoke.c.origin.is_(None))
        .join(_asked, (_asked.c.session == ended.c.id) & (_asked.c.key == attempt))
    )


_model = func.json_extract(_asked.c.body, "$.model")
_latest = (
    select(sessions.c.id)
    .where(sessions.c.state.in_(("verdict", "inconclusive")), sessions.c.door != IMPORTED)
    .order_by(sessions.c.number.desc())
)
_TIMES = _calls(_latest.limit(MOST_TIMED).subquery("ended"), _model, _told("$.total_ms"), _told("$.first_ms"))
_of_protocol = _latest.where(
    sessions.c.protocol == bindparam("protocol"), sessions.c.fork_of.is_(None), ~sessions.c.scripted
)
_TOKENS = _calls(
    _of_protocol.limit(bindparam("most")).subquery("ended"),
    _spoke.c.session,
    _spoke.c.key,
    _model,
    _told("$.usage.output"),
    _told("$.usage.reasoning"),
)
