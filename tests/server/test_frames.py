"""Test that a later client gets the streamed text, what is being waited for, and when the wait ends."""

from __future__ import annotations

import msgspec

from moot.server.watching.stream import Speeches
from moot.vocabulary.events import SeatSpeaking, SeatWaiting

WAIT = SeatWaiting(
    session="s", key="opinions/seat-b", seat="seat-b", attempt=1, why="retry_after", who="up/b", says="up/b asked"
)


def test_a_newcomer_to_a_showing_gets_what_is_waited_for_until_that_is_over() -> None:
    speeches = Speeches()
    sent = msgspec.json.decode(speeches.heard(msgspec.structs.replace(WAIT, seconds=20.0)).json)
    assert sent["kind"] == "SeatWaiting"
    assert set(sent) == {"kind", *SeatWaiting.__struct_fields__}
    (frame,) = speeches.snapshot()
    assert 0 < msgspec.json.decode(frame.json)["seconds"] <= 20
    speeches.heard(SeatWaiting(session="s", key=WAIT.key, seat="seat-b", attempt=1))
    assert speeches.snapshot() == []


def piece(text: str, *, attempt: int, offset: int = 0, reasoning: bool = False) -> SeatSpeaking:
    return SeatSpeaking(
        session="s1", key="opinions/seat-a", seat="seat-a", attempt=attempt, offset=offset, text=text,
        reasoning=reasoning,
    )  # fmt: skip


def shown(speeches: Speeches) -> list[tuple[int, bool, int, str]]:
    told = [msgspec.json.decode(frame.json) for frame in speeches.snapshot()]
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
