"""When may a call start, and when is it made again? Admission per endpoint, and the one retry loop's decisions.

Every endpoint has a gate. It opens wider as long as nobody refuses (doubling every 50 ms from 20, so a hundred councils
start at once within a quarter of a second) and narrows on a refusal; `Retry-After` shuts it until then. After a refusal
calls start one by one, at a tempo that is learnt. Nothing else retries: providers try once, and libraries' own retries
are off. Held by `tests/protocols/test_storms.py`.
"""

from __future__ import annotations

import asyncio
import math
import random
import time
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from msgspec import Struct

from moot.providers.provider import Reply

FIRST_WIDTH = 20
WIDEST = 1024
DOUBLES_EVERY = 0.05
EPISODE = 15.0
"""Seconds in which further refusals count as the same episode and narrow nothing more."""
LONGEST_WAIT = 30.0
LEAST_GUESS = 10.0
"""Calls a second that an endpoint is believed to take at its first refusal, even if fewer were sent."""
SLOWEST, FASTEST = 0.05, 200.0
"""Calls a second between which a tempo is kept."""
LONGEST_PAUSE = 1.0
"""Seconds without a call after refusals in a row. Short, because it is a guess: it may be one model that is refused,
and the endpoint's others should not wait for it."""
MOST_ATTEMPTS = {"rate": 6, "server": 4, "network": 4, "timeout": 2, "incomplete": 3, "malformed": 2, "empty": 2}
"""Attempts at one move by what went wrong; everything else is tried once."""
OFF_FOR = 60.0
"""Seconds a model that refused for good (key, credit) is not called again by this process."""
LONGEST_SHUT = 60.0
"""Seconds a whole endpoint is left alone at most. Who asks for more speaks of a model's quota, not of its pace: then
that model is left alone as long as it asked, and the endpoint's others go on."""
REFUSED_BEFORE = "It was not asked again, because it had just refused: "
"""What stands before the cause of a call that was not sent, because another had just been refused for good."""


class Retry(Struct, frozen=True):
    """A further attempt."""

    wait: float
    """Seconds to wait before it."""
    more_room: bool = False
    """Whether to allow more output: thinking had used it up."""


class Allowance:
    """How many further attempts a session may still make, over all its moves: a storm must not be amplified."""

    def __init__(self, seats: int) -> None:
        self.left = max(8, 3 * seats)


class Tempo:
    """How many calls a second an endpoint takes, learnt from its refusals; there is no limit before the first.

    Refused, it falls below what was too much, rises quickly to just under that and then by small steps through it: the
    limit is felt for by one refusal in some fifty calls. Far beyond it rises quickly again, so a limit that has gone,
    or that was never there but for one model, is soon forgotten.
    """

    def __init__(self) -> None:
        self._rate = self._ceiling = math.inf
        self._next = 0.0
        self._started: deque[float] = deque(maxlen=WIDEST)
        self._slowed = -math.inf
        self._pauses = 0

    def ready_at(self) -> float:
        """When the next call may start."""
        return self._next

    def start(self, now: float) -> None:
        """A call starts."""
        self._started.append(now)
        if self._rate < math.inf:
            self._next = max(now, self._next) + 1 / self._rate

    def refused(self, now: float, started: float) -> None:
        """A call that was sent at `started` was refused."""
        if started < self._slowed:
            return  # it was on its way when another was refused: that is one refusal
        recent = sum(at > now - 1 for at in self._started) - 1
        self._ceiling = max(LEAST_GUESS, recent) if self._rate == math.inf else self._rate
        self._rate = max(SLOWEST, 0.8 * self._ceiling)
        self._slowed = now
        self._pauses += 1
        self._next = max(self._next, now + min(LONGEST_PAUSE, 0.25 * 2.0**self._pauses))

    def accepted(self, started: float) -> None:
        """A call that was sent at `started` was taken."""
        if self._rate == math.inf or started < self._slowed:
            return
        self._pauses = 0
        low, high = 0.9 * self._ceiling, 1.1 * self._ceiling
        if self._rate < low:
            self._rate = min(low, 1.1 * self._rate)
        else:
            self._rate *= 1.002 if self._rate <= high else 1.1
        if self._rate > FASTEST:
            self._rate = self._ceiling = math.inf


class Waiting(NamedTuple):
    """A call that waits for its turn."""

    turn: asyncio.Future[bool]
    until: float
    """When it would rather go away than wait at a shut gate."""


class Gate:
    """Admission to one endpoint."""

    def __init__(self, most: int | None, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._most = most or WIDEST
        self._width = float(min(FIRST_WIDTH, self._most))
        self._widened = now()
        self._refused_at: float | None = None
        self._shut_until = 0.0
        self._inside = 0
        self._tempo = Tempo()
        self._queue: deque[Waiting] = deque()
        self._timer: asyncio.TimerHandle | None = None

    @property
    def shut_for(self) -> float:
        """Seconds for which the endpoint still wants to be left alone, as it said or as it seems."""
        return max(0.0, self._shut_until - self._now(), self._tempo.ready_at() - self._now())

    async def enter(self, patience: float = math.inf) -> bool:
        """Waits until a call may start; false when the endpoint wants to be left alone for longer than `patience`.

        Waiting for others' calls to end has no limit of its own: a slow engine that takes one call at a time is slow.
        """
        if self.shut_for > patience:
            return False
        if not self._queue and self._free():
            self._start()
            return True
        turn: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._queue.append(Waiting(turn, self._now() + patience))
        self._look_again()
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.result():
                self.leave()
            raise

    def leave(self) -> None:
        """A call ended."""
        self._inside -= 1
        self._admit()

    def heard(self, reply: Reply, *, again: bool = False) -> None:
        """Learns from what came back. A call that is refused again tells of its model; only others' refusals tell of
        the endpoint's tempo."""
        now = self._now()
        started = now - reply.total_ms / 1000
        if reply.settled == "error" and reply.error == "rate":
            if not again:
                self._tempo.refused(now, started)
            if self._refused_at is None or now - self._refused_at > EPISODE:
                self._width = max(1.0, min(self._width, self._inside) * 0.5)
            self._refused_at = now
            if reply.retry_after and reply.retry_after <= LONGEST_SHUT:
                self._shut_until = max(self._shut_until, now + reply.retry_after)
                self._send_away()
        elif reply.settled in ("ok", "truncated") and self._refused_at is not None:
            self._width = min(self._most, self._width + 1.0 / max(1.0, self._width))
            self._tempo.accepted(started)

    def _start(self) -> None:
        self._inside += 1
        self._tempo.start(self._now())

    def _free(self) -> bool:
        now = self._now()
        if now < self._shut_until or now < self._tempo.ready_at():
            return False
        if self._refused_at is None and self._width < self._most:
            steps = int((now - self._widened) / DOUBLES_EVERY)
            if steps > 0 and self._inside >= self._width:
                self._width = min(self._most, self._width * 2)
                self._widened = now
        return self._inside < int(self._width)

    def _admit(self) -> None:
        while self._queue and self._free():
            turn = self._queue.popleft().turn
            if not turn.done():
                self._start()
                turn.set_result(True)
        self._look_again()

    def _send_away(self) -> None:
        """Those who cannot wait until it opens need not wait at all."""
        for waiting in self._queue:
            if waiting.until < self._shut_until and not waiting.turn.done():
                waiting.turn.set_result(False)
        self._queue = deque(waiting for waiting in self._queue if not waiting.turn.done())

    def _look_again(self) -> None:
        if self._timer is not None or not self._queue:
            return
        shut = max(self._shut_until, self._tempo.ready_at()) - self._now()
        wait = shut if shut > 0 else DOUBLES_EVERY
        self._timer = asyncio.get_running_loop().call_later(max(0.005, wait), self._timer_rang)

    def _timer_rang(self) -> None:
        self._timer = None
        self._admit()


class Pace:
    """The gates of one process, and what it has learnt about models that refuse for good."""

    def __init__(
        self, *, now: Callable[[], float] = time.monotonic, chance: Callable[[], float] = random.random
    ) -> None:
        self._now = now
        self._chance = chance
        self._gates: dict[str, Gate] = {}
        self._off: dict[str, tuple[float, Reply]] = {}

    def gate(self, endpoint: str, most: int | None = None) -> Gate:
        """The gate of an endpoint."""
        gate = self._gates.get(endpoint)
        if gate is None:
            gate = self._gates[endpoint] = Gate(most, self._now)
        return gate

    def switched_off(self, model: str) -> Reply | None:
        """The refusal that still stands for this model, if one does: the answer to a call that is not sent."""
        entry = self._off.get(model)
        if entry is None:
            return None
        until, reply = entry
        left = until - self._now()
        if left <= 0:
            del self._off[model]
            return None
        return Reply(
            settled=reply.settled,
            cause=f"{REFUSED_BEFORE}{reply.cause}",
            error=reply.error,
            retry_after=left if reply.retry_after is not None else None,
        )

    def heard(self, model: str, reply: Reply) -> None:
        """Learns that a model is off for a while, or on again."""
        if reply.settled == "error" and reply.error in ("auth", "credit") and reply.retry_after is None:
            self._off[model] = (self._now() + OFF_FOR, reply)
        elif reply.settled == "error" and reply.retry_after is not None and reply.retry_after > LONGEST_SHUT:
            self._off[model] = (self._now() + reply.retry_after, reply)
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
        if attempt >= MOST_ATTEMPTS.get(why, 1) or allowance.left <= 0:
            return None
        backoff = min(LONGEST_WAIT, 0.5 * 2 ** (attempt - 1))
        wait = self._chance() * backoff
        if reply.retry_after is not None:
            wait += reply.retry_after
        if wait + reply.total_ms / 1000 > time_left / 2:
            return None
        if reply.retry_after is not None and wait + reply.retry_after > 0.75 * time_left:
            return None  # refused once more, it would shut the gate for everybody until there is no time left
        allowance.left -= 1
        return Retry(wait, more_room=reply.settled == "empty" and bool(reply.reasoning))
