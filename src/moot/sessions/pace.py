"""When may a call start, and when is it made again? Admission per endpoint, and the one retry loop's decisions.

Every endpoint has a gate. It opens wider as long as nobody refuses (doubling every 50 ms from 20, so a hundred councils
start at once within a quarter of a second) and narrows on a refusal; `Retry-After` shuts it until then. Nothing else
retries: providers try once, and libraries' own retries are off.
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
MOST_ATTEMPTS = {"rate": 6, "server": 4, "network": 4, "timeout": 2, "incomplete": 3, "malformed": 2, "empty": 2}
"""Attempts at one move by what went wrong; everything else is tried once."""
OFF_FOR = 60.0
"""Seconds a model that refused for good (key, credit) is not called again by this process."""
LONGEST_SHUT = 60.0
"""Seconds a whole endpoint is left alone at most. Who asks for more speaks of a model's quota, not of its pace: then
that model is left alone as long as it asked, and the endpoint's others go on."""


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
        self._queue: deque[Waiting] = deque()
        self._timer: asyncio.TimerHandle | None = None

    @property
    def shut_for(self) -> float:
        """Seconds for which the endpoint still wants to be left alone."""
        return max(0.0, self._shut_until - self._now())

    async def enter(self, patience: float = math.inf) -> bool:
        """Waits until a call may start; false when the endpoint wants to be left alone for longer than `patience`.

        Waiting for others' calls to end has no limit of its own: a slow engine that takes one call at a time is slow.
        """
        if self.shut_for > patience:
            return False
        if not self._queue and self._free():
            self._inside += 1
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

    def heard(self, reply: Reply) -> None:
        """Learns from what came back."""
        now = self._now()
        if reply.settled == "error" and reply.error == "rate":
            if self._refused_at is None or now - self._refused_at > EPISODE:
                self._width = max(1.0, min(self._width, self._inside) * 0.5)
            self._refused_at = now
            if reply.retry_after and reply.retry_after <= LONGEST_SHUT:
                self._shut_until = max(self._shut_until, now + reply.retry_after)
                self._send_away()
        elif reply.settled in ("ok", "truncated") and self._refused_at is not None:
            self._width = min(self._most, self._width + 1.0 / max(1.0, self._width))

    def _free(self) -> bool:
        now = self._now()
        if now < self._shut_until:
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
                self._inside += 1
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
        shut = self._shut_until - self._now()
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
            cause=f"It was not asked again, because it had just refused: {reply.cause}",
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
        allowance.left -= 1
        return Retry(wait, more_room=reply.settled == "empty" and bool(reply.reasoning))
