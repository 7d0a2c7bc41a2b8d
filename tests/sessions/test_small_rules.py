"""Which events does a fork keep, which deadline helps, which cap stands after a resumption, and for which day does a
call over midnight count?
"""

from __future__ import annotations

import pytest
from msgspec import structs

from moot.errors import Conflict
from moot.sessions.fork import _kept
from moot.sessions.resuming import check_it_can_go_on
from moot.transcripts.record import Change, Record, Reservation, Till
from moot.vocabulary import keys
from moot.vocabulary.events import SeatSpoke, SessionOpened
from moot.vocabulary.state import state_of

from .drafts import asked, failed, opened, resumed, spoke, stage, stopped
from .test_bounds import events_of


def test_a_fork_keeps_no_attempt_that_was_made_again() -> None:
    key = "opinions/seat-a"
    events = events_of(
        [opened(), stage("opinions"), asked(key), failed(key), asked(key, 2), spoke(key, attempt=2), stage("review")]
    )
    source = events[0].body
    assert isinstance(source, SessionOpened)
    assert [event.key for event in _kept(events, source, "review", False)] == ["stage:opinions", key]
    for_good = events_of([opened(), stage("opinions"), asked(key), failed(key, final=True), stage("review")])
    assert [event.key for event in _kept(for_good, source, "review", False)] == ["stage:opinions", key]


@pytest.mark.parametrize(("deadline", "goes_on"), [(None, False), (60.0, False), (60.1, True)])
def test_a_deadline_of_more_seconds_than_it_ran_lets_it_go_on(deadline: float | None, goes_on: bool) -> None:
    events = events_of([opened(), stopped(outcome="failed", reason="deadline")])
    events[-1] = structs.replace(events[-1], t=60_000)
    if goes_on:
        check_it_can_go_on(events, None, deadline)
        return
    with pytest.raises(Conflict, match="would change nothing"):
        check_it_can_go_on(events, None, deadline)


@pytest.mark.parametrize(("more", "cap"), [(None, 50), (80, 80)])
def test_a_resumption_without_a_cap_leaves_the_one_there_was(more: int | None, cap: int) -> None:
    assert state_of(events_of([opened(cap=50), stopped(), resumed(cap=more)])).cap == cap


def test_a_call_over_midnight_counts_for_the_day_it_was_asked() -> None:
    key = "opinions/seat-a"
    asked_before = {keys.intent(key, 1): Reservation(reserved=70, day="2031-05-04")}
    till = Till(Record(id="s1", reserved=70), asked_before, "2031-05-05")
    body = spoke(key, cost=50).body
    assert isinstance(body, SeatSpoke)
    till.settle(key, body)
    assert till.days == {"2031-05-04": Change(spent=50, reserved=-70)}
