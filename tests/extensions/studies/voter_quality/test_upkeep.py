"""Test that `moot insights upkeep` prints voters' quality with intervals, and reports to a timer by its exit code."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from analytics.drawn_votes import drawn
from cli.conftest import Run
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript


@pytest.fixture
def voted(home: Path) -> Callable[[int], None]:
    """Puts so many votes on claims into the store."""

    home.mkdir(exist_ok=True)

    async def put(number: int) -> None:
        transcript = SqlTranscript(Store(home / "moot.db", durable="normal"))
        await drawn(transcript, number)
        await transcript.close()

    return lambda number: asyncio.run(put(number))


def test_without_a_vote_it_says_so(moot: Run) -> None:
    result = moot("upkeep")
    assert result.exit_code == 0
    assert "No vote was counted yet." in result.stdout
    assert json.loads(moot("upkeep", "--json").stdout) == {
        "sessions": 0,
        "voters": [],
        "councils": [],
        "pairs": [],
        "alarms": [],
        "due": 0,
    }


@pytest.mark.slow
def test_voters_and_councils_are_told_with_intervals(moot: Run, voted: Callable[[int], None]) -> None:
    voted(40)
    found = json.loads(moot("upkeep", "--json").stdout)
    page = moot("upkeep").stdout
    assert f"{len(found['voters'])} voters in {found['sessions']} sessions" in page
    for voter in found["voters"][:8]:
        line = next(line for line in page.splitlines() if line.startswith(voter["fingerprint"][:6]))
        rate = voter["valid"]
        assert f"{rate['median']:.0%} [{rate['low']:.0%}, {rate['high']:.0%}]" in line
        assert rate["low"] < rate["median"] < rate["high"]
        assert voter["model"] in line
    assert {council["name"] for council in found["councils"]} >= {"steady", "bold"}
    assert all(council["name"] in page for council in found["councils"][:6])
    assert f"and {len(found['councils']) - 6} more councils" in page
    assert len(page.splitlines()) <= 30


@pytest.mark.slow
def test_a_timer_is_told_by_the_exit_code_until_somebody_has_seen_what_there_is(
    moot: Run, voted: Callable[[int], None]
) -> None:
    empty = moot("upkeep", "--check")
    assert (empty.exit_code, empty.stdout.strip()) == (0, "There is nothing to look at.")
    voted(25)
    checked = moot("upkeep", "--check")
    alarms = json.loads(moot("upkeep", "--json").stdout)["alarms"]
    assert checked.exit_code == 1
    assert checked.stdout.splitlines() == [alarm["says"] for alarm in alarms]
    assert json.loads(moot("upkeep", "--check", "--json").stdout)["alarms"] == alarms
    assert moot("upkeep").exit_code == 0
    for alarm in alarms:
        assert moot("upkeep", "acknowledge", alarm["key"]).exit_code == 0
    assert moot("upkeep", "--check").exit_code == 0
    assert moot("upkeep", "acknowledge", alarms[0]["key"], "--off").exit_code == 0
    assert moot("upkeep", "--check").exit_code == 1
