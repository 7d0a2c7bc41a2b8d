"""Sentences that an editor puts between claims in prose: what nobody voted on does not stand, what the votes say does.

`sentences/` has untrue and honest ones about one council; those marked `held` were written after the rules, by which
none of them was changed but for one word.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.protocols.claim_vote.narrative.audit import Audited, audit
from moot.protocols.claim_vote.narrative.writing import audit_of, mended
from protocols.claim_vote.narrative.test_audit import council
from sampled import in_turn

HERE = Path(__file__).parent / "sentences"
OF_THIRTY = {"honest": 1, "honest-held": 6}
"""Of so many honest ones one is struck, in thirty; before the rules for sentences without a claim it was 2 and 5."""


def sentences(kind: str) -> list[str]:
    return (HERE / f"{kind}.txt").read_text(encoding="utf-8").splitlines()


def audited(sentence: str) -> Audited:
    return audit(f"## Summary\n\n{sentence}\n", *council())


def test_there_are_enough_of_either() -> None:
    assert all(len(set(sentences(f"{kind}{held}"))) >= 40 for kind in ("untrue", "honest") for held in ("", "-held"))


@in_turn("sentence", [*sentences("untrue"), *sentences("untrue-held")])
def test_what_nobody_voted_on_reaches_no_reader_unstruck(sentence: str) -> None:
    found = audited(sentence)
    assert len(found.struck) == 1
    _, claims, tiers = council()
    body, _, struck = mended(f"## Summary\n\n{sentence}\n", found, claims, tiers).partition("## Struck by the audit")
    assert sentence not in body
    assert "[struck 1]" in body
    assert struck
    assert "No fault" not in audit_of([found], 0, claims, english=True).seal


@pytest.mark.parametrize("kind", OF_THIRTY)
def test_what_the_votes_say_stands(kind: str) -> None:
    lost = {one: found.struck[0].faults[0].says for one in sentences(kind) if (found := audited(one)).struck}
    assert 30 * len(lost) <= OF_THIRTY[kind] * len(sentences(kind)), lost


@pytest.mark.parametrize("after", ["[claim-01] is HIGH.", "The council is divided on [claim-02], which is contested."])
def test_a_claim_named_before_vouches_for_nothing_new(after: str) -> None:
    for sentence in ("The council wants a new office.", "It also wants a second team.", "Members expect lower prices."):
        found = audited(f"{after} {sentence}")
        assert [strike.faults[0].sentence for strike in found.struck] == [sentence]
