"""Test that a reader gets as much text as its model accepts, also after a resume."""

from __future__ import annotations

from typing import Any

from moot.floor.calls.move import Move
from moot.floor.calls.prompt_length import KEPT, MOST, Counts
from moot.floor.prompts import prompt_of
from moot.providers.provider import CallMessage
from moot.vocabulary.events import Body, SeatSpoke
from moot.vocabulary.seats import Abilities, Seat
from moot.vocabulary.statements import Usage

SEAT = Seat(id="seat-a", model="lab/small", abilities=Abilities(context=2048, density=3.0))


class Log:
    """What stands under each key."""

    def __init__(self, **usages: Usage) -> None:
        self._usages = {key.replace("_", "/"): usage for key, usage in usages.items()}

    def body(self, key: str) -> Body | None:
        usage = self._usages.get(key)
        if usage is None:
            return None
        return SeatSpoke(seat="seat-a", model="small", prompt="0", text="x", settled="ok", usage=usage)


def density(
    log: Log, seat: Seat = SEAT, *, asked: dict[str, int] | None = None, behind: tuple[str, ...] = ("a",)
) -> Any:
    counts: Any = Counts(log)  # type: ignore[arg-type]
    for key, characters in (asked or {"a/seat": 4_000}).items():
        counts.note(Move(key=key, seat=SEAT, prompt=prompt_of((CallMessage(role="user", text="x" * characters),))))
    return counts.of(seat, behind).abilities.density


def test_what_its_engine_counted_goes_before_what_is_guessed() -> None:
    assert density(Log(a_seat=Usage(input=1_016))) == round(KEPT * 4, 2)
    assert density(Log(a_seat=Usage(input=2_016))) == round(KEPT * 2, 2)


def test_what_says_nothing_changes_nothing() -> None:
    assert density(Log()) == 3.0  # not answered
    assert density(Log(a_seat=Usage(input=1_016, estimated=True))) == 3.0
    assert density(Log(a_seat=Usage(input=1_016)), behind=()) == 3.0  # its stage goes on
    assert density(Log(a_seat=Usage(input=100)), asked={"a/seat": 400}) == 3.0  # a template would be most of it
    other = Seat(id="seat-b", model="lab/other", abilities=SEAT.abilities)
    assert density(Log(a_seat=Usage(input=1_016)), other) == 3.0
    large = Seat(id="seat-a", model="lab/small", abilities=Abilities())
    assert density(Log(a_seat=Usage(input=1_016)), large) is Abilities().density


def test_a_count_that_leaves_out_what_was_remembered_is_not_believed() -> None:
    assert density(Log(a_seat=Usage(input=60))) == MOST
