"""Estimate the cost of a fork: kept results cost nothing; the rest is estimated like any session."""

from __future__ import annotations

from moot.analytics.call_tokens import estimated
from moot.floor.summaries import STAGE as HISTORY_STAGE
from moot.protocols import registry
from moot.sessions.budget.estimate import ForkCredit, ForkEstimate
from moot.sessions.fork import ForkChanges, ForkStart
from moot.sessions.runner import Runner
from moot.sessions.session_attempt import attached
from moot.transcripts.sql.store import Store
from moot.vocabulary import event_keys
from moot.vocabulary.events import SeatSpoke


async def again_estimated(store: Store, runner: Runner, session: str, changes: ForkChanges) -> ForkEstimate:
    """Return the estimate of a fork without opening it.

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
        estimate=await estimated(store, opened, registry.find(opened.protocol), files, _kept(would)),
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
