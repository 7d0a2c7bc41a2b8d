"""Order the calls to an engine that loads its models: calls to loaded models first.

An engine that keeps few models in memory would otherwise load one for each call. So calls to loaded models start first,
across sessions, then those to the model with the longest queue. Models needed after this stage are loaded last, the
likeliest at the very end, so that they stay loaded. The engine gets the list of models needed next, and unloads others
before them, the least likely first. No call is overtaken without limit. The order of calls changes neither prompts nor
sheets: labels and lots are drawn by key.
"""

from __future__ import annotations

import math
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import NamedTuple

from moot.floor.calls.connection_limit import ConnectionLimit
from moot.floor.calls.scheduler import Hold, QueuedCall, Scheduler, tell_line
from moot.providers.provider import Memory

GATHERS = 0.1
"""Seconds to wait for the other calls that start together before a model is loaded for one of them. A load takes
longer."""
MOST_PASSED = 24
"""Maximum number of later calls that may start before a waiting call: the number that a debate of
five members makes.
"""
REMEMBERED = 64
"""Maximum number of sessions whose next models are remembered."""


class _ModelLine(NamedTuple):
    """The queue of one session's waiting calls to one model."""

    session: str
    model: str
    calls: deque[QueuedCall]


class LoadingScheduler(Scheduler):
    """Scheduler for an engine, such as Ollama, that loads models into memory when they are called: calls to loaded
    models start first."""

    def __init__(
        self,
        endpoint: str,
        most: int | None = None,
        now: Callable[[], float] = time.monotonic,
        lines: ConnectionLimit | None = None,
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
        """Start the calls that may start, those to loaded models first."""
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

    def _best(self, now: float) -> _ModelLine | None:
        """Return the queue whose first call should start next; `None` if none may start now."""
        if self._endpoint_hold(now) is not None:
            return None
        waiting, loaded, soon = self._waiting(), self._loaded(), self._soon()
        passed = [line for line in waiting if line.calls[0].passed >= MOST_PASSED]
        if late := [line for line in passed if super(LoadingScheduler, self)._hold(line.model, now) is None]:
            return min(late, key=lambda line: line.calls[0].number)
        there = [line for line in waiting if self._hold(line.model, now) is None]
        many = Counter(line.model for line in there)
        likely = {name: len(soon) - place for place, name in enumerate(soon)}

        def rank(line: _ModelLine) -> tuple[bool, int, int]:
            name = _bare(line.model)
            return name not in loaded, likely.get(name, 0), -many[line.model]

        return min(there, key=rank, default=None)

    def _waiting(self) -> list[_ModelLine]:
        """Remove answered calls and empty queues, and return all queues that have waiting calls, the session whose turn
        is next first."""
        found = []
        for session, queue in list(self._queue.items()):
            for model, line in list(queue.models.items()):
                while line and line[0].turn.done():
                    line.popleft()
                if line:
                    found.append(_ModelLine(session, model, line))
                else:
                    del queue.models[model]
            if not queue.models:
                del self._queue[session]
        return found

    def _loaded(self) -> frozenset[str]:
        told = self.memory.loaded()
        return frozenset((self._asked_last,) if told is None else told)

    def _soon(self) -> dict[str, None]:
        """Return the models that sessions need in their next stage: first the likeliest model of each session, then
        each session's second model.
        """
        ranks = zip_longest(*self._next.values())
        return dict.fromkeys(model for rank in ranks for model in rank if model is not None)


def _bare(model: str) -> str:
    return model.partition("/")[2]
