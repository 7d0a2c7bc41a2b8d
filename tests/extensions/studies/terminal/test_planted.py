"""Test that a study of planted bugs reports a person's count, at the terminal and in its files."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Run
from extensions.studies.terminal.conftest import configured, told
from rig.upstream import Upstream
from rig.voices.reviewers import FILES, JUDGE, MEMBERS, reviewing

STUDY = f"""
name = "bugs"
corpus = "planted-bugs"
questions = {json.dumps(list(FILES.values()))}
repeats = 2
seed = "bugs"

[[arms]]
name = "base"
members = {json.dumps([f"lab/{model}" for model in MEMBERS])}
adjudicators = ["lab/{JUDGE}"]
protocol = "adjudication"
[arms.options]
rebuttal = false
refine = false
axes_apart = false
"""
BY_HAND = {
    "recall": (4, 12),
    "precision": (6, 8),
    "decoys": (2, 8),
    "false_clean": (2, 4),
}
"""Each question was asked twice and answered alike: what `test_reviews.py` counts by hand, twice."""


@pytest.mark.slow
async def test_a_study_of_planted_bugs_tells_what_was_counted_by_hand(moot: Run, home: Path, tmp_path: Path) -> None:
    (tmp_path / "bugs.toml").write_text(STUDY)
    async with Upstream(reviewing, models=(*MEMBERS, JUDGE)) as up:
        await asyncio.to_thread(configured, home, f'[lab]\nurl = "{up.url}"\nprivate = true\n')
        found = await asyncio.to_thread(told, moot, "run", "bugs.toml")
    assert {cell["state"] for cell in found["cells"]} == {"verdict", "inconclusive"}
    await asyncio.to_thread(checked, moot, tmp_path)


def checked(moot: Run, tmp_path: Path) -> None:
    assert moot("study", "export", "bugs", "--dir", "out").exit_code == 0
    compared = json.loads((tmp_path / "out" / "compare.json").read_text())["planted"]["base"]
    for report in (told(moot, "report", "bugs"), json.loads((tmp_path / "out" / "aggregate.json").read_text())):
        assert report["arms"][0]["planted"] == compared
    parts: dict[str, Any] = compared
    assert {name: (parts[name]["so"], parts[name]["of"]) for name in BY_HAND} == BY_HAND
    assert (compared["unplaced"], compared["false"], compared["unread"]) == (2, 2, 2)
    shown = moot("study", "report", "bugs").stdout
    row = next(line for line in shown.splitlines() if line.startswith("base") and "4 of 12" in line)
    assert all(part in row for part in ("high: 4 of 8", "6 of 8", "2 of 8", "2 of 4", "2 not readable")), row
    cells = [json.loads(line) for line in (tmp_path / "out" / "cells.ndjson").read_text().splitlines()]
    figures = {cell["item"]: cell["measures"] for cell in cells}
    assert figures["pool-go"]["recall"] == 2 / 3
    assert figures["pool-go"]["precision"] == 3 / 4
    assert figures["retry-py"]["false_all_clear"] == 1.0
    assert "recall" not in figures["session-js"], "what could not be read is in no figure"
