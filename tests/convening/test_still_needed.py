"""Test which seats are checked before a session is resumed."""

from __future__ import annotations

from moot.convening.preflight import _still_needed
from moot.vocabulary.events import SessionOpened
from moot.vocabulary.questions import Question
from moot.vocabulary.seats import Roster, Seat
from sessions.drafts import failed, spoke, stage

SEATED = SessionOpened(
    question=Question(text="Is it moot?"),
    protocol="peer-review",
    stages=("opinions", "review", "synthesis"),
    roster=Roster(seats=(Seat(id="seat-a", model="up/ada"),), offices=(Seat(id="chair", model="up/chair"),)),
    seed="seed",
)


def needed(*done: object) -> list[str]:
    return [seat.id for seat in _still_needed(SEATED, [one.body for one in done])]  # type: ignore[attr-defined]


def test_a_member_is_needed_until_its_move_is_settled_and_again_in_the_next_stage() -> None:
    key = "opinions/seat-a"
    assert needed(stage("opinions")) == ["seat-a", "chair"]
    assert needed(stage("opinions"), failed(key)) == ["seat-a", "chair"], "another attempt may follow"
    assert needed(stage("opinions"), failed(key, final=True)) == ["chair"]
    assert needed(stage("opinions"), spoke(key)) == ["chair"]
    assert needed(stage("opinions"), spoke(key), stage("review")) == ["seat-a", "chair"]
