"""Ballots of a claim vote after parsing: reviews of opinions, claims with their quotations, votes on claims.

Opinions are named by seat id, claims by their id (`claim-01`), in place of the private labels of a sheet.
"""

from __future__ import annotations

from typing import ClassVar, Literal, get_args

from msgspec import UNSET, Struct, UnsetType

from moot.vocabulary.ballots import Ballot

ClaimKind = Literal["recommendation", "risk", "factual_claim", "opportunity"]
CLAIM_KINDS: tuple[ClaimKind, ...] = ("recommendation", "risk", "factual_claim", "opportunity")

Topic = Literal["clinical", "technology", "general"]
TOPICS: tuple[Topic, ...] = ("clinical", "technology", "general")

VoteLevel = Literal["strongly_approve", "approve", "neutral", "reject", "strongly_reject", "abstain"]
VOTE_LEVELS: dict[VoteLevel, int] = {
    "strongly_approve": 2,
    "approve": 1,
    "neutral": 0,
    "reject": -1,
    "strongly_reject": -2,
}
"""Value of each level of agreement that expresses an opinion, highest first."""
ABSTAIN: VoteLevel = "abstain"
"""Level of a vote without an opinion. It has no value and replaces no other vote."""
LEVELS_ASKED: tuple[VoteLevel, ...] = (*VOTE_LEVELS, ABSTAIN)
"""All levels that a voter may give."""

Supported = Literal["yes", "no", "none"]
SUPPORTED: tuple[Supported, ...] = get_args(Supported)

ADVISOR = "Advisor-"
"""First part of every pseudonym."""


class OpinionReview(Struct, frozen=True, kw_only=True):
    """A reviewer's remarks on one opinion."""

    strong: str
    """Strengths of the opinion."""
    weak: str
    """Faults of the opinion: errors, gaps and unsupported claims."""


class ReviewBallot(Ballot, frozen=True, kw_only=True, tag="reviews"):
    """One reviewer's remarks on the opinions of all others."""

    reviews: dict[str, OpinionReview] = {}
    """The remarks, by the author's seat."""


class ClaimSource(Struct, frozen=True, kw_only=True):
    """A passage of an opinion, or of a review of opinions, that supports a claim."""

    source: str
    """The seat whose opinion contains the passage; for a review, the pseudonym of its author."""
    quote: str
    """The passage, word for word."""


class DraftClaim(Struct, frozen=True, kw_only=True):
    """A claim that the extractor drew from the opinions, before any check."""

    text: str
    """One statement that can be voted on by itself."""
    kind: ClaimKind
    """Kind of the claim."""
    spans: tuple[ClaimSource, ...]
    """Passages of the opinions that make the claim."""


class ClaimDrafts(Ballot, frozen=True, kw_only=True, tag="claim-drafts"):
    """All claims that an extractor drew from the opinions, before any check."""

    claims: tuple[DraftClaim, ...]
    """The drafted claims, in the order written."""


class ClaimPair(Struct, frozen=True, kw_only=True):
    """Two claims, by their ids, that an extractor finds equal in meaning, or impossible to be true together."""

    one: str
    """The id of one claim."""
    other: str
    """The id of the other claim."""


class VoteMention(Struct, frozen=True, kw_only=True):
    """A claim that is about the council or its vote, not about the question, with the words that show this."""

    claim: str
    """The claim's id."""
    words: str
    """The words that show this, copied from the claim."""


class ClaimRelations(Ballot, frozen=True, kw_only=True, tag="claim-relations"):
    """The claims that an extractor finds equal or contradictory.

    This is not checked yet: a claim that is named here may not exist.
    """

    same: tuple[ClaimPair, ...] = ()
    """Claims with the same meaning in other words."""
    contradicting: tuple[ClaimPair, ...] = ()
    """Claims that cannot both be true."""
    on_the_vote: tuple[VoteMention, ...] = ()
    """Claims about the council or its vote, not about the question."""


class SearchPlan(Ballot, frozen=True, kw_only=True, tag="search-plan"):
    """Topic and search query of a question, chosen before members answer it."""

    topic: Topic
    """The question's topic, which decides which searchers are queried."""
    query: str
    """The search query."""


class ClaimVote(Struct, frozen=True, kw_only=True):
    """One voter's vote on one claim, with confidence and reason."""

    level: VoteLevel
    """How far the voter agrees with the claim."""
    confidence: int | None
    """Confidence stated by the voter, 0 to 10; `None` if none could be parsed. It is shown, but never counted."""
    reason: str
    """Reason for the vote, in one sentence; empty if none is given."""
    supported: Supported = "none"
    """Whether the quotation shown under the claim supports the claim; `none` if there is no quotation, or no reply on
    this.
    """


class ClaimVotes(Ballot, frozen=True, kw_only=True, tag="claim-votes"):
    """One voter's ballot: a vote on each claim, and the votes that could not be read."""

    is_vote: ClassVar[bool] = True
    aside: ClassVar[frozenset[str]] = frozenset({"controls"})
    votes: dict[str, ClaimVote] = {}
    """The votes that could be read, by claim id."""
    unread: dict[str, str] = {}
    """By claim id, why no vote on it could be read."""
    controls: dict[str, ClaimVote] | UnsetType = UNSET
    """Votes on control claims, whose right answer is known. They do not count; left out if there were none."""


ClaimFigure = Literal["missing", "in_favour", "against", "opinions", "mean", "sd", "k"]
WholeFigure = Literal["members", "voters", "claims", "HIGH", "MEDIUM", "CONTESTED", "REJECTED"]
Figure = VoteLevel | ClaimFigure | WholeFigure
"""What a number in a report counts: votes of a level, another figure of one claim, or a figure of the whole vote."""
FIGURES: tuple[Figure, ...] = (*LEVELS_ASKED, *get_args(ClaimFigure), *get_args(WholeFigure))
Follows = Literal["yes", "no", "more"]
FOLLOWS: tuple[Follows, ...] = get_args(Follows)


class ClaimRef(Struct, frozen=True, kw_only=True):
    """A claim on which a sentence of a report is based according to its editor, not checked yet."""

    claim: str
    """The claim's id, as the writer gives it."""
    tier: str
    """The claim's tier, as the writer understood it."""


class FigureRef(Struct, frozen=True, kw_only=True):
    """A number that a sentence of a report states about the vote, not checked yet."""

    of: Figure
    """What the number counts."""
    value: float
    """The number."""
    claim: str = ""
    """The claim that the figure describes; empty for the whole vote."""


class ProseSentence(Struct, frozen=True, kw_only=True):
    """A sentence that an editor wrote for the report, with the claims and numbers it names."""

    text: str
    """The sentence."""
    rests_on: tuple[ClaimRef, ...] = ()
    """Claims that the sentence names as its basis."""
    figures: tuple[FigureRef, ...] = ()
    """Every number in the sentence that counts votes, voters or claims."""


class ReportProse(Ballot, frozen=True, kw_only=True, tag="report-prose"):
    """What an editor wrote for the report: an answer to the question and a summary.

    The rest of the report is written by code.
    """

    answer: tuple[ProseSentence, ...]
    """One to three sentences that answer the question."""
    summary: tuple[ProseSentence, ...] = ()
    """Sentences that follow the answer."""


class SentenceCheck(Struct, frozen=True, kw_only=True):
    """A voter's judgement on one sentence of a report."""

    follows: Follows
    """Whether the sentence follows from the votes; `more` if it claims more than they show."""
    figure: str = ""
    """The figure of the votes that the sentence contradicts, copied; empty if there is none."""


class ProseCheck(Ballot, frozen=True, kw_only=True, tag="prose-check"):
    """A voter's judgement on every sentence of a report."""

    sentences: dict[str, SentenceCheck] = {}
    """The judgements, by the sentence's number."""
