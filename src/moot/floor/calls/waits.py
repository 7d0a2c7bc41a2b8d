"""Show what a session waits for, live, and name it when the session's time has run out.

Waits are not recorded: they are sent beside the streamed text of an answer, until the move settles.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec.structs import replace

from moot.floor.calls.scheduler import Hold, Tell
from moot.providers.provider import CallReply
from moot.transcripts.log import Log
from moot.vocabulary.events import RATE_LIMITED, SeatWaiting, WaitsFor

if TYPE_CHECKING:
    from moot.floor.calls.move import Move

BRIEF = 1.0
"""Minimum duration, in seconds, of a wait that is shown. Most waits are shorter."""
_WORDS: dict[WaitsFor, str] = {
    "": "",
    "retry_after": "waiting for {who}: rate limited",
    "rate": "waiting for {who}: rate limited",
    "queue": "waiting for {who}: it takes no more calls at once",
    "again": "it is asked again after: {who}",
    "first_word": "{who} has not said a word yet",
}
CAUSE = 160
"""Maximum number of characters shown to viewers of a failed attempt's cause."""


def describe(why: WaitsFor, who: str, seconds: float | None = None) -> str:
    """Return in words what a call waits for.

    Example:
        describe("rate", "openai/gpt-5", 20)    # "waiting for openai/gpt-5: rate limited, next try in 20 s"
    """
    words = _WORDS[why].format(who=who.rstrip("."))
    return f"{words}, next try in {seconds:.0f} s" if why in RATE_LIMITED and seconds is not None else words


@dataclass(slots=True)
class Wait:
    """A request without an outcome so far, and why it waits."""

    move: Move
    since: float
    why: WaitsFor = ""
    who: str = ""
    until: float | None = None
    aloud: bool = False
    """Whether the wait is long enough to be shown."""
    told: bool = False
    """Whether viewers were shown any wait of this request."""
    timer: asyncio.TimerHandle | None = None


class SessionWaits:
    """Records what each open call of one session is waiting for, and shows it to viewers."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._open: dict[str, Wait] = {}
        self._optional: set[str] = set()
        self._offers: dict[str, asyncio.TimerHandle] = {}

    def teller(self, move: Move) -> Tell:
        """Return the callback with which the scheduler reports what this request is waiting for."""

        def tell(hold: Hold, seconds: float | None) -> None:
            assert hold.why != "refused", "such a call does not wait"
            brief = seconds is not None and seconds <= BRIEF
            self._set(move, hold.why, hold.who, seconds, after=math.inf if brief else 0 if seconds else BRIEF)

        return tell

    def tried_again(self, move: Move, seconds: float, reply: CallReply) -> None:
        """Show viewers that the request will be retried after this many seconds, and why."""
        cause = (reply.cause or reply.settled)[:CAUSE]
        self._set(move, "again", cause, seconds, after=math.inf if seconds <= BRIEF else 0)

    def sent(self, move: Move, slow_after: float, at_most: float) -> None:
        """Note that the request was sent. Viewers see it as slow after `slow_after` seconds without text, and see that
        it times out after `at_most` seconds."""
        self._set(move, "first_word", move.seat.model, at_most, after=slow_after if slow_after < at_most else math.inf)

    def heard(self, move: Move) -> None:
        """Note that the first text of the answer has arrived, so that the request is not waiting any more."""
        wait = self._open.get(move.key)
        if wait is not None and wait.why:
            self._set(move, "", "", None, after=math.inf)

    def settled(self, key: str) -> None:
        """Note that the request with this key has its outcome (an answer or a failure), and stop showing that the
        session waits for it."""
        wait = self._open.pop(key, None)
        self._optional.discard(key)
        offer = self._offers.pop(key, None)
        if offer is not None:
            offer.cancel()
        if wait is not None:
            _still(wait)
            if wait.told:
                self._log.transcript.bell.waits(self._log.session, key, None)

    def optional(self, keys: Collection[str]) -> None:
        """Offer viewers, after a second, to continue without the answers to those of these requests that are still
        open."""
        for key in keys:
            if key not in self._offers:  # most have answered before a person could press a button
                self._offers[key] = asyncio.get_running_loop().call_later(BRIEF, self._offer, key)

    def held_up(self) -> list[str]:
        """Return one sentence for each reason why the session is waiting now, with the seats concerned and the seconds,
        longest wait first."""
        now = asyncio.get_running_loop().time()
        said: dict[tuple[WaitsFor, str], list[Wait]] = {}
        for wait in self._open.values():
            if wait.why:
                said.setdefault((wait.why, wait.who), []).append(wait)
        lines = []
        for (why, who), waits in sorted(said.items(), key=lambda item: min(wait.since for wait in item[1])):
            seconds = now - min(wait.since for wait in waits)
            seats = ", ".join(sorted({wait.move.seat.id for wait in waits}))
            lines.append(f"{seats} waited {seconds:.0f} s: {describe(why, who)}.")
        return lines

    def close(self) -> None:
        """Stop showing waits, and withdraw the offers to continue without an answer."""
        for wait in self._open.values():
            _still(wait)
        for offer in self._offers.values():
            offer.cancel()
        self._open, self._offers = {}, {}

    def _offer(self, key: str) -> None:
        self._optional.add(key)
        wait = self._open.get(key)
        if wait is not None and self._log.body(key) is None:
            self._tell(wait)

    def _set(self, move: Move, why: WaitsFor, who: str, seconds: float | None, *, after: float) -> None:
        if self._log.body(move.key) is not None:
            return  # it has ended
        loop = asyncio.get_running_loop()
        now = loop.time()
        wait = self._open.get(move.key)
        if wait is None:
            wait = self._open[move.key] = Wait(move, now)
        _still(wait)
        if (wait.why, wait.who) != (why, who):
            wait.since = now
        wait.why, wait.who, wait.until = why, who, None if seconds is None else now + seconds
        wait.aloud = after == 0
        if wait.aloud or wait.told:
            self._tell(wait)
        if 0 < after < math.inf:
            wait.timer = loop.call_later(after, self._tell_aloud, wait)

    def _tell_aloud(self, wait: Wait) -> None:
        wait.aloud = True
        self._tell(wait)

    def _tell(self, wait: Wait) -> None:
        """Send the request's state of waiting to viewers. A wait too short to be shown is sent as the end of the wait
        before it."""
        move = wait.move
        wait.told = True
        told = SeatWaiting(
            session=self._log.session,
            key=move.key,
            seat=move.seat.id,
            attempt=move.attempt,
            optional=move.key in self._optional,
        )
        if wait.aloud:
            told = replace(told, why=wait.why, who=wait.who, says=describe(wait.why, wait.who))
        self._log.transcript.bell.waits(self._log.session, move.key, told, wait.until if wait.aloud else None)


def _still(wait: Wait) -> None:
    if wait.timer is not None:
        wait.timer.cancel()
        wait.timer = None
