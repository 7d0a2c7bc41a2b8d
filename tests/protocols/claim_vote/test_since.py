"""Test the reported changes from one claim vote to the next."""

from __future__ import annotations

from moot.protocols.claim_vote.findings import Claim, ClaimList, ClaimTally, Tier, TierBounds, Tiers
from moot.protocols.claim_vote.report.brief import since
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


def test_a_claim_is_the_same_whatever_its_case_spaces_and_punctuation() -> None:
    before = voted(**{"The price did not rise.": "HIGH"})
    assert since(voted(**{"the  price, did not rise": "MEDIUM"}), before).counts == ("1 moved",)
    assert since(voted(**{"The price didn't rise.": "HIGH"}), before).counts == ("1 new", "1 gone")


def test_a_session_without_a_vote_has_no_claims() -> None:
    assert since(voted(Wages_are_flat="HIGH"), SessionState()).counts == ("1 new",)
