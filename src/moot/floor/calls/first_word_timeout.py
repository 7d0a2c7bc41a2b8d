"""How long is a model waited for that has not said a word? By what it usually takes, at most as the settings say.

A model that was heard of late gets a multiple of its slowest first word; one nobody knows gets a minute, or as long as
the settings allow where it thinks before it speaks or where a machine at home must load it. A model that has failed as
if it were dead is not asked again by that session for a while; other sessions ask it once, and wait for less.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Collection, Iterable

from msgspec import Struct

from moot.providers.provider import Limits, Reply
from moot.vocabulary.seats import Seat
from moot.vocabulary.words.endings import NOT_AGAIN

TIMES = 5.0
"""Times its slowest first word of late that a model is waited for."""
FLOOR = 30.0
"""Seconds that everybody is waited for: a longer prompt takes longer."""
UNKNOWN = 60.0
"""Seconds for a model nobody has heard yet, that neither thinks first nor runs on a machine at home; half of what the
settings allow, where that is more."""
SUSPECT = 3.0
"""How many times shorter a model is waited for that has just kept another session waiting in vain."""
SUSPECT_FOR = 60.0
"""Seconds for which it is suspected."""
DEAD_FOR = 300.0
"""Seconds for which a session does not ask a model again that cost it much time and said nothing."""
DOWN_FOR = 60.0
"""Seconds for which it asks a model only once that failed quickly, whatever was tried."""
QUICK = 10.0
"""Seconds up to which a failure is quick."""
CHEAP = 45.0
"""Seconds of silence up to which a call is made a second time."""
KEPT = 20
"""First words that are remembered of each model."""
SLOW = 2.0
"""Times its slowest first word after which a model is said to be slow."""
SLOW_UNKNOWN = 15.0
"""Seconds after which one that nobody knows is said to be slow."""
UNHEARD = f"{NOT_AGAIN}come to nothing: "
"""What stands before the cause of a call that was not sent, because its model had not answered before."""


class Silence(Struct, frozen=True):
    """A model that failed as if it were dead."""

    at: float
    reply: Reply
    """What came of the last attempt."""
    slow: bool
    """Whether that took long: then the session that met it does not ask again for a while. Otherwise it asks once."""


def is_silence(reply: Reply) -> bool:
    """Whether a reply looks as if nobody were there: not a word in time, no connection, or a service that fails."""
    if reply.settled == "timeout":
        return not (reply.first_ms or reply.text or reply.reasoning)
    return reply.settled == "error" and reply.error in ("network", "server") and not reply.spent


def may_be_asked_twice(reply: Reply) -> bool:
    """Whether the same silence again would cost little enough."""
    return not (is_silence(reply) and reply.total_ms / 1000 > CHEAP)


class FirstWords:
    """What this process knows of how long models take, and which of them are silent."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._took: dict[str, deque[float]] = {}
        self._recalled: set[str] = set()
        self._heard_at: dict[str, float] = {}
        self._silent: dict[str, Silence] = {}

    def unknown(self, models: Collection[str]) -> list[str]:
        """Those nobody has looked up yet; they count as looked up from now on."""
        found = [model for model in dict.fromkeys(models) if model not in self._recalled]
        self._recalled.update(found)
        return found

    def recall(self, model: str, seconds: Iterable[float]) -> None:
        """Takes in what earlier sessions say."""
        took = self._took.setdefault(model, deque(maxlen=KEPT))
        took.extendleft(list(seconds)[: KEPT - len(took)])

    def heard(self, model: str, reply: Reply) -> None:
        """Learns from a reply."""
        if reply.settled in ("ok", "truncated"):
            self._heard_at[model] = self._now()
            self._silent.pop(model, None)
            if reply.first_ms:
                self._took.setdefault(model, deque(maxlen=KEPT)).append(reply.first_ms / 1000)

    def fell_silent(self, model: str, reply: Reply, limits: Limits) -> Silence:
        """A move has failed for good because its model seems dead. That is the session's own affair where it had little
        time left to wait; otherwise others suspect the model."""
        waited = reply.total_ms / 1000
        silence = Silence(self._now(), reply, waited > QUICK or reply.settled == "timeout")
        if reply.settled != "timeout" or waited > 0.9 * min(limits.first, FLOOR / SUSPECT):
            self._silent[model] = silence
        return silence

    def stands(self, model: str, silence: Silence) -> bool:
        """Whether it still counts: nobody has heard the model since, and it is not long ago."""
        if self._heard_at.get(model, -1.0) > silence.at:
            return False
        return self._now() - silence.at < (DEAD_FOR if silence.slow else DOWN_FOR)

    def suspected(self, model: str) -> bool:
        """Whether the model has just kept somebody waiting in vain."""
        silence = self._silent.get(model)
        return silence is not None and self._now() - silence.at < SUSPECT_FOR

    def usual(self, model: str) -> float | None:
        """Its slowest first word of late, in seconds."""
        took = self._took.get(model)
        return max(took) if took else None

    def patience(self, seat: Seat, limits: Limits, *, generous: bool = False, at_home: bool = False) -> float:
        """Seconds it is waited for in silence; `generous` where something is loaded or answered elsewhere first. What a
        machine `at_home` takes hangs on how long the prompt is and on whatever else it does: it gets all there is."""
        usual = self.usual(seat.model)
        if at_home:
            longest = limits.first
        elif usual is not None:
            longest = max(FLOOR, TIMES * usual)
        elif generous or seat.abilities.reasoning_floor or seat.model in self._silent:
            longest = limits.first  # one that said nothing in the usual time may be slower than anybody thought
        else:
            longest = max(UNKNOWN, limits.first / 2)
        if self.suspected(seat.model):
            longest /= SUSPECT
        return min(limits.first, longest)

    def slow_after(self, model: str) -> float:
        """Seconds after which somebody who looks on is told that it takes longer than usual."""
        usual = self.usual(model)
        return SLOW_UNKNOWN if usual is None else max(SLOW_UNKNOWN / 3, SLOW * usual)
