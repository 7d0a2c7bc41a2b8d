"""Findings of a claim vote: reviews, claims, tiers, control claims, the answer, and the audit of its prose."""

from __future__ import annotations

from typing import Literal, Self

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from moot.protocols.claim_vote.ballots import ClaimKind, ClaimPair, ClaimSource, SentenceCheck, VoteLevel
from moot.vocabulary.findings import Finding
from moot.vocabulary.history.track_record import SameVotes
from moot.vocabulary.verdicts import Reason

Tier = Literal["HIGH", "CONTESTED", "REJECTED", "MEDIUM"]
TIERS: tuple[Tier, ...] = ("HIGH", "CONTESTED", "REJECTED", "MEDIUM")
"""The tiers, in the order in which their rules are tried."""


class PeerReview(Struct, frozen=True, kw_only=True):
    """One reviewer's remarks on one opinion: what is sound in the opinion, and what is wrong."""

    by: str
    """The reviewer's seat."""
    of: str
    """The author's seat."""
    strong: str
    """Strengths of the opinion."""
    weak: str
    """Faults and gaps of the opinion."""


class ReviewRound(Finding, frozen=True, kw_only=True, tag="review-round"):
    """Every member's remarks on every other opinion, and the pseudonyms shown to people."""

    advisors: dict[str, str]
    """Pseudonym of each seat, the same throughout the session."""
    reviews: tuple[PeerReview, ...]
    """The remarks, by author and then by reviewer, in seat order."""
    unread: tuple[str, ...] = ()
    """Seats whose review is missing or could not be parsed."""


class Claim(Struct, frozen=True, kw_only=True):
    """A claim that the council votes on, with the passages it is drawn from."""

    id: str
    """Id of the claim: `claim-01`, `claim-02`, …"""
    text: str
    """The statement."""
    kind: ClaimKind
    """Kind of the claim."""
    spans: tuple[ClaimSource, ...]
    """Passages that occur word for word in the named opinion."""


class DroppedClaim(Struct, frozen=True, kw_only=True):
    """A claim or quotation of the extractor that was left out, or merged with another one, with the reason."""

    text: str
    """The claim, or the quotation."""
    reason: str
    """Why the claim is not in the list."""


class ClaimList(Finding, frozen=True, kw_only=True, tag="claim-list"):
    """The claims to vote on, and the extractor's other entries, each with the reason why it was left out."""

    claims: tuple[Claim, ...]
    """The claims in the order written."""
    dropped: tuple[DroppedClaim, ...] = ()
    """Claims left out, and quotations that occur in no opinion, each with the reason."""
    merged: tuple[DroppedClaim, ...] = ()
    """Claims with the same meaning as another claim, with the id of that claim."""
    contradicting: tuple[ClaimPair, ...] | None = None
    """Pairs of claims that contradict each other according to the extractor; `None` if it gave no answer."""
    unclaimed: tuple[str, ...] = ()
    """Seats whose opinion contains none of the claims."""
    shortfalls: tuple[str, ...] = ()
    """What the list lacks, in words."""


class ClaimTally(Struct, frozen=True, kw_only=True):
    """The count of the votes on one claim, and the tier (class) that the claim gets by them."""

    claim: str
    """The claim's id."""
    tier: Tier
    """The claim's tier, from the opinions given."""
    mean: float
    """Mean of the votes, -2 to 2, weighted."""
    sd: float
    """Weighted standard deviation of the votes, divided by the number of voters, because they are the whole council."""
    counts: dict[VoteLevel, int]
    """Number of votes at each level that expresses an opinion."""
    votes: int
    """Number of votes that express an opinion, without abstentions and unread votes."""
    confidence: float
    """Mean of the confidence that voters stated, 0 to 10; 0 if none did. It is shown, but never counted."""
    k: int | None
    """Number of ballots that would have to change to change the claim's tier; `None` if none would, and 0 if the
    missing votes alone could.
    """
    k_exact: bool = True
    """False if `k` is a lower bound."""
    abstained: int = 0
    """Ballots that abstain on the claim. They are cast, but enter no mean."""
    missing: int = 0
    """Number of missing votes: of silent members, and votes that could not be parsed."""
    could_be: dict[Tier, tuple[VoteLevel, ...]] = {}
    """Other tiers that the claim could have with its missing votes. If exactly one vote is missing, each tier with the
    votes that would lead to it.
    """
    equal: Tier | UnsetType = UNSET
    """Tier of the claim if all votes weighed the same; left out if they do."""
    supported: int = 0
    """Number of voters who find that the quotation supports the claim."""
    unsupported: int = 0
    """Number of voters who find that the quotation does not support the claim."""

    @property
    def asked(self) -> int:
        """Return how many members were asked to vote on the claim."""
        return self.votes + self.abstained + self.missing


class Gap(Struct, frozen=True, kw_only=True):
    """A single vote that could not be read, in a ballot whose other votes could be read."""

    claim: str
    """The claim's id."""
    seat: str
    """The member's seat."""
    why: str
    """Why the vote could not be read."""


class TierBounds(Struct, frozen=True, kw_only=True):
    """The borders between tiers (classes of claims by their votes)."""

    high_mean: float = 1.0
    """Minimum mean of the votes for HIGH."""
    high_sd: float = 0.8
    """HIGH needs a standard deviation below this value."""
    contested_sd: float = 1.5
    """Minimum standard deviation for CONTESTED."""
    rejected_mean: float = 0.0
    """REJECTED needs a mean below this value, and a standard deviation below the bound of CONTESTED."""
    least_votes: int = 2
    """Minimum number of opinions for HIGH, CONTESTED and REJECTED, never less than 2; with fewer opinions a claim is
    MEDIUM.
    """
    contested_split: float | UnsetType = UNSET
    """Minimum share of the votes on either side that also makes a claim CONTESTED; if unset, sides do not count."""
    calibrated: str | UnsetType = UNSET
    """The calibration from which these numbers are taken; unset if they are not calibrated."""


class SilentVoter(Struct, frozen=True, kw_only=True):
    """A member whose ballot is missing or could not be read."""

    seat: str
    """The member's seat."""
    how: Literal["missing", "spoiled"]
    """What happened: `missing`, no ballot arrived; `spoiled`, the ballot could not be parsed."""
    streak: int
    """Number of consecutive sessions, this one included, in which this model cast no vote."""


class VoterSimilarity(Struct, frozen=True, kw_only=True):
    """Similarity of two voters' votes: the number of common claims, and the share of claims on which they agree."""

    one: str
    """Seat of one voter."""
    other: str
    """Seat of the other voter."""
    claims: int
    """Number of claims on which both voted."""
    same: float
    """Share of these claims on which both gave the same level."""
    same_side: float
    """Share of these claims on which both are on the same side: above, at or below neutral."""
    likeness: float | None
    """Correlation of their votes, -1 to 1; `None` with fewer than two common claims."""


class Tiers(Finding, frozen=True, kw_only=True, tag="tiers"):
    """The result of the vote: each claim's tier (class by votes), how far the voters agree, and which votes are
    missing."""

    claims: tuple[ClaimTally, ...]
    """The tally of each claim, in the order of the claims."""
    bounds: TierBounds
    """The borders between the tiers."""
    voters: tuple[str, ...]
    """Seats whose votes were counted."""
    silent: tuple[SilentVoter, ...] = ()
    """Members whose ballots are missing or could not be parsed."""
    gaps: tuple[Gap, ...] = ()
    """Single votes that could not be read, by claim, then by voter."""
    alpha: float | None = None
    """Krippendorff's alpha of the votes (interval): 1 is full agreement, 0 is chance; `None` if undefined."""
    agreement: tuple[VoterSimilarity, ...] = ()
    """Similarity of each pair of voters."""
    independent: float | UnsetType = UNSET
    """Upper bound of the number of independent voters, estimated from earlier sessions; left out if unknown."""
    same_votes: SameVotes | UnsetType = UNSET
    """Voters that earlier sessions do not show to be independent; left out if there were none."""
    normalised: dict[str, dict[str, float]] = {}
    """Each vote as a z-score among the voter's votes, by voter and claim. Used only for diagnosis."""
    weights: dict[str, float] | UnsetType = UNSET
    """Weight of each seat's votes, 0.334 to 1, from earlier sessions; left out if all votes weigh the same."""


class ControlClaim(Struct, frozen=True, kw_only=True):
    """A claim with a known answer, used to test the voters, with the voters that were right and wrong."""

    id: str
    """Id of the control claim: `control-1` or `control-2`."""
    text: str
    """The statement."""
    kind: ClaimKind
    """Kind of the claim."""
    of: str
    """File and name of the stored claim."""
    holds: bool | None
    """Whether the claim is true; `None` in a shared copy."""
    hits: tuple[str, ...] = ()
    """Seats of the voters on the right side."""
    misses: tuple[str, ...] = ()
    """Seats of the voters on the wrong side. Voters without an opinion are in neither list."""

    @property
    def expected(self) -> bool:
        """Return whether more than half of the voters with an opinion voted on the right side."""
        return len(self.hits) > len(self.misses)


class ControlClaims(Finding, frozen=True, kw_only=True, tag="control-claims"):
    """The session's control claims, to which the right answer is known. Votes on control claims do not change the
    result."""

    claims: tuple[ControlClaim, ...]
    """The control claims, in the order drawn."""

    def shared(self) -> Self:
        """Return a copy for sharing, without texts and right answers, since a voter who read them would know the
        test."""
        return replace(self, claims=tuple(replace(one, text="(left out)", of="", holds=None) for one in self.claims))


class BallotReason(Reason, frozen=True, kw_only=True):
    """A voter's reason, quoted from its ballot. Only the anonymous labels in the reason are replaced by names."""

    claim: str
    """Id of the claim on which the vote was cast."""
    level: VoteLevel
    """Level of the vote."""


class ClaimAnswer(Finding, frozen=True, kw_only=True, tag="claim-answer"):
    """The answer that code composes from the votes, with its reasons and what would change it."""

    answer: str
    """The answer, in one to three sentences."""
    rests_on: tuple[str, ...]
    """Ids of the claims on which the answer is based, strongest first; empty if the votes give no answer."""
    confidence: str
    """Number of voters that support the answer's first claim, in words; `not determined` without such a claim."""
    conditions: tuple[str, ...] = ()
    """Risks that reached HIGH."""
    reasons: tuple[BallotReason, ...] = ()
    """Reasons for the answer, the strongest votes first."""
    dissent: tuple[BallotReason, ...] = ()
    """Reasons against the answer, the strongest votes first."""
    would_change: tuple[str, ...] = ()
    """What would change the tier of the answer's claims, in sentences, with seat ids in braces."""
    conflicts: tuple[ClaimPair, ...] = ()
    """Pairs of claims that are both HIGH and contradict each other according to the extractor."""
    text: str = ""
    """The whole report written by code, shown until prose is added."""


class CheckedSentence(Struct, frozen=True, kw_only=True):
    """A sentence that an editor wrote for the report, with the results of its checks by code and by voters."""

    text: str
    """The sentence."""
    rests_on: tuple[str, ...] = ()
    """Ids of the claims that the sentence names."""
    part: Literal["answer", "summary"] = "summary"
    """Part of the report to which the sentence belongs."""
    fault: str = ""
    """Why the sentence was removed by code; empty if it was not."""
    checks: dict[str, SentenceCheck] = {}
    """Each auditor's judgement."""
    removed: bool = False
    """Whether code or the auditors removed the sentence."""
    disputed: bool = False
    """Whether one auditor objects to the sentence, although it is shown."""


class ProseAudit(Finding, frozen=True, kw_only=True, tag="prose-audit"):
    """Every sentence that an editor wrote for the report, and which of them are shown."""

    by: Literal["editor", "code"]
    """Author of the shown text: `editor` if the report contains the editor's prose, otherwise `code`."""
    answer: str = ""
    """The answer in prose; empty if any of its sentences was removed, in which case the answer by code is shown."""
    sentences: tuple[CheckedSentence, ...] = ()
    """The sentences, in the order written."""
    auditors: tuple[str, ...] = ()
    """Seats of the voters that judged the sentences; empty if none did."""
    reason: str = ""
    """Why the report contains no prose; empty if it does."""

    @property
    def shown(self) -> tuple[CheckedSentence, ...]:
        """Return the editor's sentences that the report shows after its answer.

        If code wrote the whole report, return an empty tuple.
        """
        kept = [one for one in self.sentences if not one.removed]
        return tuple(one for one in kept if one.part == "summary" or not self.answer) if self.by == "editor" else ()
