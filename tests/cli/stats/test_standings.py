"""Test that the terminal shows figures of debates, also of one council, and states which are missing."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from analytics.drawn_debates import drawn
from cli.conftest import Run
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript

SHOWN = (
    ("leaderboard",),
    ("achievements",),
)


@pytest.fixture
def debated(home: Path) -> Path:
    """A home with debates of language models, and a few of scripted voices."""

    async def write() -> None:
        store = Store(home / "moot.db", durable="normal")
        await drawn(SqlTranscript(store), 16)
        await store.close()

    asyncio.run(write())
    return home


@pytest.mark.slow
def test_where_only_scripted_voices_debated_every_list_says_so(moot: Run) -> None:
    assert moot("ask", "Which plan is safer?", "--protocol", "debate").exit_code == 0
    for words in SHOWN:
        result = moot(*words)
        assert result.exit_code == 0
        assert "1 session of scripted voices is counted apart: shown with --scripted." in result.stdout, words
        assert "counted apart" not in moot(*words, "--scripted").stdout
        assert moot(*words, "--json").exit_code == 0


@pytest.mark.usefixtures("debated")
def test_the_board_tells_what_a_debate_costs_and_goes_by_council(moot: Run) -> None:
    every = json.loads(moot("leaderboard", "--json").stdout)
    mine = json.loads(moot("leaderboard", "--council", "morning", "--json").stdout)
    assert every["councils"] == ["evening", "morning"]
    assert 0 < mine["debates"] < every["debates"]
    told = moot("leaderboard").stdout
    assert "COST A DEBATE" in told
    known = next(row for row in every["models"] if row["cost"] and row["priced"] < row["debates"])
    assert f"({known['priced']} of {known['debates']})" in told
    assert "debate, council morning" in moot("leaderboard", "--council", "morning").stdout


@pytest.mark.usefixtures("debated")
def test_achievements_are_listed_once_or_each_time(moot: Run) -> None:
    latest, every, named = (
        json.loads(moot("achievements", *words, "--json").stdout)["achievements"]
        for words in ((), ("--every", "--most", "500"), ("--name", "peacemaker"))
    )
    assert 0 < len(latest) <= len(every)
    assert named == [each for each in every if each["name"] == "peacemaker"]
