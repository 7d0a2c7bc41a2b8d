"""Test that every call is counted once, however its end is reported."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moot.errors import OutOfBudget
from moot.transcripts.append_rules import admitted, purse_of
from moot.transcripts.session_record import DayChange, Reservation, SessionEntry
from moot.transcripts.transcript import ENDED, Draft
from sessions.drafts import asked, failed, resumed, spoke, stopped


@pytest.mark.parametrize(("cap", "day_cap"), [(10, None), (None, 10)])
def test_a_cap_may_be_used_up_and_not_passed(cap: int | None, day_cap: int | None) -> None:
    """What a call may come to counts before it is sent, not once it is there."""
    record = SessionEntry(id="s1", epoch=1, state="running", cap=cap)
    day = purse_of(0, day_cap)
    whole = admitted(record, 1, [asked("a/seat-a", reserved=6), asked("a/seat-b", reserved=4)], {}, {}, day)
    assert whole.record.reserved == 10
    for drafts in ([asked("a/seat-a", reserved=11)], [asked("a/seat-a", reserved=6), asked("a/seat-b", reserved=5)]):
        with pytest.raises(OutOfBudget):
            admitted(record, 1, drafts, {}, {}, day)


calls = st.sampled_from(["a/seat-a", "a/seat-b", "a/seat-a+repair"])
attempts = st.integers(1, 3)
costs = st.none() | st.integers(0, 50)


def _spoke(key: str, attempt: int, cost: int | None, late: bool) -> Draft:
    return spoke(key, "", attempt, cost, late)


def _failed(key: str, attempt: int, final: bool, how: str, spent: bool, cost: int | None) -> Draft:
    return failed(key, attempt, final=final, how=how, spent=spent, cost=cost)


ways = st.sampled_from(["error", "late", "budget"])
ends = st.one_of(
    st.builds(asked, calls, attempts, costs),
    st.builds(_spoke, calls, attempts, costs, st.booleans()),
    st.builds(_failed, calls, attempts, st.booleans(), ways, st.booleans(), costs),
    st.builds(stopped, st.integers(1, 9)),
    st.builds(resumed, st.integers(1, 9)),
)


@settings(max_examples=300, deadline=None)
@given(st.lists(ends, max_size=25))
def test_the_account_is_the_sum_of_its_calls(drafts: list[Draft]) -> None:
    record = SessionEntry(id="s1", epoch=1)
    money: dict[str, Reservation] = {}
    standing = {}
    days: dict[str, DayChange] = {}
    for draft in drafts:
        if record.state in ENDED and draft.body.kind != "SessionResumed":
            continue
        admission = admitted(record, 1, [draft], standing, money, purse_of(0, None))
        record = admission.record
        money.update(admission.money)
        standing.update({event.key: event for event in admission.fresh})
        for day, change in admission.days.items():
            account = days.setdefault(day, DayChange())
            account.spent += change.spent
            account.reserved += change.reserved
            account.presumed += change.presumed
        closed = [one for one in money.values() if one.state != "open"]
        assert record.spent == sum(one.spent for one in closed) == sum(day.spent for day in days.values())
        bounds = sum(one.spent for one in closed if one.state == "presumed")
        assert record.presumed == bounds == sum(day.presumed for day in days.values())
        assert record.unknown == sum(one.unknown for one in closed)
        still_open = sum(one.reserved or 0 for one in money.values() if one.state == "open")
        assert record.reserved == still_open == sum(day.reserved for day in days.values())
        if record.state in ENDED:
            assert record.reserved == 0
