"""Decide when a failed call is made again, and which models are not called for a while.

Nothing else retries: providers try once, and libraries' own retries are off. When a call may start is decided by its
endpoint's scheduler (`scheduler.py`). Held by `tests/floor/calls/test_retry.py` and `tests/protocols/test_storms.py`.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from copy import copy
from math import inf
from typing import NamedTuple

from msgspec import Struct

from moot.floor.calls.connection_limit import Lines
from moot.floor.calls.first_word_timeout import FirstWords, may_be_asked_twice
from moot.floor.calls.loading_order import LoadingScheduler
from moot.floor.calls.rate_limiter import IN_A_ROW, IN_A_ROW_AS_TOLD, LONGEST_BLOCK
from moot.floor.calls.scheduler import Scheduler
from moot.providers.provider import Memory, Reply
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
"""Attempts at one move by what went wrong; everything else is tried once. Calls after a rate limit are paced by the
scheduler, so they use up no allowance."""
SLOW_TO_FAIL = 5.0
"""Seconds after which a connection that failed is tried only once more: nobody is there to refuse it."""
OFF_FOR = 60.0
"""Seconds a model that refused for good (key, credit) is not called again by a run that heard it. A run that begins
afterwards calls it at once: somebody may have paid, or mended the key."""
REFUSED_BEFORE = f"{NOT_AGAIN}refused: "
"""What stands before the cause of a call that was not sent, because another had just been refused for good."""


class Retry(Struct, frozen=True):
    """A further attempt."""

    wait: float
    """Seconds to wait before it."""
    more_room: bool = False
    """Whether to allow more output: thinking had used it up."""


class Allowance:
    """How many further attempts a session may still make over all its moves, after failures that are no rate limit."""

    def __init__(self, seats: int) -> None:
        self.left = max(8, 3 * seats)


class _Off(NamedTuple):
    """A refusal that stands."""

    at: float
    """When it was heard."""
    until: float
    """How long it stands."""
    reply: Reply
    """What was said."""


class Pace:
    """The schedulers of one process, and what it has learnt about models that refuse for good."""

    def __init__(
        self,
        *,
        now: Callable[[], float] = time.monotonic,
        chance: Callable[[], float] = random.random,
        lines: Lines | None = None,
    ) -> None:
        self._lines = lines or Lines()
        self._now = now
        self._chance = chance
        self._schedulers: dict[str, Scheduler] = {}
        self.first_words = FirstWords(now)
        self._off: dict[str, _Off] = {}
        self._since = -inf

    def scheduler(
        self, endpoint: str, most: int | None = None, *, scripted: bool = False, memory: Memory | None = None
    ) -> Scheduler:
        """Return the scheduler of an endpoint. Calls of `scripted` voices open no connection; models that share a
        `memory` are called in the order of `loading_order.py`."""
        scheduler, lines = self._schedulers.get(endpoint), Lines() if scripted else self._lines
        if scheduler is None and memory is not None:
            scheduler = self._schedulers[endpoint] = LoadingScheduler(endpoint, most, self._now, lines, memory=memory)
        elif scheduler is None:
            scheduler = self._schedulers[endpoint] = Scheduler(endpoint, most, self._now, lines)
        elif isinstance(scheduler, LoadingScheduler) and memory is not None:
            scheduler.memory = memory  # its provider may have been opened anew
        return scheduler

    def expect(self, session: str, models: Sequence[str]) -> None:
        """The session's next stage is likely to ask these models."""
        for scheduler in self._schedulers.values():
            scheduler.expect(session, models)

    def now(self) -> float:
        """The time that refusals are told by."""
        return self._now()

    def of_run(self, since: float | None) -> Pace:
        """The same for a session of a run that began then, or begins with it: what was refused before is asked for."""
        one = copy(self)
        one._since = self._now() if since is None else since
        return one

    def switched_off(self, model: str) -> Reply | None:
        """The refusal that still stands for this model, if one was heard since the run began that asks: the answer to a
        call that is not sent."""
        entry = self._off.get(model)
        if entry is None or entry.at < self._since:
            return None
        left = entry.until - self._now()
        if left <= 0:
            del self._off[model]
            return None
        reply = entry.reply
        return Reply(
            settled=reply.settled,
            cause=f"{REFUSED_BEFORE}{bare_cause(reply.cause)}",
            error=reply.error,
            retry_after=left if reply.retry_after is not None else None,
        )

    def heard(self, model: str, reply: Reply) -> None:
        """Learns that a model is off for a while, or on again, and how long it took."""
        self.first_words.heard(model, reply)
        now = self._now()
        if reply.settled == "error" and reply.error in ("auth", "credit") and reply.retry_after is None:
            self._off[model] = _Off(now, now + OFF_FOR, reply)
        elif reply.settled == "error" and reply.retry_after is not None and reply.retry_after > LONGEST_BLOCK:
            self._off[model] = _Off(now, now + reply.retry_after, reply)
        elif reply.settled in ("ok", "truncated"):
            self._off.pop(model, None)

    def retry(self, reply: Reply, attempt: int, allowance: Allowance, time_left: float) -> Retry | None:
        """Whether and when to try again; `None` settles the move as failed.

        A further attempt that might take more than half of the time left is not made: one seat must leave the others,
        and the stages ahead, time to come to a verdict.
        """
        why = reply.error if reply.settled == "error" else reply.settled
        if why == "credit" and reply.retry_after is not None:
            why = "rate"  # money tied up in calls in flight comes back
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
            return None  # refused once more, there would be no time left
        allowance.left -= not paced
        return Retry(wait, more_room=reply.settled == "empty" and bool(reply.reasoning))
