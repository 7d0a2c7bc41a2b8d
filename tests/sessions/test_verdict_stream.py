"""Test that a verdict is streamed once, in order, and never spliced from two attempts."""

from __future__ import annotations

import pytest

from moot.sessions.verdict_stream import PIECE, BrokeOff, Dictation
from moot.vocabulary.events import Event, SeatFailed, SeatSpeaking


def piece(text: str, offset: int, key: str = "synthesis/chair", attempt: int = 1) -> SeatSpeaking:
    return SeatSpeaking(session="s", key=key, seat="chair", attempt=attempt, offset=offset, text=text, verdict=True)


def test_dictation_takes_nothing_back() -> None:
    said = Dictation()
    assert said.heard(piece("Yes, ", 0)) == "Yes, "
    assert said.heard(piece("Yes, of", 0)) == "of", "a snapshot repeats what was sent"
    assert said.heard(piece(" course", 7)) == " course"
    assert "".join(said.rest("Yes, of course.")) == "."
    for wrong in (piece("x", 0, attempt=2), piece("x", 0, key="synthesis/stand-in-1"), piece("x", 99)):
        with pytest.raises(BrokeOff):
            said.heard(wrong)
    with pytest.raises(BrokeOff):
        said.rest("No.")
    failed = SeatFailed(seat="chair", failed="incomplete", cause="It broke off.")
    event = Event(session="s", seq=9, key="synthesis/chair~1!", at="", t=0, kind="SeatFailed", version=1, body=failed)
    with pytest.raises(BrokeOff):
        said.failed(event)
    nothing_yet = Dictation()
    nothing_yet.failed(event)
    assert "".join(nothing_yet.rest("Yes.")) == "Yes."
    assert [len(each) for each in nothing_yet.rest("x" * 400)] == [PIECE, PIECE, 400 - 2 * PIECE]
