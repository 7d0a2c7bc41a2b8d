"""Sentences that an editor puts between claims in prose: what nobody voted on does not stand, what the votes say does.

`sentences/` has untrue and honest ones about one council; those marked `held` were written after the rules, by which
none of them was changed but for one word.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from cases import in_turn
from moot.protocols.claim_vote.narrative.audit import Audited, audit
from moot.protocols.claim_vote.narrative.writing import audit_of, mended
from protocols.claim_vote.narrative.test_audit import NO_VERDICT, council

HERE = Path(__file__).parent / "sentences"
KINDS = ("swapped", "narrowed", "modal")
"""How a claim is told of other things in its own words: `relations.txt`, and those written after the rules."""


def sentences(kind: str) -> list[str]:
    return (HERE / f"{kind}.txt").read_text(encoding="utf-8").splitlines()


@cache
def relations() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in (HERE / "relations.txt").read_text(encoding="utf-8").splitlines():
        if (kind := re.match(r"\[([a-z-]+)\] ", line)) is not None and not line.startswith("[claim"):
            found[kind[1]] = []
        elif line.strip():
            found[list(found)[-1]].append(line)
    return found


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
    assert "The council voted on 12 claims, by tier: HIGH: 4;" in body
    assert struck
    assert "No fault" not in audit_of([found], 0, claims, english=True).seal


def otherwise() -> list[str]:
    return [one for kind in KINDS for held in ("", "-held") for one in relations()[f"{kind}{held}"]]


@in_turn("sentence", otherwise)
def test_a_claims_words_say_of_no_other_things_what_it_says(sentence: str) -> None:
    """Who does what to whom, of how many, and whether it is, can be or should be: as the claim has it, or struck."""
    found = audited(sentence)
    assert len(found.struck) == 1
    _, claims, tiers = council()
    assert sentence not in mended(f"## Summary\n\n{sentence}\n", found, claims, tiers).partition("## Struck")[0]


HONEST = [
    *sentences("honest"), *sentences("honest-held"), *relations()["honest"], *relations()["reordered"],
]  # fmt: skip
"""True, and for the most part in words that no known form has: what the closed list costs."""
STRUCK_AT_MOST = 113


def test_what_is_honest_in_other_words_is_struck_and_never_said_to_be_untrue() -> None:
    assert all(len(set(relations()[kind])) >= 30 for kind in (*KINDS, "honest"))
    struck = [fault.says for one in HONEST for strike in audited(one).struck for fault in strike.faults]
    assert len(struck) <= STRUCK_AT_MOST
    assert {says for says in struck if not says.startswith(NO_VERDICT)} == set()


@pytest.mark.parametrize("after", ["[claim-01] is HIGH.", "The council is divided on [claim-02]."])
def test_a_claim_named_before_vouches_for_nothing_new(after: str) -> None:
    for sentence in ("The council wants a new office.", "It also wants a second team.", "Members expect lower prices."):
        found = audited(f"{after} {sentence}")
        assert [strike.faults[0].sentence for strike in found.struck] == [sentence]
