"""Store the streamed text of open moves until the transcript has it."""

from __future__ import annotations

import time
from collections.abc import Callable

from moot.transcripts.wake_followers import SpeechProgress
from moot.views.contract import contract_of
from moot.vocabulary.events import RATE_LIMITED, SeatSpeaking, SeatWaiting
from moot.vocabulary.state import SessionState

TAIL = 6_000
"""Maximum number of characters stored of a streamed text, from its end: more than any terminal shows."""


class StreamedSpeech(SpeechProgress):
    """The text that one call to a model has streamed so far, for the live view. Only the end of the text is kept."""

    tail: str = ""


class SpeechScreen:
    """The data that the live view shows besides the recorded events: streamed texts, and the reasons and times of
    waits.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.speeches: dict[str, StreamedSpeech] = {}
        self.since: dict[str, float] = {}
        self.waiting: dict[str, tuple[SeatWaiting, float]] = {}
        """Why each asked seat waits, and when that was reported, by the key of what it is asked."""
        self.first = ""
        """The key of the answer whose text began to arrive first."""
        self.verdict = ""
        """The key of the text that becomes the verdict's; empty until it begins."""
        self.answer = ""
        """The answer that the session has before its verdict; empty for none."""
        self._seq = 0
        self.began = clock()
        self.key = ""
        """The key on the keyboard that ends the wait for missing seats; empty if it cannot be pressed."""

    def hear(self, piece: SeatSpeaking) -> None:
        """Add a piece of text that a seat has just streamed."""
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
        """Return the text that the live view shows, its title, and whether the text is still being written.

        Once the verdict is being written, the text is the verdict's. Before that, it is the answer composed by code, if
        there is one. Otherwise it is the text of the seat that began to write first.
        """
        if self.answer and not self.verdict:
            return "Answer:", self.answer, False
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
        """Store the reason why a seat is waiting, such as for its turn at a busy endpoint."""
        if piece.why or piece.optional:
            self.waiting[piece.key] = (piece, self.clock())
        else:
            self.waiting.pop(piece.key, None)

    def wait_line(self, key: str) -> str:
        """Return as text why the seat of this request is waiting, with the seconds if known; empty if it is not
        waiting."""
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
        """Return the ids of seats that have not answered but without which the session can continue."""
        return list(dict.fromkeys(piece.seat for piece, _ in list(self.waiting.values()) if piece.optional))

    def settle(self, state: SessionState) -> None:
        """Drop streamed texts that the transcript now contains, and note when each new request was first seen."""
        if state.seq != self._seq:
            self._seq, self.answer = state.seq, contract_of(state).answer or ""
        for key, move in state.moves.items():
            if move.state == "asked":
                self.since.setdefault(key, self.clock())
            else:
                self.speeches.pop(key, None)
                self.waiting.pop(key, None)
                self.since.pop(key, None)

    def seconds(self, key: str) -> float:
        """Return how many seconds ago this request was first seen without an answer; 0 if it has one."""
        return self.clock() - self.since.get(key, self.clock())
