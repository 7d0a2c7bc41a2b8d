"""Sentences of an editor's form that put true things together so that they say another: none of them stands.

A tier read as a size, a claim tied to another as its reason or its condition, another claim cited than the one whose
words stand there, abstentions miscounted. `forms/relations.txt` has them by kind; those marked `held` were written
after the rules.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import msgspec
import pytest

from cases import in_turn
from moot.protocols.claim_vote.ballots import VOTE_LEVELS, ReportForm, SummaryPart
from moot.protocols.claim_vote.findings import Claim, Tiers
from moot.protocols.claim_vote.narrative.connecting import Held, audit_of_form, held
from moot.protocols.claim_vote.tiers import mean_of, sd_of
from protocols.claim_vote.narrative.test_audit import NO_VERDICT, council

FILE = Path(__file__).parent / "forms" / "relations.txt"
ID = re.compile(r"claim-\d\d")
ABSTAINED = {"claim-03": (3, 0, 0, 0, 0), "claim-10": (0, 0, 2, 0, 0)}
"""Votes, the strongest approval first; whoever of five voters gave none abstained."""


@cache
def sentences() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if (kind := re.match(r"\[([a-z-]+)\] ", line)) is not None and not line.startswith("[claim"):
            found[kind[1]] = []
        elif line.strip() and not line.startswith("#"):
            found[list(found)[-1]].append(line)
    return found


def held_of(sentence: str, of: tuple[str, tuple[Claim, ...], Tiers]) -> Held:
    ids = tuple(dict.fromkeys(ID.findall(sentence)))
    return held(ReportForm(summary=(SummaryPart(text=sentence, claims=ids),)), *of)


def with_abstentions() -> tuple[str, tuple[Claim, ...], Tiers]:
    """The council, of which some abstained on two claims."""
    question, claims, tiers = council()
    tallies = []
    for tally in tiers.claims:
        counts = ABSTAINED.get(tally.claim)
        if counts is not None:
            votes = sum(counts)
            told = dict(zip(VOTE_LEVELS, counts, strict=True))
            tally = msgspec.structs.replace(
                tally, counts=told, votes=votes, mean=mean_of(counts), sd=sd_of(counts), abstained=5 - votes
            )
        tallies.append(tally)
    return question, claims, msgspec.structs.replace(tiers, claims=tuple(tallies))


STRUCK_AT_MOST = 35
UNTRUE = [
    one for kind, some in sentences().items() if kind.split("-")[0] in ("size", "joined", "cited") for one in some
]


def test_there_are_enough_of_each() -> None:
    found = sentences()
    assert all(len(set(found[kind])) >= 30 for kind in ("size", "joined", "cited", "honest", "abstained-untrue"))
    assert len(set(found["abstained"])) >= 15
    _, _, found_tiers = with_abstentions()
    tiers = {tally.claim: tally.tier for tally in found_tiers.claims}
    assert (tiers["claim-03"], tiers["claim-10"]) == ("HIGH", "MEDIUM")
    assert sum(tally.abstained for tally in found_tiers.claims) == 5


@in_turn("sentence", UNTRUE)
def test_true_things_put_together_so_that_they_are_untrue_do_not_stand(sentence: str) -> None:
    found = held_of(sentence, council())
    assert len(found.reasons) == found.sentences
    assert "No fault" not in audit_of_form(found, "").seal


def test_honest_ones_of_no_known_form_are_left_out_and_never_said_to_be_untrue() -> None:
    """What the closed list costs: sentences that tell claims turned, or by a part of them."""
    of = with_abstentions()
    found = [held_of(one, council()) for one in sentences()["honest"]]
    found += [held_of(one, of) for one in sentences()["abstained"]]
    reasons = [why for one in found for why in one.reasons]
    assert len(reasons) <= STRUCK_AT_MOST
    assert [why for why in reasons if not why.startswith(NO_VERDICT)] == []


@pytest.mark.parametrize("sentence", sentences()["abstained-untrue"])
def test_an_untrue_count_of_abstentions_does_not(sentence: str) -> None:
    of = with_abstentions()
    assert len(held_of(sentence, of).reasons) == 1


def test_what_could_not_be_read_is_no_abstention() -> None:
    question, claims, tiers = with_abstentions()
    lost = [msgspec.structs.replace(one, abstained=0, missing=one.abstained) for one in tiers.claims]
    unread = question, claims, msgspec.structs.replace(tiers, claims=tuple(lost))
    assert held_of("Two of five abstained on claim-03.", (question, claims, tiers)).reasons == ()
    assert len(held_of("Two of five abstained on claim-03.", unread).reasons) == 1
