"""Sentences of editors: what does not follow from the claims and the votes does not stand, however it is put."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cases import in_turn
from moot.protocols.claim_vote.ballots import VOTE_LEVELS, ClaimNote, ReportForm, SummaryPart
from moot.protocols.claim_vote.findings import Claim, ClaimTally, TierBounds, Tiers
from moot.protocols.claim_vote.narrative.connecting import Held, audit_of_form, held
from moot.protocols.claim_vote.tiers import counts_of, cut_at, mean_of, sd_of, tier_of
from protocols.claim_vote.narrative.report_corpus import reports
from protocols.claim_vote.narrative.test_audit import NO_VERDICT

FILE = Path(__file__).parent / "forms" / "city.toml"
READ: dict[str, Any] = tomllib.loads(FILE.read_text())


@cache
def city() -> tuple[tuple[Claim, ...], Tiers]:
    claims, tallies, cut = [], [], cut_at(TierBounds())
    for number, entry in enumerate(READ["claims"], start=1):
        counts = counts_of(entry["votes"])
        claims.append(Claim(id=f"claim-{number:02d}", text=entry["text"], kind=entry["kind"], spans=()))
        tallies.append(
            ClaimTally(
                claim=claims[-1].id, tier=tier_of(counts, cut), mean=mean_of(counts), sd=sd_of(counts),
                votes=sum(counts), counts=dict(zip(VOTE_LEVELS, counts, strict=True)), confidence=7.0,
                k=1,
            )
        )  # fmt: skip
    return tuple(claims), Tiers(claims=tuple(tallies), bounds=TierBounds(), voters=tuple(READ["voters"]))


def stands(text: str, ids: list[str], question: str, claims: tuple[Claim, ...], tiers: Tiers) -> bool:
    return held_part(text, ids, question, claims, tiers).reasons == ()


def held_part(text: str, ids: list[str], question: str, claims: tuple[Claim, ...], tiers: Tiers) -> Held:
    form = ReportForm(summary=(SummaryPart(text=text, claims=tuple(ids)),))
    return held(form, question, claims, tiers)


def side_count(tally: ClaimTally, side: str) -> int:
    return sum(many for level, many in tally.counts.items() if level in (side, f"strongly_{side}"))


def test_the_council_has_claims_of_every_tier() -> None:
    assert [tally.tier for tally in city()[1].claims] == [
        "HIGH", "CONTESTED", "MEDIUM", "HIGH", "CONTESTED", "REJECTED", "MEDIUM", "MEDIUM", "HIGH",
    ]  # fmt: skip
    assert {one["kind"] for one in READ["untrue"]} == {"markup", "whole", "count", "across", "verdict", "retold"}
    assert len(READ["untrue"]) >= 160
    assert len(READ["held"]) >= 40


@in_turn("case", [*READ["untrue"], *READ["held"]])
def test_an_untrue_sentence_does_not_stand(case: dict[str, Any]) -> None:
    assert not stands(case["text"], case["claims"], READ["question"], *city())


@pytest.mark.parametrize("case", READ["note"], ids=lambda case: case["text"])
def test_an_untrue_note_does_not_stand(case: dict[str, Any]) -> None:
    form = ReportForm(notes=(ClaimNote(claim=case["claim"], text=case["text"]),))
    found = held(form, READ["question"], *city())
    assert len(found.reasons) == 1
    assert "No fault" not in audit_of_form(found, "").seal


def test_honest_sentences_of_no_known_form_are_never_said_to_be_untrue() -> None:
    """They were written by somebody who was not told the forms: what the closed list costs."""
    for one in READ["honest"]:
        found = held_part(one["text"], one["claims"], READ["question"], *city())
        assert all(why.startswith(NO_VERDICT) for why in found.reasons), found.reasons


SAID = {
    "HIGH": "“{p}” [{c}] is HIGH.",
    "MEDIUM": "“{p}” [{c}] is MEDIUM.",
    "CONTESTED": "“{p}” [{c}] is contested.",
    "REJECTED": "“{p}” [{c}] is rejected.",
}
DENYING = ("not", "never", "hardly", "no", "only", "far", "always", "rarely", "nearly", "mostly", "less", "unlikely")
SWAPPED = {
    "may": "will", "might": "will", "could": "must", "will": "may", "would": "will", "should": "may", "can": "cannot",
    "before": "after", "more": "less", "than": "and", "above": "below", "least": "most", "without": "with",
    "under": "over", "to": "from", "is": "was", "are": "were", "a": "no",
}  # fmt: skip


@cache
def councils() -> tuple[tuple[str, tuple[Claim, ...], Tiers], ...]:
    found = {
        report.name.partition(":")[0]: (report.question, report.claims, report.tiers) for report in reports("honest")
    }
    return ((READ["question"], *city()), *found.values())


def changed(words: list[str]) -> Iterator[str]:
    """The words of a claim with one thing changed that makes another claim of it."""
    for at in range(1, len(words)):
        for word in DENYING:
            yield " ".join([*words[:at], word, *words[at:]])
        if words[at].lower() in SWAPPED:
            yield " ".join([*words[:at], SWAPPED[words[at].lower()], *words[at + 1 :]])
        for other in range(at + 1, len(words)):
            one, two = words[at].strip(",."), words[other].strip(",.")
            if min(len(one), len(two)) > 3 and one.rstrip("s") != two.rstrip("s"):
                yield " ".join([*words[:at], two, *words[at + 1 : other], one, *words[other + 1 :]])
        if any(letter.isdigit() for letter in words[at]):
            yield " ".join([*words[:at], f"1{words[at]}", *words[at + 1 :]])


def generated() -> list[Any]:
    """Untrue sentences by kind, claim and tier, of every council of the corpus."""
    made: list[Any] = []
    for number, (_question, claims, tiers) in enumerate(councils()):
        for claim, tally in zip(claims, tiers.claims, strict=True):
            plain = claim.text.rstrip(".")
            lower = plain if plain[:2].isupper() else plain[0].lower() + plain[1:]
            for tier, form in SAID.items():
                if tier != tally.tier:
                    made.append((number, claim.id, f"tier {tier}", form.format(p=lower, c=claim.id)))
            for words in changed(lower.split()):
                made.append((number, claim.id, "retold", SAID[tally.tier].format(p=words, c=claim.id)))
            for side in ("approve", "reject"):
                real = {side_count(tally, side), tally.counts[side]}
                for many in range(tally.votes + 1):
                    if many not in real:
                        told = f"{SAID[tally.tier].format(p=lower, c=claim.id)[:-1]}: {many} voters {side}."
                        made.append((number, claim.id, f"count {side} {many}", told))
    return made


@pytest.mark.slow
@in_turn("case", generated)
def test_what_is_made_untrue_by_rule_does_not_stand(case: Any) -> None:
    number, claim, _kind, text = case
    assert not stands(text, [claim], *councils()[number]), text


def test_what_it_is_made_of_stands() -> None:
    """Else nothing were shown by the changed ones: nearly all of the true sentences they come of do stand."""
    true = [
        (number, claim.id, SAID[tally.tier].format(p=claim.text.rstrip("."), c=claim.id))
        for number, (_, claims, tiers) in enumerate(councils())
        for claim, tally in zip(claims, tiers.claims, strict=True)
    ]
    good = [text for number, claim, text in true if stands(text, [claim], *councils()[number])]
    assert len(good) == len(true)


def abstained(number: int) -> tuple[tuple[Claim, ...], Tiers]:
    """The council, of which so many abstained on every claim that all or most of the others stand for or against."""
    claims, tiers = city()
    gone = tuple(f"seat-x{at}" for at in range(number))
    return claims, msgspec.structs.replace(tiers, voters=(*tiers.voters, *gone))


@pytest.mark.parametrize(
    "text",
    [
        "All voters approve {0}.",
        "Every member approves {0}.",
        "All {votes} voters approve {0}.",
        "The council unanimously approves {0}.",
        "{0} is HIGH: every member approves.",
        "All of the members reject {1}.",
        "The council unanimously rejects {1}.",
        "Most voters approve {0}.",
        "A majority of the {votes} voters approve {0}.",
    ],
)
def test_who_abstained_is_a_voter_too(text: str) -> None:
    """What is said of all or most of the voters counts those who gave no opinion."""
    _, tiers = city()
    high = max((t for t in tiers.claims if t.tier == "HIGH"), key=lambda t: side_count(t, "approve") / t.votes)
    low = max((t for t in tiers.claims if t.tier == "REJECTED"), key=lambda t: side_count(t, "reject") / t.votes)
    of = (high, low)["{1}" in text]
    said = text.format(f"[{high.claim}]", f"[{low.claim}]", votes=of.votes)
    claims, more = abstained(of.votes + 1)
    assert not stands(said, [of.claim], READ["question"], claims, more), said
    if side_count(of, "approve") == of.votes and text == "All voters approve {0}.":
        assert stands(said, [of.claim], READ["question"], claims, tiers), "of a whole council it stands"
