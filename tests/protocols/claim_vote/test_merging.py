"""Claims that say the same are one; whatever could tell them apart keeps them apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.protocols.claim_vote.ballots import CLAIM_KINDS, ClaimKind
from moot.protocols.claim_vote.findings import Claim
from moot.protocols.claim_vote.merging import first_alike, same_claim
from rig.growth import assert_linear_in

FILE = Path(__file__).with_name("claim_pairs.txt")
LEAST_MERGED = 0.8


def claim(text: str, kind: ClaimKind = "recommendation") -> Claim:
    return Claim(id="claim-01", text=text, kind=kind, spans=())


def pairs(sort: str) -> list[tuple[str, str]]:
    """The pairs of the file under headings that begin so."""
    found, heading = [], ""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        heading = line[2:] if line.startswith("= ") else heading
        one, parted, other = line.partition(" | ")
        if parted and not line.startswith("#") and heading.startswith(sort):
            found.append((one, other))
    return found


def test_no_small_word_is_passed_over() -> None:
    apart = pairs("apart")
    assert len(apart) == len(set(apart)) >= 200
    merged = [
        (one, other, kind)
        for one, other in apart
        for kind in CLAIM_KINDS
        if same_claim(claim(one, kind), claim(other, kind)) or same_claim(claim(other, kind), claim(one, kind))
    ]
    assert merged == []


def test_most_of_what_says_the_same_is_merged_and_whichever_comes_first() -> None:
    alike = pairs("alike")
    assert len(alike) == len(set(alike)) >= 100
    merged = [pair for pair in alike if same_claim(claim(pair[0]), claim(pair[1]))]
    assert merged == [pair for pair in alike if same_claim(claim(pair[1]), claim(pair[0]))]
    assert len(merged) >= LEAST_MERGED * len(alike)


@pytest.mark.parametrize("pair", pairs("alike: adverbials") + pairs("alike: short") + pairs("alike: numbers"))
def test_each_way_of_writing_it(pair: tuple[str, str]) -> None:
    assert same_claim(claim(pair[0], "risk"), claim(pair[1], "risk"))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Migrate the billing module before the others.", "Migrate the tax module before the others."),
        ("Build it where seat-a says.", "Build it where seat-b says."),
        ("Adopt Kafka.", "Adopt Kafka in Europe."),
        ("Öffnet die Brücke.", "Schließt die Brücke."),
        ("Die Kosten steigen.", "Kosten steigen."),
        ("Il faut payer les impôts.", "Il faut payer l'impôt."),
        ("公司应当扩张。", "公司不应当扩张。"),
        ("We should adopt Kafka.", "We may adopt Kafka."),
        ("!", "?"),
        ("", "Adopt Kafka."),
    ],
)
def test_what_may_differ_stays_apart(one: str, other: str) -> None:
    assert not same_claim(claim(one), claim(other))
    assert not same_claim(claim(other), claim(one))


def test_we_should_is_no_fact() -> None:
    assert same_claim(claim("We should adopt Kafka."), claim("Adopt Kafka."))
    assert not same_claim(claim("We should adopt Kafka.", "factual_claim"), claim("Adopt Kafka.", "factual_claim"))


def test_kinds_stay_apart() -> None:
    assert not same_claim(claim("Costs may rise.", "risk"), claim("Costs may rise.", "factual_claim"))


def test_the_first_alike_is_found() -> None:
    known = [claim("One thing."), claim("Another thing."), claim("Another thing!")]
    assert first_alike(claim("another thing"), known) == 1
    assert first_alike(claim("A third thing."), known) is None


@pytest.mark.parametrize("piece", ["a ", "not ", '"', "-5", "1,000", "in ", ", ", "isn't "])
def test_a_hostile_claim_costs_linear_time(piece: str) -> None:
    assert_linear_in(lambda text: same_claim(claim(text), claim(f"{text}x")), piece, 4_000)
