"""When may a call start? Admission at one endpoint: places for all, a tempo for each model, turns between sessions.

A refusal is the model's: it slows new calls of that model, and `Retry-After` shuts that model. It takes no place from
anybody: what bounds the calls inside is the endpoint's own row and, while the gate opens (doubling every 50 ms from 20,
so a hundred councils start at once within a quarter of a second), how far it has opened; a refusal never leaves fewer
than one place more than are taken. Only time in which a refusal would have been heard opens it: see `Gate._opens`. The
endpoint itself is slowed, or left alone, only for those who have shown it: see `Episode.concerns`. Sessions take turns,
call by call.
Held by `tests/floor/calls/test_gates.py`, `tests/protocols/test_storms.py` and `tests/protocols/test_isolation.py`.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from heapq import nlargest
from typing import Literal, NamedTuple

from msgspec import Struct

from moot.floor.calls.call_rates import Tempo
from moot.floor.calls.connection_limit import Lines
from moot.providers.provider import Reply

FIRST_WIDTH = 20
WIDEST = 1024
DOUBLES_EVERY = 0.05
LONGEST_DEAF = 1.0
"""Seconds for which a process that is too busy to hear what came back keeps a gate from opening wider."""
EPISODE = 15.0
"""Seconds after a refusal in which another belongs to the same episode."""
SEVERAL = 3
"""Models that must be refused in one episode before it is the endpoint that refuses, and not they."""
LONGEST_SHUT = 60.0
"""Seconds a model is waited for at most because it said so. Who asks for more speaks of a quota, not of a pace: it is
not called again until then, its seat goes without, and nothing is learnt about anybody's pace."""
PROBE_EVERY = 2.0
"""Seconds after which an endpoint that is left alone is tried with a model that was not refused there."""

THIS = "this process"
"""Who takes no more calls at once where it is the bound on our own open files."""

Why = Literal["left_alone", "pace", "turn"]
"""Why a call does not start yet: it was asked to leave the model or the endpoint alone; after refusals calls start one
by one; as many run at once as the endpoint takes."""


class Hold(NamedTuple):
    """What a call waits for."""

    why: Why
    """Why it does not start."""
    who: str
    """The model or the endpoint it waits for."""
    until: float | None
    """When it may start, by the gate's clock; `None` when that hangs on calls that others make."""


Tell = Callable[[Hold, float | None], None]
"""Hears what a call waits for, and how many seconds longer; `None` where nobody knows."""


class Waiting(Struct, eq=False):
    """A call that waits for its turn."""

    turn: asyncio.Future[Hold | None]
    until: float
    """When it would rather go away than leave somebody alone any longer."""
    tell: Tell | None
    told: Hold | None = None
    number: int = 0
    """Which call it is, of all that came."""
    passed: int = 0
    """How many that came later were let in before it."""


class Lane:
    """One model at an endpoint."""

    def __init__(self) -> None:
        self.tempo = Tempo()
        self.shut_until = 0.0


class Episode:
    """Who was refused of late at one endpoint, and how fast it takes calls where it is the endpoint that refuses them.

    It ends when nobody has been refused for a while and, for everybody, when the endpoint's tempo is forgotten.
    """

    def __init__(self) -> None:
        self.tempo = Tempo()
        self.models: dict[str, Lane] = {}
        """The models that were refused."""
        self.shut_until = 0.0
        """Until when the endpoint is left alone: while several of them want that at once; once everybody is concerned,
        while one does."""
        self._ends = -math.inf
        self._of: dict[str, set[str]] = {}
        """By session, its models that were refused."""
        self._everybody = False

    def note(self, session: str, model: str, lane: Lane, now: float) -> bool:
        """A model was refused to a session; whether an episode begins with it."""
        begins = now > self._ends and not (self._everybody and self.tempo.learnt)
        if begins:
            self.models, self._of, self._everybody, self.shut_until = {}, {}, False, 0.0
        self._ends = now + EPISODE
        self.models[model] = lane
        self._of.setdefault(session, set()).add(model)
        if not self._everybody and len(self.models) >= SEVERAL:
            worst = max(self._of, key=lambda each: len(self._of[each]))
            others = set[str]().union(*(models for each, models in self._of.items() if each != worst))
            self._everybody = len(others) >= SEVERAL
        if self._everybody:
            self.shut_until = max(self.shut_until, lane.shut_until)
        elif len(self.models) >= SEVERAL:
            self.shut_until = nlargest(SEVERAL, (each.shut_until for each in self.models.values()))[-1]
        return begins

    def concerns(self, session: str, now: float) -> bool:
        """Whether it is shown to be the endpoint, and not only some of its models, that refuses this session's calls.

        It is when several models were refused to this very session, or to others even without the one session that has
        met most refusals: however much goes wrong for one session, it shows nothing about the calls of another.
        """
        if self._everybody and (now <= self._ends or self.tempo.learnt):
            return True
        return now <= self._ends and len(self._of.get(session, ())) >= SEVERAL


class Gate:
    """Admission to one endpoint."""

    def __init__(
        self,
        endpoint: str,
        most: int | None = None,
        now: Callable[[], float] = time.monotonic,
        lines: Lines | None = None,
    ) -> None:
        self._endpoint = endpoint
        self._lines = lines or Lines()
        self._now = now
        self._most = most or WIDEST
        self._width = min(FIRST_WIDTH, self._most)
        self._widened = now()
        self._opens_at = self._widened + DOUBLES_EVERY
        """When it opens wider, if it is full then."""
        self._taken = False
        """Whether a call was taken that started since it last opened wider."""
        self._inside = 0
        self._lanes: dict[str, Lane] = {}
        self._episode = Episode()
        self._probed = -math.inf
        self._queue: OrderedDict[str, OrderedDict[str, deque[Waiting]]] = OrderedDict()
        """Who waits: by session, whose turn is next first; within a session by model."""
        self._timer: asyncio.TimerHandle | None = None
        self._rings_at = math.inf
        self._came = 0

    async def enter(
        self, model: str, session: str = "", *, patience: float = math.inf, tell: Tell | None = None
    ) -> Hold | None:
        """Waits until a call may start: then `None`. Where it is to leave somebody alone for longer than its
        `patience`: what stands in its way.

        Waiting for others' calls to end has no limit of its own: a slow engine that takes one call at a time is slow.
        """
        now = self._now()
        hold = self._hold(session, model, now)
        if hold is None and not self._queue:
            self._start(model, now)
            return None
        if hold is not None and hold.why != "turn" and hold.until is not None and hold.until - now > patience:
            return hold
        self._came += 1
        waiting = Waiting(asyncio.get_running_loop().create_future(), now + patience, tell, number=self._came)
        line = self._queue.setdefault(session, OrderedDict()).setdefault(model, deque())
        line.append(waiting)
        if hold is not None and self._full:
            tell_line(line, hold, now)  # nobody can start, and of the others nothing has changed
            self._look_again(self._look_at(hold))
        else:
            self._admit()
        try:
            return await waiting.turn
        except asyncio.CancelledError:
            if waiting.turn.done() and not waiting.turn.cancelled() and waiting.turn.result() is None:
                self.leave()
            raise

    def expect(self, session: str, models: Sequence[str]) -> None:
        """The session's next stage asks these models; that is nothing to a gate whose models are all there."""

    def leave(self) -> None:
        """A call ended."""
        narrow = self._narrow
        self._inside -= 1
        self._lines.leave()
        if narrow and self._queue:
            self._admit(all_told=False)

    def look(self) -> None:
        """Somebody else's call has ended, for whose place calls wait here."""
        if self._queue:
            self._admit(all_told=False)

    def left_for(self, hold: Hold) -> float:
        """Seconds until what was in the way is out of it; 0 where nobody knows."""
        return max(0.0, (hold.until or 0.0) - self._now())

    def now(self) -> float:
        """What its clock says."""
        return self._now()

    def heard(
        self, model: str, session: str, reply: Reply, *, started: float | None = None, again: bool = False
    ) -> None:
        """Learns from what came back of a call that `started` then, by its clock; else, as long ago as the reply took.

        In a busy process a reply is heard long after it came: what was on its way when others were refused must not
        pass for news. A call that is refused again tells nothing new of its model's tempo.
        """
        now = self._now()
        if started is None:
            started = now - reply.total_ms / 1000
        lane = self._lanes.setdefault(model, Lane())
        if reply.settled == "error" and reply.error == "rate":
            asked = reply.retry_after or 0.0
            if asked > LONGEST_SHUT:
                return
            lane.shut_until = max(lane.shut_until, now + asked)
            if self._episode.note(session, model, lane, now):
                self._widen(max(FIRST_WIDTH, self._inside + 1), now)
            self._probed = now
            if not again:
                lane.tempo.refused(now, started)
            if self._episode.concerns(session, now):
                self._episode.tempo.refused(now, started)
            self._send_away(now)
        elif reply.settled in ("ok", "truncated"):
            lane.tempo.accepted(started)
            self._episode.tempo.accepted(started)
            self._taken = self._taken or started >= self._widened
            if self._episode.shut_until > now and model not in self._episode.models and started >= self._probed - 0.001:
                self._episode.shut_until = 0.0  # whoever was not refused is taken: it is those models alone
                self._admit()

    def _hold(self, session: str, model: str, now: float) -> Hold | None:
        """What stands in the way of this call now."""
        lane = self._lanes.get(model)
        if lane is not None and lane.shut_until > now:
            return Hold("left_alone", model, lane.shut_until)
        if lane is not None and lane.tempo.ready_at() > now:
            return Hold("pace", model, lane.tempo.ready_at())
        shut, ready = self._episode.shut_until, self._episode.tempo.ready_at()
        if max(shut, ready) > now and self._episode.concerns(session, now):
            if shut > now:
                again = math.inf if model in self._episode.models else self._probed + PROBE_EVERY
                if again > now:
                    return Hold("left_alone", self._endpoint, min(shut, again))
            elif ready > now:
                return Hold("pace", self._endpoint, ready)
        if self._narrow:
            return Hold("turn", self._endpoint, None)
        if self._lines.full:
            self._lines.wait(self)
            return Hold("turn", THIS, None)
        return None

    def _start(self, model: str, now: float) -> None:
        self._inside += 1
        self._lines.take()
        self._lanes.setdefault(model, Lane()).tempo.start(now)
        self._episode.tempo.start(now)
        if self._episode.shut_until > now:
            self._probed = now

    @property
    def _narrow(self) -> bool:
        return self._inside >= self._width

    @property
    def _full(self) -> bool:
        return self._narrow or self._lines.full

    def _look_at(self, hold: Hold) -> float:
        """When to look again at a call that is held."""
        if hold.until is not None:
            return hold.until
        return self._opens_at if self._narrow and self._width < self._most else math.inf

    def _admit(self, *, all_told: bool = True) -> None:
        """Lets in whoever may start, one call of a session after another's; looks again when the next one may.

        Once it is full nobody can start before somebody leaves or the gate widens. Then the rest are looked at only for
        `all_told`: a walk past all that wait, whenever one of them starts, would cost the square of their number.
        """
        now = self._now()
        again = math.inf
        going = True
        while going:
            going = False
            for session in list(self._queue):
                if self._full and not all_told:
                    going = False
                    if not self._narrow:
                        self._lines.wait(self)
                    again = min(again, self._look_at(Hold("turn", self._endpoint, None)))
                    break
                lines = self._queue[session]
                for model in list(lines):
                    line = lines[model]
                    while line and line[0].turn.done():
                        line.popleft()
                    if not line:
                        del lines[model]
                        continue
                    hold = self._hold(session, model, now)
                    if hold is None:
                        going = True
                        self._start(model, now)
                        line.popleft().turn.set_result(None)
                        lines.move_to_end(model)
                        self._queue.move_to_end(session)
                        break
                    again = min(again, self._look_at(hold))
                    tell_line(line, hold, now)
                if not lines:
                    del self._queue[session]
        self._look_again(again)

    def _send_away(self, now: float) -> None:
        """Those who cannot wait until they may start need not wait at all."""
        for session, lines in self._queue.items():
            for model, line in lines.items():
                hold = self._hold(session, model, now)
                for waiting in line:
                    if not waiting.turn.done() and hold is not None and (hold.until or 0.0) > waiting.until:
                        waiting.turn.set_result(hold)
        if self._queue:
            self._admit()

    def _look_again(self, at: float) -> None:
        if at == math.inf:
            return
        now = self._now()
        at = max(at, now + 0.005)
        if self._timer is not None:
            if self._rings_at <= at:
                return
            self._timer.cancel()
        self._rings_at = at
        self._timer = asyncio.get_running_loop().call_later(at - now, self._timer_rang)

    def _timer_rang(self) -> None:
        now = self._now()
        late = now - self._rings_at
        self._timer, self._rings_at = None, math.inf
        # Here alone: what has come back in the meantime is heard before more are let in.
        if self._narrow and now >= self._opens_at:
            self._opens(now, late)
        self._admit()

    def _opens(self, now: float, late: float) -> None:
        """Opens wider, unless the process was too busy to hear refusals: then it gets as long again to hear them.

        Who has heard that a call of this width was taken is not deaf, nor is anybody for ever.
        """
        if late <= DOUBLES_EVERY or self._taken or now - self._widened > LONGEST_DEAF:
            self._widen(self._width * 2, now)
        else:
            self._opens_at = now + min(late, LONGEST_DEAF)

    def _widen(self, width: int, now: float) -> None:
        self._width = min(self._most, width)
        self._widened, self._opens_at, self._taken = now, now + DOUBLES_EVERY, False


def tell_line(line: deque[Waiting], hold: Hold, now: float) -> None:
    """Tells those in a line what they wait for, where that has changed."""
    for waiting in line:
        if waiting.tell is None or waiting.turn.done():
            continue
        told = waiting.told
        same = told is not None and told[:2] == hold[:2]
        if told is None or not same or (hold.until or 0.0) > (told.until or 0.0) + 1:
            waiting.told = hold
            waiting.tell(hold, None if hold.until is None else hold.until - now)
