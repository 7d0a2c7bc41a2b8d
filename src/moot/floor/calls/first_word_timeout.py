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
"""Factor for the timeout: a model may take this many times its slowest recent first token."""
FLOOR = 30.0
"""Minimum timeout in seconds, even for a fast model, because a longer prompt takes longer."""
UNKNOWN = 60.0
"""Timeout in seconds for a model without recorded first tokens that neither thinks first nor runs locally; half of the
configured limit if that is more."""
SUSPECT = 3.0
"""Divisor of the timeout for a model that has just timed out in another session."""
SUSPECT_FOR = 60.0
"""Number of seconds after a timeout during which other sessions use the shorter timeout."""
DEAD_FOR = 300.0
"""Number of seconds for which a session does not call a model again after a long wait without a token."""
DOWN_FOR = 60.0
"""Number of seconds for which a session makes only one attempt at a model after quick failures of every attempt."""
QUICK = 10.0
"""Maximum duration, in seconds, of a call that counts as a quick failure."""
CHEAP = 45.0
"""Maximum duration, in seconds, of a call without a response that is retried."""
KEPT = 20
"""Number of recent first-token times stored for each model."""
SLOW = 2.0
"""Multiple of a model's slowest recent first token after which viewers are shown that it is slow."""
SLOW_UNKNOWN = 15.0
"""Seconds after which viewers are shown that a model without recorded first tokens is slow."""
UNHEARD = f"{NOT_AGAIN}come to nothing: "
"""Beginning of the recorded cause when a call was not sent because its model did not respond to an earlier one."""


class Silence(Struct, frozen=True):
    """A record that a model did not respond in any attempt at a request."""

    at: float
    reply: CallReply
    """The reply of the last attempt."""
    slow: bool
    """Whether the attempts took long. If so, the session does not ask the model again for a while; otherwise it asks
    once."""


def is_silence(reply: CallReply) -> bool:
    """Return whether a failed call got no response at all: no token in time, no connection, or a server error."""
    if reply.settled == "timeout":
        return not (reply.first_ms or reply.text or reply.reasoning)
    return reply.settled == "error" and reply.error in ("network", "server") and not reply.spent


def may_be_asked_twice(reply: CallReply) -> bool:
    """Return whether a failed call may be retried: the service responded in some way, or failed quickly."""
    return not (is_silence(reply) and reply.total_ms / 1000 > CHEAP)


class FirstWords:
    """Remembers for all sessions of this process how long each model took to its first token and which models did not
    respond, and computes timeouts from that."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._took: dict[str, deque[float]] = {}
        self._recalled: set[str] = set()
        self._heard_at: dict[str, float] = {}
        self._silent: dict[str, Silence] = {}

    def unknown(self, models: Collection[str]) -> list[str]:
        """Return those of these models that were not passed to this method before. The caller then loads their
        first-token times from earlier sessions and passes them to `recall`."""
        found = [model for model in dict.fromkeys(models) if model not in self._recalled]
        self._recalled.update(found)
        return found

    def recall(self, model: str, seconds: Iterable[float]) -> None:
        """Add a model's first-token times, in seconds, from earlier sessions."""
        took = self._took.setdefault(model, deque(maxlen=KEPT))
        took.extendleft(list(seconds)[: KEPT - len(took)])

    def heard(self, model: str, reply: CallReply) -> None:
        """Record, from a successful reply, that the model responds and how long its first token took."""
        if reply.settled in ("ok", "truncated"):
            self._heard_at[model] = self._now()
            self._silent.pop(model, None)
            if reply.first_ms:
                self._took.setdefault(model, deque(maxlen=KEPT)).append(reply.first_ms / 1000)

    def fell_silent(self, model: str, reply: CallReply, limits: CallLimits) -> Silence:
        """Record that every attempt at a request failed because its model did not respond. Return that record.

        Other sessions then suspect the model, unless this session had little time left to wait.
        """
        waited = reply.total_ms / 1000
        silence = Silence(self._now(), reply, waited > QUICK or reply.settled == "timeout")
        if reply.settled != "timeout" or waited > 0.9 * min(limits.first, FLOOR / SUSPECT):
            self._silent[model] = silence
        return silence

    def stands(self, model: str, silence: Silence) -> bool:
        """Return whether a model is still not to be called because of a recorded silence: the silence is recent, and
        the model has not replied since."""
        if self._heard_at.get(model, -1.0) > silence.at:
            return False
        return self._now() - silence.at < (DEAD_FOR if silence.slow else DOWN_FOR)

    def suspected(self, model: str) -> bool:
        """Return whether the model timed out in the last minute, in any session of this process."""
        silence = self._silent.get(model)
        return silence is not None and self._now() - silence.at < SUSPECT_FOR

    def usual(self, model: str) -> float | None:
        """Return the model's slowest recent time to the first token, in seconds; `None` if none is recorded."""
        took = self._took.get(model)
        return max(took) if took else None

    def patience(self, seat: Seat, limits: CallLimits, *, generous: bool = False, at_home: bool = False) -> float:
        """Return how many seconds a call to this seat's model may take to its first token before it times out.

        Args:
            generous: Whether the endpoint may be slow to begin, as one that loads models itself or is another Moot.
            at_home: Whether the model runs on a local machine; its time depends on the prompt's length and on other
                load, so it gets the longest timeout.
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
        """Return the number of seconds without a token after which viewers are told that this model takes longer than
        usual."""
        usual = self.usual(model)
        return SLOW_UNKNOWN if usual is None else max(SLOW_UNKNOWN / 3, SLOW * usual)
