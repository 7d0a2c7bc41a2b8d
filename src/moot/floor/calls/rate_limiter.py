"""Limit the rate of calls to one model, or to one endpoint, from its replies.

Pure: every function takes a state, the time and an event, and returns the next state. A `RateStore` contains one
`RateState` for each (endpoint, model), and one for the endpoint as a whole under the model "".

Without a refusal there is no limit. A refusal sets one below the refused rate; every accepted call raises it, and after
a minute without refusals it doubles every ten seconds: no limit waits for another session's call to end. See also
`tests/floor/calls/test_fair_scheduling.py`.

Example:
    state = refused(RateState(), now=10.0, started=9.9, wait=20.0)
    ready_at(state)    # 30.0
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from moot.providers.rate_headers import Quota

LEAST_GUESS, LEAST_OF_ENDPOINT = 1.0, 10.0
"""Lowest first estimate of the calls a second that a model, and an endpoint, accepts, even if fewer were sent."""
SLOWEST, FASTEST = 0.02, 200.0
"""Bounds of a limit, in calls a second."""
OF_ITS_WAIT = 0.25
"""Lowest limit, in calls per time that a refusal asks to wait."""
UNREFUSED = 5.0
"""Calls a second to models without refusals that an endpoint gets even if it refuses others."""
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""Seconds without a call after one refusal, and after many in a row."""
LONGEST_BLOCK = 60.0
"""Longest block of a model, in seconds, as its reply asks for. A longer wait is a quota, see `retry.py`."""
IN_A_ROW, IN_A_ROW_AS_TOLD = 6, 12
"""Rounds of refusals in a row after which a model is given up, and the same if its replies contain a wait time."""
LONGEST_ROW, IN_LONG_ROW = 60.0, 3
"""Seconds that a row of refusals may last, and the rounds from which it counts as long: a reply that asks to wait 20
seconds again and again takes up no more than about a minute."""
ENDPOINT_MEMORY = 300.0
"""Seconds after a refusal by an endpoint as a whole in which none of its models is given up."""
NEVER = -1e9
"""Time of an event that never happened."""
BREAK = 120.0
"""Seconds without a refusal after which the next one begins a new row."""
MEMORY, DOUBLES = 60.0, 10.0
"""Seconds after a refusal in which a limit stays and its model counts as limited; seconds in which it doubles then."""
WINDOW = 60.0
"""Seconds over which the outcomes at an endpoint are counted."""
SEVERAL, SHARE = 3.0, 0.25
"""Number of refused models, and share of refused calls, from which an endpoint as a whole is limited."""


class RateState(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """State of one limit. Times are those of the clock that is passed in."""

    rate: float = 0.0
    """Calls a second; 0 if there is no limit."""
    ceiling: float = 0.0
    """The rate that was refused last."""
    guessed: bool = False
    """Whether the ceiling is the number of calls sent before the first refusal."""
    next_at: float = 0.0
    """When the next call may start."""
    blocked_until: float = 0.0
    """No call may start before this time, as the provider asked."""
    limited_until: float = 0.0
    """Until when the model counts as limited."""
    refused_at: float = NEVER
    """When the last round of refusals began; refusals of calls sent earlier belong to it."""
    rounds: int = 0
    """Rounds of refusals since a call was accepted."""
    row: int = 0
    """The same without those before a `BREAK`."""
    row_began: float = 0.0
    """When the first of these began."""
    accepted_at: float = NEVER
    """When a call was accepted last."""
    sent: float = 0.0
    """Calls sent in about the last second."""
    sent_at: float = 0.0
    """When the last one was sent."""
    unrefused_at: float = 0.0
    """For an endpoint: when the next call to a model without refusals may start."""
    accepted: float = 0.0
    """For an endpoint: accepted calls to models not known to be limited, in about the last `WINDOW`."""
    refused: float = 0.0
    """The same for refused calls."""
    counted_at: float = 0.0
    """When these were counted."""


class RateKey(NamedTuple):
    """Key of a limit."""

    endpoint: str
    model: str = ""
    """Empty for the whole endpoint."""


class RateStore:
    """Limits of one process, in memory."""

    def __init__(self) -> None:
        self._states: dict[RateKey, RateState] = {}

    def get(self, key: RateKey) -> RateState:
        """Return a state; a new one if none is stored."""
        return self._states.get(key, _FRESH)

    def update(self, key: RateKey, change: Callable[[RateState], RateState]) -> RateState:
        """Replace a state by the result of `change` and return it."""
        state = self._states[key] = change(self.get(key))
        return state


_FRESH = RateState()


def ready_at(state: RateState) -> float:
    """Return when the next call may start; a past time if it may start now."""
    return max(state.blocked_until, state.next_at)


def is_limited(state: RateState, now: float) -> bool:
    """Return whether a model was refused recently."""
    return state.rounds > 0 or now < state.limited_until


def refuses_all(state: RateState, endpoint: RateState) -> bool:
    """Return whether a model refused so many requests in a row that calls to it stop waiting.

    False for a model that accepted a call in the `WINDOW` before the last refusal, as the longest usual limit is one
    call a minute; and for one whose endpoint was limited recently, where calls to other models may have used its share.
    """
    most = IN_A_ROW_AS_TOLD if state.blocked_until >= state.refused_at else IN_A_ROW
    if state.refused_at - state.row_began >= LONGEST_ROW:
        most = IN_LONG_ROW
    alone = state.refused_at - endpoint.refused_at > ENDPOINT_MEMORY
    return state.row >= most and alone and state.refused_at - state.accepted_at > WINDOW


def refuses_most(state: RateState, now: float) -> bool:
    """Return whether an endpoint has lately refused (429) a large part of calls to models without a known limit."""
    refused = _faded(state.refused, now - state.counted_at, WINDOW)
    return refused >= SEVERAL and state.refused >= SHARE * (state.refused + state.accepted)


def start(state: RateState, now: float) -> RateState:
    """Return the state after a call has started."""
    state = _sent(state, now)
    gap = max(1 / state.rate, _pause(state.rounds)) if state.rate else 0.0
    return replace(state, next_at=max(state.next_at, now) + gap)


def start_unrefused(state: RateState, now: float) -> RateState:
    """Return the state of an endpoint after the start of a call to a model not known to be limited."""
    state = _sent(state, now)
    if not state.rate:
        return state
    if refuses_most(state, now):
        rate = state.rate
        state = replace(state, next_at=max(state.next_at, now) + 1 / rate)
    else:
        rate = max(state.rate, UNREFUSED)
    return replace(state, unrefused_at=max(state.unrefused_at, now - 1) + 1 / rate)  # as many at once as in a second


def accepted(state: RateState, now: float, started: float, quotas: Iterable[Quota] = (), tokens: int = 0) -> RateState:
    """Return the state after a call that began at `started` was accepted.

    Args:
        quotas: Remaining quotas from the reply.
        tokens: Tokens it used: another call uses about as many.
    """
    for quota in quotas:
        need = max(1, tokens) if quota.tokens else 1
        if quota.remaining < need:
            # A token bucket fills evenly: there is room for one call long before it is full again.
            used = max(need, (quota.limit or 0) - quota.remaining)
            wait = min(LONGEST_BLOCK, quota.reset * need / used)
            state = replace(state, blocked_until=max(state.blocked_until, now + wait))
    state = replace(state, accepted_at=now)
    if started <= state.refused_at:
        return state
    low, high = 0.9 * state.ceiling, 1.1 * state.ceiling
    rate = min(low, 1.1 * state.rate) if state.rate < low else state.rate * (1.02 if state.rate <= high else 1.1)
    return replace(state, rate=rate if rate <= FASTEST else 0.0, rounds=0, row=0)


def refused(
    state: RateState,
    now: float,
    started: float,
    wait: float | None = None,
    *,
    least: float = LEAST_GUESS,
    own: bool = True,
) -> RateState:
    """Return the state after a call that began at `started` was refused.

    Args:
        wait: Seconds the provider asked to wait; `None` if the reply contained none.
        least: Lowest estimate of the accepted calls a second, at a first refusal.
        own: Whether the limit is the model's own, and not its endpoint's.
    """
    if wait is not None:
        state = replace(state, blocked_until=max(state.blocked_until, now + wait))
    if started <= state.refused_at:
        # It was in flight when another was refused: both count as one refusal, and show how many calls were too many.
        if state.guessed and state.ceiling > least:
            ceiling = max(least, state.ceiling - 1)
            state = replace(state, ceiling=ceiling, rate=min(state.rate, 0.8 * ceiling))
        return state
    rounds = state.rounds + 1
    if not state.row or now - state.refused_at > BREAK:
        state = replace(state, row=0, row_began=now)
    next_at = max(state.next_at, now + _pause(rounds))
    state = replace(state, refused_at=now, rounds=rounds, row=state.row + 1, next_at=next_at)
    if not own and rounds == 1:
        return state
    guessed = not state.rate
    ceiling = max(least, _faded(state.sent, now - state.sent_at, 1.0) - 1) if guessed else state.rate
    slowest = max(SLOWEST, min(LEAST_GUESS, OF_ITS_WAIT / wait)) if wait else SLOWEST
    rate = max(slowest, (0.8 if guessed else 0.7) * ceiling)
    return replace(state, rate=rate, ceiling=ceiling, guessed=guessed, limited_until=now + MEMORY)


def count(state: RateState, model: RateState, now: float, started: float, *, was_refused: bool) -> RateState:
    """Return the state of an endpoint after a reply to a call of this model.

    An endpoint is limited if it refuses models that are not known to be limited, in proportion to those it accepts. The
    rate then follows from the refusals of limited models, except those in a row.
    """
    if is_limited(model, now):
        return state
    faster = bool(state.rate) and state.rate < UNREFUSED and not refuses_most(state, now)
    past = now - state.counted_at
    state = replace(
        state,
        accepted=_faded(state.accepted, past, WINDOW) + (not was_refused),
        refused=_faded(state.refused, past, WINDOW) + was_refused,
        counted_at=now,
    )
    if not was_refused:
        return accepted(state, now, started)
    if faster:  # it was sent above the limit, so it gives no information about it
        return replace(state, refused_at=now) if refuses_most(state, now) else state
    if not state.rate and not refuses_most(state, now):
        return state
    state = refused(state, now, started, least=LEAST_OF_ENDPOINT)
    return replace(state, rounds=1, next_at=min(state.next_at, now + FIRST_PAUSE))


def _sent(state: RateState, now: float) -> RateState:
    """Return the state after one more call, with the limit raised for the time since the last refusal."""
    rate = state.rate * 2 ** min(99.0, max(0.0, now - state.refused_at - MEMORY) / DOUBLES)
    if rate > FASTEST:
        state = replace(state, rate=0.0, next_at=0.0, unrefused_at=0.0)
    return replace(state, sent=1 + _faded(state.sent, now - state.sent_at, 1.0), sent_at=now)


def _pause(rounds: int) -> float:
    return min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** (rounds - 1)) if rounds else 0.0


def _faded(count: float, seconds: float, window: float) -> float:
    return count * math.exp(-max(0.0, seconds) / window)
