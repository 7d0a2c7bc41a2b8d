"""Test that every incomplete row is marked in every file and page, and no other, against the ledger of an upstream that
fails one call in twenty.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from typing import Any

import pytest

from exports.runs.test_artifacts import by_name
from moot.exports.judgement_table import lines_of
from moot.exports.markdown.markdown import markdown_of
from moot.exports.pages.html import html_of
from moot.exports.run_files import artifacts_of
from moot.extensions.studies.asking.causes import CellFate
from moot.extensions.studies.runs.run import answer_from, outcome_words
from moot.floor.calls.retry import Pace
from moot.vocabulary import event_keys
from rig.backend import Backend, Sitting
from rig.script import Asked

NOT_KNOWN = "Whether it changed its position is not known."
FAILING = 20
"""One call in so many fails, and its repetitions with it."""


class Failing:
    """An upstream's script, and the ledger of what it let fail."""

    def __init__(self) -> None:
        self.ledger: dict[str, set[str]] = {}
        """Moves that failed, by the number of the sitting."""
        self.asked: Counter[str] = Counter()

    def __call__(self, asked: Asked, key: str) -> str | None:
        sitting = asked.model.partition("-")[0]
        move = event_keys.move_of(key)
        self.asked[sitting] += asked.attempt == 1
        if int(hashlib.sha256(f"{sitting}/{move}".encode()).hexdigest(), 16) % FAILING:
            return None
        self.ledger.setdefault(sitting, set()).add(move)
        return "500"


def of_reply(move: str) -> str:
    """Whose reply a move is about: the one judged, or its own author's."""
    who, _, about = event_keys.who_of(move).partition("#")
    return about.partition(".")[2] or (who if who.startswith("seat-") else "")


async def sat(number: int) -> tuple[list[Sitting], Failing]:
    failing = Failing()
    sittings = []
    async with Backend(failing) as backend:
        for at in range(number):
            sittings.append(
                await backend.sit(
                    3, protocol="adjudication", pace=Pace(chance=lambda: 0.001), question=f"Question {at}?"
                )
            )
    return sittings, failing


@pytest.mark.slow
@pytest.mark.parametrize("number", [6, pytest.param(60, marks=pytest.mark.slow)])
async def test_every_row_that_lacks_something_is_marked_in_every_file_and_page(number: int) -> None:
    sittings, failing = await sat(number)
    files = by_name(artifacts_of("7", [sitting.events for sitting in sittings]))
    lost = {at: failing.ledger.get(f"m{sitting.number}", set()) for at, sitting in enumerate(sittings)}
    share = sum(map(len, lost.values())) / sum(failing.asked.values())
    assert 0.01 < share < 0.12, share
    assert any(lost.values())
    assert not all(lost.values())
    lines: dict[int, list[Any]] = {}
    for line in files["replies"]:
        lines.setdefault(line["question_index"] - 1, []).append(line)
    for at, sitting in enumerate(sittings):
        raw, grouped, summary = files["raw"]["questions"][at], files["grouped"]["questions"][at], files["summary"][at]
        ours = lines.get(at, [])
        for row in (raw, grouped, summary, *ours):
            assert len(row["missing"]) == len(lost[at]), (row["missing"], lost[at])
            assert row["adjudicators"] == [f"up/{sitting.prefix}adjudicator"]
        over = sitting.state.verdict is not None
        for degraded in (raw["degraded"], grouped["degraded"], summary["degraded"]):
            assert bool(degraded) == bool(lost[at]), (degraded, lost[at])
        assert all(bool(line["question_degraded"]) == bool(lost[at]) for line in ours)
        about = {of_reply(move) for move in lost[at]} - {""}
        marked = {reply["seat"] for reply in raw["replies"] if reply["degraded"]}
        # Whom nobody disputes has held only if everybody's rebuttals came; else that is not known, and said.
        if any(move.startswith("rebuttal/") for move in lost[at]):
            about |= {reply["seat"] for reply in raw["replies"] if reply["degraded"] == [NOT_KNOWN]}
        assert marked == about & {reply["seat"] for reply in raw["replies"]}, (marked, lost[at])
        models = {reply["model"] for reply in raw["replies"] if reply["degraded"]}
        assert {reply["model"] for reply in grouped["replies"] if reply["degraded"]} == models
        assert set(summary["degraded_replies"]) == models
        assert {line["model"] for line in ours if line["degraded"]} == models
        table = [line for line in lines_of(sitting.state) if line.measure == "missing"]
        assert len(table) == len(lost[at]), table
        told = outcome_words(answer_from("?", sitting.state, CellFate(state="verdict")))
        assert told.endswith(", degraded") == (over and bool(lost[at])), told
        assert ("Less than a full result" in markdown_of(sitting.state)) == bool(lost[at])
        assert ("Less than a full result" in html_of(sitting.state)) == bool(lost[at])
    assert json.dumps(files["raw"]["adjudicators"]) == json.dumps([f"up/{one.prefix}adjudicator" for one in sittings])
