"""Decide when to retry a failed call, and which models not to call for a while.

No other code retries: providers try once, and retries of client libraries are off. The endpoint's scheduler decides
when a call may start (`scheduler.py`). See also `tests/protocols/test_storms.py`.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from copy import copy
from math import inf
from typing import NamedTuple

from msgspec import Struct

from moot.floor.calls.connection_limit import ConnectionLimit
from moot.floor.calls.first_word_timeout import FirstWords, may_be_asked_twice
from moot.floor.calls.loading_order import LoadingScheduler
from moot.floor.calls.rate_limiter import IN_A_ROW, IN_A_ROW_AS_TOLD, LONGEST_BLOCK
from moot.floor.calls.scheduler import Scheduler, Turnstile
from moot.providers.provider import CallReply, Memory
from moot.vocabulary.words.endings import NOT_AGAIN, bare_cause

LONGEST_WAIT = 30.0
MOST_ATTEMPTS = {
    "rate": IN_A_ROW,
    "server": 4,
    "network": 4,
    "timeout": 2,
    "incomplete": 3,
    "malformed": 2,
    "empty": 2,
}
"""Maximum number of attempts at one request, by kind of error. Other errors are not retried. The scheduler paces calls
after a rate limit, so these use up no allowance.
"""
SLOW_TO_FAIL = 5.0
"""Duration in seconds after which a failed connection is retried only once, because the host does not respond."""
OFF_FOR = 60.0
"""Number of seconds for which a run does not call a model again after a permanent refusal (key, credit). A later run
calls it at once, because the key or the credit may have changed.
"""
REFUSED_BEFORE = f"{NOT_AGAIN}refused: "
"""Beginning of the recorded cause when a call was not sent because another had just been refused permanently."""


class Retry(Struct, frozen=True):
    """Decision to try a failed call again."""

    wait: float
    """Seconds to wait before the next attempt."""
    more_room: bool = False
    """Whether to allow more output tokens, because thinking used up the limit."""


class Allowance:
    """Number of retries that a session has left for all its requests together. Retries after a rate limit do not
    count.
    """

    def __init__(self, seats: int) -> None:
        self.left = max(8, 3 * seats)


class _Off(NamedTuple):
    """A record that a model refused permanently, and until when it is not called."""

    at: float
    """Time at which the refusal was received."""
    until: float
    """Time at which the refusal expires, so that the model may be called again."""
    reply: CallReply
    """The reply with which the request was refused."""


class Pace:
    """Decides, for all sessions of this process, when calls start and whether failed calls are retried.

    This object owns the scheduler of each endpoint, and remembers which models refuse permanently.
    """

    def __init__(
        self,
        *,
        now: Callable[[], float] = time.monotonic,
        chance: Callable[[], float] = random.random,
        lines: ConnectionLimit | None = None,
    ) -> None:
        self._lines = lines or ConnectionLimit()
        self._now = now
        self._chance = chance
        self._schedulers: dict[str, Scheduler] = {}
        self.first_words = FirstWords(now)
        self.turnstile = Turnstile()
        self._off: dict[str, _Off] = {}
        self._since = -inf

    def scheduler(
        self, endpoint: str, most: int | None = None, *, scripted: bool = False, memory: Memory | None = None
    ) -> Scheduler:
        """Return the scheduler of an endpoint. The first call creates the scheduler.

        Args:
            scripted: Whether its calls open no connection.
            memory: Memory that its models share; their calls then start in the order of `loading_order.py`.
        """
        scheduler, lines = self._schedulers.get(endpoint), ConnectionLimit() if scripted else self._lines
        if scheduler is None and memory is not None:
            scheduler = self._schedulers[endpoint] = LoadingScheduler(endpoint, most, self._now, lines, memory=memory)
        elif scheduler is None:
            scheduler = self._schedulers[endpoint] = Scheduler(endpoint, most, self._now, lines)
        elif isinstance(scheduler, LoadingScheduler) and memory is not None:
            scheduler.memory = memory  # its provider may have been opened anew
        return scheduler

    def expect(self, session: str, models: Sequence[str]) -> None:
        """Tell all schedulers that the session is likely to ask these models in its next stage, so that they can be
        loaded."""
        for scheduler in self._schedulers.values():
            scheduler.expect(session, models)

    def now(self) -> float:
        """Return the current time, in seconds, by the clock with which refusals are recorded."""
        return self._now()

    def of_run(self, since: float | None) -> Pace:
        """Return a copy, with the same schedulers, for a session run that began at `since`. The copy ignores permanent
        refusals that were received before that time."""
        one = copy(self)
        one._since = self._now() if since is None else since
        return one

    def switched_off(self, model: str) -> CallReply | None:
        """Return a failed reply if the model has refused permanently (key, credit) since the run began, so that the
        call need not be sent; otherwise `None`."""
        entry = self._off.get(model)
        if entry is None or entry.at < self._since:
            return None
        left = entry.until - self._now()
        if left <= 0:
            del self._off[model]
            return None
        reply = entry.reply
        return CallReply(
            settled=reply.settled,
            cause=f"{REFUSED_BEFORE}{bare_cause(reply.cause)}",
            error=reply.error,
            retry_after=left if reply.retry_after is not None else None,
        )

    def heard(self, model: str, reply: CallReply) -> None:
        """Learn from a reply how fast the model responds, and whether it refuses permanently or answers again."""
        self.first_words.heard(model, reply)
        now = self._now()
        if reply.settled == "error" and reply.error in ("auth", "credit") and reply.retry_after is None:
            self._off[model] = _Off(now, now + OFF_FOR, reply)
        elif reply.settled == "error" and reply.retry_after is not None and reply.retry_after > LONGEST_BLOCK:
            self._off[model] = _Off(now, now + reply.retry_after, reply)
        elif reply.settled in ("ok", "truncated"):
            self._off.pop(model, None)

    def retry(self, reply: CallReply, attempt: int, allowance: Allowance, time_left: float) -> Retry | None:
        """Decide when to try a failed call again; return `None` if the request has failed for good.

        If another attempt might take more than half of `time_left`, return `None`, so that other seats and later stages
        have time to reach a verdict.

        Args:
            attempt: Number of the attempt that failed, from 1.
            allowance: The retries that the session has left.
            time_left: Seconds that the session may still run.
        """
        why = reply.error if reply.settled == "error" else reply.settled
        if why == "credit" and reply.retry_after is not None:
            why = "rate"  # unused reservations of calls in flight are released
        paced = why == "rate"
        most = MOST_ATTEMPTS.get(why, 1) if not paced or reply.retry_after is None else IN_A_ROW_AS_TOLD
        if attempt >= most or not may_be_asked_twice(reply):
            return None
        if allowance.left <= 0 and not paced:
            return None
        if attempt > 1 and why == "network" and reply.total_ms / 1000 > SLOW_TO_FAIL:
            return None
        backoff = min(LONGEST_WAIT, 0.5 * 2 ** (attempt - 1))
        wait = self._chance() * backoff
        if reply.retry_after is not None:
            wait += reply.retry_after
        if wait + reply.total_ms / 1000 > time_left / 2:
            return None
        if reply.retry_after is not None and wait + reply.retry_after > 0.75 * time_left:
            return None  # another refusal would use up the time
        allowance.left -= not paced
        return Retry(wait, more_room=reply.settled == "empty" and bool(reply.reasoning))
