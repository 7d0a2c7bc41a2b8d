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
"""Minimum estimate, in calls a second, of the rate that a model and an endpoint accept, made at the first refusal."""
SLOWEST, FASTEST = 0.02, 200.0
"""Lowest and highest rate, in calls a second, to which calls are limited."""
OF_ITS_WAIT = 0.25
"""Minimum rate after a refusal that asks to wait, as a number of calls per requested wait."""
UNREFUSED = 5.0
"""Calls a second to models without refusals that an endpoint accepts even if it refuses calls to other models."""
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""Seconds without a call after a single refusal, and after many consecutive refusals."""
LONGEST_BLOCK = 60.0
"""Maximum time, in seconds, for which a reply's wait time blocks calls to a model here. A longer wait time is a quota,
see `retry.py`.
"""
IN_A_ROW, IN_A_ROW_AS_TOLD = 6, 12
"""Number of consecutive rounds of refusals after which calls to a model stop waiting; the second number applies if its
replies contain a wait time.
"""
LONGEST_ROW, IN_LONG_ROW = 60.0, 3
"""Seconds and number of rounds of consecutive refusals after which calls to a model also stop waiting. A service that
keeps asking to wait 20 seconds thus takes up no more than about a minute.
"""
ENDPOINT_MEMORY = 300.0
"""Seconds after a refusal that limited a whole endpoint, during which calls to its models keep waiting."""
NEVER = -1e9
"""Time that stands for an event that has never happened."""
BREAK = 120.0
"""Seconds without a refusal after which a new refusal begins a new series."""
MEMORY, DOUBLES = 60.0, 10.0
"""Seconds for which the limit on a model stays after a refusal, and then the seconds in which it doubles."""
WINDOW = 60.0
"""Number of seconds over which the outcomes at an endpoint are counted."""
SEVERAL, SHARE = 3.0, 0.25
"""Minimum number of refused models, and minimum share of refused calls, at which a whole endpoint is limited."""


class RateState(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """State of the rate limit of one model or endpoint. Times are those of the clock that is passed in."""

    rate: float = 0.0
    """Allowed calls a second; 0 if there is no limit."""
    ceiling: float = 0.0
    """Rate, in calls a second, at which the last refusal occurred."""
    guessed: bool = False
    """Whether `ceiling` is only the number of calls sent before the first refusal."""
    next_at: float = 0.0
    """When the next call may start."""
    blocked_until: float = 0.0
    """Time before which no call may start, as requested by the provider."""
    limited_until: float = 0.0
    """Time until which the model counts as limited."""
    refused_at: float = NEVER
    """Time at which the last round of refusals began. Refusals of calls sent before this time count
    to the same round.
    """
    rounds: int = 0
    """Number of rounds of refusals since a call was accepted."""
    row: int = 0
    """Number of rounds of refusals since a call was accepted, without those before a pause of `BREAK` seconds."""
    row_began: float = 0.0
    """Time at which the first round counted in `row` began."""
    accepted_at: float = NEVER
    """Time at which a call was last accepted."""
    sent: float = 0.0
    """Number of calls sent in about the last second."""
    sent_at: float = 0.0
    """Time at which the last call was sent."""
    unrefused_at: float = 0.0
    """For an endpoint: time at which the next call to a model without refusals may start."""
    accepted: float = 0.0
    """For an endpoint: number of accepted calls to models not known to be limited, in about the last `WINDOW`."""
    refused: float = 0.0
    """For an endpoint: number of refused calls to models not known to be limited, in about the last `WINDOW`."""
    counted_at: float = 0.0
    """Time at which `accepted` and `refused` were last updated."""


class RateKey(NamedTuple):
    """Identifies a rate limit: that of one model, or that of an endpoint as a whole."""

    endpoint: str
    model: str = ""
    """Id of the model; empty for the whole endpoint."""


class RateStore:
    """The states of all rate limits in this process, in memory."""

    def __init__(self) -> None:
        self._states: dict[RateKey, RateState] = {}

    def get(self, key: RateKey) -> RateState:
        """Return the state of a rate limit. If no call was counted for that limit, return a fresh state."""
        return self._states.get(key, _FRESH)

    def update(self, key: RateKey, change: Callable[[RateState], RateState]) -> RateState:
        """Apply `change` to the state of a rate limit, store the resulting state and return it."""
        state = self._states[key] = change(self.get(key))
        return state


_FRESH = RateState()


def ready_at(state: RateState) -> float:
    """Return the time when the next call may start. If a call may start now, that time is not in the future."""
    return max(state.blocked_until, state.next_at)


def is_limited(state: RateState, now: float) -> bool:
    """Return whether a model refused calls recently, so that its rate is known to be limited. `state` is the model's
    state, not the endpoint's."""
    return state.rounds > 0 or now < state.limited_until


def refuses_all(state: RateState, endpoint: RateState) -> bool:
    """Return whether a model has refused so many calls in a row that calls to it should fail instead of waiting.

    Return false if the model accepted a call in the `WINDOW` before the last refusal, because the longest usual limit
    is one call a minute. Also return false if the endpoint was limited recently, because calls to its other models may
    have used up the limit.
    """
    most = IN_A_ROW_AS_TOLD if state.blocked_until >= state.refused_at else IN_A_ROW
    if state.refused_at - state.row_began >= LONGEST_ROW:
        most = IN_LONG_ROW
    alone = state.refused_at - endpoint.refused_at > ENDPOINT_MEMORY
    return state.row >= most and alone and state.refused_at - state.accepted_at > WINDOW


def refuses_most(state: RateState, now: float) -> bool:
    """Return whether an endpoint has lately refused (429) a large part of the calls to models that have no known limit
    of their own."""
    refused = _faded(state.refused, now - state.counted_at, WINDOW)
    return refused >= SEVERAL and state.refused >= SHARE * (state.refused + state.accepted)


def start(state: RateState, now: float) -> RateState:
    """Return the state of a model's or an endpoint's rate limit after one more call has started."""
    state = _sent(state, now)
    gap = max(1 / state.rate, _pause(state.rounds)) if state.rate else 0.0
    return replace(state, next_at=max(state.next_at, now) + gap)


def start_unrefused(state: RateState, now: float) -> RateState:
    """Return the state of an endpoint's rate limit after the start of a call to a model that has not refused calls
    lately."""
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
    """Return the state of a rate limit after a call that began at `started` was accepted: the limit rises.

    Args:
        quotas: Remaining quotas, from the headers of the reply.
        tokens: Tokens that the call used; the next is assumed to use about as many.
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
    """Return the state of a rate limit after a call that began at `started` was refused: the limit falls.

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
    """Return the state of an endpoint's rate limit after a reply to a call to one of its models.

    If the model is known to be limited itself, its replies change nothing. If the endpoint refuses a large share of its
    calls to other models, the endpoint as a whole becomes limited.

    Args:
        model: State of the model's own rate limit before the reply.
        started: When the call was sent.
        was_refused: Whether the call was refused for its rate.
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
    """Return the state after one more call was sent. If no call was refused for a while, the limit is raised first."""
    rate = state.rate * 2 ** min(99.0, max(0.0, now - state.refused_at - MEMORY) / DOUBLES)
    if rate > FASTEST:
        state = replace(state, rate=0.0, next_at=0.0, unrefused_at=0.0)
    return replace(state, sent=1 + _faded(state.sent, now - state.sent_at, 1.0), sent_at=now)


def _pause(rounds: int) -> float:
    return min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** (rounds - 1)) if rounds else 0.0


def _faded(count: float, seconds: float, window: float) -> float:
    return count * math.exp(-max(0.0, seconds) / window)
