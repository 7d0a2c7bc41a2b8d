"""Decide when a call to an endpoint may start: concurrency, rate limits, and turns between sessions.

A call waits for a place (the endpoint's `concurrency`, the open files of the process), for its model's rate limit and
for the endpoint's (`rate_limiter.py`). Sessions take turns by deficit round robin, in which a call to a recently
refused model counts as several. A full scheduler starts with 20 places and doubles them every 50 ms, so that a hundred
sessions start within a quarter of a second, and refusals arrive before thousands of calls are sent.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Literal, NamedTuple

from moot.floor.calls.connection_limit import ConnectionLimit
from moot.floor.calls.rate_limiter import (
    LONGEST_BLOCK,
    RateKey,
    RateStore,
    accepted,
    count,
    is_limited,
    ready_at,
    refused,
    refuses_all,
    start,
    start_unrefused,
)
from moot.providers.provider import CallReply

FIRST_WIDTH = 20
WIDEST = 1024
DOUBLES_EVERY = 0.05
LONGEST_DEAF = 1.0
"""Number of seconds for which no more calls may start at once, after the process was too busy to read replies."""
COST_OF_LIMITED = 4
"""Number of calls as which a call to a recently refused model counts when sessions take turns."""
THIS = "this process"
"""Name shown if a call waits because the process has no free file descriptor."""

Why = Literal["retry_after", "rate", "queue", "refused"]
"""Reason why a call does not start: its model asked to wait; its model or endpoint is over its rate; all places are
taken; its model refused every request for too long.
"""


class Hold(NamedTuple):
    """The reason why a call cannot start yet, and until when."""

    why: Why
    who: str
    """Id of the model or endpoint for which the call waits."""
    until: float | None
    """When the call may start, by the scheduler's clock; `None` if that depends on other calls."""
    cause: str = ""
    """For `refused`: the cause, in words."""


Tell = Callable[[Hold, float | None], None]
"""Type of callbacks that get the reason why a call waits, and the remaining seconds (`None` if unknown), whenever the
reason changes.
"""


@dataclass(eq=False, slots=True)
class QueuedCall:
    """A call that waits in a scheduler's queue for its start."""

    turn: asyncio.Future[Hold | None]
    until: float
    """Latest time until which the call may wait for a rate limit."""
    tell: Tell | None
    since: float
    """Time at which the first attempt at the same request arrived."""
    told: Hold | None = None
    number: int = 0
    """Position of the call in the order of arrival."""
    passed: int = 0
    """Number of later calls that started before this call."""


@dataclass(eq=False, slots=True)
class SessionQueue:
    """The waiting calls of one session, by model."""

    models: OrderedDict[str, deque[QueuedCall]] = field(default_factory=OrderedDict)
    deficit: int = 0
    """Number of turns that the session has not used yet."""


class Scheduler:
    """Decides when each call to one endpoint may start: it limits running calls and rates, and lets sessions take
    turns."""

    def __init__(
        self,
        endpoint: str,
        most: int | None = None,
        now: Callable[[], float] = time.monotonic,
        lines: ConnectionLimit | None = None,
    ) -> None:
        self._endpoint = endpoint
        self._lines = lines or ConnectionLimit()
        self._store = RateStore()
        self._now = now
        self._most = most or WIDEST
        self._width = min(FIRST_WIDTH, self._most)
        self._widened = now()
        self._inside = 0
        self._queue: OrderedDict[str, SessionQueue] = OrderedDict()
        """Sessions with waiting calls, next turn first."""
        self._timer: asyncio.TimerHandle | None = None
        self._came = 0

    async def enter(
        self,
        model: str,
        session: str = "",
        *,
        patience: float = math.inf,
        tell: Tell | None = None,
        since: float | None = None,
    ) -> Hold | None:
        """Wait until a call to this model may start.

        Args:
            patience: Maximum number of seconds to wait for a rate limit. The wait for a free place has no limit, as
                local engines are slow.
            tell: Called with the reason for waiting, whenever it changes.
            since: When an earlier attempt of this request was queued, by this scheduler's clock.

        Returns:
            `None` if the call may start; the caller must call `leave` when it ends. Else the reason why it must not
            start: a
            rate limit that lasts longer than `patience`, or a model that has refused every request, also while this
            call waited.
        """
        now = self._now()
        if (hold := self.refusal(model, now if since is None else since)) is not None:
            return hold
        hold = self._hold(model, now)
        if hold is None and not self._queue:
            self._start(model, now)
            return None
        if hold is not None and hold.until is not None and hold.until - now > patience:
            return hold
        self._came += 1
        waiting = QueuedCall(
            asyncio.get_running_loop().create_future(),
            now + patience,
            tell,
            now if since is None else since,
            number=self._came,
        )
        line = self._queue.setdefault(session, SessionQueue()).models.setdefault(model, deque())
        line.append(waiting)
        if hold is not None:
            tell_line(line, hold, now)
            self._look_again(hold, now)
        else:
            self._admit()
        try:
            return await waiting.turn
        except asyncio.CancelledError:
            if waiting.turn.done() and not waiting.turn.cancelled() and waiting.turn.result() is None:
                self.leave()
            raise

    def expect(self, session: str, models: Sequence[str]) -> None:
        """Note which models a session is likely to ask in its next stage. Only the scheduler of an engine that loads
        models uses this."""

    def leave(self) -> None:
        """Count the end of a call, and start waiting calls that may take its place."""
        self._inside -= 1
        self._lines.leave()
        self.look()

    def look(self) -> None:
        """Start the waiting calls that may start now."""
        if self._queue:
            self._admit(all_told=False)

    def left_for(self, hold: Hold) -> float:
        """Return for how many more seconds a hold lasts; 0 if unknown."""
        return max(0.0, (hold.until or 0.0) - self._now())

    def now(self) -> float:
        """Return the current time by this scheduler's clock."""
        return self._now()

    def heard(self, model: str, reply: CallReply, *, started: float | None = None) -> None:
        """Learn from a reply which rate its model and the endpoint accept. Without `started`, the call's start is
        computed from the reply's duration."""
        now = self._now()
        started = now - reply.total_ms / 1000 if started is None else started
        was_refused = reply.settled == "error" and reply.error == "rate"
        wait = reply.retry_after
        if (not was_refused and reply.settled not in ("ok", "truncated")) or (wait or 0.0) > LONGEST_BLOCK:
            return
        key, whole = RateKey(self._endpoint, model), RateKey(self._endpoint)
        before = self._store.get(key)
        endpoint = self._store.update(whole, lambda state: count(state, before, now, started, was_refused=was_refused))
        if was_refused:
            self._store.update(key, lambda state: refused(state, now, started, wait, own=not endpoint.rate))
            self._send_away(now)
        else:
            tokens = reply.usage.input + reply.usage.output
            self._store.update(key, lambda state: accepted(state, now, started, reply.quotas, tokens))

    def refusal(self, model: str, since: float) -> Hold | None:
        """Return why a call to this model should fail at once: it has refused every request for a long time, most
        recently after `since`. Return `None` if the call may wait."""
        state = self._store.get(RateKey(self._endpoint, model))
        if not refuses_all(state, self._store.get(RateKey(self._endpoint))) or state.refused_at <= since:
            return None
        seconds = state.refused_at - state.row_began
        cause = f"Rate limited: {state.row} requests in a row were refused over {seconds:.0f} s."
        return Hold("refused", model, None, cause)

    def _hold(self, model: str, now: float) -> Hold | None:
        """Return the reason why a call to this model cannot start now; `None` if the call can start."""
        state = self._store.get(RateKey(self._endpoint, model))
        at = ready_at(state)
        if at > now:
            return Hold("retry_after" if state.blocked_until >= at else "rate", model, at)
        if is_limited(state, now):
            at = ready_at(self._store.get(RateKey(self._endpoint)))
            if at > now:
                return Hold("rate", self._endpoint, at)
        return self._endpoint_hold(now)

    def _endpoint_hold(self, now: float) -> Hold | None:
        """Return the reason why no call to this endpoint can start now; `None` if calls can."""
        if self._inside >= self._width:
            return Hold("queue", self._endpoint, None)
        if self._lines.full:
            self._lines.wait(self)
            return Hold("queue", THIS, None)
        at = self._store.get(RateKey(self._endpoint)).unrefused_at
        return Hold("rate", self._endpoint, at) if at > now else None

    def _start(self, model: str, now: float) -> None:
        self._inside += 1
        self._lines.take()
        key, whole = RateKey(self._endpoint, model), RateKey(self._endpoint)
        limited = is_limited(self._store.get(key), now)
        self._store.update(whole, partial(start if limited else start_unrefused, now=now))
        self._store.update(key, partial(start, now=now))

    def _admit(self, *, all_told: bool = True) -> None:
        """Start the calls that may start, session by session, and set the timer for the next one.

        With `all_told`, also report to the waiting calls that the endpoint is full. A report after every call would
        take time proportional to the square of the number of calls.
        """
        now = self._now()
        going = True
        while going:
            going = False
            for session, queue in list(self._queue.items()):
                if (hold := self._endpoint_hold(now)) is not None and not all_told:
                    return self._look_again(hold, now)
                for model, line in list(queue.models.items()):
                    while line and line[0].turn.done():
                        line.popleft()
                    if not line:
                        del queue.models[model]
                        continue
                    if (hold := self._hold(model, now)) is not None:
                        tell_line(line, hold, now)
                        self._look_again(hold, now)
                        continue
                    going = True
                    cost = COST_OF_LIMITED if self._is_limited(model, now) else 1
                    queue.deficit += 1
                    if queue.deficit >= cost:
                        queue.deficit -= cost
                        self._start(model, now)
                        line.popleft().turn.set_result(None)
                        queue.models.move_to_end(model)
                    self._queue.move_to_end(session)
                    break
                if not queue.models:
                    del self._queue[session]

    def _is_limited(self, model: str, now: float) -> bool:
        return is_limited(self._store.get(RateKey(self._endpoint, model)), now)

    def _send_away(self, now: float) -> None:
        """Fail the waiting calls whose model refuses every request, or whose rate limit lasts longer than they are
        willing to wait."""
        for queue in self._queue.values():
            for model, line in queue.models.items():
                hold = self._hold(model, now)
                for waiting in line:
                    if waiting.turn.done():
                        continue
                    if (refusal := self.refusal(model, waiting.since)) is not None:
                        waiting.turn.set_result(refusal)
                    elif hold is not None and (hold.until or 0.0) > waiting.until:
                        waiting.turn.set_result(hold)
        if self._queue:
            self._admit()

    def _look_again(self, hold: Hold, now: float) -> None:
        """Set the timer to look at the queue again when this hold ends."""
        at = hold.until
        if at is None:
            if self._inside < self._width or self._width >= self._most:
                return
            at = self._widened + DOUBLES_EVERY
        at = max(at, now + 0.005)
        loop = asyncio.get_running_loop()
        when = loop.time() + at - now
        if self._timer is not None:
            if self._timer.when() <= when:
                return
            self._timer.cancel()
        self._timer = loop.call_at(when, self._timer_rang, at)

    def _timer_rang(self, at: float) -> None:
        now = self._now()
        self._timer = None
        if self._inside >= self._width and now >= self._widened + DOUBLES_EVERY:
            # Only here: a process that is late reads its replies first, and gets as long again for it.
            if now - at <= DOUBLES_EVERY or now - self._widened > LONGEST_DEAF:
                self._width = min(self._most, 2 * self._width)
                self._widened = now
            elif self._queue:
                return self._look_again(Hold("queue", self._endpoint, now + DOUBLES_EVERY), now)
        self._admit()


def tell_line(line: deque[QueuedCall], hold: Hold, now: float) -> None:
    """Tell each waiting call in the queue why it waits now, if that differs from what it was last told."""
    for waiting in line:
        if waiting.tell is None or waiting.turn.done():
            continue
        told = waiting.told
        if told is None or told[:2] != hold[:2] or (hold.until or 0.0) > (told.until or 0.0) + 1:
            waiting.told = hold
            waiting.tell(hold, None if hold.until is None else hold.until - now)


class Turnstile:
    """Lets one task pass in each iteration of the event loop, so that many calls do not start in the same instant."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._taken = False
        """Whether somebody went in at this turn."""
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def enter(self) -> None:
        """Wait until it is the calling task's turn."""
        loop = asyncio.get_running_loop()
        if self._loop is not loop:  # another loop, which has ended, may have left it half open
            self._loop, self._taken, self._waiting = loop, False, deque()
        if not self._taken:
            self._taken = True
            loop.call_soon(self._next, loop)
            return
        turn = loop.create_future()
        self._waiting.append(turn)
        await turn

    def _next(self, loop: asyncio.AbstractEventLoop) -> None:
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():  # whoever went away takes nobody's turn
                turn.set_result(None)
                loop.call_soon(self._next, loop)
                return
        self._taken = False
