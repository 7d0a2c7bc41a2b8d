"""Test which streamed text a new client gets."""

from __future__ import annotations

from msgspec import json

from moot.server.watching.frames import Speeches
from moot.vocabulary.events import SeatSpeaking


def piece(text: str, *, attempt: int, offset: int = 0, reasoning: bool = False) -> SeatSpeaking:
    return SeatSpeaking(
        session="s1", key="opinions/seat-a", seat="seat-a", attempt=attempt, offset=offset, text=text,
        reasoning=reasoning,
    )  # fmt: skip


def shown(speeches: Speeches) -> list[tuple[int, bool, int, str]]:
    told = [json.decode(frame.json) for frame in speeches.snapshot()]
    return [(one["attempt"], one["reasoning"], one["offset"], one["text"]) for one in told]


def test_another_attempt_takes_the_place_of_the_one_before() -> None:
    """Its words and its thinking, under its own number."""
    speeches = Speeches()
    speeches.heard(piece("Let me see.", attempt=1, reasoning=True))
    speeches.heard(piece("It is ", attempt=1))
    speeches.heard(piece("so.", attempt=1, offset=6))
    assert shown(speeches) == [(1, True, 0, "Let me see."), (1, False, 0, "It is so.")]
    speeches.heard(piece("No.", attempt=2))
    assert shown(speeches) == [(2, False, 0, "No.")]
