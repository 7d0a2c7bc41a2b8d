"""Order the calls to an engine that loads its models: calls of loaded models come first.

An engine that holds few models at once loads one for each call, if calls come as they happen to. So its scheduler
starts calls of loaded models first, of all sessions, then those of the model that most wait for; those that are asked
after this stage are loaded last, the likeliest of them at the very end, so that they are still there. The engine is
told who is asked next, and ends nobody who is while somebody else can go, and the least likely before the others. No
call is passed over for ever by others that came later. When a call is made changes neither what it asks nor what
anybody is shown: labels and lots are drawn by key. Held by `tests/floor/calls/test_loading_order.py`.
"""

from __future__ import annotations

import math
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import NamedTuple

from moot.floor.calls.connection_limit import Lines
from moot.floor.calls.scheduler import Hold, Scheduler, Waiting, tell_line
from moot.providers.provider import Memory

GATHERS = 0.1
"""Seconds for which the other calls of a wave are waited for before a model is loaded. A load takes longer."""
MOST_PASSED = 24
"""Calls that came later and may be let in before one that waits: as many as a debate of five makes."""
REMEMBERED = 64
"""Sessions of which it is kept whom their next stage asks."""


class _Line(NamedTuple):
    """Calls of one session to one model."""

    session: str
    model: str
    calls: deque[Waiting]


class LoadingScheduler(Scheduler):
    """Start the calls to an engine that loads its models."""

    def __init__(
        self,
        endpoint: str,
        most: int | None = None,
        now: Callable[[], float] = time.monotonic,
        lines: Lines | None = None,
        *,
        memory: Memory,
    ) -> None:
        super().__init__(endpoint, most, now, lines)
        self.memory = memory
        self._gathers_until = -math.inf
        self._asked_last = ""
        self._next: OrderedDict[str, tuple[str, ...]] = OrderedDict()

    def expect(self, session: str, models: Sequence[str]) -> None:
        self._next.pop(session, None)
        if models:
            self._next[session] = tuple(map(_bare, models))
            while len(self._next) > REMEMBERED:
                self._next.popitem(last=False)
        if not self._inside and not self._queue:
            self._gathers_until = self._now() + GATHERS

    def leave(self) -> None:
        self._gathers_until = self._now() + GATHERS
        super().leave()

    def _hold(self, model: str, now: float) -> Hold | None:
        hold = super()._hold(model, now)
        if hold is None and now < self._gathers_until and _bare(model) not in self._loaded():
            return Hold("queue", self._endpoint, self._gathers_until)
        return hold

    def _start(self, model: str, now: float) -> None:
        super()._start(model, now)
        self._asked_last = _bare(model)
        loaded = self._loaded()
        waiting = sorted((_bare(line.model) for line in self._waiting()), key=lambda name: name not in loaded)
        self.memory.keep(list(dict.fromkeys([self._asked_last, *waiting, *self._soon()])))

    def _admit(self, *, all_told: bool = True) -> None:
        """Lets in who may start, the calls of loaded models before others."""
        now = self._now()
        while (line := self._best(now)) is not None:
            for other in self._waiting():
                other.calls[0].passed += other.calls[0].number < line.calls[0].number
            self._start(line.model, now)
            line.calls[0].turn.set_result(None)
            self._queue.move_to_end(line.session)
        for line in self._waiting():
            hold = self._hold(line.model, now)
            if hold is not None:
                tell_line(line.calls, hold, now)
            self._look_again(hold or Hold("queue", self._endpoint, now), now)  # it may have been loaded just now

    def _best(self, now: float) -> _Line | None:
        """Whose turn is next of those who may start."""
        if self._endpoint_hold(now) is not None:
            return None
        waiting, loaded, soon = self._waiting(), self._loaded(), self._soon()
        passed = [line for line in waiting if line.calls[0].passed >= MOST_PASSED]
        if late := [line for line in passed if super(LoadingScheduler, self)._hold(line.model, now) is None]:
            return min(late, key=lambda line: line.calls[0].number)
        there = [line for line in waiting if self._hold(line.model, now) is None]
        many = Counter(line.model for line in there)
        likely = {name: len(soon) - place for place, name in enumerate(soon)}

        def rank(line: _Line) -> tuple[bool, int, int]:
            name = _bare(line.model)
            return name not in loaded, likely.get(name, 0), -many[line.model]

        return min(there, key=rank, default=None)

    def _waiting(self) -> list[_Line]:
        """The lines in which somebody waits, whose turn is next first; those of whom nobody does any more are gone."""
        found = []
        for session, queue in list(self._queue.items()):
            for model, line in list(queue.models.items()):
                while line and line[0].turn.done():
                    line.popleft()
                if line:
                    found.append(_Line(session, model, line))
                else:
                    del queue.models[model]
            if not queue.models:
                del self._queue[session]
        return found

    def _loaded(self) -> frozenset[str]:
        told = self.memory.loaded()
        return frozenset((self._asked_last,) if told is None else told)

    def _soon(self) -> dict[str, None]:
        """Whom the next stages of sessions ask, whoever is the likeliest in one before the second of any."""
        ranks = zip_longest(*self._next.values())
        return dict.fromkeys(model for rank in ranks for model in rank if model is not None)


def _bare(model: str) -> str:
    return model.partition("/")[2]
