"""Findings of a vote on claims: reviews, claims, tiers, control claims, and what of an editor's form stands."""

from __future__ import annotations

from typing import Any, Literal, Self

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from moot.protocols.claim_vote.ballots import ClaimKind, ClaimPair, Span, VoteLevel
from moot.vocabulary.earlier.track_record import SameVotes
from moot.vocabulary.findings import Finding

Tier = Literal["HIGH", "CONTESTED", "REJECTED", "MEDIUM"]
TIERS: tuple[Tier, ...] = ("HIGH", "CONTESTED", "REJECTED", "MEDIUM")
"""In the order in which their rules are tried."""


class PeerReview(Struct, frozen=True, kw_only=True):
    """One reviewer's remarks on one opinion, under pseudonyms."""

    by: str
    """The reviewer's seat."""
    of: str
    """The author's seat."""
    strong: str
    """What is sound in it."""
    weak: str
    """What is wrong or missing in it."""


class ReviewRound(Finding, frozen=True, kw_only=True, tag="review-round"):
    """Every member's remarks on every other opinion, and the pseudonyms used for people to read."""

    advisors: dict[str, str]
    """Seat and its pseudonym, the same all through the session."""
    reviews: tuple[PeerReview, ...]
    """By author, then by reviewer, in seat order."""
    unread: tuple[str, ...] = ()
    """Members whose review is missing or could not be read."""


class Claim(Struct, frozen=True, kw_only=True):
    """A claim that is put to the vote."""

    id: str
    """`claim-01`, `claim-02`, …"""
    text: str
    """The statement."""
    kind: ClaimKind
    """What sort of statement it is."""
    spans: tuple[Span, ...]
    """Passages that stand word for word in the named opinion."""


class Dropped(Struct, frozen=True, kw_only=True):
    """Something the extractor wrote that was not put to the vote as it stood."""

    text: str
    """The claim, or the quotation."""
    reason: str
    """Why not."""


class ClaimList(Finding, frozen=True, kw_only=True, tag="claim-list"):
    """The claims put to the vote, and what became of everything else the extractor wrote."""

    claims: tuple[Claim, ...]
    """In the order written."""
    dropped: tuple[Dropped, ...] = ()
    """Claims left out, and quotations that stand in no opinion, each with the reason."""
    merged: tuple[Dropped, ...] = ()
    """Claims that say what another one says, and which one."""
    contradicting: tuple[ClaimPair, ...] | None = None
    """Pairs of claims that cannot both be true, by what the extractor says; `None` where it gave no answer."""
    unclaimed: tuple[str, ...] = ()
    """Seats from whose opinion no claim was drawn."""
    shortfalls: tuple[str, ...] = ()
    """What the list lacks, in words."""


class ClaimTally(Struct, frozen=True, kw_only=True):
    """How the council voted on one claim."""

    claim: str
    """Its id."""
    tier: Tier
    """By the opinions given."""
    mean: float
    """Mean of the votes, -2 to 2, each as it weighs."""
    sd: float
    """Standard deviation of the votes, each as it weighs; the voters are the whole council, so the divisor is their
    number."""
    counts: dict[VoteLevel, int]
    """Votes of each level that is an opinion."""
    votes: int
    """Opinions in all: abstentions, and votes that could not be read, are none."""
    confidence: float
    """Mean of the confidence that voters stated as asked, 0 to 10, and 0 where none did; shown, never counted."""
    k: int | None
    """Ballots that would have to change to change its tier; `None` when none would, and 0 when the missing votes could
    make another."""
    k_exact: bool = True
    """False when `k` is a lower bound."""
    abstained: int = 0
    """Ballots that abstain on it: they are cast and enter no mean."""
    missing: int = 0
    """Votes that are missing: of silent members, and those that could not be read."""
    could_be: dict[Tier, tuple[VoteLevel, ...]] = {}
    """Every other tier that the missing votes could make. Where a single vote is missing, with the levels of it that
    make that tier; else with none."""
    equal: Tier | UnsetType = UNSET
    """Its tier if all votes weighed the same; left out where they do."""

    @property
    def asked(self) -> int:
        """Members who were asked."""
        return self.votes + self.abstained + self.missing


class Gap(Struct, frozen=True, kw_only=True):
    """A vote on one claim that could not be read, of a member whose ballot was."""

    claim: str
    """The claim's id."""
    seat: str
    """Who."""
    why: str
    """What keeps its vote from being read."""


class TierBounds(Struct, frozen=True, kw_only=True):
    """The numbers the tiers are cut at."""

    high_mean: float = 1.0
    """HIGH needs at least this mean."""
    high_sd: float = 0.8
    """HIGH needs a standard deviation below this."""
    contested_sd: float = 1.5
    """CONTESTED from this standard deviation on."""
    rejected_mean: float = 0.0
    """REJECTED needs a mean below this, and a standard deviation below the contested one."""
    least_votes: int = 2
    """HIGH, CONTESTED and REJECTED need this many opinions, and with fewer a claim is MEDIUM. Never less than 2, since
    one vote agrees with nobody."""
    contested_split: float | UnsetType = UNSET
    """CONTESTED from this share of the votes on either side, too. Unset: sides are not looked at."""
    calibrated: str | UnsetType = UNSET
    """From which calibration these numbers are. Unset: nobody calibrated them."""


class SilentVoter(Struct, frozen=True, kw_only=True):
    """A member whose vote is not in the result."""

    seat: str
    """Who."""
    how: Literal["missing", "spoiled"]
    """In which way."""
    streak: int
    """Sessions in a row without a vote of this model, this one included."""


class Agreement(Struct, frozen=True, kw_only=True):
    """How alike two voters voted."""

    one: str
    """A voter."""
    other: str
    """Another."""
    claims: int
    """Claims both voted on."""
    same: float
    """Share of them with the very same level."""
    same_side: float
    """Share of them on the same side: both above, both at or both below neutral."""
    likeness: float | None
    """Correlation of their votes, -1 to 1; `None` without two claims both voted on."""


class Alike(Struct, frozen=True, kw_only=True):
    """Two voters who voted alike. That they did is all it says: who is right alike votes alike too."""

    one: str
    """A voter."""
    other: str
    """Another."""
    same: int
    """Claims on which they cast the same vote."""
    claims: int
    """Claims both voted on."""


class Tiers(Finding, frozen=True, kw_only=True, tag="tiers"):
    """Where every claim stands after the vote, and what the votes are worth."""

    claims: tuple[ClaimTally, ...]
    """In the order of the claims."""
    bounds: TierBounds
    """Where the tiers were cut."""
    voters: tuple[str, ...]
    """Seats whose votes were counted."""
    silent: tuple[SilentVoter, ...] = ()
    """Members whose votes are not in it."""
    gaps: tuple[Gap, ...] = ()
    """Single votes that could not be read, by claim, then by voter."""
    alpha: float | None = None
    """Krippendorff's alpha of the votes (interval): 1 is full agreement, 0 what chance gives; `None` if undefined."""
    agreement: tuple[Agreement, ...] = ()
    """Every pair of voters."""
    alike: tuple[Alike, ...] = ()
    """Pairs that cast the same vote on nearly every claim both voted on."""
    effective_voters: float = 0.0
    """Stands in older transcripts and is shown nowhere: who agrees need not depend on each other."""
    independent: float | UnsetType = UNSET
    """How many independent voters they are worth at most, by earlier sessions; left out where that cannot be told."""
    same_votes: SameVotes | UnsetType = UNSET
    """Voters of whom votes of earlier sessions do not tell it; left out where there were none."""
    normalised: dict[str, dict[str, float]] = {}
    """Voter, claim and the vote in the voter's own standard deviations from its own mean: a diagnostic only."""
    weights: dict[str, float] | UnsetType = UNSET
    """Seat and what its votes weigh, 0.334 to 1, by earlier sessions; left out where all weigh the same."""

    def digested(self) -> dict[str, Any]:
        """Without the pairs that voted alike where there are none: they came after the first release."""
        return {name: value for name, value in super().digested().items() if name != "alike" or value != ()}


class ControlClaim(Struct, frozen=True, kw_only=True):
    """A control claim, and what the voters made of it."""

    id: str
    """`control-1`, `control-2`."""
    text: str
    """The statement."""
    kind: ClaimKind
    """What sort of statement it is."""
    of: str
    """What it is called: its file and name."""
    holds: bool | None
    """Whether it is true; `None` in a share."""
    hits: tuple[str, ...] = ()
    """Voters who voted as they should."""
    misses: tuple[str, ...] = ()
    """Voters who did not. Who gave no opinion is among neither."""

    @property
    def expected(self) -> bool:
        """Whether more than half voted as they should, of those with an opinion."""
        return len(self.hits) > len(self.misses)


class ControlClaims(Finding, frozen=True, kw_only=True, tag="control-claims"):
    """Claims that were voted on and count for nothing: they show whether the voters can be believed."""

    claims: tuple[ControlClaim, ...]
    """In the order in which they were drawn."""

    def shared(self) -> Self:
        """Without their words and their answers: whoever reads them could tell a voter what to say of them."""
        return replace(self, claims=tuple(replace(one, text="(left out)", of="", holds=None) for one in self.claims))


class EditorCheck(Finding, frozen=True, kw_only=True, tag="editor-check"):
    """What of an editor's form stands in the report. Only the ids were read: nobody checked the words."""

    by: Literal["editor", "code"]
    """Whether words of an editor stand in the report, or it is by code alone."""
    sentences: int = 0
    """Sentences of the summary that stand."""
    notes: int = 0
    """Claims with a note beside them."""
    unnamed: int = 0
    """Sentences that were left out because they name no claim."""
    unknown: int = 0
    """Sentences and notes that were left out because they name a claim that does not exist."""
    reason: str = ""
    """Why the report is by code alone, when it is."""
