"""Test which extracted claims are put to the vote, and which of them contradict each other."""

from __future__ import annotations

import pytest

from moot.protocols.claim_vote.ballots import ClaimKind, ClaimPair, ClaimRelations, ClaimSource, DraftClaim
from moot.protocols.claim_vote.claim_list import Candidates, candidates_from, claims_from, same_words
from moot.protocols.claim_vote.findings import Claim, ClaimList, ClaimTally, Tier, TierBounds, Tiers
from moot.protocols.claim_vote.report.data import since
from moot.vocabulary.state import FindingView, SessionState

OPINION = "We should build of stone. The river may rise."


def draft(text: str, kind: ClaimKind = "risk", source: str = "seat-a") -> DraftClaim:
    return DraftClaim(text=text, kind=kind, spans=(ClaimSource(source=source, quote="The river may rise."),))


def found(*drafts: DraftClaim) -> Candidates:
    texts = {"seat-a": OPINION, "seat-b": OPINION}
    return candidates_from(drafts, texts, lambda quote, text: quote in text)


def pairs(*said: tuple[int, int]) -> tuple[ClaimPair, ...]:
    return tuple(ClaimPair(one=f"claim-{one:02}", other=f"claim-{other:02}") for one, other in said)


@pytest.mark.parametrize(
    "other", ["the river may rise", "The  river\nmay rise!", "“The river may rise.”", "The river, may rise"]
)
def test_case_spaces_and_punctuation_make_no_other_claim(other: str) -> None:
    assert same_words(other) == same_words("The river may rise.")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("It falls by 5 %.", "It falls by -5 %."),
        ("Use C.", "Use C++."),
        ("Use C.", "Use C#."),
        ("It costs 1.5 million.", "It costs 15 million."),
        ("Prices did not rise.", "Prices didn't rise."),
        ("The river rises.", "The rivers rise."),
    ],
)
def test_every_other_sign_does(one: str, other: str) -> None:
    assert same_words(one) != same_words(other)


def test_claims_in_the_same_words_are_one_with_the_passages_of_both() -> None:
    there = found(draft("The river may rise."), draft("the river may rise", source="seat-b"))
    (claim,) = there.claims
    assert [span.source for span in claim.spans] == ["seat-a", "seat-b"]
    assert [one.reason for one in there.merged] == ["says what “The river may rise.” says, in the same words."]
    assert len(found(draft("It rises.", "risk"), draft("It rises.", "factual_claim")).claims) == 2


def test_what_the_extractor_calls_the_same_is_one_claim_through_others_too() -> None:
    there = found(draft("It floods."), draft("Dry."), draft("Water comes."), draft("The bank drowns.", source="seat-b"))
    claims = claims_from(there, ClaimRelations(same=pairs((3, 1), (4, 3))), most=15, opinions=("seat-a", "seat-b"))
    assert [(claim.id, claim.text) for claim in claims.claims] == [("claim-01", "It floods."), ("claim-02", "Dry.")]
    assert [one.text for one in claims.merged] == ["Water comes.", "The bank drowns."]
    assert claims.unclaimed == ()


def test_claims_of_two_kinds_or_called_contradicting_as_well_and_unknown_ones_are_not_merged() -> None:
    there = found(draft("It floods."), draft("Floods come.", "factual_claim"), draft("It is dry."))
    said = ClaimRelations(same=pairs((1, 2), (1, 3), (1, 9)), contradicting=pairs((3, 1), (2, 8)))
    claims = claims_from(there, said, most=15, opinions=())
    assert len(claims.claims) == 3
    assert claims.contradicting == pairs((1, 3))


def test_contradicting_pairs_are_told_by_the_ids_that_are_voted_on() -> None:
    there = found(*(draft(f"Claim {number}.") for number in range(1, 6)))
    said = ClaimRelations(same=pairs((1, 2)), contradicting=pairs((4, 2), (3, 5), (3, 3), (4, 1)))
    claims = claims_from(there, said, most=3, opinions=())
    assert [claim.text for claim in claims.claims] == ["Claim 1.", "Claim 3.", "Claim 4."]
    assert claims.contradicting == pairs((1, 3))  # the fifth is not voted on
    assert claims_from(there, None, most=3, opinions=()).contradicting is None


def test_a_risk_finds_room_where_there_is_none_yet() -> None:
    there = found(*(draft(f"Claim {number}.", "opportunity") for number in range(1, 4)), draft("It floods."))
    claims = claims_from(there, ClaimRelations(), most=3, opinions=())
    assert [claim.text for claim in claims.claims] == ["Claim 1.", "Claim 2.", "It floods."]
    assert [one.text for one in claims.dropped] == ["Claim 3."]


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
