"""Time out calls to a model that sends no first token, based on its recent latency.

A model with recent replies gets a multiple of its slowest first token. An unknown one gets a minute, or the configured
limit if it thinks first or a local machine must load it. A session stops asking a model that did not respond for a
while; other sessions ask it once, with a shorter timeout.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Collection, Iterable

from msgspec import Struct

from moot.providers.provider import CallLimits, CallReply
from moot.vocabulary.seats import Seat
from moot.vocabulary.words.endings import NOT_AGAIN

TIMES = 5.0
"""Multiple of its slowest recent first token that a model gets."""
FLOOR = 30.0
"""Shortest timeout in seconds: a longer prompt takes longer."""
UNKNOWN = 60.0
"""Timeout in seconds for an unknown model that neither thinks first nor runs locally; half of the configured limit if
that is more."""
SUSPECT = 3.0
"""Factor by which the timeout of a suspected model is shorter."""
SUSPECT_FOR = 60.0
"""Seconds for which a model stays suspected after a timeout in another session."""
DEAD_FOR = 300.0
"""Seconds for which a session does not ask a model again after a long wait without a token."""
DOWN_FOR = 60.0
"""Seconds for which a session asks a model only once after quick failures of every attempt."""
QUICK = 10.0
"""Longest time, in seconds, of a quick failure."""
CHEAP = 45.0
"""Longest silence, in seconds, after which a call is retried."""
KEPT = 20
"""First-token times stored per model."""
SLOW = 2.0
"""Multiple of its slowest first token after which a model is shown as slow."""
SLOW_UNKNOWN = 15.0
"""Seconds after which an unknown model is shown as slow."""
UNHEARD = f"{NOT_AGAIN}come to nothing: "
"""Prefix of the cause of a call that was not sent because its model did not respond before."""


class Silence(Struct, frozen=True):
    """Failure of a model that did not respond."""

    at: float
    reply: CallReply
    """The last attempt's reply."""
    slow: bool
    """Whether it took long: then the session does not ask the model again for a while. Otherwise it asks once."""


def is_silence(reply: CallReply) -> bool:
    """Return whether a call got no response: no token in time, no connection, or an error of the server."""
    if reply.settled == "timeout":
        return not (reply.first_ms or reply.text or reply.reasoning)
    return reply.settled == "error" and reply.error in ("network", "server") and not reply.spent


def may_be_asked_twice(reply: CallReply) -> bool:
    """Return whether waiting as long again costs little enough."""
    return not (is_silence(reply) and reply.total_ms / 1000 > CHEAP)


class FirstWords:
    """First-token times and unresponsive models, as seen by this process."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._took: dict[str, deque[float]] = {}
        self._recalled: set[str] = set()
        self._heard_at: dict[str, float] = {}
        self._silent: dict[str, Silence] = {}

    def unknown(self, models: Collection[str]) -> list[str]:
        """Return the models not looked up yet, and mark them as looked up."""
        found = [model for model in dict.fromkeys(models) if model not in self._recalled]
        self._recalled.update(found)
        return found

    def recall(self, model: str, seconds: Iterable[float]) -> None:
        """Add first-token times of earlier sessions."""
        took = self._took.setdefault(model, deque(maxlen=KEPT))
        took.extendleft(list(seconds)[: KEPT - len(took)])

    def heard(self, model: str, reply: CallReply) -> None:
        """Learn from a reply."""
        if reply.settled in ("ok", "truncated"):
            self._heard_at[model] = self._now()
            self._silent.pop(model, None)
            if reply.first_ms:
                self._took.setdefault(model, deque(maxlen=KEPT)).append(reply.first_ms / 1000)

    def fell_silent(self, model: str, reply: CallReply, limits: CallLimits) -> Silence:
        """Record that a move failed because its model did not respond.

        Other sessions then suspect the model, unless this session had little time left to wait.
        """
        waited = reply.total_ms / 1000
        silence = Silence(self._now(), reply, waited > QUICK or reply.settled == "timeout")
        if reply.settled != "timeout" or waited > 0.9 * min(limits.first, FLOOR / SUSPECT):
            self._silent[model] = silence
        return silence

    def stands(self, model: str, silence: Silence) -> bool:
        """Return whether a silence still counts: no reply of the model since, and not long ago."""
        if self._heard_at.get(model, -1.0) > silence.at:
            return False
        return self._now() - silence.at < (DEAD_FOR if silence.slow else DOWN_FOR)

    def suspected(self, model: str) -> bool:
        """Return whether the model has just timed out for another session."""
        silence = self._silent.get(model)
        return silence is not None and self._now() - silence.at < SUSPECT_FOR

    def usual(self, model: str) -> float | None:
        """Return its slowest recent first token, in seconds."""
        took = self._took.get(model)
        return max(took) if took else None

    def patience(self, seat: Seat, limits: CallLimits, *, generous: bool = False, at_home: bool = False) -> float:
        """Return the first-token timeout in seconds.

        Args:
            generous: Whether something must be loaded, or answered elsewhere, first.
            at_home: Whether it runs on a local machine; its time depends on the prompt's length and on other load, so
                it gets the longest timeout.
        """
        usual = self.usual(seat.model)
        if at_home:
            longest = limits.first
        elif usual is not None:
            longest = max(FLOOR, TIMES * usual)
        elif generous or seat.abilities.reasoning_floor or seat.model in self._silent:
            longest = limits.first  # a model that timed out once may be slower than estimated
        else:
            longest = max(UNKNOWN, limits.first / 2)
        if self.suspected(seat.model):
            longest /= SUSPECT
        return min(limits.first, longest)

    def slow_after(self, model: str) -> float:
        """Return the seconds after which viewers see that a model takes longer than usual."""
        usual = self.usual(model)
        return SLOW_UNKNOWN if usual is None else max(SLOW_UNKNOWN / 3, SLOW * usual)
