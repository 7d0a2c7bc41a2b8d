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
"""Seconds between two wake-ups for new text alone: at most 25 a second."""


class SpeechProgress(Struct):
    """How far one attempt in progress has come."""

    seat: str
    attempt: int
    length: int = 0
    thought_length: int = 0


class OpenSpeech(SpeechProgress, kw_only=True):
    """Text so far of one attempt in progress."""

    verdict: bool
    words: list[str] = []
    thoughts: list[str] = []


class PendingMove(Struct):
    """What one move waits for, and until when."""

    piece: SeatWaiting
    until: float | None
    number: int


class SpeechPosition(Struct):
    """Position of one follower in one text."""

    attempt: int
    offset: int
    thought_offset: int


class Bell:
    """Wakes followers, and keeps text being generated. One per process."""

    def __init__(self) -> None:
        self._waiting: dict[str, set[asyncio.Event]] = {}
        self._speech: dict[str, dict[str, OpenSpeech]] = {}
        self._waits: dict[str, dict[str, PendingMove]] = {}
        self._number = 0
        self._due: dict[str, asyncio.TimerHandle] = {}
        self._any: set[Callable[[str], None]] = set()
        self._rings: dict[str, int] = {}

    def ring(self, session: str) -> None:
        """Notify followers of a commit."""
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
        """Add new text of a seat."""
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
        """Set what a move waits for, and its latest end by the loop's clock; `None` ends the wait."""
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
        """Drop the text of a settled move, or without a key of an ended session: the transcript has the final one."""
        if key is None:
            self._speech.pop(session, None)
            self._waits.pop(session, None)
        elif session in self._speech:
            self._speech[session].pop(key, None)

    def spoken(self, session: str, heard: dict[str, SpeechPosition]) -> list[SeatSpeaking]:
        """Return text that is new to this follower, and update `heard`. A new follower gets one snapshot per call."""
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
        """Return waits that are new to this follower, and update `told` and `numbers`."""
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
        """Return how often it rang with followers: one woken only by new text need not read the transcript."""
        return self._rings.get(session, 0)

    def follow(self, session: str) -> asyncio.Event:
        """Subscribe: the event is set whenever there may be something new. Unsubscribe with `leave`."""
        waker = asyncio.Event()
        self._waiting.setdefault(session, set()).add(waker)
        return waker

    def leave(self, session: str, waker: asyncio.Event) -> None:
        """Unsubscribe a follower."""
        wakers = self._waiting.get(session)
        if wakers is not None:
            wakers.discard(waker)
            if not wakers:
                del self._waiting[session]
                self._rings.pop(session, None)

    def listen(self, listener: Callable[[str], None]) -> Callable[[], None]:
        """Call `listener` with the session at every ring; return a function that stops that."""
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
    """Return the text after `offset`. Join the parts into one first, so that many followers share the work."""
    if len(parts) > 1:
        parts[:] = ["".join(parts)]
    return parts[0][offset:]
