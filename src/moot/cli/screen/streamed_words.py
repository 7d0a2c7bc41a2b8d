"""Store the streamed text of open moves until the transcript has it."""

from __future__ import annotations

import time
from collections.abc import Callable

from moot.transcripts.wake_followers import SpeechProgress
from moot.vocabulary.events import RATE_LIMITED, SeatSpeaking, SeatWaiting
from moot.vocabulary.state import SessionState

TAIL = 6_000
"""Most characters of a speech that are kept: more than any terminal shows."""


class StreamedSpeech(SpeechProgress):
    """The text streamed so far by one attempt."""

    tail: str = ""


class SpeechScreen:
    """Streamed speeches by move, and when each move was first seen open."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.speeches: dict[str, StreamedSpeech] = {}
        self.since: dict[str, float] = {}
        self.waiting: dict[str, tuple[SeatWaiting, float]] = {}
        """What each move waits for, and when this was reported."""
        self.first = ""
        """The move whose text came first."""
        self.verdict = ""
        """The move whose text is the verdict's."""
        self.began = clock()
        self.key = ""
        """The key that continues without the missing seats, if it can be pressed."""

    def hear(self, piece: SeatSpeaking) -> None:
        """Add a piece of text."""
        speech = self.speeches.get(piece.key)
        if speech is None or speech.attempt != piece.attempt:
            speech = self.speeches[piece.key] = StreamedSpeech(piece.seat, piece.attempt)
        if piece.verdict:
            self.verdict = piece.key
        if piece.reasoning:
            speech.thought_length = piece.offset + len(piece.text)
            return
        self.first = self.first or piece.key
        speech.tail = (speech.tail + piece.text)[-TAIL:]
        speech.length = piece.offset + len(piece.text)

    def text_of(self, state: SessionState) -> tuple[str, str, bool]:
        """Return the text to show, with its title, and whether it is still written: the verdict's, or before it the
        first answer's.
        """
        key = self.verdict or self.first
        speech, move = self.speeches.get(key), state.moves.get(key)
        text = speech.tail if speech else move.text if move and not key.endswith("+repair") else ""
        is_form = text.lstrip().startswith("{")
        return (
            "Answer:" if self.verdict else "First answer, being checked:",
            "" if is_form else text,
            speech is not None,
        )

    def waits(self, piece: SeatWaiting) -> None:
        """Store what a move waits for."""
        if piece.why or piece.optional:
            self.waiting[piece.key] = (piece, self.clock())
        else:
            self.waiting.pop(piece.key, None)

    def wait_line(self, key: str) -> str:
        """Return what a move waits for, and the longest wait, as text; empty if it waits for nothing."""
        piece, told = self.waiting.get(key, (None, 0.0))
        if piece is None or not piece.why:
            return ""
        says = piece.says.removeprefix(f"waiting for {piece.who}: ")  # the seat's line names its model
        left = -1.0 if piece.seconds is None else piece.seconds - (self.clock() - told)
        if left <= -1:
            return says
        seconds = max(0, round(left))
        return f"{says}, next try in {seconds} s" if piece.why in RATE_LIMITED else f"{says}; {seconds} s at most"

    def optional(self) -> list[str]:
        """Return the seats the session can continue without."""
        return list(dict.fromkeys(piece.seat for piece, _ in list(self.waiting.values()) if piece.optional))

    def settle(self, state: SessionState) -> None:
        """Drop what the transcript now contains, and start the clocks of newly opened moves."""
        for key, move in state.moves.items():
            if move.state == "asked":
                self.since.setdefault(key, self.clock())
            else:
                self.speeches.pop(key, None)
                self.waiting.pop(key, None)
                self.since.pop(key, None)

    def seconds(self, key: str) -> float:
        """Return how long a move has been open."""
        return self.clock() - self.since.get(key, self.clock())
