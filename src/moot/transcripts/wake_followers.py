"""Wake the followers of a session through a bell, which carries no events itself.

A follower waits, is woken, and reads the transcript from its own position, so there is no queue that could overflow and
no gap between backlog and live. Text being generated is not stored; it is kept here, once for all followers, until its
move settles, and each follower takes what it lacks by (call, offset).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from moot.vocabulary.events import SeatSpeaking, SeatWaiting

SPEECH_EVERY = 0.04
"""Number of seconds between two wake-ups for new text alone: at most 25 a second."""


class SpeechProgress(Struct):
    """Progress of an answer that is being written."""

    seat: str
    attempt: int
    length: int = 0
    thought_length: int = 0


class OpenSpeech(SpeechProgress, kw_only=True):
    """The text of an answer that is still being written."""

    verdict: bool
    words: list[str] = []
    thoughts: list[str] = []


class PendingMove(Struct):
    """Waiting state of a request to a seat, and its end."""

    piece: SeatWaiting
    until: float | None
    number: int


class SpeechPosition(Struct):
    """Position in an answer that one follower has received while it is being written."""

    attempt: int
    offset: int
    thought_offset: int


class Bell:
    """Wakes the followers of sessions in this process when there is something new, and keeps text that is still being
    written."""

    def __init__(self) -> None:
        self._waiting: dict[str, set[asyncio.Event]] = {}
        self._speech: dict[str, dict[str, OpenSpeech]] = {}
        self._waits: dict[str, dict[str, PendingMove]] = {}
        self._number = 0
        self._due: dict[str, asyncio.TimerHandle] = {}
        self._any: set[Callable[[str], None]] = set()
        self._rings: dict[str, int] = {}

    def ring(self, session: str) -> None:
        """Wake the followers of a session because events were recorded."""
        if session in self._waiting:
            self._rings[session] = self._rings.get(session, 0) + 1
        due = self._due.pop(session, None)
        if due is not None:
            due.cancel()
        self._wake(session)
        for listener in tuple(self._any):
            listener(session)

    def speak(
        self, session: str, key: str, seat: str, attempt: int, text: str, thinking: bool, *, verdict: bool = False
    ) -> None:
        """Add a piece to the answer that a seat is writing under `key` or, with `thinking`, to its thoughts. Followers
        are woken soon afterwards."""
        live = self._speech.setdefault(session, {})
        speech = live.get(key)
        if speech is None or speech.attempt != attempt:
            speech = live[key] = OpenSpeech(seat, attempt, verdict=verdict)
        if thinking:
            speech.thoughts.append(text)
            speech.thought_length += len(text)
        else:
            speech.words.append(text)
            speech.length += len(text)
        self._soon(session)

    def waits(self, session: str, key: str, piece: SeatWaiting | None, until: float | None = None) -> None:
        """Set what the request `key` is waiting for, and until when at the latest, by the event loop's clock. If
        `piece` is `None`, the wait has ended."""
        live = self._waits.setdefault(session, {})
        if piece is None:
            live.pop(key, None)
        else:
            self._number += 1
            live[key] = PendingMove(piece, until, self._number)
        if not live:
            del self._waits[session]
        self._soon(session)

    def hush(self, session: str, key: str | None = None) -> None:
        """Drop the text of an answer that was being written and is recorded now. If no key is given, the session has
        ended: drop all its texts."""
        if key is None:
            self._speech.pop(session, None)
            self._waits.pop(session, None)
        elif session in self._speech:
            self._speech[session].pop(key, None)

    def spoken(self, session: str, heard: dict[str, SpeechPosition]) -> list[SeatSpeaking]:
        """Return the text that is new to a follower, and note in `heard` how much it has received. A new follower gets
        everything so far."""
        pieces: list[SeatSpeaking] = []
        live = self._speech.get(session, {})
        for key in [key for key in heard if key not in live]:
            del heard[key]
        for key, speech in live.items():
            had = heard.get(key)
            if had is None or had.attempt != speech.attempt:
                had = heard[key] = SpeechPosition(speech.attempt, 0, 0)
            if had.thought_offset < speech.thought_length:
                text = _rest(speech.thoughts, had.thought_offset)
                pieces.append(_piece(session, key, speech, had.thought_offset, text, True))
                had.thought_offset = speech.thought_length
            if had.offset < speech.length:
                text = _rest(speech.words, had.offset)
                pieces.append(_piece(session, key, speech, had.offset, text, False))
                had.offset = speech.length
        return pieces

    def waiting(self, session: str, told: dict[str, SeatWaiting], numbers: dict[str, int]) -> list[SeatWaiting]:
        """Return the waits that are new to a follower or have ended, and note in `told` and `numbers` which it has
        received."""
        live = self._waits.get(session, {})
        pieces = []
        for key in [key for key in numbers if key not in live]:
            had = told.pop(key)
            del numbers[key]
            pieces.append(replace(had, why="", who="", seconds=None, says="", optional=False))
        for key, pending in live.items():
            if numbers.get(key) == pending.number:
                continue
            numbers[key], told[key] = pending.number, pending.piece
            left = None
            if pending.until is not None:
                left = round(max(0.0, pending.until - asyncio.get_running_loop().time()), 1)
            pieces.append(replace(pending.piece, seconds=left))
        return pieces

    def rings(self, session: str) -> int:
        """Return how often events were recorded since the session was first followed. If the number has not changed, a
        follower was woken only for new text and need not read the events."""
        return self._rings.get(session, 0)

    def follow(self, session: str) -> asyncio.Event:
        """Return an `asyncio.Event` that is set whenever the session may have something new. Call `leave` to stop
        following."""
        waker = asyncio.Event()
        self._waiting.setdefault(session, set()).add(waker)
        return waker

    def leave(self, session: str, waker: asyncio.Event) -> None:
        """Stop waking a follower; `waker` is what `follow` returned."""
        wakers = self._waiting.get(session)
        if wakers is not None:
            wakers.discard(waker)
            if not wakers:
                del self._waiting[session]
                self._rings.pop(session, None)

    def listen(self, listener: Callable[[str], None]) -> Callable[[], None]:
        """Register `listener` to be called with a session's id whenever its events change. Return a function that
        unregisters it."""
        self._any.add(listener)
        return lambda: self._any.discard(listener)

    def _soon(self, session: str) -> None:
        if session in self._waiting and session not in self._due:
            self._due[session] = asyncio.get_running_loop().call_later(SPEECH_EVERY, self._speech_due, session)

    def _speech_due(self, session: str) -> None:
        self._due.pop(session, None)
        self._wake(session)

    def _wake(self, session: str) -> None:
        for waker in self._waiting.get(session, ()):
            waker.set()


def _piece(session: str, key: str, speech: OpenSpeech, offset: int, text: str, thinking: bool) -> SeatSpeaking:
    return SeatSpeaking(
        session=session,
        key=key,
        seat=speech.seat,
        attempt=speech.attempt,
        offset=offset,
        text=text,
        reasoning=thinking,
        verdict=speech.verdict,
    )


def _rest(parts: list[str], offset: int) -> str:
    """Return the text after `offset`. The parts are first joined into one, in place, so that this is done once for all
    followers."""
    if len(parts) > 1:
        parts[:] = ["".join(parts)]
    return parts[0][offset:]
