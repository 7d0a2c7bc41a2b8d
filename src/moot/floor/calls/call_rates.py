"""How many calls a second does a model, or an endpoint, take? What refusals teach about it; pure reckoning."""

from __future__ import annotations

import math
from collections import deque

LEAST_GUESS = 10.0
"""Calls a second that are believed to be taken at a first refusal, even if fewer were sent."""
SLOWEST, FASTEST = 0.05, 200.0
"""Calls a second between which a tempo is kept."""
LONGEST_PAUSE = 1.0
"""Seconds without a call after refusals in a row."""
REMEMBERED = 1024
"""Starts that are counted in the last second at most."""


class Tempo:
    """How many calls a second are taken, learnt from refusals; there is no limit before the first.

    Refused, it falls below what was too much, rises quickly to just under that and then by small steps through it: the
    limit is felt for by one refusal in some fifty calls. Far beyond it rises quickly again, so a limit that has gone is
    soon forgotten.
    """

    def __init__(self) -> None:
        self._rate = self._ceiling = math.inf
        self._next = 0.0
        self._started: deque[float] = deque(maxlen=REMEMBERED)
        self._slowed = -math.inf
        self._pauses = 0
        self._guessed = False

    @property
    def learnt(self) -> bool:
        """Whether there is a limit."""
        return self._rate < math.inf

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
            # It was on its way when another was refused: that is one refusal, and shows how many were too many then.
            if self._guessed and started > self._slowed - 1:
                self._ceiling = max(LEAST_GUESS, self._ceiling - 1)
                self._rate = min(self._rate, 0.8 * self._ceiling)
            return
        self._guessed = self._rate == math.inf
        recent = sum(at > now - 1 for at in self._started) - 1
        self._ceiling = max(LEAST_GUESS, recent) if self._guessed else self._rate
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
            self._next = 0.0
