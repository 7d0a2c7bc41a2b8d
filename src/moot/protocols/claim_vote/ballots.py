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
"""Each level that is an opinion and its value, highest first."""
ABSTAIN: VoteLevel = "abstain"
"""A vote that is cast without an opinion: it has no value, and replaces no other vote."""
LEVELS_ASKED: tuple[VoteLevel, ...] = (*VOTE_LEVELS, ABSTAIN)
"""Every level a voter may give."""

Supported = Literal["yes", "no", "none"]
SUPPORTED: tuple[Supported, ...] = get_args(Supported)

ADVISOR = "Advisor-"
"""First part of every pseudonym."""


class OpinionReview(Struct, frozen=True, kw_only=True):
    """A reviewer's remarks on one opinion."""

    strong: str
    """What is sound and useful in it."""
    weak: str
    """What is wrong, missing or unsupported in it."""


class ReviewBallot(Ballot, frozen=True, kw_only=True, tag="reviews"):
    """One reviewer's remarks on everyone else's opinion."""

    reviews: dict[str, OpinionReview] = {}
    """Author's seat and the remarks."""


class ClaimSource(Struct, frozen=True, kw_only=True):
    """A passage of an opinion, or of a review of opinions, that supports a claim."""

    source: str
    """The seat whose opinion it is quoted from; for a review, the pseudonym of its author."""
    quote: str
    """The passage, word for word."""


class DraftClaim(Struct, frozen=True, kw_only=True):
    """A claim as the extractor wrote it, before any check."""

    text: str
    """One statement that can be voted on by itself."""
    kind: ClaimKind
    """Its kind."""
    spans: tuple[ClaimSource, ...]
    """Its passages in the opinions."""


class ClaimDrafts(Ballot, frozen=True, kw_only=True, tag="claim-drafts"):
    """An extractor's claims from the opinions."""

    claims: tuple[DraftClaim, ...]
    """In the order written."""


class ClaimPair(Struct, frozen=True, kw_only=True):
    """Two claims, by id."""

    one: str
    """A claim."""
    other: str
    """Another."""


class VoteMention(Struct, frozen=True, kw_only=True):
    """Words of a claim that are about the council or its vote."""

    claim: str
    """The claim."""
    words: str
    """The words, copied."""


class ClaimRelations(Ballot, frozen=True, kw_only=True, tag="claim-relations"):
    """An extractor's relations between its claims, unchecked: the named claims may not exist."""

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
    """One vote on one claim."""

    level: VoteLevel
    """How far the voter agrees with it."""
    confidence: int | None
    """The voter's stated confidence, 0 to 10; `None` if none is given that can be read; shown, never counted."""
    reason: str
    """Why, in one sentence; empty if none is given."""
    supported: Supported = "none"
    """Whether the quotation under the claim supports it; `none` if there is none, or if the voter did not say."""


class ClaimVotes(Ballot, frozen=True, kw_only=True, tag="claim-votes"):
    """One voter's votes, claim by claim."""

    is_vote: ClassVar[bool] = True
    aside: ClassVar[frozenset[str]] = frozenset({"controls"})
    votes: dict[str, ClaimVote] = {}
    """Claim id and the vote."""
    unread: dict[str, str] = {}
    """Claim id and why no vote on it could be read."""
    controls: dict[str, ClaimVote] | UnsetType = UNSET
    """The same on control claims, which count for nothing; left out if there were none."""


ClaimFigure = Literal["missing", "in_favour", "against", "opinions", "mean", "sd", "k"]
WholeFigure = Literal["members", "voters", "claims", "HIGH", "MEDIUM", "CONTESTED", "REJECTED"]
Figure = VoteLevel | ClaimFigure | WholeFigure
"""What a number in a report counts: votes of a level, another figure of one claim, or one of the whole vote."""
FIGURES: tuple[Figure, ...] = (*LEVELS_ASKED, *get_args(ClaimFigure), *get_args(WholeFigure))
Follows = Literal["yes", "no", "more"]
FOLLOWS: tuple[Follows, ...] = get_args(Follows)


class ClaimRef(Struct, frozen=True, kw_only=True):
    """A claim a sentence rests on, unchecked."""

    claim: str
    """Its id, as written there."""
    tier: str
    """Its tier, as the writer understood it."""


class FigureRef(Struct, frozen=True, kw_only=True):
    """A number in a sentence, unchecked."""

    of: Figure
    """What it counts."""
    value: float
    """The number."""
    claim: str = ""
    """The claim it is about; empty for the whole vote."""


class ProseSentence(Struct, frozen=True, kw_only=True):
    """A sentence of a report in free prose, with what it rests on."""

    text: str
    """The sentence."""
    rests_on: tuple[ClaimRef, ...] = ()
    """Claims it rests on."""
    figures: tuple[FigureRef, ...] = ()
    """Every number in it that counts votes, voters or claims."""


class ReportProse(Ballot, frozen=True, kw_only=True, tag="report-prose"):
    """A writer's answer to the question, and a summary. Code writes everything else."""

    answer: tuple[ProseSentence, ...]
    """One to three sentences that answer the question."""
    summary: tuple[ProseSentence, ...] = ()
    """Sentences after them."""


class SentenceCheck(Struct, frozen=True, kw_only=True):
    """A voter's judgement on one sentence of a report."""

    follows: Follows
    """Whether it follows from the votes; `more`: it says more than they do."""
    figure: str = ""
    """The figure of the votes that it contradicts, copied; empty if there is none."""


class ProseCheck(Ballot, frozen=True, kw_only=True, tag="prose-check"):
    """A voter's judgement on every sentence of a report."""

    sentences: dict[str, SentenceCheck] = {}
    """Sentence and the judgement."""
