"""Test that a lost reply is never good news. Any one ballot, rebuttal, comparison, vote or draft of any protocol is
replaced by silence, a failure, a refusal, or an unreadable, partial, empty or wrong text: no claim of a result may
rise, and the loss is always reported.

What good news is stands in `rig/records/news.py`, how replies are lost in `rig/faults/losing.py`, and why the sessions
can be played so fast in `rig/voices/swift.py`. `docs/reading.md` says what is promised.
"""

from __future__ import annotations

import pytest

from rig.ballots import KINDS
from rig.faults.losing import WAYS
from rig.faults.losses import CASES, Case, losses, summary
from rig.voices.honest import BALLOTS

DRAWS, LIGHT = 875, 1
"""Replies lost in one council of a case, and how many cases a light run draws: 3,500 in all. More councils would take
as much time again for each, and another reply of one council costs nothing where it comes to what another one came
to."""
MANY, EACH = 58, 490
"""The same for `make test-all`: over 500,000."""


def held(case: Case, panels: range, draws: int) -> None:
    troubles: list[str] = []
    ways: set[str] = set()
    for loss in losses(case, panels, draws):
        troubles += loss.troubles(case.protocol)
        ways.add(loss.lost.way)
    assert not troubles, summary(troubles)
    assert ways == set(WAYS)


@pytest.mark.fast(LIGHT)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_lost_reply_is_never_good_news(case: Case) -> None:
    own = CASES.index(case)  # another council for every case
    held(case, range(own, own + 1), DRAWS)


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_lost_reply_is_never_good_news_in_any_council(case: Case) -> None:
    held(case, range(100, 100 + MANY), EACH)


def test_every_kind_of_ballot_is_filled_in() -> None:
    assert set(BALLOTS) == set(KINDS)
