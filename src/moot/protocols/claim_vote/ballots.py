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
"""The levels of agreement that are an opinion, each with its value, highest first."""
ABSTAIN: VoteLevel = "abstain"
"""The level of a vote without an opinion: it has no value, and does not stand in for another vote."""
LEVELS_ASKED: tuple[VoteLevel, ...] = (*VOTE_LEVELS, ABSTAIN)
"""Every level a voter may give."""

Supported = Literal["yes", "no", "none"]
SUPPORTED: tuple[Supported, ...] = get_args(Supported)

ADVISOR = "Advisor-"
"""First part of every pseudonym."""


class OpinionReview(Struct, frozen=True, kw_only=True):
    """A reviewer's remarks on one opinion."""

    strong: str
    """What is sound and useful in the opinion."""
    weak: str
    """What is wrong, missing or unsupported in the opinion."""


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
    """In the order written."""


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
    """The words, copied from the claim."""


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
    """The query to search for."""


class ClaimVote(Struct, frozen=True, kw_only=True):
    """One voter's vote on one claim, with confidence and reason."""

    level: VoteLevel
    """How far the voter agrees with the claim."""
    confidence: int | None
    """The voter's stated confidence, 0 to 10; `None` if none is given that can be read; shown, never counted."""
    reason: str
    """Why the voter votes so, in one sentence; empty if none is given."""
    supported: Supported = "none"
    """Whether the quotation under the claim supports it; `none` if there is none, or if the voter did not say."""


class ClaimVotes(Ballot, frozen=True, kw_only=True, tag="claim-votes"):
    """One voter's ballot: a vote on each claim, and the votes that could not be read."""

    is_vote: ClassVar[bool] = True
    aside: ClassVar[frozenset[str]] = frozenset({"controls"})
    votes: dict[str, ClaimVote] = {}
    """The votes that could be read, by claim id."""
    unread: dict[str, str] = {}
    """By claim id, why no vote on it could be read."""
    controls: dict[str, ClaimVote] | UnsetType = UNSET
    """The votes on control claims (with a known answer), which count for nothing; left out if there were none."""


ClaimFigure = Literal["missing", "in_favour", "against", "opinions", "mean", "sd", "k"]
WholeFigure = Literal["members", "voters", "claims", "HIGH", "MEDIUM", "CONTESTED", "REJECTED"]
Figure = VoteLevel | ClaimFigure | WholeFigure
"""What a number in a report counts: votes of a level, another figure of one claim, or one of the whole vote."""
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
    """Claims that the sentence names as its ground."""
    figures: tuple[FigureRef, ...] = ()
    """Every number in the sentence that counts votes, voters or claims."""


class ReportProse(Ballot, frozen=True, kw_only=True, tag="report-prose"):
    """What an editor wrote for the report: an answer to the question and a summary.

    The rest of the report is written by code.
    """

    answer: tuple[ProseSentence, ...]
    """One to three sentences that answer the question."""
    summary: tuple[ProseSentence, ...] = ()
    """Sentences after them."""


class SentenceCheck(Struct, frozen=True, kw_only=True):
    """A voter's judgement on one sentence of a report."""

    follows: Follows
    """Whether the sentence follows from the votes; `more`: it claims more than they do."""
    figure: str = ""
    """The figure of the votes that it contradicts, copied; empty if there is none."""


class ProseCheck(Ballot, frozen=True, kw_only=True, tag="prose-check"):
    """A voter's judgement on every sentence of a report."""

    sentences: dict[str, SentenceCheck] = {}
    """The judgements, by the sentence's number."""
