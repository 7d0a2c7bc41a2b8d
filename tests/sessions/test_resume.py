"""Test when a session that ran out of time continues, and with which budget."""

from __future__ import annotations

import pytest
from msgspec import structs

from moot.errors import Conflict
from moot.sessions.resume import check_it_can_go_on
from moot.vocabulary.state import state_of

from .drafts import opened, resumed, stopped
from .test_bounds import events_of


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
