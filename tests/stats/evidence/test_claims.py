"""Test that the README's claims about when a council pays follow from a coarse recount."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from moot.stats.evidence.councils import AssumedCouncil, best_wins, drawn, winners
from moot.stats.evidence.figures import evidence_for

ROOT = Path(__file__).parents[3]
NEAR = 0.03
"""How far a coarse figure may lie from the one that is printed: three standard errors of the coarsest."""


def test_the_readmes_claims_are_counted_again() -> None:
    text = (ROOT / "README.md").read_text().split("## Is a council worth it?")[1].split("\n## ")[0]
    printed = [int(each) / 100 for each in re.findall(r"(\d+) %", text)]
    found = evidence_for(4, scale=0.25)
    beside = found.beside_best
    counted = [found.shared, found.best, beside.better, beside.same, beside.worse]
    assert len(printed) == len(counted)
    for claim, share in zip(printed, counted, strict=True):
        assert share.value == pytest.approx(claim, abs=NEAR)


@pytest.mark.parametrize("seats", [3, 4, 6, 8])
def test_councils_that_are_drawn_do_as_those_the_rule_was_chosen_by(seats: int) -> None:
    """Two ways to draw, written apart: `benchmarks/judges` compares rules on councils of its own. A noise of 1 there is
    an agreement of one half here; an error of 0.5 that all make is a fifth of what they then agree on."""
    kept = json.loads((ROOT / "benchmarks" / "judges" / "results.json").read_text())["best wins"]
    alone = AssumedCouncil(seats=seats, agreement=1 / 2, shared=0.0)
    shared = AssumedCouncil(seats=seats, agreement=1.25 / 2.25, shared=0.25 / 1.25)
    for condition, assumed in (("no bias", alone), ("shared error", shared)):
        found = drawn(assumed, 8_000)
        won = float(best_wins(found, winners(found.votes)).mean())
        assert won == pytest.approx(kept[f"{condition}/{seats}"]["model"] / 100, abs=0.02), condition
