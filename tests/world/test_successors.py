"""Ask at a terminal, the API and `/v1` while two of four members and the chair's model are gone."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from cases import slow_except
from moot.protocols import registry
from world.accounts import sessions_in
from world.doors import DOORS
from world.gateway import Gateway
from world.homes import CHAIR, SEATS, furnished
from world.hosting import hosted
from world.offers.tokens import agreed

QUESTION = "How would one find out how much a stone bridge can bear?"
CASES = [(protocol, door) for protocol in registry.OURS for door in ("ask", "openai", "api")]
SAMPLE = (("peer-review", "ask"), ("adjudication", "openai"), ("consensus", "api"), ("claim-vote", "ask"))


def bare(model: str) -> str:
    return model.partition("/")[2]


@pytest.mark.parametrize("case", slow_except(CASES, *SAMPLE), ids="-".join)
def test_two_members_and_the_chair_are_gone(home: Path, tmp_path: Path, case: tuple[str, str]) -> None:
    protocol, door = case
    gone = [bare(SEATS[1]), bare(SEATS[3]), bare(CHAIR)]
    with hosted(Gateway(says=agreed, behaves=dict.fromkeys(gone, "gone"))) as up:
        furnished(home, up, council=SEATS, chair=CHAIR, protocol=protocol)
        shown = DOORS[door](QUESTION, tmp_path)
    ((_, state),) = sessions_in(home)
    assert state.verdict is not None, state.message
    called = Counter(entry.model for entry in up.books.refused)
    assert set(called.values()) == {1}, called
    for seat in ("seat-b", "seat-d"):
        assert len([line for line in state.verdict.degraded if line.startswith(seat)]) == 1, state.verdict.degraded
    if protocol != "debate":  # its chair goes round among the members
        lines = [line for line in state.verdict.degraded if bare(CHAIR) in line]
        offices = [line.partition(" took over from the ")[2].partition(" ")[0] for line in lines]
        assert all(offices), lines
        assert len(offices) == len(set(offices)) > 0, lines
    if door == "ask":
        assert shown.count("took over") == sum("took over" in line for line in state.verdict.degraded), shown
        assert shown.count(f"({SEATS[1]}) is missing") == 1, shown


def test_members_that_moot_chose_are_replaced_by_the_next_in_line(home: Path, tmp_path: Path) -> None:
    with hosted(Gateway(says=agreed)) as up:
        furnished(home, up)
        DOORS["ask"](QUESTION, tmp_path)
    ((_, before),) = sessions_in(home)
    gone = [bare(seat.model) for seat in before.seats[:2]]
    with hosted(Gateway(says=agreed, behaves=dict.fromkeys(gone, "gone"))) as up:
        furnished(home, up)
        shown = DOORS["ask"](QUESTION, tmp_path)
    after = max((state for _, state in sessions_in(home)), key=lambda state: state.opened_at)
    assert after.session != before.session
    assert after.verdict is not None
    assert after.missing == ()
    assert len(after.seats) == 4
    assert not {bare(seat.model) for seat in after.seats} & set(gone)
    assert shown.count("took the seat of") == 2, shown
    assert Counter(entry.model for entry in up.books.refused) == Counter(gone)
