"""What is told to have changed from one vote on claims to the next?"""

from __future__ import annotations

import random

import pytest

from moot.protocols.claim_vote.findings import Claim, ClaimList, ClaimTally, Tier, TierBounds, Tiers
from moot.protocols.claim_vote.report.since import paired, since
from moot.vocabulary.state import FindingView, SessionState


def voted(**claims: Tier) -> SessionState:
    """A session whose claims stand in these tiers; `_` stands for a space."""
    listed = [
        Claim(id=f"claim-{number:02}", text=text.replace("_", " "), kind="factual_claim", spans=())
        for number, text in enumerate(claims, start=1)
    ]
    tallies = [
        ClaimTally(claim=claim.id, tier=tier, mean=0.0, sd=0.0, counts={}, votes=3, confidence=0.0, k=1)
        for claim, tier in zip(listed, claims.values(), strict=True)
    ]
    found = (
        ClaimList(claims=tuple(listed)),
        Tiers(claims=tuple(tallies), bounds=TierBounds(), voters=("seat-a", "seat-b", "seat-c")),
    )
    views = [FindingView(key=f"k{n}", stage="votes", name="k", finding=each) for n, each in enumerate(found)]
    return SessionState(protocol="claim-vote", findings=tuple(views))


def test_new_gone_and_moved_claims_are_told_contested_first() -> None:
    before = voted(Rates_will_rise="MEDIUM", Prices_fell_in_May="HIGH", Wages_are_flat="HIGH")
    now = voted(Wages_are_flat="HIGH", Prices_fell_in_May="CONTESTED", Banks_lend_less="HIGH", Rents_rise="CONTESTED")
    found = since(now, before)
    assert found.counts == ("2 new", "1 moved", "1 gone", "2 contested")
    assert found.lines == (
        "moved from HIGH to CONTESTED: Prices fell in May",
        "new, CONTESTED: Rents rise",
        "new, HIGH: Banks lend less",
        "gone, was MEDIUM: Rates will rise",
    )


def test_the_same_claims_in_another_order_are_no_change() -> None:
    now = voted(Wages_are_flat="HIGH", Prices_fell_in_May="CONTESTED")
    found = since(now, voted(Prices_fell_in_May="CONTESTED", Wages_are_flat="HIGH"))
    assert (found.counts, found.lines) == ((), ())


def test_a_claim_is_the_same_as_one_earlier_claim_and_as_the_one_in_its_own_words() -> None:
    before = voted(**{"The price did not rise.": "HIGH", "The price didn't rise.": "LOW"})
    now = voted(**{"The price didn't rise.": "LOW", "The price did not rise.": "HIGH"})
    assert since(now, before).lines == ()
    once = voted(**{"The price didn't rise.": "LOW"})
    assert since(once, before).lines == ("gone, was HIGH: The price did not rise.",)
    assert since(before, once).lines == ("new, HIGH: The price did not rise.",)


@pytest.mark.parametrize("seed", range(40))
def test_as_many_claims_as_can_be_are_the_same_as_one(seed: int) -> None:
    """Held against trying every way of pairing them."""
    lot = random.Random(seed)
    alike = {(str(one), str(other)) for one in range(6) for other in range(6) if lot.random() < 0.35}
    ours, theirs = ([claim(str(n)) for n in range(lot.randint(1, 6))] for _ in range(2))
    found = paired(ours, theirs, lambda known, said: (said.text, known.text) in alike)
    assert len(set(found.values())) == len(found)
    fits = {
        (one, place)
        for one, said in enumerate(ours)
        for place, known in enumerate(theirs)
        if known.text == said.text or (said.text, known.text) in alike
    }
    assert set(found.items()) <= fits
    assert len(found) == most_pairs(fits, len(ours))


def most_pairs(fits: set[tuple[int, int]], many: int, one: int = 0, taken: frozenset[int] = frozenset()) -> int:
    """The most pairs by trying every way."""
    if one == many:
        return 0
    free = [place for first, place in fits if first == one and place not in taken]
    without = most_pairs(fits, many, one + 1, taken)
    return max([without, *(1 + most_pairs(fits, many, one + 1, taken | {place}) for place in free)])


def claim(text: str) -> Claim:
    return Claim(id=text, text=text, kind="factual_claim", spans=())


def test_a_session_without_a_vote_has_no_claims() -> None:
    assert since(voted(Wages_are_flat="HIGH"), SessionState()).counts == ("1 new",)
