"""Is a session, with all its members and controls, what the interval of a reminder's difference is drawn from?"""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import insert

from moot.analytics.standings import Standings
from moot.transcripts.counted.tables import counted_controls
from moot.transcripts.sql.store import Store
from moot.vocabulary.earlier.model_figures import Reminders


async def told(folder: Path, *sessions: list[int]) -> Reminders:
    """What is told where members of these sessions had so many marks' sum more with a reminder, of four marks."""
    store = Store(folder / "moot.db", durable="normal")
    rows = [
        {
            "number": number, "seat": f"seat-{at}", "model": f"up/model-{at}", "protocol": "debate", "scripted": False,
            "at": f"2031-05-{number:02}", "parent": f"d{number}", "traits": "allied",
            "marks": 4, "marks_sum": 20 + more, "without": 4, "without_sum": 20,
        }
        for number, members in enumerate(sessions, 1)
        for at, more in enumerate(members)
    ]  # fmt: skip
    await store.write(lambda connection: connection.execute(insert(counted_controls), rows))
    board = await Standings(store).leaderboard()
    await store.close()
    return board.reminders


async def test_members_of_one_session_are_no_sample_of_sessions(tmp_path: Path) -> None:
    found = await told(tmp_path, [4, 8, -4, 2])
    assert (found.pairs, found.sessions, found.diff) == (4, 1, pytest.approx(10 / 16))
    assert (found.low, found.high) == (None, None)


async def test_more_members_that_say_the_same_make_nothing_surer(tmp_path: Path) -> None:
    few, many = tmp_path / "few", tmp_path / "many"
    few.mkdir()
    many.mkdir()
    one = await told(few, [4], [-4], [8])
    same = await told(many, [4] * 5, [-4] * 5, [8] * 5)
    assert (one.pairs, one.sessions, same.pairs, same.sessions) == (3, 3, 15, 3)
    assert (one.diff, one.low, one.high) == pytest.approx((same.diff, same.low, same.high))
    assert one.low is not None
    assert one.high is not None
    assert one.low < one.high
