"""Test that keys name what they belong to, and refuse anything model text could smuggle in."""

from __future__ import annotations

import pytest

from moot.errors import ProtocolWrong
from moot.vocabulary import keys


def test_the_family_of_a_move() -> None:
    move = keys.move("round.2", "seat-b", "claim-07")
    assert move == "round.2/seat-b#claim-07"
    around = [
        keys.intent(move, 2), keys.failure(move, 1), keys.sheet(move), keys.ballot(move), keys.late(move),
        keys.repair(move), keys.intent(keys.repair(move), 1), move,
    ]  # fmt: skip
    assert {keys.move_of(key) for key in around} == {move}
    assert {keys.stage_of(key) for key in around} == {"round.2"}
    assert keys.call_of(keys.intent(keys.repair(move), 1)) == keys.repair(move)


def test_keys_that_belong_to_no_move() -> None:
    for key in (keys.OPENED, keys.VERDICT, keys.stage("review"), keys.stopped(1), keys.resumed(2)):
        assert keys.move_of(key) == key


@pytest.mark.parametrize("part", ["", "Seat", "a/b", "a~1", "a:b", "a+b", "a#b", "ä", "a b", "a\n"])
def test_only_plain_parts_make_keys(part: str) -> None:
    with pytest.raises(ProtocolWrong, match="a-z"):
        keys.move("review", part)
    with pytest.raises(ProtocolWrong, match="a-z"):
        keys.stage(part)
