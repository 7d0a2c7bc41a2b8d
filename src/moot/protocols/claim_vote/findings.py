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
"""In the order in which their rules are tried."""


class PeerReview(Struct, frozen=True, kw_only=True):
    """One reviewer's remarks on one opinion: what is sound in the opinion, and what is wrong."""

    by: str
    """The reviewer's seat."""
    of: str
    """The author's seat."""
    strong: str
    """What is sound in the opinion."""
    weak: str
    """What is wrong or missing in the opinion."""


class ReviewRound(Finding, frozen=True, kw_only=True, tag="review-round"):
    """Every member's remarks on every other opinion, and the pseudonyms shown to people."""

    advisors: dict[str, str]
    """The pseudonym of each seat, the same through the session."""
    reviews: tuple[PeerReview, ...]
    """By author, then by reviewer, in seat order."""
    unread: tuple[str, ...] = ()
    """Members whose review is missing or could not be read."""


class Claim(Struct, frozen=True, kw_only=True):
    """A claim that the council votes on, with the passages it is drawn from."""

    id: str
    """`claim-01`, `claim-02`, …"""
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
    """In the order written."""
    dropped: tuple[DroppedClaim, ...] = ()
    """Claims left out, and quotations that occur in no opinion, each with the reason."""
    merged: tuple[DroppedClaim, ...] = ()
    """Claims with the same meaning as another one, and which one."""
    contradicting: tuple[ClaimPair, ...] | None = None
    """Pairs of claims that cannot both be true, by the extractor; `None` if it gave no answer."""
    unclaimed: tuple[str, ...] = ()
    """Seats without a claim from their opinion."""
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
    """Standard deviation of the votes, weighted; the voters are the whole council, so the divisor is their number."""
    counts: dict[VoteLevel, int]
    """Votes of each level that is an opinion."""
    votes: int
    """Number of opinions: abstentions and unread votes are none."""
    confidence: float
    """Mean of the confidence that voters stated as asked, 0 to 10, and 0 if none did; shown, never counted."""
    k: int | None
    """Ballots that would have to change to change its tier; `None` if none would, and 0 if the missing votes could make
    another."""
    k_exact: bool = True
    """False if `k` is a lower bound."""
    abstained: int = 0
    """Ballots that abstain on the claim. They are cast, but enter no mean."""
    missing: int = 0
    """Number of missing votes: of silent members, and unread ones."""
    could_be: dict[Tier, tuple[VoteLevel, ...]] = {}
    """Every other tier that the claim could have with its missing votes. If a single vote is missing, each with the
    votes that would lead to it; else with none."""
    equal: Tier | UnsetType = UNSET
    """The claim's tier if all votes weighed the same; left out if they do."""
    supported: int = 0
    """Voters who find that the quotation supports the claim."""
    unsupported: int = 0
    """Voters who find that the quotation does not support the claim."""

    @property
    def asked(self) -> int:
        """Return how many members were asked to vote on the claim."""
        return self.votes + self.abstained + self.missing


class Gap(Struct, frozen=True, kw_only=True):
    """A single vote that could not be read, in a ballot whose other votes could be read."""

    claim: str
    """The claim's id."""
    seat: str
    """The member."""
    why: str
    """Why the vote could not be read."""


class TierBounds(Struct, frozen=True, kw_only=True):
    """The borders between tiers (classes of claims by their votes)."""

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
    one vote agrees with no other."""
    contested_split: float | UnsetType = UNSET
    """CONTESTED also from this share of the votes on either side. Unset: sides do not count."""
    calibrated: str | UnsetType = UNSET
    """The calibration these numbers are from. Unset: not calibrated."""


class SilentVoter(Struct, frozen=True, kw_only=True):
    """A member whose ballot is missing or could not be read."""

    seat: str
    """The member."""
    how: Literal["missing", "spoiled"]
    """`missing`: no ballot arrived; `spoiled`: it could not be read."""
    streak: int
    """Number of sessions in a row, this one included, in which this model cast no vote."""


class VoterSimilarity(Struct, frozen=True, kw_only=True):
    """How alike two voters vote: on how many claims, and in what share of them, they agree."""

    one: str
    """A voter."""
    other: str
    """Another."""
    claims: int
    """Number of claims both voted on."""
    same: float
    """Share of those claims on which both gave the same level."""
    same_side: float
    """Share of those claims on which both are on one side: above, at or below neutral."""
    likeness: float | None
    """Correlation of their votes, -1 to 1; `None` without two claims both voted on."""


class Tiers(Finding, frozen=True, kw_only=True, tag="tiers"):
    """The result of the vote: each claim's tier (class by votes), how far the voters agree, and which votes are
    missing."""

    claims: tuple[ClaimTally, ...]
    """In the order of the claims."""
    bounds: TierBounds
    """The borders between the tiers."""
    voters: tuple[str, ...]
    """Seats whose votes were counted."""
    silent: tuple[SilentVoter, ...] = ()
    """Members whose votes are missing."""
    gaps: tuple[Gap, ...] = ()
    """Single votes that could not be read, by claim, then by voter."""
    alpha: float | None = None
    """Krippendorff's alpha of the votes (interval): 1 is full agreement, 0 is chance; `None` if undefined."""
    agreement: tuple[VoterSimilarity, ...] = ()
    """How alike each pair of voters votes."""
    independent: float | UnsetType = UNSET
    """Upper bound of the number of independent voters, from earlier sessions; left out if unknown."""
    same_votes: SameVotes | UnsetType = UNSET
    """Voters whose independence earlier sessions do not show; left out if there were none."""
    normalised: dict[str, dict[str, float]] = {}
    """By voter and claim, the vote as a z-score among that voter's votes: a diagnostic only."""
    weights: dict[str, float] | UnsetType = UNSET
    """By seat, the weight of its votes, 0.334 to 1, from earlier sessions; left out if all weigh the same."""


class ControlClaim(Struct, frozen=True, kw_only=True):
    """A claim with a known answer that tests the voters, with who voted on the right side and who did not."""

    id: str
    """`control-1`, `control-2`."""
    text: str
    """The statement."""
    kind: ClaimKind
    """Kind of the claim."""
    of: str
    """The file and name under which the claim is known."""
    holds: bool | None
    """Whether the claim is true; `None` in a shared copy."""
    hits: tuple[str, ...] = ()
    """Voters who voted on the right side."""
    misses: tuple[str, ...] = ()
    """Voters who did not. Voters without an opinion are in neither."""

    @property
    def expected(self) -> bool:
        """Return whether more than half of the voters with an opinion voted on the right side."""
        return len(self.hits) > len(self.misses)


class ControlClaims(Finding, frozen=True, kw_only=True, tag="control-claims"):
    """The session's control claims, to which the right answer is known. Votes on control claims do not change the
    result."""

    claims: tuple[ControlClaim, ...]
    """In the order drawn."""

    def shared(self) -> Self:
        """Return a copy for sharing, without texts and right answers, since a voter who read them would know the
        test."""
        return replace(self, claims=tuple(replace(one, text="(left out)", of="", holds=None) for one in self.claims))


class BallotReason(Reason, frozen=True, kw_only=True):
    """A voter's reason, quoted from its ballot. Only the anonymous labels in the reason are replaced by names."""

    claim: str
    """The claim that was voted on."""
    level: VoteLevel
    """The vote."""


class ClaimAnswer(Finding, frozen=True, kw_only=True, tag="claim-answer"):
    """The answer that code composes from the votes, with its reasons and what would change it."""

    answer: str
    """One to three sentences."""
    rests_on: tuple[str, ...]
    """Claims that the answer rests on, strongest first; empty if the votes give no answer."""
    confidence: str
    """How many voters are behind the answer's first claim; `not determined` without one."""
    conditions: tuple[str, ...] = ()
    """Risks that reached HIGH."""
    reasons: tuple[BallotReason, ...] = ()
    """Reasons for the answer, the strongest votes first."""
    dissent: tuple[BallotReason, ...] = ()
    """Reasons against the answer, the strongest votes first."""
    would_change: tuple[str, ...] = ()
    """What would change the tier of its claims, in sentences; seats are in braces."""
    conflicts: tuple[ClaimPair, ...] = ()
    """Pairs of claims that are both HIGH and cannot both be true, by the extractor."""
    text: str = ""
    """The whole report by code, shown until prose is added to it."""


class CheckedSentence(Struct, frozen=True, kw_only=True):
    """A sentence that an editor wrote for the report, with the results of its checks by code and by voters."""

    text: str
    """The sentence."""
    rests_on: tuple[str, ...] = ()
    """Claims that the sentence names."""
    part: Literal["answer", "summary"] = "summary"
    """Whether the sentence is of the answer or of the summary."""
    fault: str = ""
    """Why the sentence was removed by code; empty if it was not."""
    checks: dict[str, SentenceCheck] = {}
    """Each auditor's judgement."""
    removed: bool = False
    """Whether the sentence is left out, by code or by the auditors."""
    disputed: bool = False
    """Whether one auditor objects to the sentence, and it is shown all the same."""


class ProseAudit(Finding, frozen=True, kw_only=True, tag="prose-audit"):
    """Every sentence that an editor wrote for the report, and which of them are shown."""

    by: Literal["editor", "code"]
    """`editor` if the report contains its prose, `code` if it does not."""
    answer: str = ""
    """The answer in prose; empty if the one by code is shown, as any sentence of it was removed."""
    sentences: tuple[CheckedSentence, ...] = ()
    """In the order written."""
    auditors: tuple[str, ...] = ()
    """Voters who judged the sentences; empty if nobody did."""
    reason: str = ""
    """Why the report is by code alone, if it is."""

    @property
    def shown(self) -> tuple[CheckedSentence, ...]:
        """Return the editor's sentences that the report shows after its answer.

        If code wrote the whole report, return an empty tuple.
        """
        kept = [one for one in self.sentences if not one.removed]
        return tuple(one for one in kept if one.part == "summary" or not self.answer) if self.by == "editor" else ()
