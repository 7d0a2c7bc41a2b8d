"""Does `moot upkeep tiers` tell how the claims of every council came out, session by session, as the store has it?"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from analytics.upkeep.test_tiers import Lenient, sat
from cli.conftest import Run
from moot.cli.upkeep.tiers import HOW, TIERS
from moot.transcripts.sql.store import Store
from protocols.claim_vote.drawn_voters import Voters

SESSIONS = 12


async def held(home: Path) -> list[dict[str, int]]:
    """More sessions of one council than are told, and one of another; what each of the first came to."""
    store = Store(home / "moot.db", durable="normal")
    try:
        mixes = [await sat(store, seed, Voters(seed)) for seed in range(SESSIONS)]
        await sat(store, 1, Lenient(1, "strongly_approve"), name="kind")
        return mixes
    finally:
        await store.close()


def test_without_a_vote_it_says_so(moot: Run) -> None:
    told = moot("upkeep", "tiers")
    assert told.exit_code == 0
    assert told.stdout.strip() == "No council's claims stand in tiers yet."
    assert json.loads(moot("upkeep", "tiers", "--json").stdout) == {"councils": [], "calibrations": []}


@pytest.mark.slow
def test_every_session_has_a_row_with_its_counts_and_its_share_of_high(moot: Run, home: Path) -> None:
    home.mkdir(exist_ok=True)
    mixes = asyncio.run(held(home))
    found = {each["council"]: each for each in json.loads(moot("upkeep", "tiers", "--json").stdout)["councils"]}
    assert set(found) == {"ours", "kind"}
    assert [each["tiers"] for each in found["ours"]["mixes"]] == mixes[-10:], "the last ten, as they were held"
    assert set(found["kind"]["mixes"][0]["tiers"]) == {"HIGH"}
    told = moot("upkeep", "tiers").stdout
    assert "ours: tiers cut as published" in told
    assert " ".join(HOW.split()) in " ".join(told.split())
    lines = [line.split() for line in told.splitlines()]
    rows = [line for line in lines if line and line[-1] in {each["session"][:8] for each in found["ours"]["mixes"]}]
    assert [row[-1] for row in rows] == [each["session"][:8] for each in reversed(found["ours"]["mixes"])]
    for row, mix in zip(rows, reversed(mixes[-10:]), strict=True):
        share = f"{mix.get('HIGH', 0) / sum(mix.values()):.0%}"
        assert row[1:-1] == [*(str(mix.get(name, 0)) for name in TIERS), share]
    assert "100%" in next(line for line in lines if line and line[-1] == found["kind"]["mixes"][0]["session"][:8])
