"""Test that keys name what they belong to, and refuse anything model text could smuggle in."""

from __future__ import annotations

import pytest

from moot.errors import ProtocolWrong
from moot.vocabulary import event_keys


def test_the_family_of_a_move() -> None:
    move = event_keys.move("round.2", "seat-b", "claim-07")
    assert move == "round.2/seat-b#claim-07"
    around = [
        event_keys.intent(move, 2), event_keys.failure(move, 1), event_keys.sheet(move), event_keys.ballot(move),
        event_keys.late(move),
        event_keys.repair(move), event_keys.intent(event_keys.repair(move), 1), move,
    ]  # fmt: skip
    assert {event_keys.move_of(key) for key in around} == {move}
    assert {event_keys.stage_of(key) for key in around} == {"round.2"}
    assert event_keys.call_of(event_keys.intent(event_keys.repair(move), 1)) == event_keys.repair(move)


@pytest.mark.parametrize("part", ["", "Seat", "a/b", "a~1", "a:b", "a+b", "a#b", "ä", "a b", "a\n"])
def test_only_plain_parts_make_keys(part: str) -> None:
    with pytest.raises(ProtocolWrong, match="a-z"):
        event_keys.move("review", part)
    with pytest.raises(ProtocolWrong, match="a-z"):
        event_keys.stage(part)
